//! FEN reader and writer. The reader accepts the variants that GUIs write and rejects impossible positions.

use thiserror::Error;

use super::{Board, BoardBuilder, Color, Piece, PositionError, Square};

/// The FEN of the initial position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// What is wrong with a FEN, and where. Ranks are those of the board, 9 for the first in the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenError {
    /// Nothing but white space.
    #[error("the FEN is empty")]
    Empty,
    /// A number of ranks other than 10.
    #[error("the FEN has {}, a board has 10", counted(*.0, "rank"))]
    RankCount(usize),
    /// A rank whose width is not 9 files.
    #[error("rank {rank} of the FEN ('{text}') has {}, a rank has 9", counted(*.width, "file"))]
    RankWidth {
        /// The rank, 0 to 9 from red's side.
        rank: u8,
        /// Its number of squares.
        width: usize,
        /// Its text.
        text: String,
    },
    /// A letter that is not a piece.
    #[error(
        "rank {rank} of the FEN has '{found}', which is not a piece (expected K A B N R C P, E or H)"
    )]
    UnknownPiece {
        /// Its rank, 0 to 9 from red's side.
        rank: u8,
        /// The letter.
        found: char,
    },
    /// A side to move that is neither red nor black.
    #[error("'{0}' is not a side to move: expected w or r for red, b for black")]
    UnknownSide(String),
    /// A counter that is not a number.
    #[error("'{text}' is not a {counter}: expected a number")]
    BadCounter {
        /// Its name.
        counter: &'static str,
        /// Its text.
        text: String,
    },
    /// Something after the last counter.
    #[error("'{0}' follows the end of the FEN")]
    Trailing(String),
    /// An impossible position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Board {
    /// The initial position.
    pub fn startpos() -> Board {
        Board::from_fen(START_FEN).expect("the initial position is sound")
    }

    /// Reads a FEN.
    ///
    /// Accepts `w` or `r` for red and `b` for black; E for an elephant and H for a horse; missing
    /// fields from the right (side: red, counters: 0 and 1); `-` or nothing in the two fields that
    /// xiangqi does not use.
    ///
    /// # Errors
    /// If the text is not a FEN or the position is impossible.
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

    /// Reads the FEN of a diagram in a rule book; see [`BoardBuilder::build_diagram`].
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
            let squares = (0..Square::FILES).map(|file| Square::new(file, rank));
            text.extend(squares.map(|square| self.piece_at(square).map_or('1', Piece::letter)));
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        for gap in (2..=9).rev() {
            text = text.replace(&"1".repeat(gap), &gap.to_string());
        }
        let side = if self.side == Color::Red { 'w' } else { 'b' };
        text + &format!("{side} - - {} {}", self.quiet_plies, self.move_number)
    }
}

/// Reads all fields without checking the position.
fn read(text: &str) -> Result<BoardBuilder, FenError> {
    let mut fields = text.split_ascii_whitespace();
    let mut builder = BoardBuilder::default();
    read_placement(fields.next().ok_or(FenError::Empty)?, &mut builder)?;
    builder.side(match fields.next() {
        None | Some("w" | "W" | "r" | "R") => Color::Red,
        Some("b" | "B") => Color::Black,
        Some(other) => return Err(FenError::UnknownSide(other.to_owned())),
    });
    let mut rest = fields.skip_while(|field| *field == "-");
    let quiet_plies = read_counter(rest.next(), "count of plies without a capture", 0)?;
    let move_number = read_counter(rest.next(), "move number", 1)?;
    builder.counters(quiet_plies, move_number);
    match rest.next() {
        None => Ok(builder),
        Some(extra) => Err(FenError::Trailing(extra.to_owned())),
    }
}

