//! CBR and CBL, the game file formats of CCBridge (象棋桥): one game, and a library of games.
//!
//! A CBR file begins with 2,214 bytes of header: texts in UTF-16 of fixed width, each ended by a zero; the result, the side to
//! move, and the board from black's back rank, a byte per square. Then follow the moves, depth first, each a record of four
//! bytes (flags, unused, from, to), and a comment if a flag is set. The first record is the start of the game. Bytes between
//! the fields are ignored.
//!
//! A CBL file has 66,624 bytes of header and an index, whose length follows from no field that is known. Then follow the slots of
//! 4,096 bytes, from the first game on. A game is laid out as in a CBR file, begins at a slot, and continues in the next ones if
//! it is longer. The reader agrees with cchess (tests/clients/games.py).

use thiserror::Error;

use super::records::{EMPTY, MoveRecord, RecordError, RecordSquare, RecordTree, take_four};
use super::tree::comment_text;
use super::{GameTree, RESULTS};
use crate::board::{Color, FenError, Piece, PieceKind, Square};

/// The first bytes of a CBR file, and of each game in a CBL file.
pub(crate) const RECORD_MAGIC: &[u8] = b"CCBridge Record\0";
/// The first bytes of a CBL file.
pub(crate) const LIBRARY_MAGIC: &[u8] = b"CCBridgeLibrary\0";

/// Bytes of the header of a game; the moves follow.
const HEADER: usize = 2_214;
/// Bytes of the header of a library; the index follows.
const LIBRARY_HEADER: usize = 66_624;
/// Bytes of a slot.
const SLOT: usize = 4_096;

/// Texts of the header: offset, bytes, name in PGN.
const TEXTS: [(usize, usize, &str); 14] = [
    (180, 128, "Title"),
    (692, 64, "Event"),
    (756, 64, "Round"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1_012, 64, "TimeControl"),
    (1_076, 64, "Red"),
    (1_140, 64, "RedTeam"),
    (1_204, 64, "RedTime"),
    (1_300, 64, "Black"),
    (1_364, 64, "BlackTeam"),
    (1_428, 64, "BlackTime"),
    (1_652, 64, "Annotator"),
    (1_780, 64, "Author"),
];
/// The offsets of the result, the side to move and the board in the header.
const RESULT: usize = 2_076;
const SIDE: usize = 2_112;
const BOARD: usize = 2_120;

/// The pieces of each side in the order of their codes, which are 0x11 to 0x17 for red and 0x21 to 0x27 for black.
const KINDS: [PieceKind; 7] = {
    use PieceKind::*;
    [Rook, Horse, Elephant, Advisor, General, Cannon, Pawn]
};

