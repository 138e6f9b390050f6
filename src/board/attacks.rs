//! Attacks: attackers of a square, checks, and attacks after a move.

use super::line::Line;
use super::slot::{EMPTY, Slot, slot_color, slot_kind};
use super::{Board, Color, Move, PieceKind, Square, SquareSet, leapers, sliders};

// The squares from which or to which a move can give check to a general: its rank and file, the squares of horses that attack
// it, and their legs.
const ON_RANK: u8 = 1;
const ON_FILE: u8 = 2;
const ON_HORSE_SQUARE: u8 = 4;
const ON_HORSE_LEG: u8 = 8;

/// Which of these each square is, for a general on each square.
static CHECK_ZONES: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[0; Square::COUNT]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT * Square::COUNT {
        let general = Square::from_valid_index(index / Square::COUNT);
        let square = Square::from_valid_index(index % Square::COUNT);
        let files = square.file().abs_diff(general.file());
        let ranks = square.rank().abs_diff(general.rank());
        table[general.index()][square.index()] = match (files, ranks) {
            (_, 0) => ON_RANK,
            (0, _) => ON_FILE,
            (1, 1) => ON_HORSE_LEG,
            (1, 2) | (2, 1) => ON_HORSE_SQUARE,
            _ => 0,
        };
        index += 1;
    }
    table
};

impl Board {
    /// Returns true if the piece of a slot, on `from`, attacks `target`, so that it could capture an enemy piece there.
    /// Pins and checks are ignored. Generals attack each other along an open file.
    #[inline]
    pub(super) fn slot_attacks(&self, slot: Slot, from: Square, target: Square) -> bool {
        let color = slot_color(slot);
        match slot_kind(slot) {
            PieceKind::Rook => self.occupancy_between(from, target) == Some(0),
            PieceKind::Cannon => self
                .occupancy_between(from, target)
                .is_some_and(sliders::is_one),
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

    /// Returns true if the piece on `from` attacks `target`, pins and checks ignored; false if there is no piece.
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

    /// The squares of `by`'s pieces that attack `target`, pins and checks ignored.
    pub fn attackers(&self, target: Square, by: Color) -> SquareSet {
        let attacks = |slot: &Slot| self.slot_attacks(*slot, self.slot_square(*slot), target);
        let slots = self.side_slots(by).filter(attacks);
        slots.map(|slot| self.slot_square(slot)).collect()
    }

    /// The squares of the pieces that give check to the side to move.
    pub fn checkers(&self) -> SquareSet {
        self.check_info().checkers
    }

    /// Returns true if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_checked(self.side)
    }

    /// Returns true if `color`'s general is attacked.
    #[inline]
    pub(super) fn is_checked(&self, color: Color) -> bool {
        let (general, enemy) = (self.general(color), !color);
        let is_free = |leg| self.is_empty(leg);
        let slot_at = |square| self.slot_at(square);
        Line::<true>::of(self, general, enemy).is_attacked(slot_at, true)
            || Line::<false>::of(self, general, enemy).is_attacked(slot_at, true)
            || (self.pieces(enemy, PieceKind::Horse))
                .any(|from| leapers::horse_leg(from, general).is_some_and(is_free))
    }

    /// Returns true if the generals stand on one file with nothing between.
    #[inline]
    pub(super) fn generals_face(&self) -> bool {
        let (red, black) = (self.general(Color::Red), self.general(Color::Black));
        red.file() == black.file() && self.occupancy_between(red, black) == Some(0)
    }

    /// Returns true if a pseudo-legal move of the side to move gives check, directly or as a discovered check.
    ///
    /// The opponent must not be in check, as in every legal position.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1").unwrap();
    /// assert!(board.gives_check("b0b9".parse().unwrap()));
    /// assert!(!board.gives_check("b0b8".parse().unwrap()));
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let general = self.general(!self.side);
        let zones = &CHECK_ZONES[general.index()];
        let (left, entered) = (zones[mv.from().index()], zones[mv.to().index()]);
        (left & !ON_HORSE_SQUARE) | (entered & !ON_HORSE_LEG) != 0
            && self.attacks_by_move(mv, general, left, entered)
    }

    /// Returns true if the move attacks a general that was not attacked. `left` and `entered` are the zones of its squares.
    fn attacks_by_move(&self, mv: Move, general: Square, left: u8, entered: u8) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let slot_at = |square| self.slot_at(if square == to { from } else { square });
        let leg = |horse| leapers::horse_leg(horse, general);
        let mut horses = self.pieces(self.side, PieceKind::Horse);
        ((left | entered) & ON_RANK != 0
            && (Line::<true>::of(self, general, self.side).after(mv, true))
                .is_attacked(slot_at, false))
            || ((left | entered) & ON_FILE != 0
                && (Line::<false>::of(self, general, self.side).after(mv, true))
                    .is_attacked(slot_at, false))
            || (entered & ON_HORSE_SQUARE != 0
                && slot_kind(self.slot_at(from)) == PieceKind::Horse
                && leg(to).is_some_and(|leg| self.is_empty(leg)))
            || (left & ON_HORSE_LEG != 0 && horses.any(|horse| leg(horse) == Some(from)))
    }
}
