//! Every square that either side attacks, found once and asked by all terms.
//!
//! One walk over the pieces: what pawns and guards (advisors, elephants, general) attack first,
//! for it tells where an officer (rook, horse, cannon) would only be lost, then each officer.

use arrayvec::ArrayVec;

use crate::board::{Board, Color, PieceKind, Square, SquareSet, leapers, lines};

/// A rook, horse or cannon and what it does from where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Officer {
    /// Rook, horse or cannon.
    pub kind: PieceKind,
    /// Where it stands.
    pub square: Square,
    /// The squares it attacks, or guards where its own side stands. Of a cannon only squares with a
    /// piece on them: the ones it aims at.
    pub attacks: SquareSet,
    /// The squares it can go to, those of its own pieces not taken out.
    pub moves: SquareSet,
}

/// What both sides attack; arrays are indexed by [`Color::index`].
#[derive(Clone, Debug)]
pub struct Attacks {
    /// Where each side's pieces stand.
    pub occupied: [SquareSet; 2],
    /// Attacked by each side's pawns.
    pub pawns: [SquareSet; 2],
    /// Attacked by each side's advisors and elephants.
    pub guards: [SquareSet; 2],
    /// Attacked by each side's pieces of any kind.
    pub all: [SquareSet; 2],
    /// Each side's rooks, horses and cannons.
    pub officers: [ArrayVec<Officer, 6>; 2],
}

impl Attacks {
    /// Looks at every piece of a position.
    #[inline(always)]
    pub fn of(board: &Board) -> Attacks {
        let mut attacks = Attacks {
            occupied: Color::ALL.map(|color| board.occupied_by(color)),
            pawns: [SquareSet::EMPTY; 2],
            guards: [SquareSet::EMPTY; 2],
            all: [SquareSet::EMPTY; 2],
            officers: [ArrayVec::new(), ArrayVec::new()],
        };
        for color in Color::ALL {
            let c = color.index();
            for from in board.pieces(color, PieceKind::Pawn) {
                insert_all(&mut attacks.pawns[c], leapers::pawn(color, from));
            }
            for from in board.pieces(color, PieceKind::Advisor) {
                insert_all(&mut attacks.guards[c], leapers::advisor(color, from));
            }
            for from in board.pieces(color, PieceKind::Elephant) {
                for step in leapers::elephant(color, from) {
                    if board.is_empty(step.block) {
                        attacks.guards[c].insert(step.to);
                    }
                }
            }
            let mut all = attacks.pawns[c].union(attacks.guards[c]);
            insert_all(&mut all, leapers::general(color, board.general(color)));
            for square in board.pieces(color, PieceKind::Horse) {
                let mut reach = SquareSet::EMPTY;
                for step in leapers::horse(square) {
                    if board.is_empty(step.block) {
                        reach.insert(step.to);
                    }
                }
                all = all.union(reach);
                attacks.officers[c].push(Officer {
                    kind: PieceKind::Horse,
                    square,
                    attacks: reach,
                    moves: reach,
                });
            }
            for square in board.pieces(color, PieceKind::Rook) {
                let reach = rook_reach(board, square);
                all = all.union(reach);
                attacks.officers[c].push(Officer {
                    kind: PieceKind::Rook,
                    square,
                    attacks: reach,
                    moves: reach,
                });
            }
            let [red, black] = attacks.occupied;
            let occupied = red.union(black);
            for square in board.pieces(color, PieceKind::Cannon) {
                let aims = cannon_aims(board, square);
                all = all.union(aims);
                attacks.officers[c].push(Officer {
                    kind: PieceKind::Cannon,
                    square,
                    attacks: aims,
                    moves: rook_reach(board, square).minus(occupied).union(aims),
                });
            }
            attacks.all[c] = all;
        }
        attacks
    }
}

#[inline(always)]
fn insert_all(set: &mut SquareSet, squares: &[Square]) {
    for &square in squares {
        set.insert(square);
    }
}

/// The empty squares along both lines and the first piece at each end.
#[inline(always)]
pub fn rook_reach(board: &Board, from: Square) -> SquareSet {
    let (file, rank) = (from.file(), from.rank());
    SquareSet::of_rank(rank, lines::rank_reach(file, board.rank_word(from))).union(
        SquareSet::of_file(file, lines::file_reach(rank, board.file_word(from))),
    )
}

/// The second piece at each end of both lines: what a cannon there aims at.
#[inline(always)]
pub fn cannon_aims(board: &Board, from: Square) -> SquareSet {
    let (file, rank) = (from.file(), from.rank());
    SquareSet::of_rank(rank, lines::rank_hits(file, board.rank_word(from))).union(
        SquareSet::of_file(file, lines::file_hits(rank, board.file_word(from))),
    )
}

/// The squares from which a cannon would hit `target`: beyond the first piece on each line, up to
/// and with the second.
#[inline(always)]
pub fn cannon_sources(board: &Board, target: Square) -> SquareSet {
    let (file, rank) = (target.file(), target.rank());
    let beyond = |reach: fn(u8, u16) -> u16, place, line: u16| {
        let near = reach(place, line);
        reach(place, line & !near) & !near
    };
    SquareSet::of_rank(
        rank,
        beyond(lines::rank_reach, file, board.rank_word(target)),
    )
    .union(SquareSet::of_file(
        file,
        beyond(lines::file_reach, rank, board.file_word(target)),
    ))
}

/// The squares from which a horse would hit `target`, its leg being free.
#[inline(always)]
pub fn horse_sources(board: &Board, target: Square) -> SquareSet {
    let mut sources = SquareSet::EMPTY;
    for step in leapers::horse_sources(target) {
        if board.is_empty(step.block) {
            sources.insert(step.to);
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Piece;
    use crate::eval::samples;

    #[test]
    fn the_board_says_the_same() {
        for board in samples::positions(8) {
            let attacks = Attacks::of(&board);
            for color in Color::ALL {
                for target in Square::all().filter(|&square| !board.is_empty(square)) {
                    let attackers = board.attackers(target, color);
                    // The board lets generals attack each other; here that is no attack.
                    let general = SquareSet::of(board.general(color));
                    let facing = target == board.general(!color) && attackers == general;
                    assert_eq!(
                        attacks.all[color.index()].contains(target),
                        !attackers.is_empty() && !facing,
                        "{color} attacks {target} in {board:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn checking_squares_are_those_that_would_check() {
        for board in samples::positions(3) {
            let general = board.general(Color::Black);
            let sets = [
                (PieceKind::Cannon, cannon_sources(&board, general)),
                (PieceKind::Horse, horse_sources(&board, general)),
                (PieceKind::Rook, rook_reach(&board, general)),
            ];
            for (kind, sources) in sets {
                for from in Square::all().filter(|&square| board.is_empty(square)) {
                    let board = with_piece(&board, Piece::new(Color::Red, kind), from);
                    let hits = board.is_some_and(|board| board.attacks(from, general));
                    // A third horse is no position; only what the FEN reader takes is compared.
                    assert!(!hits || sources.contains(from), "{kind} on {from}");
                }
            }
        }
    }

    /// The position with one piece more, where there may be one.
    fn with_piece(board: &Board, piece: Piece, square: Square) -> Option<Board> {
        let mut text = String::new();
        for rank in (0..Square::RANKS).rev() {
            for file in 0..Square::FILES {
                let here = Square::new(file, rank);
                let there = if here == square {
                    Some(piece)
                } else {
                    board.piece_at(here)
                };
                text.push(there.map_or('1', Piece::letter));
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        Board::from_fen(&format!("{text}b - - 0 1")).ok()
    }
}