fn read_placement(placement: &str, builder: &mut BoardBuilder) -> Result<(), FenError> {
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != Square::RANKS as usize {
        return Err(FenError::RankCount(ranks.len()));
    }
    for (text, rank) in ranks.into_iter().zip((0..Square::RANKS).rev()) {
        // The width is checked before the pieces, so that a rank that is too long is reported as such.
        let (mut width, mut pieces) = (0, Vec::new());
        for found in text.chars() {
            match (found, Piece::from_letter(found)) {
                (_, Some(piece)) => pieces.push((piece, width)),
                ('1'..='9', None) => width += found as usize - '1' as usize,
                _ => return Err(FenError::UnknownPiece { rank, found }),
            }
            width += 1;
        }
        if width != Square::FILES as usize {
            let text = text.to_owned();
            return Err(FenError::RankWidth { rank, width, text });
        }
        for (piece, file) in pieces {
            builder.place(piece, Square::new(file as u8, rank))?;
        }
    }
    Ok(())
}

/// The count with its noun: `1 rank`, `2 ranks`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn read_counter(text: Option<&str>, counter: &'static str, missing: u16) -> Result<u16, FenError> {
    match text {
        None => Ok(missing),
        // Numbers that are too large are read as the largest.
        Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
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
        let after = Board::startpos().after("h2e2".parse().unwrap(), |board| board.to_fen());
        assert!(after.ends_with("/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"));
    }

    #[test]
    fn variants_that_guis_write_are_read() {
        let start = Board::startpos();
        let letters = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r";
        assert_eq!(Board::from_fen(letters).unwrap(), start);
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
                start
            );
        }
        let black = Board::from_fen(&format!("{placement} b - - 99999999 3")).unwrap();
        assert_eq!(black.side(), Color::Black);
        assert_eq!(black.quiet_plies(), u16::MAX);
    }

    #[test]
    fn each_fault_is_named() {
        let cases = " => the FEN is empty
4k4/9/9 w => the FEN has 3 ranks, a board has 10
startpos => the FEN has 1 rank, a board has 10
4k4/9/9/9/9/1/9/9/9/3K5 w => rank 4 of the FEN ('1') has 1 file, a rank has 9
4k4/9/9/9/54/91/9/9/9/3K5 w => rank 4 of the FEN ('91') has 10 files, a rank has 9
4k4/9/9/9/9/9/9/9/x8/3K5 w => rank 1 of the FEN has 'x', which is not a piece (expected K A B N R C P, E or H)
4k4/0/9/9/9/9/9/9/9/3K5 w => rank 8 of the FEN has '0', which is not a piece (expected K A B N R C P, E or H)
4k4/9/9/RRR6/9/9/9/9/9/3K5 w => red rook on c6 is one too many: a side has at most 2
3kk4/9/9/9/9/9/9/9/9/5K3 w => black general on e9 is one too many: a side has at most 1
4k4/9/9/9/9/9/9/9/A8/3K5 w => red advisor on a1: it can never stand there
4k4/9/9/9/9/9/9/9/P8/3K5 w => red pawn on a1: it can never stand there
4k4/9/9/9/9/9/1P7/9/9/3K5 w => red pawn on b3: it can never stand there
9/9/9/4k4/9/9/9/9/9/3K5 w => black general on e6: it can never stand there
4k4/9/9/9/9/9/9/9/9/9 w => red has no general
9/9/9/9/9/9/9/9/9/4K4 w => black has no general
4k4/9/9/9/9/9/9/9/9/3K5 x => 'x' is not a side to move: expected w or r for red, b for black
4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1 => 'x' is not a count of plies without a capture: expected a number
4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 y => 'y' is not a move number: expected a number
4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 z => 'z' follows the end of the FEN
4k4/9/9/9/9/9/9/9/9/4K4 b => the generals face each other on file e with black to move
4k4/9/9/9/4R4/9/9/9/9/3K5 w => red is to move and could capture the general from e5";
        for line in cases.lines() {
            let (fen, message) = line.split_once(" => ").unwrap();
            assert_eq!(Board::from_fen(fen).unwrap_err().to_string(), message);
        }
    }
}
