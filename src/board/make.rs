//! Making and undoing moves.

use thiserror::Error;

use super::slot::{EMPTY, PIECE_OF_SLOT, Slot};
use super::{Board, Color, Move, Piece, keys};

/// A move and the state that [`Board::undo`] restores.
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the move cannot be undone"]
pub struct Undo {
    mv: Move,
    captured: Slot,
    /// The change of the key part of the moved piece.
    key_change: u64,
    quiet_plies: u16,
    move_number: u16,
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

/// The error for a move that is not legal for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{mv} is not legal for {side}")]
pub struct IllegalMoveError {
    /// The move.
    pub mv: Move,
    /// The side to move.
    pub side: Color,
}

/// The state that [`Board::undo_null`] restores.
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the null move cannot be undone"]
pub struct NullUndo {
    quiet_plies: u16,
    move_number: u16,
}

impl Board {
    /// Plays a pseudo-legal move.
    ///
    /// # Panics
    /// When the square left is empty. Any other illegal move leads to an impossible position, which
    /// [`Board::undo`] takes back.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let slot = self.slot_at(from);
        let captured = self.slot_at(to);
        let piece = PIECE_OF_SLOT[slot as usize].expect("a move from an occupied square");
        let key_change = keys::piece_square(piece, from) ^ keys::piece_square(piece, to);
        let undo = Undo {
            mv,
            captured,
            key_change,
            quiet_plies: self.quiet_plies,
            move_number: self.move_number,
        };
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if captured != EMPTY {
            self.remove_slot(captured, to);
            self.quiet_plies = 0;
        }
        self.move_slot(slot, from, to, key_change);
        self.switch_side();
        undo
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// If the move is not legal; the board is then as it was.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let mut board = Board::startpos();
    /// let error = board.try_make("h7e7".parse().unwrap()).unwrap_err();
    /// assert_eq!(error.to_string(), "h7e7 is not legal for red");
    /// assert!(board.try_make("h2e2".parse().unwrap()).is_ok());
    /// ```
    pub fn try_make(&mut self, mv: Move) -> Result<Undo, IllegalMoveError> {
        let side = self.side;
        match self.is_legal_move(mv) {
            true => Ok(self.make(mv)),
            false => Err(IllegalMoveError { mv, side }),
        }
    }

    /// Plays a pseudo-legal move, calls `read` with the position after it, and takes the move back.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let mut board = Board::startpos();
    /// let replies = board.after("h2e2".parse().unwrap(), |board| board.legal_moves().len());
    /// assert_eq!((replies, board), (45, Board::startpos()));
    /// ```
    #[inline(always)]
    pub fn after<T>(&mut self, mv: Move, read: impl FnOnce(&mut Board) -> T) -> T {
        let undo = self.make(mv);
        let result = read(self);
        self.undo(undo);
        result
    }

    /// The position after a line.
    pub(crate) fn after_line(&self, line: &[Move]) -> Board {
        let mut board = self.clone();
        for &mv in line {
            let _ = board.make(mv);
        }
        board
    }

    /// Takes back the last move made.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        let (from, to) = (undo.mv.from(), undo.mv.to());
        let slot = self.slot_at(to);
        self.move_slot(slot, to, from, undo.key_change);
        if undo.captured != EMPTY {
            self.place_slot(undo.captured, to);
        }
        self.side = !self.side;
        self.move_number = undo.move_number;
        self.quiet_plies = undo.quiet_plies;
    }

    /// Makes a null move: passes the turn to the opponent. No repetition spans a null move, so the plies without a capture begin
    /// anew.
    #[inline]
    pub fn make_null(&mut self) -> NullUndo {
        let undo = NullUndo {
            quiet_plies: std::mem::take(&mut self.quiet_plies),
            move_number: self.move_number,
        };
        self.switch_side();
        undo
    }

    /// Takes back a null move.
    #[inline]
    pub fn undo_null(&mut self, undo: NullUndo) {
        self.side = !self.side;
        self.move_number = undo.move_number;
        self.quiet_plies = undo.quiet_plies;
    }

    /// The key of the position after a pseudo-legal move, computed without making it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.key() ^ keys::BLACK_TO_MOVE;
        if let Some(piece) = self.piece_at(mv.from()) {
            key ^= keys::piece_square(piece, mv.from()) ^ keys::piece_square(piece, mv.to());
        }
        if let Some(victim) = self.piece_at(mv.to()) {
            key ^= keys::piece_square(victim, mv.to());
        }
        key
    }

    #[inline]
    fn switch_side(&mut self) {
        self.move_number = self.move_number.saturating_add(self.side as u16);
        self.side = !self.side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_restores_the_largest_move_number() {
        let fen = "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 65535";
        let mut board = Board::from_fen(fen).unwrap();
        board.after("e9e8".parse().unwrap(), |board| {
            assert_eq!(board.move_number(), 65_535);
        });
        let undo = board.make_null();
        board.undo_null(undo);
        assert_eq!(board.to_fen(), fen);
    }
}
