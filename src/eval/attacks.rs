//! Attack maps: the squares that each side attacks, computed once for all terms.
//!
//! *Officers* are rooks, horses and cannons. *Minors* are horses and cannons. *Guards* are advisors and elephants.

use arrayvec::ArrayVec;

use super::reach;
use crate::board::{Board, Color, PieceKind, Square, SquareSet, leapers};

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
    /// All pieces of the side.
    pub all_pieces: SquareSet,
    pub pawns: SquareSet,
    pub horses: SquareSet,
    pub cannons: SquareSet,
    pub rooks: SquareSet,
    /// The squares that the officers of each kind can move to.
    pub horse_moves: SquareSet,
    pub cannon_moves: SquareSet,
    pub rook_moves: SquareSet,
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
        all_pieces: SquareSet::EMPTY,
        pawns: SquareSet::EMPTY,
        horses: SquareSet::EMPTY,
        cannons: SquareSet::EMPTY,
        rooks: SquareSet::EMPTY,
        horse_moves: SquareSet::EMPTY,
        cannon_moves: SquareSet::EMPTY,
        rook_moves: SquareSet::EMPTY,
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
            sides[color.index()].all_pieces = board.occupied_by(color);
        }
        let occupied = sides[0].all_pieces.union(sides[1].all_pieces);
        for color in Color::ALL {
            sides[color.index()].add_attacks(board, color, occupied);
        }
    }

    /// Computes the attacks of a side; `occupied` are the pieces of both sides.
    #[inline(always)]
    fn add_attacks(&mut self, board: &Board, color: Color, occupied: SquareSet) {
        for square in board.pieces(color, PieceKind::Pawn) {
            add(&mut self.pawns, reach::square(square));
            add(
                &mut self.by_pawns,
                leapers::reach(color, PieceKind::Pawn, square),
            );
        }
        for square in board.pieces(color, PieceKind::Advisor) {
            add(
                &mut self.by_guards,
                leapers::reach(color, PieceKind::Advisor, square),
            );
        }
        for square in board.pieces(color, PieceKind::Elephant) {
            add(&mut self.by_guards, reach::elephant(square, occupied));
        }
        for square in board.pieces(color, PieceKind::Horse) {
            let moves = reach::horse(board, square);
            add(&mut self.horses, reach::square(square));
            add(&mut self.horse_moves, moves);
            self.add_officer(PieceKind::Horse, square, moves, moves);
        }
        for square in board.pieces(color, PieceKind::Cannon) {
            let moves = reach::cannon(board, square);
            add(&mut self.cannons, reach::square(square));
            add(&mut self.cannon_moves, moves);
            self.add_officer(
                PieceKind::Cannon,
                square,
                moves.intersection(occupied),
                moves,
            );
        }
        for square in board.pieces(color, PieceKind::Rook) {
            let moves = reach::rook(board, square);
            add(&mut self.rooks, reach::square(square));
            add(&mut self.rook_moves, moves);
            self.add_officer(PieceKind::Rook, square, moves, moves);
        }
        self.by_minors = self
            .horse_moves
            .union(self.cannon_moves.intersection(occupied));
        self.by_any = leapers::reach(color, PieceKind::General, board.general(color))
            .union(self.by_pawns)
            .union(self.by_guards)
            .union(self.by_minors)
            .union(self.rook_moves);
    }

    #[inline(always)]
    fn add_officer(&mut self, kind: PieceKind, at: Square, attacks: SquareSet, moves: SquareSet) {
        let at = reach::square(at);
        // The vector has room for all: a side has at most two of each kind.
        let _ = self.officers.try_push(Officer {
            kind,
            at,
            attacks,
            moves,
        });
    }
}

/// Adds the squares of a set to another.
#[inline(always)]
fn add(set: &mut SquareSet, more: SquareSet) {
    *set = set.union(more);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardBuilder, Piece};
    use crate::eval::reach::{cannon_sources, horse_sources};
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
            let by_rook = reach::rook(&board, general);
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
