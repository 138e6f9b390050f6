//! A builder of positions: pieces one by one, then a check of the whole.

use thiserror::Error;

use super::{Board, Color, Piece, PieceKind, Square};

/// What is wrong with a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PositionError {
    /// More pieces of a kind than a side begins with.
    #[error("{piece} on {square} is one too many: a side has at most {}", piece.kind().max_count())]
    TooMany {
        /// The piece.
        piece: Piece,
        /// Where the surplus one stands.
        square: Square,
    },
    /// A piece where it can never be.
    #[error("{piece} on {square}: it can never stand there")]
    Misplaced {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// A square with a piece on it already.
    #[error("{piece} on {square}: a piece stands there already")]
    Occupied {
        /// The second piece.
        piece: Piece,
        /// The square.
        square: Square,
    },
    /// A side without its general.
    #[error("{color} has no general")]
    NoGeneral {
        /// The side.
        color: Color,
    },
    /// The generals see each other, and the side to move could capture.
    #[error("the generals face each other on file {file} with {to_move} to move")]
    GeneralsFacing {
        /// The file's letter.
        file: char,
        /// The side to move.
        to_move: Color,
    },
    /// The side to move could capture the opponent's general at once.
    #[error("{to_move} is to move and could capture the general from {attacker}")]
    GeneralEnPrise {
        /// The side to move.
        to_move: Color,
        /// The piece that attacks the general.
        attacker: Square,
    },
}

/// Sets up a position piece by piece. It begins with an empty board, red to move.
///
/// ```
/// use chuhe::board::{Board, BoardBuilder, Color, Piece, PieceKind, Square};
/// let mut builder = BoardBuilder::new();
/// builder.place(Piece::new(Color::Red, PieceKind::General), Square::new(3, 0))?;
/// builder.place(Piece::new(Color::Black, PieceKind::General), Square::new(4, 9))?;
/// builder.side(Color::Black);
/// assert_eq!(builder.build()?.to_fen(), "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1");
/// # Ok::<(), chuhe::board::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardBuilder {
    board: Board,
}

impl BoardBuilder {
    /// An empty board, red to move.
    pub fn new() -> BoardBuilder {
        BoardBuilder {
            board: Board::empty(),
        }
    }

    /// A position that is to be changed.
    pub fn of(board: &Board) -> BoardBuilder {
        BoardBuilder {
            board: board.clone(),
        }
    }

    /// Places one more piece. A pawn may be placed anywhere; where it stands is checked at the end.
    ///
    /// # Errors
    /// When the square is occupied, the piece can never stand there, or its side has all pieces of the kind.
    pub fn place(&mut self, piece: Piece, square: Square) -> Result<(), PositionError> {
        let anywhere = piece.kind() == PieceKind::Pawn;
        if !anywhere && !piece.kind().may_stand(piece.color(), square) {
            Err(PositionError::Misplaced { piece, square })
        } else if !self.board.is_empty(square) {
            Err(PositionError::Occupied { piece, square })
        } else if !self.board.add(piece, square) {
            Err(PositionError::TooMany { piece, square })
        } else {
            Ok(())
        }
    }

    /// Sets the side to move.
    pub fn side(&mut self, side: Color) {
        self.board.side = side;
    }

    /// Sets the plies since the last capture and the number of the move.
    pub fn counters(&mut self, quiet_plies: u16, move_number: u16) {
        self.board.quiet_plies = quiet_plies;
        self.board.move_number = move_number;
    }

    /// The position, if a game may come to it.
    ///
    /// # Errors
    /// When a general is missing or can be captured, or a pawn stands where it never can.
    pub fn build(self) -> Result<Board, PositionError> {
        let board = self.build_diagram()?;
        let misplaced =
            |&(piece, square): &(Piece, Square)| !piece.kind().may_stand(piece.color(), square);
        let found = board.all_pieces().find(misplaced);
        match found {
            Some((piece, square)) => Err(PositionError::Misplaced { piece, square }),
            None => Ok(board),
        }
    }

    /// The position of a diagram in a rule book: as [`BoardBuilder::build`], but pawns may stand where no game
    /// takes them, for some diagrams put one there out of the way.
    ///
    /// # Errors
    /// When a general is missing or can be captured.
    pub fn build_diagram(self) -> Result<Board, PositionError> {
        let board = self.board;
        let to_move = board.side();
        for color in Color::ALL {
            if board.count(color, PieceKind::General) == 0 {
                return Err(PositionError::NoGeneral { color });
            }
        }
        if board.generals_face() {
            let file = (b'a' + board.general(Color::Red).file()) as char;
            return Err(PositionError::GeneralsFacing { file, to_move });
        }
        match board.can_capture_general() {
            Some(attacker) => Err(PositionError::GeneralEnPrise { to_move, attacker }),
            None => Ok(board),
        }
    }
}

impl Default for BoardBuilder {
    fn default() -> BoardBuilder {
        BoardBuilder::new()
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
        assert_eq!(
            error.to_string(),
            "red horse on a3: a piece stands there already"
        );
        assert_eq!(builder.build().unwrap(), Board::startpos());
    }
}
