//! The XQF writer.

use super::layout::{HEADER, Keys, LAST_PLAIN, NEWEST, PIECES, TEXTS, flags, number};
use crate::board::Color;
use crate::games::encoding::EncodingError;
use crate::games::{Encoding, GameTree, Line, RESULTS};

/// Writes a game. With `seed`, the seven bytes from which a header's keys come (mask, three for the records, three for the
/// squares), it is scrambled as version 18; without, it is a plain file of version 10. Headers that are too long are cut, glyphs
/// are left out.
///
/// # Errors
/// When a text has a character that GB18030 lacks.
pub fn write(game: &GameTree, seed: Option<[u8; 7]>) -> Result<Vec<u8>, EncodingError> {
    let mut header = [0; HEADER];
    header[..2].copy_from_slice(b"XQ");
    header[2] = if seed.is_some() { NEWEST } else { LAST_PLAIN };
    if let Some(seed) = seed {
        header[3] = seed[0];
        header[8..11].copy_from_slice(&seed[1..4]);
        header[13..16].copy_from_slice(&seed[4..7]);
        // Four by four they add up to zero: XQStudio checks the second sum, other readers both together.
        header[11] = negated_sum(&seed[1..4]);
        header[12] = negated_sum(&seed[4..7]);
    }
    let keys = Keys::of(&header);
    place(&mut header, game, &keys);
    header[50] = u8::from(game.start.side() == Color::Black);
    let result = RESULTS.iter().position(|result| *result == game.result());
    header[51] = result.unwrap_or(0) as u8;
    for (offset, most, name) in TEXTS {
        let bytes = fitting(game.tag(name).unwrap_or_default(), most)?;
        header[offset] = bytes.len() as u8;
        header[offset + 1..][..bytes.len()].copy_from_slice(&bytes);
    }
    let mut records = Records {
        bytes: Vec::new(),
        keys: &keys,
        plain: seed.is_none(),
    };
    records.push([0, 0], !game.line.is_empty(), false, &game.comment)?;
    records.line(&game.line, &[])?;
    let mut bytes = header.to_vec();
    let plain = records.bytes.iter().enumerate();
    bytes.extend(plain.map(|(at, byte)| byte.wrapping_add(keys.at(at))));
    Ok(bytes)
}

fn negated_sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_sub(*byte))
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
    squares.rotate_left(keys.rotation);
    let squares = squares.map(|square| square.wrapping_add(keys.squares));
    header[16..48].copy_from_slice(&squares);
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

struct Records<'a> {
    bytes: Vec<u8>,
    keys: &'a Keys,
    plain: bool,
}

impl Records<'_> {
    /// Writes a line, and then the other variations of its first move: all that follows a move stands before its alternatives.
    fn line(&mut self, line: &Line, others: &[&Line]) -> Result<(), EncodingError> {
        let alternatives = |index: usize| {
            let others = if index == 0 { others } else { &[] };
            let own = line[index].variations.iter();
            own.chain(others.iter().copied()).collect::<Vec<&Line>>()
        };
        for (index, node) in line.iter().enumerate() {
            let squares = [number(node.mv.from()), number(node.mv.to())];
            // A record has one comment, behind its move.
            let mut comments = vec![&*node.before, &*node.comment];
            comments.retain(|comment| !comment.is_empty());
            let followed = index + 1 < line.len();
            let varied = !alternatives(index).is_empty();
            self.push(squares, followed, varied, &comments.join("\n"))?;
        }
        for index in (0..line.len()).rev() {
            if let Some((first, rest)) = alternatives(index).split_first() {
                self.line(first, rest)?;
            }
        }
        Ok(())
    }

    fn push(
        &mut self,
        [from, to]: [u8; 2],
        followed: bool,
        varied: bool,
        comment: &str,
    ) -> Result<(), EncodingError> {
        let comment = Encoding::Gb18030.encode(&comment.replace('\n', "\r\n"))?;
        let commented = self.plain || !comment.is_empty();
        let set = [followed, varied, commented].map(u8::from);
        let flags = flags(self.plain).into_iter().zip(set);
        let flags = flags.fold(0, |all, (flag, set)| all | (flag * set));
        let from = from.wrapping_add(24).wrapping_add(self.keys.from);
        let to = to.wrapping_add(32).wrapping_add(self.keys.to);
        self.bytes.extend([from, to, flags, 0]);
        if commented {
            let length = (comment.len() as u32).wrapping_add(self.keys.comment);
            self.bytes.extend(length.to_le_bytes());
            self.bytes.extend(comment);
        }
        Ok(())
    }
}