/// An error in a CBR or CBL file. Offsets are in bytes from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CcbridgeError {
    /// The file does not begin with `CCBridge Record`.
    #[error("byte 0: not a CBR file: it does not begin with 'CCBridge Record'")]
    NotRecord,
    /// The file does not begin with `CCBridgeLibrary`.
    #[error("byte 0: not a CBL file: it does not begin with 'CCBridgeLibrary'")]
    NotLibrary,
    /// The file ends at this byte, within the named part.
    #[error("the file ends at byte {0}, within {1}")]
    Truncated(usize, &'static str),
    /// A game ends at this byte, within the named part, because the file ends or the next game begins.
    #[error("the game ends at byte {0}, within {1}")]
    GameTruncated(usize, &'static str),
    /// No game begins from this offset on.
    #[error("byte {0}: no game in the library")]
    Empty(usize),
    /// The board at this offset is no valid position.
    #[error("byte {0}: the pieces form no valid position: {1}")]
    Position(usize, FenError),
    /// A move that is not legal, or nested too deep.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Reads the game of a CBR file. Invalid UTF-16 is replaced by U+FFFD.
///
/// # Errors
/// If the bytes are not a valid CBR file: the first error, with its offset.
///
/// ```
/// use chuhe::games::ccbridge::read;
/// let error = read(b"CCBridge Record\0").unwrap_err();
/// assert_eq!(error.to_string(), "the game ends at byte 16, within the header");
/// ```
pub fn read(bytes: &[u8]) -> Result<GameTree, CcbridgeError> {
    match bytes.starts_with(RECORD_MAGIC) {
        true => read_game(bytes, 0),
        false => Err(CcbridgeError::NotRecord),
    }
}

/// Reads the games of a CBL file. Invalid UTF-16 is replaced by U+FFFD.
///
/// # Errors
/// If the bytes are not a valid CBL file, or have no game: the first error, with its offset.
pub fn read_library(bytes: &[u8]) -> Result<Vec<GameTree>, CcbridgeError> {
    read_library_each(bytes)?.into_iter().collect()
}

/// Reads the games of a CBL file as [`read_library`], but goes on after a game with an error, which stands in its place.
///
/// # Errors
/// If the header or the slots of the file are not valid, or it has no game.
pub(super) fn read_library_each(
    bytes: &[u8],
) -> Result<Vec<Result<GameTree, CcbridgeError>>, CcbridgeError> {
    if !bytes.starts_with(LIBRARY_MAGIC) {
        return Err(CcbridgeError::NotLibrary);
    }
    let truncated = |within| CcbridgeError::Truncated(bytes.len(), within);
    let behind_header = bytes.get(LIBRARY_HEADER..);
    let behind_header = behind_header.ok_or(truncated("the header"))?;
    let mut places = behind_header.windows(RECORD_MAGIC.len());
    let first = places.position(|bytes| bytes == RECORD_MAGIC);
    let first = LIBRARY_HEADER + first.ok_or(CcbridgeError::Empty(LIBRARY_HEADER))?;
    if !(bytes.len() - first).is_multiple_of(SLOT) {
        return Err(truncated("a slot"));
    }
    let slots = (first..bytes.len()).step_by(SLOT);
    let mut begins: Vec<usize> = slots
        .filter(|&slot| bytes[slot..].starts_with(RECORD_MAGIC))
        .collect();
    begins.push(bytes.len());
    let games = begins.windows(2);
    let games = games.map(|game| read_game(&bytes[..game[1]], game[0]));
    Ok(games.collect())
}

/// Reads the game that begins at an offset. It ends at the end of `bytes` at the latest.
fn read_game(bytes: &[u8], begin: usize) -> Result<GameTree, CcbridgeError> {
    let header = bytes[begin..].first_chunk::<HEADER>();
    let header = header.ok_or(CcbridgeError::GameTruncated(bytes.len(), "the header"))?;
    let records = read_records(bytes, begin + HEADER)?;
    let mut placement = EMPTY;
    for (square, &code) in Square::all().map(Square::flipped).zip(&header[BOARD..]) {
        // Other codes are empty squares, as cchess reads them.
        let color = Color::ALL.get(usize::from(code >> 4).wrapping_sub(1));
        let kind = KINDS.get(usize::from(code & 15).wrapping_sub(1));
        if let (Some(&color), Some(&kind)) = (color, kind) {
            placement[square.index()] = Some(Piece::new(color, kind));
        }
    }
    let side = Color::ALL[usize::from(header[SIDE] == 2)];
    let start = records.start_position(&placement, side);
    let start = start.map_err(|error| CcbridgeError::Position(begin + BOARD, error))?;
    let mut game = records.game(start)?;
    for (offset, width, name) in TEXTS {
        let text = decode_text(&header[offset..][..width]);
        if !text.trim().is_empty() {
            game.set_tag(name, text.trim());
        }
    }
    // The result may also be 4, for several results.
    let result = RESULTS.get(usize::from(header[RESULT]));
    game.set_tag("Result", result.unwrap_or(&RESULTS[0]));
    Ok(game)
}

/// The records from an offset on.
fn read_records(bytes: &[u8], begin: usize) -> Result<RecordTree, CcbridgeError> {
    let truncated = |within| CcbridgeError::GameTruncated(bytes.len(), within);
    let mut rest = &bytes[begin..];
    RecordTree::read(|| {
        let offset = bytes.len() - rest.len();
        let record = take_four(&mut rest).ok_or(truncated("a move"))?;
        // A line may end with zeros instead of a flag.
        if record == [0; 4] && offset > begin {
            return Ok(None);
        }
        let [bits, _, from, to] = record;
        let [is_last, has_alternative, has_comment] = [1, 2, 4].map(|flag| bits & flag != 0);
        let mut comment = String::new();
        if has_comment {
            let length = take_four(&mut rest).ok_or(truncated("the length of a comment"))?;
            let text = rest.split_off(..u32::from_le_bytes(length) as usize);
            comment = decode_text(text.ok_or(truncated("a comment"))?);
        }
        let record = MoveRecord::new(offset, square(from), square(to), comment_text(&comment));
        Ok(Some((record, [!is_last, has_alternative])))
    })
}

/// The square with a number, which counts from the left of black's back rank.
fn square(number: u8) -> RecordSquare {
    let square = Square::from_index(number.into());
    square.map(Square::flipped).ok_or(number)
}

/// Decodes text in UTF-16 up to the first zero.
fn decode_text(bytes: &[u8]) -> String {
    let (units, _) = bytes.as_chunks::<2>();
    let units = units.iter().map(|&unit| u16::from_le_bytes(unit));
    let units: Vec<u16> = units.take_while(|&unit| unit != 0).collect();
    String::from_utf16_lossy(&units)
}
