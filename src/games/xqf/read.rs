//! From bytes to a game.

use thiserror::Error;

use super::Keys;
use super::layout::{FOLLOWED, HEADER, LAST_PLAIN, NEWEST, PIECES, SAID, TEXTS, VARIED};
use crate::board::{Board, Color, FenError, Move, Square};
use crate::games::{Encoding, GameTree, Line, MAX_NESTING, Node};

/// What is wrong with an XQF file, and at which byte.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum XqfError {
    /// Not a file of this format.
    #[error("no XQF file: it does not begin with XQ")]
    NotXqf,
    /// A version that XQStudio never wrote.
    #[error("byte 2: version {version} of XQF; the newest that is known is {NEWEST}")]
    Version {
        /// The version.
        version: u8,
    },
    /// The file ends too early.
    #[error("the file ends at byte {offset}, within {within}")]
    Truncated {
        /// Where it ends.
        offset: usize,
        /// What was being read.
        within: &'static str,
    },
    /// The squares of the pieces make no position.
    #[error("byte 16: the pieces make no position: {0}")]
    Position(FenError),
    /// A move off the board or against the rules.
    #[error("byte {offset}: the move from {from} to {to} is not legal")]
    Illegal {
        /// The record.
        offset: usize,
        /// The square left, or its number.
        from: String,
        /// The square reached, or its number.
        to: String,
    },
    /// Variations in variations, too many.
    #[error("byte {offset}: variations are nested more than {MAX_NESTING} deep")]
    TooDeep {
        /// The record.
        offset: usize,
    },
}

/// A record of the tree: a move, and those that may follow it.
struct Record {
    offset: usize,
    from: u8,
    to: u8,
    comment: String,
    next: Vec<usize>,
}

/// Reads a game.
///
/// Texts that are no sound GBK are read as far as they can be.
///
/// # Errors
/// At the first fault, with its place.
///
/// ```
/// use chuhe::games::xqf::read;
/// assert_eq!(read(b"[Event").unwrap_err().to_string(), "no XQF file: it does not begin with XQ");
/// ```
pub fn read(bytes: &[u8]) -> Result<GameTree, XqfError> {
    if !bytes.starts_with(b"XQ") {
        return Err(XqfError::NotXqf);
    }
    let header = bytes.first_chunk::<HEADER>().ok_or(XqfError::Truncated {
        offset: bytes.len(),
        within: "the header",
    })?;
    let version = header[2];
    if version > NEWEST {
        return Err(XqfError::Version { version });
    }
    let keys = Keys::of(header);
    let records = read_records(bytes, header[2], &keys)?;
    let rows = placement(header, &keys);
    let start = start(&rows, header, &records)?;
    let mut game = GameTree::new(start);
    for (offset, most, name) in TEXTS {
        let length = usize::from(header[offset]).min(most);
        let text = text(&header[offset + 1..offset + 1 + length]);
        if !text.trim().is_empty() {
            game.set_tag(name, text.trim());
        }
    }
    let result = match header[51] {
        1 => "1-0",
        2 => "0-1",
        3 => "1/2-1/2",
        _ => "*",
    };
    game.set_tag("Result", result);
    game.comment.clone_from(&records[0].comment);
    game.line = line(&records, &records[0].next, game.start.clone(), 0)?;
    Ok(game)
}

/// The pieces as ranks of a FEN, a character a square.
fn placement(header: &[u8; HEADER], keys: &Keys) -> Vec<String> {
    let mut rows = vec![['1'; 9]; 10];
    for index in 0..32 {
        let place = (index + keys.turned) % 32;
        let square = header[16 + index].wrapping_sub(keys.squares);
        let letter = PIECES[place % 16];
        if square < 90 {
            let (file, rank) = (usize::from(square / 10), usize::from(square % 10));
            rows[9 - rank][file] = if place < 16 {
                letter
            } else {
                letter.to_ascii_lowercase()
            };
        }
    }
    rows.iter().map(|row| row.iter().collect()).collect()
}

/// The position at the start. Whoever makes the first move is to move, whatever the header says, for
/// many headers are wrong about it.
fn start(rows: &[String], header: &[u8; HEADER], records: &[Record]) -> Result<Board, XqfError> {
    let first = records[0].next.first().map(|&index| &records[index]);
    let mover = first
        .and_then(|record| square(record.from))
        .and_then(|square| {
            let row = &rows[9 - usize::from(square.rank())];
            row.chars().nth(square.file().into())
        });
    let black = match mover {
        Some(letter) if letter.is_ascii_alphabetic() => letter.is_ascii_lowercase(),
        _ => header[50] == 1,
    };
    let side = if black { Color::Black } else { Color::Red };
    let letter = if side == Color::Red { 'w' } else { 'b' };
    Board::from_fen(&format!("{} {letter}", rows.join("/"))).map_err(XqfError::Position)
}

