//! Layer 2: moves as people write them.
//!
//! Three notations, each written and read:
//!
//! | [`Notation`] | the central cannon | the front rook one back |
//! |---|---|---|
//! | [`Iccs`](Notation::Iccs) | `h2e2` | `a5a4` |
//! | [`Chinese`](Notation::Chinese) | `炮二平五` | `前车退一` |
//! | [`Wxf`](Notation::Wxf) | `C2.5` | `R+-1` |
//!
//! The latter two say the same in different letters: who moves, which way, and where to. Who moves
//! is told by the kind and the file, and where two of a kind stand on one file, by who is in front.
//! So the file for that stands apart, and both share it.
//!
//! | file | idea |
//! |---|---|
//! | [`standing`] | how a piece is told from its fellows: file, place on it, number |
//! | [`described`] | a move as these notations describe it, and the legal move that fits |
//! | [`chinese`], [`wxf`] | the two alphabets |
//! | [`error`] | what may be wrong with the text of a move |
//! | [`diagram`] | a board as lines of text |
//!
//! The rules with examples stand in `docs/notation.md`.
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::notation::{Notation, read};
//!
//! let board = Board::startpos();
//! let cannon = "h2e2".parse().unwrap();
//! assert_eq!(Notation::Chinese.write(&board, cannon), "炮二平五");
//! assert_eq!(Notation::Wxf.write(&board, cannon), "C2.5");
//! for text in ["H2-E2", "炮二平五", "砲２平５", "C2=5"] {
//!     assert_eq!(read(&board, text), Ok(cannon));
//! }
//! ```

pub mod chinese;
pub mod described;
pub mod diagram;
pub mod error;
pub mod standing;
#[cfg(test)]
mod test_texts;
pub mod wxf;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, Move};

pub use error::ReadError;

/// How a move is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Two squares, `h2e2`: what programs speak.
    #[default]
    Iccs,
    /// Four characters, `炮二平五`.
    Chinese,
    /// The World Xiangqi Federation's letters, `C2.5`.
    Wxf,
}

impl Notation {
    /// All three.
    pub const ALL: [Notation; 3] = [Notation::Iccs, Notation::Chinese, Notation::Wxf];

    /// Its name: `iccs`, `chinese`, `wxf`.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Iccs => "iccs",
            Notation::Chinese => "chinese",
            Notation::Wxf => "wxf",
        }
    }

    /// The text of a legal move.
    ///
    /// A move that no piece of the board could make (its first square is empty) has no name in the
    /// other notations, and is written in ICCS.
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
        let text = match self {
            Notation::Iccs => None,
            Notation::Chinese => chinese::write(board, mv),
            Notation::Wxf => wxf::write(board, mv),
        };
        text.unwrap_or_else(|| mv.to_string())
    }

    /// The texts of moves played one after the other.
    ///
    /// They end before the first that is not legal where it stands.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::notation::Notation;
    /// let moves = ["h2e2", "h9g7", "a0a9"].map(|text| text.parse().unwrap());
    /// assert_eq!(Notation::Chinese.write_line(&Board::startpos(), &moves), ["炮二平五", "马８进７"]);
    /// ```
    pub fn write_line(self, board: &Board, moves: &[Move]) -> Vec<String> {
        let mut board = board.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            let text = self.write(&board, mv);
            if board.try_make(mv).is_err() {
                break;
            }
            texts.push(text);
        }
        texts
    }

    /// The legal move that a text of this notation means.
    ///
    /// # Errors
    /// When the text is no move, no piece is so described, none of those described may go there,
    /// or several may.
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
                let mv: Move = text.parse()?;
                let side = board.side();
                match board.is_legal_move(mv) {
                    true => Ok(mv),
                    false => Err(ReadError::Illegal { mv, side }),
                }
            }
            Notation::Chinese => chinese::read(board, text),
            Notation::Wxf => wxf::read(board, text),
        }
    }

    /// The notation in which a text is written, by its looks: no text of one could be one of
    /// another. `None` where it looks like neither.
    ///
    /// ```
    /// use chuhe::notation::Notation;
    /// let seem = ["h2e2", "C2.5", "炮二平五", "e4"].map(Notation::of);
    /// assert_eq!(seem, [Some(Notation::Iccs), Some(Notation::Wxf), Some(Notation::Chinese), None]);
    /// ```
    pub fn of(text: &str) -> Option<Notation> {
        if text.parse::<Move>().is_ok() {
            Some(Notation::Iccs)
        } else if chinese::seems(text) {
            Some(Notation::Chinese)
        } else if wxf::seems(text) {
            Some(Notation::Wxf)
        } else {
            None
        }
    }
}

