//! Position builder: sets up a position piece by piece and validates it.

use thiserror::Error;

use super::{Board, Color, Piece, PieceKind, Square};

/// What is wrong with a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PositionError {
    /// More pieces of a kind than a side begins with; the square is that of the surplus piece.
    #[error("{0} on {1} is one too many: a side has at most {max}", max = .0.kind().max_count())]
    TooMany(Piece, Square),
    /// A piece on an impossible square for its kind.
    #[error("{0} on {1}: it can never stand there")]
    Misplaced(Piece, Square),
    /// A second piece on a square.
    #[error("{0} on {1}: a piece stands there already")]
    Occupied(Piece, Square),
    /// A side without its general.
    #[error("{0} has no general")]
    NoGeneral(Color),
    /// The generals face each other on a file, so that the side to move could capture.
    #[error("the generals face each other on file {file} with {to_move} to move")]
    GeneralsFacing {
        /// The letter of the file.
        file: char,
        /// The side to move.
        to_move: Color,
    },
    /// The side to move could capture the opponent's general.
    #[error("{to_move} is to move and could capture the general from {attacker}")]
    GeneralEnPrise {
        /// The side to move.
        to_move: Color,
        /// The square of a piece that attacks the general.
        attacker: Square,
    },
}

/// Sets up a position piece by piece, starting from an empty board with red to move.
///
/// ```
/// use chuhe::board::{Board, BoardBuilder, Color, Piece, PieceKind, Square};
/// let mut builder = BoardBuilder::default();
/// builder.place(Piece::new(Color::Red, PieceKind::General), Square::new(3, 0))?;
/// builder.place(Piece::new(Color::Black, PieceKind::General), Square::new(4, 9))?;
/// builder.side(Color::Black);
/// assert_eq!(builder.build()?.to_fen(), "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1");
/// # Ok::<(), chuhe::board::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardBuilder(Board);

impl Default for BoardBuilder {
    fn default() -> BoardBuilder {
        BoardBuilder(Board::empty())
    }
}

impl BoardBuilder {
    /// Starts from an existing position.
    pub fn of(board: &Board) -> BoardBuilder {
        BoardBuilder(board.clone())
    }

    /// Places a piece. The squares of pawns are validated by [`BoardBuilder::build`].
    ///
    /// # Errors
    /// If the square is occupied or impossible for the piece, or its side has all pieces of the kind.
    pub fn place(&mut self, piece: Piece, square: Square) -> Result<(), PositionError> {
        let is_pawn = piece.kind() == PieceKind::Pawn;
        if !is_pawn && !piece.kind().may_stand(piece.color(), square) {
            Err(PositionError::Misplaced(piece, square))
        } else if !self.0.is_empty(square) {
            Err(PositionError::Occupied(piece, square))
        } else if !self.0.add(piece, square) {
            Err(PositionError::TooMany(piece, square))
        } else {
            Ok(())
        }
    }

    /// Sets the side to move.
    pub fn side(&mut self, side: Color) {
        self.0.side = side;
    }

    /// Sets the number of plies since the last capture, and the move number.
    pub fn counters(&mut self, quiet_plies: u16, move_number: u16) {
        (self.0.quiet_plies, self.0.move_number) = (quiet_plies, move_number);
    }

    /// The position, if it can occur in a game.
    ///
    /// # Errors
    /// If a general is missing or can be captured, or a pawn is on an impossible square.
    pub fn build(self) -> Result<Board, PositionError> {
        let board = self.build_diagram()?;
        for (piece, square) in board.all_pieces() {
            if !piece.kind().may_stand(piece.color(), square) {
                return Err(PositionError::Misplaced(piece, square));
            }
        }
        Ok(board)
    }

    /// The position of a diagram in a rule book. Unlike [`BoardBuilder::build`] it allows pawns on every square,
    /// because some diagrams put a pawn that plays no part on an impossible one.
    ///
    /// # Errors
    /// If a general is missing or can be captured.
    pub fn build_diagram(self) -> Result<Board, PositionError> {
        let board = self.0;
        let to_move = board.side();
        let mut colors = Color::ALL.into_iter();
        if let Some(color) = colors.find(|&color| board.count(color, PieceKind::General) == 0) {
            return Err(PositionError::NoGeneral(color));
        }
        if board.generals_face() {
            let file = (b'a' + board.general(Color::Red).file()) as char;
            return Err(PositionError::GeneralsFacing { file, to_move });
        }
        let target = board.general(!to_move);
        for (piece, attacker) in board.all_pieces() {
            if piece.color() == to_move && board.attacks(attacker, target) {
                return Err(PositionError::GeneralEnPrise { to_move, attacker });
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_holds_one_piece() {
        let horse = Piece::new(Color::Red, PieceKind::Horse);
        let mut builder = BoardBuilder::of(&Board::startpos());
        let error = builder.place(horse, Square::new(0, 3)).unwrap_err();
        let message = "red horse on a3: a piece stands there already";
        assert_eq!(error.to_string(), message);
        assert_eq!(builder.build().unwrap(), Board::startpos());
    }
}
