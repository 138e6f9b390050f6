//! From a game to bytes.

use thiserror::Error;

use super::Keys;
use super::layout::{FOLLOWED, HEADER, LAST_PLAIN, NEWEST, PIECES, SAID, TEXTS, VARIED};
use crate::board::{Color, Square};
use crate::games::encoding::EncodingError;
use crate::games::{Encoding, GameTree, Line, Node};

/// Why a game cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WriteError {
    /// A comment that the encoding cannot express.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}

/// The bytes of a game. With `seed`, the seven bytes from which a header's keys come (mask, three for
/// the records, three for the squares), it is scrambled as version 18; without, it is
/// a plain file of version 10. Headers that are too long are cut, glyphs are left out.
///
/// # Errors
/// When a text has a character that GB18030 cannot express.
pub fn write(game: &GameTree, seed: Option<[u8; 7]>) -> Result<Vec<u8>, WriteError> {
    let mut header = [0; HEADER];
    header[..2].copy_from_slice(b"XQ");
    header[2] = if seed.is_some() { NEWEST } else { LAST_PLAIN };
    if let Some(seed) = seed {
        header[3] = seed[0];
        header[8..11].copy_from_slice(&seed[1..4]);
        header[13..16].copy_from_slice(&seed[4..7]);
        // Four by four they add up to nothing: XQStudio checks the second sum, other readers both together.
        header[11] = less_than_nothing(&seed[1..4]);
        header[12] = less_than_nothing(&seed[4..7]);
    }
    let keys = Keys::of(&header);
    place(&mut header, game, &keys);
    header[50] = u8::from(game.start.side() == Color::Black);
    header[51] = match game.result() {
        "1-0" => 1,
        "0-1" => 2,
        "1/2-1/2" => 3,
        _ => 0,
    };
    for (offset, most, name) in TEXTS {
        let bytes = fitting(game.tag(name).unwrap_or_default(), most)?;
        header[offset] = bytes.len() as u8;
        header[offset + 1..offset + 1 + bytes.len()].copy_from_slice(&bytes);
    }
    let mut records = Records {
        bytes: Vec::new(),
        keys: &keys,
        plain: seed.is_none(),
    };
    records.push([0, 0], !game.line.is_empty(), false, &game.comment)?;
    records.line(&game.line, &[])?;
    let mut bytes = header.to_vec();
    let scrambled = records.bytes.iter().enumerate();
    bytes.extend(scrambled.map(|(at, byte)| byte.wrapping_add(keys.at(at))));
    Ok(bytes)
}

/// What makes the sum of some bytes nothing.
fn less_than_nothing(bytes: &[u8]) -> u8 {
    let sum = bytes
        .iter()
        .fold(0, |sum: u8, byte| sum.wrapping_add(*byte));
    sum.wrapping_neg()
}

fn place(header: &mut [u8; HEADER], game: &GameTree, keys: &Keys) {
    let mut squares = [0xff_u8; 32];
    for (piece, square) in game.start.all_pieces() {
        let letter = piece.kind().letter();
        let first = piece.color().index() * 16;
        let free = (0..16).find(|&i| PIECES[i] == letter && squares[first + i] == 0xff);
        if let Some(index) = free {
            squares[first + index] = number(square);
        }
    }
    for index in 0..32 {
        let place = (index + keys.turned) % 32;
        header[16 + index] = squares[place].wrapping_add(keys.squares);
    }
}

/// A text in GB18030, cut between characters where it is too long.
fn fitting(text: &str, most: usize) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    for character in text.chars() {
        let next = Encoding::Gb18030.encode(character.encode_utf8(&mut [0; 4]))?;
        if bytes.len() + next.len() > most {
            break;
        }
        bytes.extend(next);
    }
    Ok(bytes)
}

const fn number(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

struct Records<'a> {
    bytes: Vec<u8>,
    keys: &'a Keys,
    plain: bool,
}

impl Records<'_> {
    /// A line, and then what might have been played in place of its first move, for such is the
    /// order of the file: all that follows a move stands before its variations.
    fn line(&mut self, line: &Line, others: &[Line]) -> Result<(), WriteError> {
        for (index, node) in line.iter().enumerate() {
            let varied = match index {
                0 => !others.is_empty() || !node.variations.is_empty(),
                _ => !node.variations.is_empty(),
            };
            self.node(node, index + 1 < line.len(), varied)?;
        }
        for (index, node) in line.iter().enumerate().rev() {
            let own = node.variations.iter();
            let rest = if index == 0 { others } else { &[] };
            let all: Vec<&Line> = own.chain(rest).collect();
            self.alternatives(&all)?;
        }
        Ok(())
    }

    /// Variations of one move, each marked as varied while others follow.
    fn alternatives(&mut self, lines: &[&Line]) -> Result<(), WriteError> {
        if let Some((line, rest)) = lines.split_first() {
            let rest: Vec<Line> = rest.iter().map(|&line| line.clone()).collect();
            self.line(line, &rest)?;
        }
        Ok(())
    }

    fn node(&mut self, node: &Node, followed: bool, varied: bool) -> Result<(), WriteError> {
        let squares = [number(node.mv.from()), number(node.mv.to())];
        // A record has one comment, behind its move.
        let said = match (node.before.is_empty(), node.comment.is_empty()) {
            (true, _) => node.comment.clone(),
            (_, true) => node.before.clone(),
            _ => format!("{}\n{}", node.before, node.comment),
        };
        self.push(squares, followed, varied, &said)
    }

    fn push(
        &mut self,
        [from, to]: [u8; 2],
        followed: bool,
        varied: bool,
        comment: &str,
    ) -> Result<(), WriteError> {
        let said = Encoding::Gb18030.encode(&comment.replace('\n', "\r\n"))?;
        let flags = match self.plain {
            true => (u8::from(followed) * 0xf0) | (u8::from(varied) * 0x0f),
            false => {
                let said = u8::from(!said.is_empty()) * SAID;
                (u8::from(followed) * FOLLOWED) | (u8::from(varied) * VARIED) | said
            }
        };
        let from = from.wrapping_add(24).wrapping_add(self.keys.from);
        let to = to.wrapping_add(32).wrapping_add(self.keys.to);
        self.bytes.extend([from, to, flags, 0]);
        if self.plain || !said.is_empty() {
            let length = (said.len() as u32).wrapping_add(self.keys.comment);
            self.bytes.extend(length.to_le_bytes());
            self.bytes.extend(said);
        }
        Ok(())
    }
}