/// The legal move that a text means, in whichever notation it is written.
///
/// # Errors
/// As [`Notation::read`]; a text that looks like no notation is called no move.
pub fn read(board: &Board, text: &str) -> Result<Move, ReadError> {
    match Notation::of(text) {
        Some(notation) => notation.read(board, text),
        None => Err(ReadError::NoNotation {
            text: text.to_owned(),
        }),
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no notation has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{text}' is no notation: want iccs, chinese or wxf")]
pub struct ParseNotationError {
    /// What was found.
    pub text: String,
}

impl FromStr for Notation {
    type Err = ParseNotationError;

    /// Reads a name, in either case.
    fn from_str(text: &str) -> Result<Notation, ParseNotationError> {
        let named = |notation: &Notation| notation.name().eq_ignore_ascii_case(text);
        let found = Notation::ALL.into_iter().find(named);
        found.ok_or_else(|| ParseNotationError {
            text: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for notation in Notation::ALL {
            assert_eq!(notation.to_string().parse(), Ok(notation));
        }
        assert_eq!(
            "lan".parse::<Notation>().unwrap_err().to_string(),
            "'lan' is no notation: want iccs, chinese or wxf"
        );
    }

    #[test]
    fn faults_say_what_and_where() {
        let board = Board::startpos();
        for (text, error) in [
            (
                "",
                "'' is not a move: want ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)",
            ),
            (
                "h2e",
                "'h2e' is not a move: want ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)",
            ),
            (
                "h2h1x",
                "'h2h1x' is not a move: want ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)",
            ),
            ("a0a9", "a0a9 is not legal for red"),
            (
                "炮二平",
                "'炮二平' has 3 characters: a move in Chinese has 4",
            ),
            (
                "炮二走五",
                "'炮二走五': '走', character 3, is no direction: want 进, 退 or 平",
            ),
            (
                "炮二平零",
                "'炮二平零': '零', character 4, is no number from 1 to 9",
            ),
            (
                "炮炮平五",
                "'炮炮平五': '炮炮' tells of no piece: want such as 炮二, 前炮, 一兵 or 前三",
            ),
            ("二炮平五", "'二炮平五': only pawns are numbered"),
            ("车一平二", "'车一平二': the rook on i0 cannot move so"),
            ("前炮平五", "'前炮平五': red has no two cannons on one file"),
            (
                "中炮平五",
                "'中炮平五': red has no three cannons on one file",
            ),
            (
                "三兵进一",
                "'三兵进一': red has no 3 pawns on files with several",
            ),
            ("前三进一", "'前三进一': red has no two pawns on its file 3"),
            ("C3.5", "'C3.5': red has no cannon on its file 3"),
            (
                "X2.5",
                "'X2.5' is not a move: want ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)",
            ),
            ("C2.0", "'C2.0': '0', character 4, is no number from 1 to 9"),
            ("++.5", "'++.5': red has no four pawns on one file"),
            ("13+1", "'13+1': red has no two pawns on its file 3"),
        ] {
            assert_eq!(read(&board, text).unwrap_err().to_string(), error, "{text}");
        }
        assert_eq!(
            Notation::Iccs.read(&board, "C2.5").unwrap_err().to_string(),
            "'C2.5' is not a move: want four characters such as h2e2"
        );
    }

    #[test]
    fn a_pinned_piece_and_a_general_in_check() {
        let pinned = Board::from_fen("4k4/4r4/9/9/9/9/9/9/4A4/4K4 w").unwrap();
        assert_eq!(
            read(&pinned, "仕五进四").unwrap_err().to_string(),
            "'仕五进四', e1f2, leaves the general of red attacked"
        );
        let empty = "a0a1".parse().unwrap();
        assert_eq!(Notation::Chinese.write(&pinned, empty), "a0a1");
    }
}
