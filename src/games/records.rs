//! Move records: moves as pairs of squares with their comments, as XQF, CBR and DhtmlXQ store them, and the game tree that they
//! form.

use thiserror::Error;

use super::tree::build_line;
use super::{GameNode, GameTree, MAX_NESTING};
use crate::board::{Board, BoardBuilder, Color, FenError, Move, Piece, PieceKind, Square};

/// An error in a record, with the offset of the record in bytes from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("byte {offset}: {kind}")]
pub struct RecordError {
    /// The offset of the record.
    pub offset: usize,
    /// The kind of error.
    pub kind: RecordErrorKind,
}

/// The kinds of errors in a record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RecordErrorKind {
    /// A move that is off the board or not legal: its two squares.
    #[error("the move from {0} to {1} is not legal")]
    Illegal(String, String),
    /// The nesting exceeds [`MAX_NESTING`].
    #[error("variations are nested more than {MAX_NESTING} deep")]
    TooDeep,
}

/// The pieces of each side in the order of XQF and DhtmlXQ.
const KINDS: [PieceKind; 16] = {
    use PieceKind::*;
    [
        Rook, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Rook, Cannon, Cannon,
        Pawn, Pawn, Pawn, Pawn, Pawn,
    ]
};

/// The piece with this number in the order of XQF and DhtmlXQ: 0 to 15 are red's, 16 to 31 black's.
pub(super) const fn numbered_piece(number: usize) -> Piece {
    Piece::new(Color::ALL[number / 16], KINDS[number % 16])
}

/// The square of each piece of a position in the order of XQF and DhtmlXQ; `None` for a piece that has been captured.
pub(super) fn piece_squares(board: &Board) -> [Option<Square>; 32] {
    let mut squares = [None; 32];
    for (piece, square) in board.all_pieces() {
        let mut numbers = (0..32).filter(|&number| numbered_piece(number) == piece);
        if let Some(free) = numbers.find(|&number| squares[number].is_none()) {
            squares[free] = Some(square);
        }
    }
    squares
}

/// The piece on each square.
pub(super) type Placement = [Option<Piece>; Square::COUNT];

/// The placement without pieces.
pub(super) const EMPTY: Placement = [None; Square::COUNT];

/// A square, or its number in the file if that is off the board.
pub(super) type RecordSquare = Result<Square, u8>;

/// Takes the next four bytes; `None` if fewer are left.
pub(super) fn take_four(rest: &mut &[u8]) -> Option<[u8; 4]> {
    let (four, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*four)
}

/// A record: a move, its comment, and the indices of the records that may follow it, the main one first.
pub(super) struct MoveRecord {
    pub offset: usize,
    pub from: RecordSquare,
    pub to: RecordSquare,
    pub comment: String,
    pub next: Vec<usize>,
}

impl MoveRecord {
    pub fn new(offset: usize, from: RecordSquare, to: RecordSquare, comment: String) -> MoveRecord {
        MoveRecord {
            offset,
            from,
            to,
            comment,
            next: Vec::new(),
        }
    }

    /// The move, which must be legal.
    fn legal_move(&self, board: &Board) -> Result<Move, RecordErrorKind> {
        let squares = self.from.ok().zip(self.to.ok());
        let squares = squares.filter(|(from, to)| from != to);
        let mv = squares.map(|(from, to)| Move::new(from, to));
        mv.filter(|&mv| board.is_legal_move(mv)).ok_or_else(|| {
            let name = |square: RecordSquare| {
                square.map_or_else(|number| number.to_string(), |square| square.to_string())
            };
            RecordErrorKind::Illegal(name(self.from), name(self.to))
        })
    }
}

/// The records of a game. The first is the start of the game, whose squares have no meaning.
pub(super) struct RecordTree(pub Vec<MoveRecord>);

impl RecordTree {
    /// Reads records that are stored depth first, a move's continuation before its alternatives. `read` returns a record, whether
    /// a next move follows, and whether an alternative follows later; or `None` at the end of a line.
    pub fn read<E>(
        mut read: impl FnMut() -> Result<Option<(MoveRecord, [bool; 2])>, E>,
    ) -> Result<RecordTree, E> {
        let mut records: Vec<MoveRecord> = Vec::new();
        // The record before the next one, and the records with alternatives that have not been read.
        let mut parent: Option<usize> = None;
        let mut alternatives = Vec::new();
        loop {
            let index = records.len();
            let next = read()?.and_then(|(record, [has_next, has_alternative])| {
                records.push(record);
                // The first record has no parent and no alternative.
                if let Some(parent) = parent {
                    records[parent].next.push(index);
                    if has_alternative {
                        alternatives.push(parent);
                    }
                }
                has_next.then_some(index)
            });
            parent = next.or_else(|| alternatives.pop());
            if parent.is_none() {
                return Ok(RecordTree(records));
            }
        }
    }

    /// The first position. The side to move is that of the first move; `side`, which is wrong in many files, is used only if
    /// there is no move.
    pub fn start_position(&self, placement: &Placement, side: Color) -> Result<Board, FenError> {
        let first = self.0[0].next.first();
        let from = first.and_then(|&first| self.0[first].from.ok());
        let moved = from.and_then(|square| placement[square.index()]);
        let mut builder = BoardBuilder::default();
        builder.side(moved.map_or(side, Piece::color));
        // From the top, as in a FEN.
        for square in Square::all().map(Square::flipped) {
            if let Some(piece) = placement[square.index()] {
                builder.place(piece, square)?;
            }
        }
        Ok(builder.build()?)
    }

    /// The game from its first position on, without tags.
    pub fn game(&self, start: Board) -> Result<GameTree, RecordError> {
        let next = |index: usize| &self.0[index].next[..];
        let node = |index: usize, board: &Board, nesting: usize| {
            let record = &self.0[index];
            let mv = match nesting > MAX_NESTING {
                true => Err(RecordErrorKind::TooDeep),
                false => record.legal_move(board),
            };
            let offset = record.offset;
            let mv = mv.map_err(|kind| RecordError { offset, kind });
            mv.map(|mv| GameNode {
                comment: record.comment.clone(),
                ..GameNode::new(mv)
            })
        };
        Ok(GameTree {
            comment: self.0[0].comment.clone(),
            line: build_line(next(0), start.clone(), 0, &next, &node)?,
            ..GameTree::new(start)
        })
    }
}

/// The comments before and after a move as one, for formats that store only the latter.
pub(super) fn joined_comment(node: &GameNode) -> String {
    let mut comments = vec![&*node.before, &*node.comment];
    comments.retain(|comment| !comment.is_empty());
    comments.join("\n")
}
