//! Move generation: pseudo-legal captures and quiet moves.
//!
//! A pseudo-legal move obeys the rules of movement, but may leave the mover's general attacked. The destinations of a
//! piece are enumerated in one function; its const generic parameters `QUIETS` and `CAPTURES` select which of them it yields.

use super::leapers::{self, BlockableStep};
use super::slot::{EMPTY, Slot, slot_color, slot_kind};
use super::{Board, Move, MoveList, PieceKind, Square, sliders};

impl Board {
    /// Appends all pseudo-legal captures of the side to move to `moves`.
    pub fn captures(&self, moves: &mut MoveList) {
        let enemies = self.occupied_by(!self.side);
        for slot in self.side_slots(self.side) {
            let from = self.slot_square(slot);
            if leapers::reach(self.side, slot_kind(slot), from).intersects(enemies) {
                self.each_target::<false, true>(slot, |to| moves.push(Move::new(from, to)));
            }
        }
    }

    /// Appends all pseudo-legal moves that capture nothing to `moves`.
    pub fn quiets(&self, moves: &mut MoveList) {
        for slot in self.side_slots(self.side) {
            let from = self.slot_square(slot);
            self.each_target::<true, false>(slot, |to| moves.push(Move::new(from, to)));
        }
    }

    /// Calls `visit` with each destination of a piece, by a quiet move or a capture.
    #[inline]
    pub(super) fn slot_targets(&self, slot: Slot, visit: impl FnMut(Square)) {
        self.each_target::<true, true>(slot, visit);
    }

    /// Calls `visit` with each selected destination of a piece.
    #[inline(always)]
    fn each_target<const QUIETS: bool, const CAPTURES: bool>(
        &self,
        slot: Slot,
        mut visit: impl FnMut(Square),
    ) {
        let (color, from) = (slot_color(slot), self.slot_square(slot));
        let selected = |&to: &Square| match self.slot_at(to) {
            EMPTY => QUIETS,
            there => CAPTURES && slot_color(there) != color,
        };
        let plain = |steps: &'static [Square]| steps.iter().copied().filter(selected);
        let blockable = |steps: &'static [BlockableStep]| {
            let free = move |step: &&BlockableStep| selected(&step.to) && self.is_empty(step.block);
            steps.iter().filter(free).map(|step| step.to)
        };
        match slot_kind(slot) {
            PieceKind::General => plain(leapers::general(color, from)).for_each(visit),
            PieceKind::Advisor => plain(leapers::advisor(color, from)).for_each(visit),
            PieceKind::Pawn => plain(leapers::pawn(color, from)).for_each(visit),
            PieceKind::Elephant => blockable(leapers::elephant(color, from)).for_each(visit),
            PieceKind::Horse => blockable(leapers::horse(from)).for_each(visit),
            PieceKind::Rook | PieceKind::Cannon => {
                let (files, ranks) = self.line_targets::<QUIETS, CAPTURES>(slot);
                sliders::bits(files).for_each(|file| visit(Square::new(file, from.rank())));
                sliders::bits(ranks).for_each(|rank| visit(Square::new(from.file(), rank)));
            }
        }
    }

    /// Returns the selected destinations of a rook or cannon: the files of its rank and the ranks of its file.
    #[inline(always)]
    pub(super) fn line_targets<const QUIETS: bool, const CAPTURES: bool>(
        &self,
        slot: Slot,
    ) -> (u16, u16) {
        let (from, enemy) = (self.slot_square(slot), !slot_color(slot));
        let (file, rank) = (from.file(), from.rank());
        let (on_rank, on_file) = (self.ranks[rank as usize], self.files[file as usize]);
        let (mut files, mut ranks) = (0, 0);
        let rank_reach = sliders::rank_reach(file, on_rank);
        let file_reach = sliders::file_reach(rank, on_file);
        if QUIETS {
            files |= rank_reach & !on_rank;
            ranks |= file_reach & !on_file;
        }
        if CAPTURES {
            let (rank_targets, file_targets) = match slot_kind(slot) {
                PieceKind::Rook => (rank_reach, file_reach),
                _ => (
                    sliders::rank_cannon_targets(file, on_rank),
                    sliders::file_cannon_targets(rank, on_file),
                ),
            };
            files |= rank_targets & self.color_ranks[enemy.index()][rank as usize];
            ranks |= file_targets & self.color_files[enemy.index()][file as usize];
        }
        (files, ranks)
    }

    /// Returns true if `mv` is pseudo-legal in this position. Accepts arbitrary moves, such as one from the transposition table
    /// or a killer slot.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let board = Board::startpos();
    /// assert!(board.is_pseudo_legal("h2e2".parse().unwrap()));
    /// assert!(!board.is_pseudo_legal("h7e7".parse().unwrap())); // black's cannon
    /// assert!(!board.is_pseudo_legal("a0a4".parse().unwrap())); // over red's own pawn
    /// ```
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let (slot, there) = (self.slot_at(from), self.slot_at(to));
        let quiet = there == EMPTY;
        let is_own_target = !quiet && slot_color(there) == self.side;
        if slot == EMPTY || slot_color(slot) != self.side || is_own_target {
            return false;
        }
        match slot_kind(slot) {
            // `slot_attacks` also counts generals that face each other.
            PieceKind::General => leapers::general(self.side, from).contains(&to),
            PieceKind::Cannon if quiet => self.count_between(from, to) == Some(0),
            _ => self.slot_attacks(slot, from, to),
        }
    }
}
