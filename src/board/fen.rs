//! FEN in and out: lenient about how GUIs write it, strict about the board.

use thiserror::Error;

use super::{Board, BoardBuilder, Color, Piece, PositionError, Square};

/// The start of a game.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// What is wrong with a FEN, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenError {
    /// Nothing but white space.
    #[error("the FEN is empty")]
    Empty,
    /// Not ten ranks.
    #[error("the FEN has {}, a board has 10", counted(*.found, "rank"))]
    RankCount {
        /// Ranks found.
        found: usize,
    },
    /// A rank that does not fill its nine files.
    #[error("rank {rank} of the FEN ('{text}') has {}, a rank has 9", counted(*.width, "file"))]
    RankWidth {
        /// The board's rank, 9 for the first in the text.
        rank: u8,
        /// Its width.
        width: usize,
        /// The text of the rank.
        text: String,
    },
    /// A letter that is no piece.
    #[error("rank {rank} of the FEN has '{found}', which is no piece (want K A B N R C P, E or H)")]
    UnknownPiece {
        /// The board's rank, 9 for the first in the text.
        rank: u8,
        /// The character.
        found: char,
    },
    /// A side to move that is neither red nor black.
    #[error("'{text}' is no side to move: want w or r for red, b for black")]
    UnknownSide {
        /// What was found.
        text: String,
    },
    /// A move counter that is not a number.
    #[error("'{text}' is no {counter}: want a number")]
    BadCounter {
        /// Which counter.
        counter: &'static str,
        /// What was found.
        text: String,
    },
    /// Something after the last counter.
    #[error("'{text}' follows the end of the FEN")]
    Trailing {
        /// What was found.
        text: String,
    },
    /// A position that cannot be.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Board {
    /// The position at the start of a game.
    pub fn startpos() -> Board {
        Board::from_fen(START_FEN).expect("the start position is sound")
    }

    /// Reads a FEN.
    ///
    /// Accepted: `w` or `r` for red and `b` for black; E for an elephant and H for a horse; missing
    /// fields from the right (side: red, counters: 0 and 1); `-` or nothing in the two fields that
    /// xiangqi does not use.
    ///
    /// # Errors
    /// Every fault of the text has a [`FenError`] of its own, and every fault of the position a [`PositionError`].
    ///
    /// ```
    /// use chuhe::board::{Board, FenError};
    /// let board = Board::from_fen("4k4/9/9/9/9/9/9/9/4A4/3K5 r").unwrap();
    /// assert_eq!(board.to_fen(), "4k4/9/9/9/9/9/9/9/4A4/3K5 w - - 0 1");
    /// let error = Board::from_fen("4k4/9/9/9/9/9/9/4A4/9/3K5 w").unwrap_err();
    /// assert_eq!(error.to_string(), "red advisor on e2: it can never stand there");
    /// ```
    pub fn from_fen(text: &str) -> Result<Board, FenError> {
        Ok(read(text)?.build()?)
    }

    /// Reads the FEN of a diagram in a rule book, see [`BoardBuilder::build_diagram`].
    ///
    /// # Errors
    /// As [`Board::from_fen`].
    pub fn from_diagram(text: &str) -> Result<Board, FenError> {
        Ok(read(text)?.build_diagram()?)
    }

    /// Writes the FEN, with `w` for red and both counters.
    pub fn to_fen(&self) -> String {
        let mut text = String::with_capacity(80);
        for rank in (0..Square::RANKS).rev() {
            let mut gap = 0;
            for file in 0..Square::FILES {
                match self.piece_at(Square::new(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        push_gap(&mut text, &mut gap);
                        text.push(piece.letter());
                    }
                }
            }
            push_gap(&mut text, &mut gap);
            if rank > 0 {
                text.push('/');
            }
        }
        let side = if self.side == Color::Red { 'w' } else { 'b' };
        text + &format!(" {side} - - {} {}", self.quiet_plies, self.move_number)
    }
}

/// Reads all fields; whether the position can be is not checked yet.
fn read(text: &str) -> Result<BoardBuilder, FenError> {
    let mut fields = text.split_ascii_whitespace();
    let mut builder = BoardBuilder::new();
    read_placement(fields.next().ok_or(FenError::Empty)?, &mut builder)?;
    builder.side(match fields.next() {
        None | Some("w" | "W" | "r" | "R") => Color::Red,
        Some("b" | "B") => Color::Black,
        Some(other) => {
            let text = other.to_owned();
            return Err(FenError::UnknownSide { text });
        }
    });
    let mut rest = fields.skip_while(|field| *field == "-");
    let quiet_plies = read_counter(rest.next(), "count of plies without a capture", 0)?;
    let move_number = read_counter(rest.next(), "move number", 1)?;
    builder.counters(quiet_plies, move_number);
    match rest.next() {
        None => Ok(builder),
        Some(extra) => Err(FenError::Trailing {
            text: extra.to_owned(),
        }),
    }
}

