//! Attacks: attackers of a square, checks, and attacks after a move.

use super::slot::{EMPTY, Slot, slot_color, slot_kind};
use super::{Board, Color, Move, Piece, PieceKind, Square, SquareSet, leapers, lines};

impl Board {
    /// Whether the piece of a slot, on `from`, attacks `target`: it could capture an enemy piece there, pins and
    /// checks aside. Generals attack each other along an open file.
    #[inline]
    pub(super) fn slot_attacks(&self, slot: Slot, from: Square, target: Square) -> bool {
        let color = slot_color(slot);
        match slot_kind(slot) {
            PieceKind::Rook => self.word_between(from, target) == Some(0),
            PieceKind::Cannon => self.word_between(from, target).is_some_and(lines::is_one),
            PieceKind::Horse => {
                leapers::horse_leg(from, target).is_some_and(|leg| self.is_empty(leg))
            }
            PieceKind::Pawn => leapers::pawn(color, from).contains(&target),
            PieceKind::Advisor => leapers::advisor(color, from).contains(&target),
            PieceKind::Elephant => leapers::elephant(color, from)
                .iter()
                .any(|step| step.to == target && self.is_empty(step.block)),
            PieceKind::General => {
                leapers::general(color, from).contains(&target)
                    || (target == self.general(!color) && self.generals_face())
            }
        }
    }

    /// Whether the piece on `from` attacks `target`, pins and checks aside; false if there is none.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let board = Board::startpos();
    /// assert!(board.attacks("b2".parse().unwrap(), "b9".parse().unwrap()));
    /// assert!(!board.attacks("b2".parse().unwrap(), "b7".parse().unwrap()));
    /// ```
    pub fn attacks(&self, from: Square, target: Square) -> bool {
        let slot = self.slot_at(from);
        slot != EMPTY && self.slot_attacks(slot, from, target)
    }

    /// The squares of `by`'s pieces that attack `target`, pins and checks aside.
    pub fn attackers(&self, target: Square, by: Color) -> SquareSet {
        let attacks = |slot: &Slot| self.slot_attacks(*slot, self.slot_square(*slot), target);
        let slots = self.side_slots(by).filter(attacks);
        slots.map(|slot| self.slot_square(slot)).collect()
    }

    /// The squares of the pieces that give check to the side to move.
    pub fn checkers(&self) -> SquareSet {
        self.safety().checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_checked(self.side)
    }

    /// Whether `color`'s general is attacked.
    #[inline]
    pub fn is_checked(&self, color: Color) -> bool {
        let (general, enemy) = (self.general(color), !color);
        self.pieces(enemy, PieceKind::Rook)
            .any(|from| self.word_between(from, general) == Some(0))
            || self
                .pieces(enemy, PieceKind::Cannon)
                .any(|from| self.word_between(from, general).is_some_and(lines::is_one))
            || self
                .pieces(enemy, PieceKind::Horse)
                .any(|from| leapers::horse_leg(from, general).is_some_and(|leg| self.is_empty(leg)))
            || self.pawn_attackers(general, enemy).next().is_some()
            || self.generals_face()
    }

    /// Whether the generals stand on one file with nothing between.
    #[inline]
    pub fn generals_face(&self) -> bool {
        let (red, black) = (self.general(Color::Red), self.general(Color::Black));
        red.file() == black.file() && self.word_between(red, black) == Some(0)
    }

    /// Whether a pseudo-legal move of the side to move gives check, directly or by uncovering.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1").unwrap();
    /// assert!(board.gives_check("b0b9".parse().unwrap()));
    /// assert!(!board.gives_check("b0b8".parse().unwrap()));
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.is_attacked_after(mv, self.general(!self.side), self.side)
    }

    /// Whether after the move `target` (a general's square) would be attacked by one of `by`'s
    /// pieces other than the general.
    #[inline]
    pub(super) fn is_attacked_after(&self, mv: Move, target: Square, by: Color) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let after = self.lines_after(mv, target);
        // The square of one of `by`'s pieces after the move.
        let place = |square: Square| match square {
            _ if square == from => Some(to),
            _ if square == to => None,
            _ => Some(square),
        };
        let empty = |square: Square| square != to && (square == from || self.is_empty(square));
        let pieces = |kind| self.pieces(by, kind).filter_map(place);
        pieces(PieceKind::Rook).any(|square| after.word_to(square) == Some(0))
            || pieces(PieceKind::Cannon)
                .any(|square| after.word_to(square).is_some_and(lines::is_one))
            || pieces(PieceKind::Horse)
                .any(|square| leapers::horse_leg(square, target).is_some_and(empty))
            || self
                .pawn_attackers(target, by)
                .any(|square| place(square) == Some(square))
            || (self.piece_at(from) == Some(Piece::new(by, PieceKind::Pawn))
                && leapers::pawn(by, to).contains(&target))
    }

    /// A square's rank and file after the move.
    #[inline(always)]
    pub(super) fn lines_after(&self, mv: Move, target: Square) -> LinesAfter {
        let (from, to) = (mv.from(), mv.to());
        let (file, rank) = (target.file(), target.rank());
        let (mut on_rank, mut on_file) = (self.rank_word(target), self.file_word(target));
        if from.rank() == rank {
            on_rank &= !(1 << from.file());
        }
        if from.file() == file {
            on_file &= !(1 << from.rank());
        }
        if to.rank() == rank {
            on_rank |= 1 << to.file();
        }
        if to.file() == file {
            on_file |= 1 << to.rank();
        }
        LinesAfter {
            target,
            on_rank,
            on_file,
        }
    }

    /// The squares of `by`'s pawns that attack `target`.
    #[inline]
    pub(super) fn pawn_attackers(&self, target: Square, by: Color) -> impl Iterator<Item = Square> {
        let behind = if by == Color::Red { -1 } else { 1 };
        [(0, behind), (-1, 0), (1, 0)]
            .into_iter()
            .filter_map(move |(files, ranks)| {
                let from = target.offset(files, ranks)?;
                let is_pawn = self.piece_at(from) == Some(Piece::new(by, PieceKind::Pawn));
                (is_pawn && (files == 0 || from.crossed(by))).then_some(from)
            })
    }
}

/// The occupancy of a square's rank and file after a move.
pub(super) struct LinesAfter {
    target: Square,
    on_rank: u16,
    on_file: u16,
}

impl LinesAfter {
    /// The pieces between the target and another square; `None` off its lines.
    #[inline]
    pub(super) fn word_to(&self, square: Square) -> Option<u16> {
        let (file, rank) = (self.target.file(), self.target.rank());
        if square.rank() == rank {
            Some(self.on_rank & lines::between(square.file(), file))
        } else if square.file() == file {
            Some(self.on_file & lines::between(square.rank(), rank))
        } else {
            None
        }
    }
}
