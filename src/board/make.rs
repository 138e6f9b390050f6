//! Making and undoing moves, without allocation.

use super::position::{EMPTY, PIECE_OF_SLOT, Slot};
use super::{Board, Move, Piece, keys};

/// What [`Board::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the move cannot be undone"]
pub struct Undo {
    mv: Move,
    captured: Slot,
    key: u64,
    quiet_plies: u16,
}

impl Undo {
    /// The move.
    #[inline]
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// The piece the move captured.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        PIECE_OF_SLOT[self.captured as usize]
    }
}

/// What [`Board::undo_null`] needs.
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the null move cannot be undone"]
pub struct NullUndo {
    quiet_plies: u16,
}

impl Board {
    /// Plays a pseudo-legal move.
    ///
    /// # Panics
    /// When the square left is empty. Any other illegal move leaves a board that no game
    /// reaches, but nothing worse, and [`Board::undo`] takes it back.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let slot = self.slot_at(from);
        let captured = self.slot_at(to);
        let piece = PIECE_OF_SLOT[slot as usize].expect("a move from an occupied square");
        let undo = Undo {
            mv,
            captured,
            key: self.key,
            quiet_plies: self.quiet_plies,
        };
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if let Some(victim) = PIECE_OF_SLOT[captured as usize] {
            self.lift(captured, to);
            self.key ^= keys::piece_square(victim, to);
            self.quiet_plies = 0;
        }
        self.lift(slot, from);
        self.put(slot, to);
        self.key ^= keys::piece_square(piece, from) ^ keys::piece_square(piece, to);
        self.pass();
        undo
    }

    /// Takes back the last move made.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        let (from, to) = (undo.mv.from(), undo.mv.to());
        let slot = self.slot_at(to);
        self.lift(slot, to);
        self.put(slot, from);
        if undo.captured != EMPTY {
            self.put(undo.captured, to);
        }
        self.unpass();
        self.key = undo.key;
        self.quiet_plies = undo.quiet_plies;
    }

    /// Passes the move to the opponent, as the null-move search does. Not for a side in check.
    #[inline]
    pub fn make_null(&mut self) -> NullUndo {
        let undo = NullUndo {
            quiet_plies: self.quiet_plies,
        };
        self.quiet_plies = 0;
        self.pass();
        undo
    }

    /// Takes back a null move.
    #[inline]
    pub fn undo_null(&mut self, undo: NullUndo) {
        self.unpass();
        self.key ^= keys::BLACK_TO_MOVE;
        self.quiet_plies = undo.quiet_plies;
    }

    /// The key the board would have after a move: to fetch its table entry early.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.key ^ keys::BLACK_TO_MOVE;
        if let Some(piece) = self.piece_at(mv.from()) {
            key ^= keys::piece_square(piece, mv.from()) ^ keys::piece_square(piece, mv.to());
        }
        if let Some(victim) = self.piece_at(mv.to()) {
            key ^= keys::piece_square(victim, mv.to());
        }
        key
    }

    #[inline]
    fn pass(&mut self) {
        self.key ^= keys::BLACK_TO_MOVE;
        self.move_number = self.move_number.saturating_add(self.side as u16);
        self.side = !self.side;
    }

    #[inline]
    fn unpass(&mut self) {
        self.side = !self.side;
        self.move_number = self.move_number.saturating_sub(self.side as u16);
    }
}
