//! Attack maps: the squares that each side attacks, computed once for all terms.
//!
//! *Officers* are rooks, horses and cannons. *Minors* are horses and cannons. *Guards* are advisors and elephants.

use arrayvec::ArrayVec;

use crate::board::{Board, Color, PieceKind, Square, SquareSet, sliders};

/// A rook, horse or cannon with its attacks.
#[derive(Clone, Copy, Debug)]
pub struct Officer {
    pub kind: PieceKind,
    /// Its square, as a set.
    pub at: SquareSet,
    /// The squares that it attacks or defends; for a cannon the occupied squares that it could capture on.
    pub attacks: SquareSet,
    /// The squares that it can move to, and those of its side's other pieces that it defends.
    pub moves: SquareSet,
}

/// One side's pieces and the squares that they attack.
#[derive(Clone, Debug)]
pub struct Attacks {
    /// The pieces of each kind, by [`PieceKind::index`].
    pub pieces: [SquareSet; 7],
    /// All pieces of the side.
    pub all_pieces: SquareSet,
    /// Squares attacked by pawns.
    pub by_pawns: SquareSet,
    /// Squares attacked by advisors and elephants.
    pub by_guards: SquareSet,
    /// Squares attacked by horses and cannons. A cannon counts only on occupied squares.
    pub by_minors: SquareSet,
    /// Squares attacked by any piece. A cannon counts only on occupied squares. Facing generals are not included.
    pub by_any: SquareSet,
    pub officers: ArrayVec<Officer, 6>,
}

impl Attacks {
    /// The attacks of no pieces.
    pub const EMPTY: Attacks = Attacks {
        pieces: [SquareSet::EMPTY; 7],
        all_pieces: SquareSet::EMPTY,
        by_pawns: SquareSet::EMPTY,
        by_guards: SquareSet::EMPTY,
        by_minors: SquareSet::EMPTY,
        by_any: SquareSet::EMPTY,
        officers: ArrayVec::new_const(),
    };

    /// Computes red's and black's attacks in place. Both are [`Attacks::EMPTY`] before.
    #[inline(always)]
    pub fn fill(board: &Board, sides: &mut [Attacks; 2]) {
        for color in Color::ALL {
            let side = &mut sides[color.index()];
            for kind in PieceKind::ALL {
                side.pieces[kind.index()] = board.set_of(color, kind);
                side.all_pieces = side.all_pieces.union(side.pieces[kind.index()]);
            }
        }
        let occupied = sides[0].all_pieces.union(sides[1].all_pieces);
        for color in Color::ALL {
            sides[color.index()].add_attacks(board, color, occupied);
        }
    }

    /// Computes the attacks of a side from its pieces; `occupied` are the pieces of both sides.
    #[inline(always)]
    fn add_attacks(&mut self, board: &Board, color: Color, occupied: SquareSet) {
        let palace = PALACE[color.index()];
        self.by_pawns = pawn_steps(color, self.set(PieceKind::Pawn));
        self.by_guards = diagonal_steps(self.set(PieceKind::Advisor))
            .intersection(palace)
            .union(elephant_steps(
                color,
                self.set(PieceKind::Elephant),
                occupied,
            ));
        for square in board.pieces(color, PieceKind::Horse) {
            let reach = horse_reach(square, occupied);
            self.by_minors = self.by_minors.union(reach);
            self.add_officer(PieceKind::Horse, square, [reach, reach]);
        }
        for square in board.pieces(color, PieceKind::Cannon) {
            let aims = cannon_aims(board, square);
            let moves = rook_reach(board, square).difference(occupied).union(aims);
            self.by_minors = self.by_minors.union(aims);
            self.add_officer(PieceKind::Cannon, square, [aims, moves]);
        }
        self.by_any = orthogonal_steps(self.set(PieceKind::General))
            .intersection(palace)
            .union(self.by_pawns)
            .union(self.by_guards)
            .union(self.by_minors);
        for square in board.pieces(color, PieceKind::Rook) {
            let reach = rook_reach(board, square);
            self.by_any = self.by_any.union(reach);
            self.add_officer(PieceKind::Rook, square, [reach, reach]);
        }
    }

