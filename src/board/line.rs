//! Lines: the rank and the file of a general, along which rooks, cannons, pawns and the other general attack it.

use super::slot::{Slot, slot_color, slot_kind};
use super::{Board, Color, Move, PieceKind, Square, SquareSet, leapers, sliders};

/// The rank (if `RANK`) or file of a general, with the pieces on it and those of them that may attack it.
#[derive(Clone, Copy)]
pub(super) struct Line<const RANK: bool> {
    general: Square,
    occupied: u16,
    attackers: u16,
}

impl<const RANK: bool> Line<RANK> {
    /// The line through `general`, a general's square, with the pieces of `by` as attackers.
    #[inline(always)]
    pub fn of(board: &Board, general: Square, by: Color) -> Line<RANK> {
        let line = Self::line_and_place(general).0 as usize;
        let (occupied, attackers) = match RANK {
            true => (board.ranks[line], board.color_ranks[by.index()][line]),
            false => (board.files[line], board.color_files[by.index()][line]),
        };
        Line {
            general,
            occupied,
            attackers,
        }
    }

    /// The line after a move; `by_mover` if the attackers are the mover's.
    #[inline(always)]
    pub fn after(self, mv: Move, by_mover: bool) -> Line<RANK> {
        let (left, entered) = (self.bit_of(mv.from()), self.bit_of(mv.to()));
        Line {
            occupied: self.occupied & !left | entered,
            attackers: match by_mover {
                true => self.attackers & !left | entered,
                false => self.attackers & !entered,
            },
            ..self
        }
    }

    /// The attackers' squares, each with a word of the places between it and the general.
    #[inline(always)]
    pub fn attackers(self) -> impl Iterator<Item = (Square, u16)> {
        let (line, general) = Self::line_and_place(self.general);
        sliders::bits(self.attackers).map(move |place| {
            let square = match RANK {
                true => Square::new(place, line),
                false => Square::new(line, place),
            };
            (square, sliders::between(place, general))
        })
    }

    /// The pieces among some places of the line, as a word.
    #[inline(always)]
    pub fn occupied(self, places: u16) -> u16 {
        self.occupied & places
    }

    /// The squares of some places of the line.
    #[inline(always)]
    pub fn squares(self, places: u16) -> SquareSet {
        match RANK {
            true => SquareSet::of_rank(self.general.rank(), places),
            false => SquareSet::of_file(self.general.file(), places),
        }
    }

    /// Returns true if one of the attackers, whose slots are `slot_at` their squares, attacks the general. The other general counts
    /// only `with_general`.
    #[inline(always)]
    pub fn is_attacked(self, slot_at: impl Fn(Square) -> Slot, with_general: bool) -> bool {
        self.attackers().any(|(from, places)| {
            let (slot, between) = (slot_at(from), self.occupied(places));
            match slot_kind(slot) {
                PieceKind::Rook => between == 0,
                PieceKind::General => with_general && between == 0,
                PieceKind::Cannon => sliders::is_one(between),
                PieceKind::Pawn => places == 0 && self.is_pawn_attack(slot, from),
                _ => false,
            }
        })
    }

    /// Returns true if the pawn of a slot, beside the general on this line, attacks it.
    #[inline(always)]
    pub fn is_pawn_attack(self, pawn: Slot, from: Square) -> bool {
        leapers::pawn(slot_color(pawn), from).contains(&self.general)
    }

    /// The number of the line that a square is on, and its place on that line.
    #[inline(always)]
    fn line_and_place(square: Square) -> (u8, u8) {
        match RANK {
            true => (square.rank(), square.file()),
            false => (square.file(), square.rank()),
        }
    }

    /// The bit of a square, or 0 if it is not on the line.
    #[inline(always)]
    fn bit_of(self, square: Square) -> u16 {
        let (line, place) = Self::line_and_place(square);
        u16::from(line == Self::line_and_place(self.general).0) << place
    }
}
