//! Attacks: attackers of a square, checks, and attacks after a move.

use super::slot::{EMPTY, Slot, slot_color, slot_kind};
use super::{Board, Color, Move, Piece, PieceKind, Square, SquareSet, leapers, sliders};

/// The squares from which and to which a move can give check to a general.
///
/// A move gives check with its piece, or it opens a line, empties a horse's leg or becomes a cannon's screen.
struct CheckZone {
    /// The general's rank and file, where a move opens a line, and the legs of horses that attack it.
    from: SquareSet,
    /// The general's rank and file, and the squares from which a horse attacks it.
    to: SquareSet,
}

/// The check zone of a general on each square.
static CHECK_ZONES: [CheckZone; Square::COUNT] = {
    const EMPTY_ZONE: CheckZone = CheckZone {
        from: SquareSet::EMPTY,
        to: SquareSet::EMPTY,
    };
    let mut zones = [EMPTY_ZONE; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT * Square::COUNT {
        let general = Square::from_valid_index(index / Square::COUNT);
        let square = Square::from_valid_index(index % Square::COUNT);
        let zone = &mut zones[index / Square::COUNT];
        let files = square.file().abs_diff(general.file());
        let ranks = square.rank().abs_diff(general.rank());
        let on_line = files == 0 || ranks == 0;
        if on_line || (files == 1 && ranks == 1) {
            zone.from.insert(square);
        }
        if on_line || files * ranks == 2 {
            zone.to.insert(square);
        }
        index += 1;
    }
    zones
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
    pub fn is_checked(&self, color: Color) -> bool {
        let (general, enemy) = (self.general(color), !color);
        let pieces = |kind| self.pieces(enemy, kind);
        let between = |from| self.occupancy_between(from, general);
        let leg = |from| leapers::horse_leg(from, general);
        pieces(PieceKind::Rook).any(|from| between(from) == Some(0))
            || pieces(PieceKind::Cannon).any(|from| between(from).is_some_and(sliders::is_one))
            || pieces(PieceKind::Horse).any(|from| leg(from).is_some_and(|leg| self.is_empty(leg)))
            || self.pawn_attackers(general, enemy).next().is_some()
            || self.generals_face()
    }

    /// Returns true if the generals stand on one file with nothing between.
    #[inline]
    pub fn generals_face(&self) -> bool {
        let (red, black) = (self.general(Color::Red), self.general(Color::Black));
        red.file() == black.file() && self.occupancy_between(red, black) == Some(0)
    }

    /// Returns true if a pseudo-legal move of the side to move gives check, directly or as a discovered check.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1").unwrap();
    /// assert!(board.gives_check("b0b9".parse().unwrap()));
    /// assert!(!board.gives_check("b0b8".parse().unwrap()));
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let target = self.general(!self.side);
        let zone = &CHECK_ZONES[target.index()];
        (zone.from.contains(mv.from()) || zone.to.contains(mv.to()))
            && self.is_attacked_after(mv, target, self.side)
    }

    /// Returns true if a piece of `by` other than its general attacks `target`, a general's square, after the move.
    #[inline]
    pub(super) fn is_attacked_after(&self, mv: Move, target: Square, by: Color) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let between = self.between_after(mv, target);
        // The square of one of `by`'s pieces after the move.
        let square_after = |square: Square| match square {
            _ if square == from => Some(to),
            _ if square == to => None,
            _ => Some(square),
        };
        let empty = |square: Square| square != to && (square == from || self.is_empty(square));
        let pieces = |kind| self.pieces(by, kind).filter_map(square_after);
        let leg = |square| leapers::horse_leg(square, target);
        let mut pawns = self.pawn_attackers(target, by);
        pieces(PieceKind::Rook).any(|square| between(square) == Some(0))
            || pieces(PieceKind::Cannon).any(|square| between(square).is_some_and(sliders::is_one))
            || pieces(PieceKind::Horse).any(|square| leg(square).is_some_and(empty))
            || pawns.any(|square| square_after(square) == Some(square))
            || (self.piece_at(from) == Some(Piece::new(by, PieceKind::Pawn))
                && leapers::pawn(by, to).contains(&target))
    }

    /// Returns a function from a square to the occupancy strictly between it and `target` after the move; `None` if they
    /// share no rank or file.
    #[inline(always)]
    pub(super) fn between_after(
        &self,
        mv: Move,
        target: Square,
    ) -> impl Fn(Square) -> Option<u16> + use<> {
        let (from, to) = (mv.from(), mv.to());
        let (file, rank) = (target.file(), target.rank());
        let (mut on_rank, mut on_file) = (self.rank_occupancy(target), self.file_occupancy(target));
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
        move |square| {
            if square.rank() == rank {
                Some(on_rank & sliders::between(square.file(), file))
            } else {
                let on_line = square.file() == file;
                on_line.then(|| on_file & sliders::between(square.rank(), rank))
            }
        }
    }

    /// The squares of `by`'s pawns that attack `target`.
    #[inline]
    pub(super) fn pawn_attackers(&self, target: Square, by: Color) -> impl Iterator<Item = Square> {
        let behind = if by == Color::Red { -1 } else { 1 };
        let steps = [(0, behind), (-1, 0), (1, 0)].into_iter();
        steps.filter_map(move |(files, ranks)| {
            let from = target.offset(files, ranks)?;
            let is_pawn = self.piece_at(from) == Some(Piece::new(by, PieceKind::Pawn));
            (is_pawn && (files == 0 || from.is_across_river(by))).then_some(from)
        })
    }
}
