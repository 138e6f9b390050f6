//! Move notations: ICCS, Chinese and WXF. Layer 2 of `docs/architecture.md`.
//!
//! Three notations, each written and read:
//!
//! | [`Notation`] | the central cannon | the front rook one back |
//! |---|---|---|
//! | [`Iccs`](Notation::Iccs) | `h2e2` | `a5a4` |
//! | [`Chinese`](Notation::Chinese) | `炮二平五` | `前车退一` |
//! | [`Wxf`](Notation::Wxf) | `C2.5` | `R+-1` |
//!
//! The latter two have the same content in different characters: piece, direction, and file reached or distance. The piece
//! is named by kind and file, or by its order if several of a kind stand on one file.
//!
//! | file | idea |
//! |---|---|
//! | `piece_on_file` | disambiguation of a piece: its file, and its order among its kind on that file |
//! | `description` | a move as these notations describe it, and the search for the legal move |
//! | `chinese`, `wxf` | the characters of both, reader and writer |
//! | `error` | the errors of reading a move |
//! | [`text_diagram`] | the board as lines of text |
//!
//! `docs/notation.md` explains the rules with examples.

mod chinese;
mod description;
mod error;
mod piece_on_file;
#[cfg(test)]
mod tests;
pub mod text_diagram;
mod wxf;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, IllegalMoveError, Move};
use description::Movement;
use piece_on_file::PieceOnFile;

pub use chinese::{chinese_move_prefix, traditional};
pub use error::ReadError;

/// A notation for moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Two squares, `h2e2`.
    #[default]
    Iccs,
    /// Four characters, `炮二平五`.
    Chinese,
    /// The World Xiangqi Federation's letters, `C2.5`.
    Wxf,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 3] = [Notation::Iccs, Notation::Chinese, Notation::Wxf];

    /// The name: `iccs`, `chinese`, `wxf`.
    pub const fn name(self) -> &'static str {
        ["iccs", "chinese", "wxf"][self as usize]
    }

    /// The text of a legal move. A move from an empty square is written in ICCS notation.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::notation::Notation;
    /// let board = Board::from_fen("3k5/9/9/9/9/9/R8/9/R8/5K3 w").unwrap();
    /// let front = "a3a2".parse().unwrap();
    /// let texts = Notation::ALL.map(|notation| notation.write(&board, front));
    /// assert_eq!(texts, ["a3a2", "前车退一", "R+-1"]);
    /// ```
    pub fn write(self, board: &Board, mv: Move) -> String {
        let write = match self {
            Notation::Iccs => return mv.to_string(),
            Notation::Chinese => chinese::write,
            Notation::Wxf => wxf::write,
        };
        PieceOnFile::of(board, mv.from()).map_or(mv.to_string(), |described| {
            write(described, Movement::of(described.piece.color(), mv))
        })
    }

    /// The texts of moves played one after the other, up to the first illegal one.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::notation::Notation;
    /// let moves = ["h2e2", "h9g7", "a0a9"].map(|text| text.parse().unwrap());
    /// assert_eq!(Notation::Chinese.write_line(&Board::startpos(), &moves), ["炮二平五", "马８进７"]);
    /// ```
    pub fn write_line(self, board: &Board, moves: &[Move]) -> Vec<String> {
        let mut board = board.clone();
        let texts = moves.iter().map_while(|&mv| {
            let text = self.write(&board, mv);
            board.try_make(mv).is_ok().then_some(text)
        });
        texts.collect()
    }

    /// The legal move that text in this notation describes.
    ///
    /// # Errors
    /// If the text is not a move, or describes no legal move or several.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::notation::Notation;
    /// let board = Board::startpos();
    /// assert_eq!(Notation::Wxf.read(&board, "h2+3"), Ok("h0g2".parse().unwrap()));
    /// let error = Notation::Chinese.read(&board, "炮三平五").unwrap_err();
    /// assert_eq!(error.to_string(), "'炮三平五': red has no cannon on its file 3");
    /// ```
    pub fn read(self, board: &Board, text: &str) -> Result<Move, ReadError> {
        match self {
            Notation::Iccs => {
                let (mv, side) = (text.parse::<Move>()?, board.side());
                match board.is_legal_move(mv) {
                    true => Ok(mv),
                    false => Err(IllegalMoveError { mv, side })?,
                }
            }
            Notation::Chinese => chinese::ALPHABET.read(board, text),
            Notation::Wxf => wxf::ALPHABET.read(board, text),
        }
    }

    /// The notation whose form the text has, if any. No text has the form of two.
    ///
    /// ```
    /// use chuhe::notation::Notation;
    /// let detected = ["h2e2", "C2.5", "炮二平五", "e4"].map(Notation::detect);
    /// assert_eq!(detected, [Some(Notation::Iccs), Some(Notation::Wxf), Some(Notation::Chinese), None]);
    /// ```
    pub fn detect(text: &str) -> Option<Notation> {
        let mut notations = Notation::ALL.into_iter();
        notations.find(|notation| match notation {
            Notation::Iccs => text.parse::<Move>().is_ok(),
            Notation::Chinese => chinese::looks_like(text),
            Notation::Wxf => wxf::looks_like(text),
        })
    }
}

/// The legal move that the text describes, in any notation.
///
/// # Errors
/// As [`Notation::read`], and when the text has the form of no notation.
pub fn read(board: &Board, text: &str) -> Result<Move, ReadError> {
    match Notation::detect(text) {
        Some(notation) => notation.read(board, text),
        None => Err(ReadError::NoNotation(error::shortened(text))),
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no notation has; holds the name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a notation: expected iccs, chinese or wxf")]
pub struct ParseNotationError(pub String);

impl FromStr for Notation {
    type Err = ParseNotationError;

    /// Reads a name, in either case.
    fn from_str(text: &str) -> Result<Notation, ParseNotationError> {
        let named = |notation: &Notation| notation.name().eq_ignore_ascii_case(text);
        let found = Notation::ALL.into_iter().find(named);
        found.ok_or_else(|| ParseNotationError(text.to_owned()))
    }
}