    #[inline(always)]
    fn add_officer(&mut self, kind: PieceKind, at: Square, [attacks, moves]: [SquareSet; 2]) {
        let at = SquareSet::of(at);
        // The vector has room for all: a side has at most two of each kind.
        let _ = self.officers.try_push(Officer {
            kind,
            at,
            attacks,
            moves,
        });
    }

    /// Returns the pieces of a kind.
    #[inline(always)]
    pub fn set(&self, kind: PieceKind) -> SquareSet {
        self.pieces[kind.index()]
    }
}

/// The nine squares of each palace.
pub const PALACE: [SquareSet; 2] = [
    SquareSet::of_ranks(0, 3, 0b0_0011_1000),
    SquareSet::of_ranks(7, 3, 0b0_0011_1000),
];
/// Each side's half of the board.
pub const HOME: [SquareSet; 2] = [
    SquareSet::of_ranks(0, 5, 0x1ff),
    SquareSet::of_ranks(5, 5, 0x1ff),
];

/// The enemy's back rank, seen from each side.
pub const LAST_RANK: [SquareSet; 2] = [SquareSet::of_rank(9, 0x1ff), SquareSet::of_rank(0, 0x1ff)];

#[inline(always)]
fn pawn_steps(color: Color, pawns: SquareSet) -> SquareSet {
    let crossed = pawns.difference(HOME[color.index()]);
    let forward = match color {
        Color::Red => pawns.shifted::<0, 1>(),
        Color::Black => pawns.shifted::<0, -1>(),
    };
    forward
        .union(crossed.shifted::<-1, 0>())
        .union(crossed.shifted::<1, 0>())
}

/// Returns the squares one step along a file or rank from each of the set.
#[inline(always)]
fn orthogonal_steps(from: SquareSet) -> SquareSet {
    let along_file = from.shifted::<0, 1>().union(from.shifted::<0, -1>());
    let along_rank = from.shifted::<-1, 0>().union(from.shifted::<1, 0>());
    along_file.union(along_rank)
}

#[inline(always)]
fn diagonal_steps(from: SquareSet) -> SquareSet {
    let down = from.shifted::<-1, -1>().union(from.shifted::<1, -1>());
    let up = from.shifted::<-1, 1>().union(from.shifted::<1, 1>());
    down.union(up)
}

#[inline(always)]
fn elephant_steps(color: Color, elephants: SquareSet, occupied: SquareSet) -> SquareSet {
    let eyes = |eyes: SquareSet| eyes.difference(occupied);
    eyes(elephants.shifted::<-1, -1>())
        .shifted::<-1, -1>()
        .union(eyes(elephants.shifted::<1, -1>()).shifted::<1, -1>())
        .union(eyes(elephants.shifted::<-1, 1>()).shifted::<-1, 1>())
        .union(eyes(elephants.shifted::<1, 1>()).shifted::<1, 1>())
        .intersection(HOME[color.index()])
}

/// Returns the squares that a horse attacks: two beyond each empty leg.
#[inline(always)]
fn horse_reach(from: Square, occupied: SquareSet) -> SquareSet {
    let from = SquareSet::of(from);
    let up = from.shifted::<0, 1>().difference(occupied);
    let down = from.shifted::<0, -1>().difference(occupied);
    let left = from.shifted::<-1, 0>().difference(occupied);
    let right = from.shifted::<1, 0>().difference(occupied);
    (up.shifted::<-1, 1>().union(up.shifted::<1, 1>()))
        .union(down.shifted::<-1, -1>().union(down.shifted::<1, -1>()))
        .union(left.shifted::<-1, -1>().union(left.shifted::<-1, 1>()))
        .union(right.shifted::<1, -1>().union(right.shifted::<1, 1>()))
}

/// Returns the squares from which a horse would attack `target`. The horse's leg is one diagonal step from the target, and the
/// horse one orthogonal step beyond the leg.
#[inline(always)]
pub fn horse_sources(target: Square, occupied: SquareSet) -> SquareSet {
    let target = SquareSet::of(target);
    let left_down = target.shifted::<-1, -1>().difference(occupied);
    let right_down = target.shifted::<1, -1>().difference(occupied);
    let left_up = target.shifted::<-1, 1>().difference(occupied);
    let right_up = target.shifted::<1, 1>().difference(occupied);
    (left_down.union(right_down).shifted::<0, -1>())
        .union(left_up.union(right_up).shifted::<0, 1>())
        .union(left_down.union(left_up).shifted::<-1, 0>())
        .union(right_down.union(right_up).shifted::<1, 0>())
}

