//! XQF reader: bytes to a game tree.

use thiserror::Error;

use super::layout::{HEADER, Keys, LAST_PLAIN, NEWEST, PIECES, TEXTS, flags, square};
use crate::board::{Board, FenError, Move, Square};
use crate::games::{Encoding, GameLine, GameNode, GameTree, MAX_NESTING, RESULTS};

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
    /// A move that is off the board or not legal: offset of the record, squares left and reached.
    #[error("byte {0}: the move from {1} to {2} is not legal")]
    Illegal(usize, String, String),
    /// The nesting at this offset exceeds [`MAX_NESTING`].
    #[error("byte {0}: variations are nested more than {MAX_NESTING} deep")]
    TooDeep(usize),
}

/// A record of the tree: a move, and the indices of the records of its replies.
struct XqfRecord {
    offset: usize,
    from: u8,
    to: u8,
    comment: String,
    next: Vec<usize>,
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
    let mut game = GameTree::new(start_position(header, &keys, &records)?);
    for (offset, most, name) in TEXTS {
        let length = usize::from(header[offset]).min(most);
        let text = decode_text(&header[offset + 1..][..length]);
        if !text.trim().is_empty() {
            game.set_tag(name, text.trim());
        }
    }
    let result = RESULTS.get(usize::from(header[51]));
    game.set_tag("Result", result.unwrap_or(&RESULTS[0]));
    game.comment.clone_from(&records[0].comment);
    game.line = build_line(&records, &records[0].next, game.start.clone(), 0)?;
    Ok(game)
}

/// The start position. The side to move is that of the first move. The header, which is wrong in many files, is used only if
/// there is no move.
fn start_position(
    header: &[u8; HEADER],
    keys: &Keys,
    records: &[XqfRecord],
) -> Result<Board, XqfError> {
    let mut letters = ['1'; Square::COUNT];
    for index in 0..32 {
        let slot = (index + keys.rotation) % 32;
        if let Some(square) = square(header[16 + index].wrapping_sub(keys.squares)) {
            let letter = PIECES[slot % 16];
            letters[square.index()] = match slot {
                ..16 => letter,
                _ => letter.to_ascii_lowercase(),
            };
        }
    }
    let first = records[0].next.first();
    let from = first.and_then(|&index| square(records[index].from));
    let black = match from.map(|square| letters[square.index()]) {
        Some(letter) if letter != '1' => letter.is_ascii_lowercase(),
        _ => header[50] == 1,
    };
    let ranks = letters.chunks(Square::FILES.into()).rev();
    let ranks: Vec<String> = ranks.map(String::from_iter).collect();
    let side = if black { 'b' } else { 'w' };
    Board::from_fen(&format!("{} {side}", ranks.join("/"))).map_err(XqfError::Position)
}

/// All records in the order of the file. The first is the start of the game.
fn read_records(bytes: &[u8], is_plain: bool, keys: &Keys) -> Result<Vec<XqfRecord>, XqfError> {
    let mut offset = HEADER;
    let mut take = |count: usize, within: &'static str| {
        let end = offset.checked_add(count).filter(|&end| end <= bytes.len());
        let end = end.ok_or(XqfError::Truncated(bytes.len(), within))?;
        let taken: Vec<u8> = (offset..end)
            .map(|at| bytes[at].wrapping_sub(keys.at(at - HEADER)))
            .collect();
        offset = end;
        Ok::<_, XqfError>((end - count, taken))
    };
    let mut records: Vec<XqfRecord> = Vec::new();
    // The record before the next one, and the records with alternatives that have not been read.
    let mut parent: Option<usize> = None;
    let mut alternatives = Vec::new();
    loop {
        let (offset, record) = take(4, "a move")?;
        let [has_next, has_alternative, has_comment] =
            flags(is_plain).map(|flag| record[2] & flag != 0);
        let mut comment = String::new();
        if is_plain || has_comment {
            let (_, length) = take(4, "the length of a comment")?;
            let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
            let length = length.wrapping_sub(keys.comment) as usize;
            comment = decode_text(&take(length, "a comment")?.1);
        }
        let index = records.len();
        records.push(XqfRecord {
            offset,
            from: record[0].wrapping_sub(24).wrapping_sub(keys.from),
            to: record[1].wrapping_sub(32).wrapping_sub(keys.to),
            comment: comment.trim().replace("\r\n", "\n"),
            next: Vec::new(),
        });
        // The first record has no parent and no alternative.
        if let Some(parent) = parent {
            records[parent].next.push(index);
            if has_alternative {
                alternatives.push(parent);
            }
        }
        parent = match has_next {
            true => Some(index),
            false => alternatives.pop(),
        };
        if parent.is_none() {
            return Ok(records);
        }
    }
}

/// The line that begins with the first of the records in `first`; the others are its variations.
fn build_line(
    records: &[XqfRecord],
    first: &[usize],
    mut board: Board,
    depth: usize,
) -> Result<GameLine, XqfError> {
    let mut line = GameLine::new();
    let mut next = first;
    while let Some((&main, others)) = next.split_first() {
        let record = &records[main];
        if depth > MAX_NESTING {
            return Err(XqfError::TooDeep(record.offset));
        }
        let mut node = GameNode::new(legal_move(record, &board)?);
        node.comment.clone_from(&record.comment);
        for other in others {
            let other = std::slice::from_ref(other);
            let variation = build_line(records, other, board.clone(), depth + 1)?;
            node.variations.push(variation);
        }
        let _ = board.make(node.mv);
        line.push(node);
        next = &record.next;
    }
    Ok(line)
}

/// The move of a record, which must be legal.
fn legal_move(record: &XqfRecord, board: &Board) -> Result<Move, XqfError> {
    let (from, to) = (square(record.from), square(record.to));
    let squares = from.zip(to).filter(|(from, to)| from != to);
    let mv = squares.map(|(from, to)| Move::new(from, to));
    mv.filter(|&mv| board.is_legal_move(mv)).ok_or_else(|| {
        let name = |square: Option<Square>, number: u8| {
            square.map_or_else(|| number.to_string(), |square| square.to_string())
        };
        let (from, to) = (name(from, record.from), name(to, record.to));
        XqfError::Illegal(record.offset, from, to)
    })
}

/// Decodes text in GB18030 up to the first zero byte.
fn decode_text(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let decoded = Encoding::Gb18030.decode(text);
    decoded.unwrap_or_else(|_| encoding_rs::GB18030.decode(text).0.into_owned())
}