/// All records, in the order of the file; the first is the start.
fn read_records(bytes: &[u8], version: u8, keys: &Keys) -> Result<Vec<Record>, XqfError> {
    let mut offset = HEADER;
    let mut take = |count: usize, within: &'static str| {
        let end = offset.checked_add(count).filter(|&end| end <= bytes.len());
        let end = end.ok_or(XqfError::Truncated {
            offset: bytes.len(),
            within,
        })?;
        let taken: Vec<u8> = (offset..end)
            .map(|at| bytes[at].wrapping_sub(keys.at(at - HEADER)))
            .collect();
        offset = end;
        Ok::<_, XqfError>((end - count, taken))
    };
    let mut records: Vec<Record> = Vec::new();
    // Where the next record belongs, and where those belong that are varied further up.
    let mut parent: Option<usize> = None;
    let mut varied = Vec::new();
    loop {
        let (at, record) = take(4, "a move")?;
        // In plain files the flags are the halves of the byte, and a length follows always.
        let flags = match version <= LAST_PLAIN {
            true => {
                let followed = if record[2] & 0xf0 != 0 { FOLLOWED } else { 0 };
                let other = if record[2] & 0x0f != 0 { VARIED } else { 0 };
                followed | other | SAID
            }
            false => record[2],
        };
        let mut comment = String::new();
        if flags & SAID != 0 {
            let (_, length) = take(4, "the length of a comment")?;
            let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
            let length = length.wrapping_sub(keys.comment) as usize;
            comment = text(&take(length, "a comment")?.1);
        }
        let index = records.len();
        records.push(Record {
            offset: at,
            from: record[0].wrapping_sub(24).wrapping_sub(keys.from),
            to: record[1].wrapping_sub(32).wrapping_sub(keys.to),
            comment: comment.trim().replace("\r\n", "\n"),
            next: Vec::new(),
        });
        // The start follows nothing, and stands in nobody's place.
        if let Some(parent) = parent {
            records[parent].next.push(index);
            if flags & VARIED != 0 {
                varied.push(parent);
            }
        }
        if flags & FOLLOWED != 0 {
            parent = Some(index);
        } else if let Some(above) = varied.pop() {
            parent = Some(above);
        } else {
            return Ok(records);
        }
    }
}

/// The line that begins with the first of some records, the others being variations of it.
fn line(
    records: &[Record],
    first: &[usize],
    mut board: Board,
    depth: usize,
) -> Result<Line, XqfError> {
    let mut line = Line::new();
    let mut next = first;
    while let Some((&main, others)) = next.split_first() {
        let record = &records[main];
        if depth > MAX_NESTING {
            return Err(XqfError::TooDeep {
                offset: record.offset,
            });
        }
        let mut node = Node::new(legal(record, &board)?);
        node.comment.clone_from(&record.comment);
        for &other in others {
            let variation = line_from(records, other, board.clone(), depth + 1)?;
            node.variations.push(variation);
        }
        let _ = board.make(node.mv);
        line.push(node);
        next = &record.next;
    }
    Ok(line)
}

fn line_from(
    records: &[Record],
    index: usize,
    board: Board,
    depth: usize,
) -> Result<Line, XqfError> {
    line(records, &[index], board, depth)
}

/// The move of a record.
fn legal(record: &Record, board: &Board) -> Result<Move, XqfError> {
    let (from, to) = (square(record.from), square(record.to));
    let mv = match (from, to) {
        (Some(from), Some(to)) if from != to => Some(Move::new(from, to)),
        _ => None,
    };
    mv.filter(|&mv| board.is_legal_move(mv)).ok_or_else(|| {
        let name = |square: Option<Square>, number: u8| {
            square.map_or_else(|| number.to_string(), |square| square.to_string())
        };
        XqfError::Illegal {
            offset: record.offset,
            from: name(from, record.from),
            to: name(to, record.to),
        }
    })
}

/// Files count tens, ranks ones.
fn square(number: u8) -> Option<Square> {
    (number < 90).then(|| Square::new(number / 10, number % 10))
}

/// A text in GBK; what is none of it becomes a replacement character.
fn text(bytes: &[u8]) -> String {
    let end = bytes
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(bytes.len());
    match Encoding::Gb18030.decode(&bytes[..end]) {
        Ok(text) => text,
        Err(_) => encoding_rs::GB18030.decode(&bytes[..end]).0.into_owned(),
    }
}
