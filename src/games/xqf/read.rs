//! XQF reader: bytes to a game tree.

use thiserror::Error;

use super::layout::{HEADER, Keys, LAST_PLAIN, NEWEST, TEXTS, flags, square};
use crate::board::{Color, FenError, PositionError};
use crate::games::records::{
    EMPTY, MoveRecord, Placement, RecordError, RecordTree, numbered_piece, take_four,
};
use crate::games::tree::comment_text;
use crate::games::{GameTree, RESULTS};

/// An error in an XQF file. Offsets are in bytes from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum XqfError {
    /// The file does not begin with `XQ`.
    #[error("not an XQF file: it does not begin with XQ")]
    NotXqf,
    /// A version newer than 18.
    #[error("byte 2: version {0} of XQF; the newest that is known is {NEWEST}")]
    Version(u8),
    /// The file ends at this byte, within the named part.
    #[error("the file ends at byte {0}, within {1}")]
    Truncated(usize, &'static str),
    /// The pieces of the header form no valid position.
    #[error("byte 16: the pieces form no valid position: {0}")]
    Position(FenError),
    /// A move that is not legal, or nested too deep.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// True if bytes begin as an XQF file does. Text may begin with the same letters, but has no zero.
pub(in crate::games) fn is_xqf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"XQ") && bytes.iter().take(HEADER).any(|&byte| byte == 0)
}

/// Reads a game. Bytes that are not valid GB18030 are replaced by U+FFFD.
///
/// # Errors
/// If the bytes are not a valid XQF file: the first error, with its offset.
///
/// ```
/// use chuhe::games::xqf::read;
/// assert_eq!(read(b"[Event").unwrap_err().to_string(), "not an XQF file: it does not begin with XQ");
/// ```
pub fn read(bytes: &[u8]) -> Result<GameTree, XqfError> {
    if !bytes.starts_with(b"XQ") {
        return Err(XqfError::NotXqf);
    }
    let header = bytes.first_chunk::<HEADER>();
    let header = header.ok_or(XqfError::Truncated(bytes.len(), "the header"))?;
    if header[2] > NEWEST {
        return Err(XqfError::Version(header[2]));
    }
    let keys = Keys::of(header);
    let records = read_records(bytes, header[2] <= LAST_PLAIN, &keys)?;
    let side = Color::ALL[usize::from(header[50] == 1)];
    let start = placement(header, &keys).and_then(|pieces| records.start_position(&pieces, side));
    let mut game = records.game(start.map_err(XqfError::Position)?)?;
    for (offset, most, name) in TEXTS {
        let length = usize::from(header[offset]).min(most);
        let text = decode_text(&header[offset + 1..][..length]);
        if !text.trim().is_empty() {
            game.set_tag(name, text.trim());
        }
    }
    let result = RESULTS.get(usize::from(header[51]));
    game.set_tag("Result", result.unwrap_or(&RESULTS[0]));
    Ok(game)
}

/// The pieces of the header.
fn placement(header: &[u8; HEADER], keys: &Keys) -> Result<Placement, FenError> {
    let mut placement = EMPTY;
    for index in 0..32 {
        let number = (index + keys.rotation) % 32;
        if let Ok(square) = square(header[16 + index].wrapping_sub(keys.squares)) {
            let piece = numbered_piece(number);
            if placement[square.index()].replace(piece).is_some() {
                return Err(PositionError::Occupied(piece, square).into());
            }
        }
    }
    Ok(placement)
}

/// All records in the order of the file.
fn read_records(bytes: &[u8], is_plain: bool, keys: &Keys) -> Result<RecordTree, XqfError> {
    let truncated = |within| XqfError::Truncated(bytes.len(), within);
    let scrambled = bytes[HEADER..].iter().enumerate();
    let records = scrambled.map(|(at, byte)| byte.wrapping_sub(keys.at(at)));
    let records: Vec<u8> = records.collect();
    let mut rest = &records[..];
    RecordTree::read(|| {
        let offset = bytes.len() - rest.len();
        let [from, to, bits, _] = take_four(&mut rest).ok_or(truncated("a move"))?;
        let [has_next, has_alternative, has_comment] = flags(is_plain).map(|flag| bits & flag != 0);
        let mut comment = String::new();
        if is_plain || has_comment {
            let length = take_four(&mut rest).ok_or(truncated("the length of a comment"))?;
            let length = u32::from_le_bytes(length).wrapping_sub(keys.comment);
            let text = rest.split_off(..length as usize);
            comment = decode_text(text.ok_or(truncated("a comment"))?);
        }
        let from = square(from.wrapping_sub(24).wrapping_sub(keys.from));
        let to = square(to.wrapping_sub(32).wrapping_sub(keys.to));
        let record = MoveRecord::new(offset, from, to, comment_text(&comment));
        Ok(Some((record, [has_next, has_alternative])))
    })
}

/// Decodes text in GB18030 up to the first zero byte.
fn decode_text(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let (text, _) = encoding_rs::GB18030.decode_without_bom_handling(text);
    text.into_owned()
}
