//! Pseudo-legal moves: captures and quiets.
//!
//! Pseudo-legal is what the rules of movement allow, whether or not the own general is then safe.
//! Each piece asks the same question of a different table; what differs between captures and quiets
//! is only which squares are wanted, so the walk over a piece's moves is written once, over a
//! `Wanted` that answers for a line word or a single square.

use super::slot::{EMPTY, Slot, slot_color, slot_kind};
use super::{Board, Color, Move, MoveList, PieceKind, Square, leapers, lines};

/// Which destinations a generator is after.
trait Wanted {
    /// Whether quiet moves are wanted, and whether captures are.
    const QUIETS: bool;
    const CAPTURES: bool;
}

struct Captures;
struct Quiets;
struct All;

impl Wanted for Captures {
    const QUIETS: bool = false;
    const CAPTURES: bool = true;
}

impl Wanted for Quiets {
    const QUIETS: bool = true;
    const CAPTURES: bool = false;
}

impl Wanted for All {
    const QUIETS: bool = true;
    const CAPTURES: bool = true;
}

impl Board {
    /// All pseudo-legal captures of the side to move, appended to `moves`.
    pub fn captures(&self, moves: &mut MoveList) {
        self.each_move::<Captures>(moves);
    }

    /// All pseudo-legal moves that capture nothing, appended to `moves`.
    pub fn quiets(&self, moves: &mut MoveList) {
        self.each_move::<Quiets>(moves);
    }

    /// All pseudo-legal moves of the piece on a square, whoever is to move.
    pub fn piece_moves(&self, from: Square, moves: &mut MoveList) {
        let slot = self.slot_at(from);
        if slot != EMPTY {
            self.each_target::<All>(slot, from, |to| moves.push(Move::new(from, to)));
        }
    }

    /// Where the piece of a slot may go, quietly or by capture.
    #[inline]
    pub(super) fn slot_targets(&self, slot: Slot, to: impl FnMut(Square)) {
        self.each_target::<All>(slot, self.places[slot as usize], to);
    }

    #[inline]
    fn each_move<W: Wanted>(&self, moves: &mut MoveList) {
        for slot in self.side_slots(self.side) {
            let from = self.places[slot as usize];
            self.each_target::<W>(slot, from, |to| moves.push(Move::new(from, to)));
        }
    }

    /// Calls `target` with each wanted destination of a piece.
    #[inline(always)]
    fn each_target<W: Wanted>(&self, slot: Slot, from: Square, mut target: impl FnMut(Square)) {
        let color = slot_color(slot);
        let enemy = !color;
        let wanted = |to: Square| {
            let there = self.slot_at(to);
            if there == EMPTY {
                W::QUIETS
            } else {
                W::CAPTURES && slot_color(there) == enemy
            }
        };
        match slot_kind(slot) {
            PieceKind::General => {
                for &to in leapers::general(color, from) {
                    if wanted(to) {
                        target(to);
                    }
                }
            }
            PieceKind::Advisor => {
                for &to in leapers::advisor(color, from) {
                    if wanted(to) {
                        target(to);
                    }
                }
            }
            PieceKind::Elephant => {
                for step in leapers::elephant(color, from) {
                    if wanted(step.to) && self.is_empty(step.block) {
                        target(step.to);
                    }
                }
            }
            PieceKind::Horse => {
                for step in leapers::horse(from) {
                    if wanted(step.to) && self.is_empty(step.block) {
                        target(step.to);
                    }
                }
            }
            PieceKind::Rook | PieceKind::Cannon => {
                let (files, ranks) = self.line_targets::<W>(slot, from, enemy);
                for file in lines::bits(files) {
                    target(Square::new(file, from.rank()));
                }
                for rank in lines::bits(ranks) {
                    target(Square::new(from.file(), rank));
                }
            }
            PieceKind::Pawn => {
                for &to in leapers::pawn(color, from) {
                    if wanted(to) {
                        target(to);
                    }
                }
            }
        }
    }

    /// A rook's or cannon's wanted destinations: the files of its rank and the ranks of its file.
    #[inline(always)]
    fn line_targets<W: Wanted>(&self, slot: Slot, from: Square, enemy: Color) -> (u16, u16) {
        let (file, rank) = (from.file(), from.rank());
        let (on_rank, on_file) = (self.ranks[rank as usize], self.files[file as usize]);
        let (mut files, mut ranks) = (0, 0);
        let reach = (
            lines::rank_reach(file, on_rank),
            lines::file_reach(rank, on_file),
        );
        if W::QUIETS {
            files |= reach.0 & !on_rank;
            ranks |= reach.1 & !on_file;
        }
        if W::CAPTURES {
            let hits = if slot_kind(slot) == PieceKind::Rook {
                reach
            } else {
                (
                    lines::rank_hits(file, on_rank),
                    lines::file_hits(rank, on_file),
                )
            };
            files |= hits.0 & self.color_ranks[enemy.index()][rank as usize];
            ranks |= hits.1 & self.color_files[enemy.index()][file as usize];
        }
        (files, ranks)
    }

    /// All destinations of a rook or cannon: the files of its rank and the ranks of its file.
    #[inline(always)]
    pub(super) fn slot_line_targets(&self, slot: Slot) -> (u16, u16) {
        self.line_targets::<All>(slot, self.places[slot as usize], !slot_color(slot))
    }

    /// How many destinations a rook or cannon has, by counting bits instead of listing moves.
    #[inline(always)]
    pub(super) fn count_line_targets(&self, slot: Slot) -> u32 {
        let (files, ranks) = self.slot_line_targets(slot);
        // Nineteen bits at most: one word, one count.
        (files as u32 | (ranks as u32) << 16).count_ones()
    }

    /// Whether a move, from wherever it comes (a hash table, a killer slot, a GUI), is
    /// pseudo-legal here.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let board = Board::startpos();
    /// assert!(board.is_pseudo_legal("h2e2".parse().unwrap()));
    /// assert!(!board.is_pseudo_legal("h7e7".parse().unwrap())); // black's cannon
    /// assert!(!board.is_pseudo_legal("a0a4".parse().unwrap())); // over the own pawn
    /// ```
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let (slot, there) = (self.slot_at(from), self.slot_at(to));
        if slot == EMPTY || slot_color(slot) != self.side {
            return false;
        }
        let quiet = there == EMPTY;
        if !quiet && slot_color(there) == self.side {
            return false;
        }
        match slot_kind(slot) {
            PieceKind::General => leapers::general(self.side, from).contains(&to),
            PieceKind::Cannon if quiet => self.count_between(from, to) == Some(0),
            _ => self.slot_attacks(slot, from, to),
        }
    }
}
