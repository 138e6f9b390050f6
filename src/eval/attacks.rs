//! Every square that either side attacks, found once and asked by all terms.
//!
//! One walk over the pieces: what pawns and guards (advisors, elephants, general) attack first,
//! for it tells where an officer (rook, horse, cannon) would only be lost, then each officer.

use arrayvec::ArrayVec;

use crate::board::{Board, Color, PieceKind, Square, SquareSet, lines};

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
        let [red, black] = attacks.occupied;
        let occupied = red.union(black);
        for color in Color::ALL {
            let c = color.index();
            let set = |kind| board.pieces(color, kind).collect::<SquareSet>();
            attacks.pawns[c] = pawn_steps(color, set(PieceKind::Pawn));
            attacks.guards[c] = advisor_steps(color, set(PieceKind::Advisor))
                .union(elephant_steps(color, set(PieceKind::Elephant), occupied));
            let mut all = attacks.pawns[c]
                .union(attacks.guards[c])
                .union(general_steps(color, SquareSet::of(board.general(color))));
            let officers = &mut attacks.officers[c];
            let mut enlist = |kind, square, attacks: SquareSet, moves| {
                all = all.union(attacks);
                officers.push(Officer {
                    kind,
                    square,
                    attacks,
                    moves,
                });
            };
            for square in board.pieces(color, PieceKind::Horse) {
                let reach = horse_reach(square, occupied);
                enlist(PieceKind::Horse, square, reach, reach);
            }
            for square in board.pieces(color, PieceKind::Rook) {
                let reach = rook_reach(board, square);
                enlist(PieceKind::Rook, square, reach, reach);
            }
            for square in board.pieces(color, PieceKind::Cannon) {
                let aims = cannon_aims(board, square);
                let quiet = rook_reach(board, square).minus(occupied);
                enlist(PieceKind::Cannon, square, aims, quiet.union(aims));
            }
            attacks.all[c] = all;
        }
        attacks
    }
}

/// The nine squares of each palace.
pub const PALACE: [SquareSet; 2] = [block(0, 3, 0b0_0011_1000), block(7, 3, 0b0_0011_1000)];
/// Each side's half of the board.
const HOME: [SquareSet; 2] = [block(0, 5, 0x1ff), block(5, 5, 0x1ff)];

/// The same files of `count` ranks.
const fn block(lowest: u8, count: u8, files: u16) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut rank = lowest;
    while rank < lowest + count {
        set = set.union(SquareSet::of_rank(rank, files));
        rank += 1;
    }
    set
}

// Steps of many pieces at once: a set moves as a whole, and no branch asks where the board ends.

#[inline(always)]
fn pawn_steps(color: Color, pawns: SquareSet) -> SquareSet {
    let crossed = pawns.minus(HOME[color.index()]);
    let forward = match color {
        Color::Red => pawns.stepped::<0, 1>(),
        Color::Black => pawns.stepped::<0, -1>(),
    };
    forward
        .union(crossed.stepped::<-1, 0>())
        .union(crossed.stepped::<1, 0>())
}

#[inline(always)]
fn general_steps(color: Color, general: SquareSet) -> SquareSet {
    general
        .stepped::<0, 1>()
        .union(general.stepped::<0, -1>())
        .union(general.stepped::<-1, 0>())
        .union(general.stepped::<1, 0>())
        .intersection(PALACE[color.index()])
}

#[inline(always)]
fn advisor_steps(color: Color, advisors: SquareSet) -> SquareSet {
    advisors
        .stepped::<-1, -1>()
        .union(advisors.stepped::<1, -1>())
        .union(advisors.stepped::<-1, 1>())
        .union(advisors.stepped::<1, 1>())
        .intersection(PALACE[color.index()])
}

#[inline(always)]
fn elephant_steps(color: Color, elephants: SquareSet, occupied: SquareSet) -> SquareSet {
    let eyes = |eyes: SquareSet| eyes.minus(occupied);
    eyes(elephants.stepped::<-1, -1>())
        .stepped::<-1, -1>()
        .union(eyes(elephants.stepped::<1, -1>()).stepped::<1, -1>())
        .union(eyes(elephants.stepped::<-1, 1>()).stepped::<-1, 1>())
        .union(eyes(elephants.stepped::<1, 1>()).stepped::<1, 1>())
        .intersection(HOME[color.index()])
}

/// Where a horse jumps to from `from`: over each free leg two squares.
#[inline(always)]
fn horse_reach(from: Square, occupied: SquareSet) -> SquareSet {
    let from = SquareSet::of(from);
    let up = from.stepped::<0, 1>().minus(occupied);
    let down = from.stepped::<0, -1>().minus(occupied);
    let left = from.stepped::<-1, 0>().minus(occupied);
    let right = from.stepped::<1, 0>().minus(occupied);
    (up.stepped::<-1, 1>().union(up.stepped::<1, 1>()))
        .union(down.stepped::<-1, -1>().union(down.stepped::<1, -1>()))
        .union(left.stepped::<-1, -1>().union(left.stepped::<-1, 1>()))
        .union(right.stepped::<1, -1>().union(right.stepped::<1, 1>()))
}

/// The squares from which a horse would hit `target`. Seen from the target its leg is a step
/// aslant, and the horse stands beyond it.
#[inline(always)]
pub fn horse_sources(target: Square, occupied: SquareSet) -> SquareSet {
    let target = SquareSet::of(target);
    let left_down = target.stepped::<-1, -1>().minus(occupied);
    let right_down = target.stepped::<1, -1>().minus(occupied);
    let left_up = target.stepped::<-1, 1>().minus(occupied);
    let right_up = target.stepped::<1, 1>().minus(occupied);
    (left_down.union(right_down).stepped::<0, -1>())
        .union(left_up.union(right_up).stepped::<0, 1>())
        .union(left_down.union(left_up).stepped::<-1, 0>())
        .union(right_down.union(right_up).stepped::<1, 0>())
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
                (PieceKind::Horse, horse_sources(general, board.occupied())),
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
