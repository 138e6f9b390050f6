//! Who attacks what.

use super::position::{EMPTY, Slot, slot_color, slot_kind};
use super::{Board, Color, PieceKind, Square, SquareSet, leapers};

impl Board {
    /// Whether the piece on `from` attacks `target` by the rules of movement: it could capture an
    /// enemy piece there, pins and checks aside. `from` must be occupied.
    ///
    /// Generals attack each other along an open file.
    #[inline]
    pub(super) fn slot_attacks(&self, slot: Slot, from: Square, target: Square) -> bool {
        let color = slot_color(slot);
        match slot_kind(slot) {
            PieceKind::Rook => self.count_between(from, target) == Some(0),
            PieceKind::Cannon => self.count_between(from, target) == Some(1),
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
                    || (from.file() == target.file()
                        && target == self.general(!color)
                        && self.count_between(from, target) == Some(0))
            }
        }
    }

    /// Whether the piece on `from` attacks `target`, pins and checks aside; false for an empty square.
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
        self.side_slots(by)
            .map(|slot| (slot, self.places[slot as usize]))
            .filter(|&(slot, from)| self.slot_attacks(slot, from, target))
            .map(|(_, from)| from)
            .collect()
    }

    /// The squares of the pieces that give check to the side to move.
    pub fn checkers(&self) -> SquareSet {
        self.safety().checkers()
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
            .any(|from| self.count_between(from, general) == Some(0))
            || self
                .pieces(enemy, PieceKind::Cannon)
                .any(|from| self.count_between(from, general) == Some(1))
            || self
                .pieces(enemy, PieceKind::Horse)
                .any(|from| leapers::horse_leg(from, general).is_some_and(|leg| self.is_empty(leg)))
            || self.pawn_attackers(general, enemy).next().is_some()
            || self.generals_face()
    }

    /// Whether the two generals stand on one file with nothing between.
    #[inline]
    pub fn generals_face(&self) -> bool {
        let (red, black) = (self.general(Color::Red), self.general(Color::Black));
        red.file() == black.file() && self.count_between(red, black) == Some(0)
    }

    /// The squares of `by`'s pawns that attack `target`, looked up from the target.
    #[inline]
    pub(super) fn pawn_attackers(&self, target: Square, by: Color) -> impl Iterator<Item = Square> {
        let behind = if by == Color::Red { -1 } else { 1 };
        [(0, behind), (-1, 0), (1, 0)]
            .into_iter()
            .filter_map(move |(files, ranks)| {
                let from = target.offset(files, ranks)?;
                let slot = self.slot_at(from);
                let is_pawn =
                    slot != EMPTY && slot_color(slot) == by && slot_kind(slot) == PieceKind::Pawn;
                (is_pawn && (files == 0 || from.crossed(by))).then_some(from)
            })
    }
}