fn read_placement(placement: &str, builder: &mut BoardBuilder) -> Result<(), FenError> {
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != Square::RANKS as usize {
        return Err(FenError::RankCount { found: ranks.len() });
    }
    for (text, rank) in ranks.into_iter().zip((0..Square::RANKS).rev()) {
        let mut width = 0;
        // The width first, so that a rank that is too long is called that and nothing else.
        for found in text.chars() {
            width += match found {
                '1'..='9' => found as usize - '0' as usize,
                _ if Piece::from_letter(found).is_some() => 1,
                _ => return Err(FenError::UnknownPiece { rank, found }),
            };
        }
        if width != Square::FILES as usize {
            let text = text.to_owned();
            return Err(FenError::RankWidth { rank, width, text });
        }
        let mut file = 0;
        for found in text.chars() {
            match Piece::from_letter(found) {
                Some(piece) => {
                    builder.place(piece, Square::new(file, rank))?;
                    file += 1;
                }
                None => file += found as u8 - b'0',
            }
        }
    }
    Ok(())
}

/// `1 rank`, `2 ranks`.
fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        text.push((b'0' + *gap) as char);
        *gap = 0;
    }
}

fn read_counter(text: Option<&str>, counter: &'static str, missing: u16) -> Result<u16, FenError> {
    match text {
        None => Ok(missing),
        // A number too large for us is still a number: no game is that long.
        Some(text) if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => {
            Ok(text.parse().unwrap_or(u16::MAX))
        }
        Some(text) => Err(FenError::BadCounter {
            counter,
            text: text.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips() {
        for fen in [
            START_FEN,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 b - - 31 77",
        ] {
            let board = Board::from_fen(fen).unwrap();
            assert_eq!(board.to_fen(), fen);
            assert_eq!(board.mirrored().mirrored(), board);
            assert_eq!(board.flipped().flipped(), board);
        }
    }

    #[test]
    fn lenient_where_guis_are() {
        let board =
            Board::from_fen("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")
                .unwrap();
        assert_eq!(board, Board::startpos());
        let placement = START_FEN.split(' ').next().unwrap();
        for tail in [
            "",
            " w",
            " w - -",
            " w - - 0",
            " W 0 1",
            "   w  -  -  0  1  ",
        ] {
            assert_eq!(
                Board::from_fen(&format!("{placement}{tail}")).unwrap(),
                Board::startpos()
            );
        }
        let black = Board::from_fen(&format!("{placement} b - - 99999999 3")).unwrap();
        assert_eq!(
            (black.side(), black.quiet_plies()),
            (Color::Black, u16::MAX)
        );
    }

    #[test]
    fn each_fault_is_named() {
        let cases = [
            ("", "the FEN is empty"),
            ("4k4/9/9 w", "the FEN has 3 ranks, a board has 10"),
            ("startpos", "the FEN has 1 rank, a board has 10"),
            (
                "4k4/9/9/9/9/1/9/9/9/3K5 w",
                "rank 4 of the FEN ('1') has 1 file, a rank has 9",
            ),
            (
                "4k4/9/9/9/54/91/9/9/9/3K5 w",
                "rank 4 of the FEN ('91') has 10 files, a rank has 9",
            ),
            (
                "4k4/9/9/9/9/9/9/9/x8/3K5 w",
                "rank 1 of the FEN has 'x', which is no piece (want K A B N R C P, E or H)",
            ),
            (
                "4k4/0/9/9/9/9/9/9/9/3K5 w",
                "rank 8 of the FEN has '0', which is no piece (want K A B N R C P, E or H)",
            ),
            (
                "4k4/9/9/RRR6/9/9/9/9/9/3K5 w",
                "red rook on c6 is one too many: a side has at most 2",
            ),
            (
                "3kk4/9/9/9/9/9/9/9/9/5K3 w",
                "black general on e9 is one too many: a side has at most 1",
            ),
            (
                "4k4/9/9/9/9/9/9/9/A8/3K5 w",
                "red advisor on a1: it can never stand there",
            ),
            (
                "4k4/9/9/9/9/9/9/9/P8/3K5 w",
                "red pawn on a1: it can never stand there",
            ),
            (
                "4k4/9/9/9/9/9/1P7/9/9/3K5 w",
                "red pawn on b3: it can never stand there",
            ),
            (
                "9/9/9/4k4/9/9/9/9/9/3K5 w",
                "black general on e6: it can never stand there",
            ),
            ("4k4/9/9/9/9/9/9/9/9/9 w", "red has no general"),
            ("9/9/9/9/9/9/9/9/9/4K4 w", "black has no general"),
            (
                "4k4/9/9/9/9/9/9/9/9/3K5 x",
                "'x' is no side to move: want w or r for red, b for black",
            ),
            (
                "4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1",
                "'x' is no count of plies without a capture: want a number",
            ),
            (
                "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 y",
                "'y' is no move number: want a number",
            ),
            (
                "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 z",
                "'z' follows the end of the FEN",
            ),
            (
                "4k4/9/9/9/9/9/9/9/9/4K4 b",
                "the generals face each other on file e with black to move",
            ),
            (
                "4k4/9/9/9/4R4/9/9/9/9/3K5 w",
                "red is to move and could capture the general from e5",
            ),
        ];
        for (fen, message) in cases {
            assert_eq!(
                Board::from_fen(fen).unwrap_err().to_string(),
                message,
                "{fen}"
            );
        }
    }
}
