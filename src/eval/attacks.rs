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
    /// Where it stands: a set of one.
    pub at: SquareSet,
    /// The squares it attacks, or guards where its own side stands. Of a cannon only squares with a
    /// piece on them: the ones it aims at.
    pub attacks: SquareSet,
    /// The squares it can go to, those of its own pieces not taken out.
    pub moves: SquareSet,
}

/// Where one side's pieces stand and what they attack.
#[derive(Clone, Debug)]
pub struct Attacks {
    /// Where its pieces of each kind stand, by [`PieceKind::index`].
    pub pieces: [SquareSet; 7],
    /// Where any of them stands.
    pub occupied: SquareSet,
    /// Attacked by pawns.
    pub by_pawns: SquareSet,
    /// Attacked by advisors and elephants.
    pub by_guards: SquareSet,
    /// Attacked by horses and cannons.
    pub by_minors: SquareSet,
    /// Attacked by any piece.
    pub by_any: SquareSet,
    /// Its rooks, horses and cannons.
    pub officers: ArrayVec<Officer, 6>,
}

impl Attacks {
    /// Of no pieces.
    pub const EMPTY: Attacks = Attacks {
        pieces: [SquareSet::EMPTY; 7],
        occupied: SquareSet::EMPTY,
        by_pawns: SquareSet::EMPTY,
        by_guards: SquareSet::EMPTY,
        by_minors: SquareSet::EMPTY,
        by_any: SquareSet::EMPTY,
        officers: ArrayVec::new_const(),
    };

    /// Looks at every piece of a position and fills in red's, then black's, which must be
    /// [`Attacks::EMPTY`] before. In place, for the two are a kilobyte that nobody wants copied.
    #[inline(always)]
    pub fn fill(board: &Board, sides: &mut [Attacks; 2]) {
        for color in Color::ALL {
            let side = &mut sides[color.index()];
            for kind in PieceKind::ALL {
                side.pieces[kind.index()] = board.set_of(color, kind);
                side.occupied = side.occupied.union(side.pieces[kind.index()]);
            }
        }
        let both = sides[0].occupied.union(sides[1].occupied);
        for color in Color::ALL {
            sides[color.index()].look(board, color, both);
        }
    }

    /// Finds what a side attacks once its pieces are placed; `both` is where any piece stands.
    #[inline(always)]
    fn look(&mut self, board: &Board, color: Color, both: SquareSet) {
        self.by_pawns = pawn_steps(color, self.set(PieceKind::Pawn));
        self.by_guards = advisor_steps(color, self.set(PieceKind::Advisor)).union(elephant_steps(
            color,
            self.set(PieceKind::Elephant),
            both,
        ));
        for square in board.pieces(color, PieceKind::Horse) {
            let reach = horse_reach(square, both);
            self.by_minors = self.by_minors.union(reach);
            self.enlist(PieceKind::Horse, square, reach, reach);
        }
        for square in board.pieces(color, PieceKind::Cannon) {
            let aims = cannon_aims(board, square);
            let moves = rook_reach(board, square).minus(both).union(aims);
            self.by_minors = self.by_minors.union(aims);
            self.enlist(PieceKind::Cannon, square, aims, moves);
        }
        self.by_any = general_steps(color, self.set(PieceKind::General))
            .union(self.by_pawns)
            .union(self.by_guards)
            .union(self.by_minors);
        for square in board.pieces(color, PieceKind::Rook) {
            let reach = rook_reach(board, square);
            self.by_any = self.by_any.union(reach);
            self.enlist(PieceKind::Rook, square, reach, reach);
        }
    }

    #[inline(always)]
    fn enlist(&mut self, kind: PieceKind, square: Square, attacks: SquareSet, moves: SquareSet) {
        // Never more than six: a side has two of each kind.
        let _ = self.officers.try_push(Officer {
            kind,
            at: SquareSet::of(square),
            attacks,
            moves,
        });
    }

    /// Where its pieces of a kind stand.
    #[inline(always)]
    pub fn set(&self, kind: PieceKind) -> SquareSet {
        self.pieces[kind.index()]
    }
}

/// The nine squares of each palace.
pub const PALACE: [SquareSet; 2] = [block(0, 3, 0b0_0011_1000), block(7, 3, 0b0_0011_1000)];
/// Each side's half of the board.
pub const HOME: [SquareSet; 2] = [block(0, 5, 0x1ff), block(5, 5, 0x1ff)];

/// The enemy's back rank, seen from each side.
pub const LAST_RANK: [SquareSet; 2] = [block(9, 1, 0x1ff), block(0, 1, 0x1ff)];

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
/// and with the second. `near` is what a rook reaches from the target.
#[inline(always)]
pub fn cannon_sources(board: &Board, target: Square, near: SquareSet) -> SquareSet {
    let (file, rank) = (target.file(), target.rank());
    let beyond =
        |reach: fn(u8, u16) -> u16, place, line: u16| reach(place, line & !reach(place, line));
    SquareSet::of_rank(
        rank,
        beyond(lines::rank_reach, file, board.rank_word(target)),
    )
    .union(SquareSet::of_file(
        file,
        beyond(lines::file_reach, rank, board.file_word(target)),
    ))
    .minus(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardBuilder, Piece};
    use crate::eval::samples;

    #[test]
    fn the_board_says_the_same() {
        for board in samples::positions(8) {
            let mut attacks = [Attacks::EMPTY; 2];
            Attacks::fill(&board, &mut attacks);
            for color in Color::ALL {
                for target in Square::all().filter(|&square| !board.is_empty(square)) {
                    let attackers = board.attackers(target, color);
                    // The board lets generals attack each other; here that is no attack.
                    let general = SquareSet::of(board.general(color));
                    let facing = target == board.general(!color) && attackers == general;
                    assert_eq!(
                        attacks[color.index()].by_any.contains(target),
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
                (
                    PieceKind::Cannon,
                    cannon_sources(&board, general, rook_reach(&board, general)),
                ),
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
        let mut builder = BoardBuilder::of(board);
        builder.place(piece, square).ok()?;
        builder.side(Color::Black);
        builder.build().ok()
    }
}