/// Returns the squares that a rook attacks: the empty ones along its file and rank, and the first piece in each direction.
#[inline(always)]
pub fn rook_reach(board: &Board, from: Square) -> SquareSet {
    let (file, rank) = (from.file(), from.rank());
    let on_rank = sliders::rank_reach(file, board.rank_occupancy(from));
    let on_file = sliders::file_reach(rank, board.file_occupancy(from));
    SquareSet::of_rank(rank, on_rank).union(SquareSet::of_file(file, on_file))
}

/// Returns the squares of the pieces that a cannon attacks: the second piece in each direction.
#[inline(always)]
pub fn cannon_aims(board: &Board, from: Square) -> SquareSet {
    let (file, rank) = (from.file(), from.rank());
    let on_rank = sliders::rank_cannon_targets(file, board.rank_occupancy(from));
    let on_file = sliders::file_cannon_targets(rank, board.file_occupancy(from));
    SquareSet::of_rank(rank, on_rank).union(SquareSet::of_file(file, on_file))
}

/// Returns the squares from which a cannon would attack `target`: in each direction those beyond the first piece, up to and
/// including the second. `rook_reach` is the reach of a rook from the target.
#[inline(always)]
pub fn cannon_sources(board: &Board, target: Square, rook_reach: SquareSet) -> SquareSet {
    let (file, rank) = (target.file(), target.rank());
    // Removing the first piece in each direction reveals the squares up to the second.
    let beyond =
        |reach: fn(u8, u16) -> u16, place, line: u16| reach(place, line & !reach(place, line));
    let on_rank = beyond(sliders::rank_reach, file, board.rank_occupancy(target));
    let on_file = beyond(sliders::file_reach, rank, board.file_occupancy(target));
    let lines = SquareSet::of_rank(rank, on_rank).union(SquareSet::of_file(file, on_file));
    lines.difference(rook_reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardBuilder, Piece};
    use crate::eval::samples;

    #[test]
    fn attack_maps_agree_with_the_board() {
        for board in samples::positions(8) {
            let mut attacks = [Attacks::EMPTY; 2];
            Attacks::fill(&board, &mut attacks);
            for color in Color::ALL {
                for target in Square::all().filter(|&square| !board.is_empty(square)) {
                    let attackers = board.attackers(target, color);
                    // Attack maps leave out the attack of facing generals.
                    let general = SquareSet::of(board.general(color));
                    let facing = target == board.general(!color) && attackers == general;
                    let expected = !attackers.is_empty() && !facing;
                    let found = attacks[color.index()].by_any.contains(target);
                    assert_eq!(found, expected, "{color} attacks {target} in {board:?}");
                }
            }
        }
    }

    #[test]
    fn checking_squares_include_every_square_that_checks() {
        for board in samples::positions(3) {
            let general = board.general(Color::Black);
            let by_rook = rook_reach(&board, general);
            let by_cannon = cannon_sources(&board, general, by_rook);
            let by_horse = horse_sources(general, board.occupied());
            let (rook, horse, cannon) = (PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon);
            for (kind, sources) in [(rook, by_rook), (horse, by_horse), (cannon, by_cannon)] {
                for from in Square::all().filter(|&square| board.is_empty(square)) {
                    let board = with_piece(&board, Piece::new(Color::Red, kind), from);
                    let hits = board.is_some_and(|board| board.attacks(from, general));
                    // A position with a third horse is invalid and not compared.
                    assert!(!hits || sources.contains(from), "{kind} on {from}");
                }
            }
        }
    }

    /// Returns the position with one more piece and black to move, if it is valid.
    fn with_piece(board: &Board, piece: Piece, square: Square) -> Option<Board> {
        let mut builder = BoardBuilder::of(board);
        builder.place(piece, square).ok()?;
        builder.side(Color::Black);
        builder.build().ok()
    }
}
