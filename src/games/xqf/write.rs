//! XQF writer: a game tree to bytes.

use super::layout::{HEADER, Keys, LAST_PLAIN, NEWEST, TEXTS, flags, number};
use crate::board::Color;
use crate::games::encoding::EncodingError;
use crate::games::records::{joined_comment, piece_squares};
use crate::games::{Encoding, GameLine, GameTree, RESULTS};

/// Writes a game. With `seed` the file has version 18 and is scrambled; the seven bytes determine the keys (one for the mask,
/// three for the records, three for the squares). Without, it is a plain file of version 10. Long tags are truncated and
/// NAGs are omitted. An illegal move is written as any other, but [`read()`](super::read()) refuses it.
///
/// # Errors
/// If any text has a character that GB18030 lacks.
pub fn write(game: &GameTree, seed: Option<[u8; 7]>) -> Result<Vec<u8>, EncodingError> {
    let mut header = [0; HEADER];
    header[..2].copy_from_slice(b"XQ");
    header[2] = if seed.is_some() { NEWEST } else { LAST_PLAIN };
    if let Some(seed) = seed {
        header[3] = seed[0];
        header[8..11].copy_from_slice(&seed[1..4]);
        header[13..16].copy_from_slice(&seed[4..7]);
        // Bytes 8 to 11 and bytes 12 to 15 each add up to zero modulo 256. XQStudio checks the latter, other readers all eight.
        header[11] = negated_sum(&seed[1..4]);
        header[12] = negated_sum(&seed[4..7]);
    }
    let keys = Keys::of(&header);
    write_pieces(&mut header, game, &keys);
    header[50] = u8::from(game.start.side() == Color::Black);
    let result = RESULTS.iter().position(|result| *result == game.result());
    header[51] = result.unwrap_or(0) as u8;
    for (offset, most, name) in TEXTS {
        let bytes = encode_truncated(game.tag(name).unwrap_or_default(), most)?;
        header[offset] = bytes.len() as u8;
        header[offset + 1..][..bytes.len()].copy_from_slice(&bytes);
    }
    let mut records = RecordWriter {
        bytes: Vec::new(),
        keys: &keys,
        is_plain: seed.is_none(),
    };
    records.write_record([0, 0], !game.line.is_empty(), false, &game.comment)?;
    records.write_line(&game.line, &[])?;
    let mut bytes = header.to_vec();
    let unscrambled = records.bytes.iter().enumerate();
    bytes.extend(unscrambled.map(|(at, byte)| byte.wrapping_add(keys.at(at))));
    Ok(bytes)
}

fn negated_sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_sub(*byte))
}

/// Writes the squares of the pieces into the header.
fn write_pieces(header: &mut [u8; HEADER], game: &GameTree, keys: &Keys) {
    let squares = piece_squares(&game.start);
    let mut squares = squares.map(|square| square.map_or(0xff, number));
    squares.rotate_left(keys.rotation);
    let squares = squares.map(|square| square.wrapping_add(keys.squares));
    header[16..48].copy_from_slice(&squares);
}

/// Encodes text in GB18030, truncated to at most `most` bytes between two characters.
fn encode_truncated(text: &str, most: usize) -> Result<Vec<u8>, EncodingError> {
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

/// Writes the records of a game, unscrambled.
struct RecordWriter<'a> {
    bytes: Vec<u8>,
    keys: &'a Keys,
    is_plain: bool,
}

impl RecordWriter<'_> {
    /// Writes a line, and then `others`, the other variations of its first move. A move's continuation comes before its
    /// alternatives.
    fn write_line(&mut self, line: &GameLine, others: &[&GameLine]) -> Result<(), EncodingError> {
        let alternatives = |index: usize| {
            let others = if index == 0 { others } else { &[] };
            let own = line[index].nonempty_variations();
            own.chain(others.iter().copied())
                .collect::<Vec<&GameLine>>()
        };
        for (index, node) in line.iter().enumerate() {
            let squares = [number(node.mv.from()), number(node.mv.to())];
            let has_next = index + 1 < line.len();
            let has_alternative = !alternatives(index).is_empty();
            self.write_record(squares, has_next, has_alternative, &joined_comment(node))?;
        }
        for index in (0..line.len()).rev() {
            if let Some((first, rest)) = alternatives(index).split_first() {
                self.write_line(first, rest)?;
            }
        }
        Ok(())
    }

    fn write_record(
        &mut self,
        [from, to]: [u8; 2],
        has_next: bool,
        has_alternative: bool,
        comment: &str,
    ) -> Result<(), EncodingError> {
        let comment = comment.replace("\r\n", "\n").replace('\n', "\r\n");
        let comment = Encoding::Gb18030.encode(&comment)?;
        let has_comment = self.is_plain || !comment.is_empty();
        let set = [has_next, has_alternative, has_comment].map(u8::from);
        let flags = flags(self.is_plain).into_iter().zip(set);
        let flags = flags.fold(0, |all, (flag, set)| all | (flag * set));
        let from = from.wrapping_add(24).wrapping_add(self.keys.from);
        let to = to.wrapping_add(32).wrapping_add(self.keys.to);
        self.bytes.extend([from, to, flags, 0]);
        if has_comment {
            let length = (comment.len() as u32).wrapping_add(self.keys.comment);
            self.bytes.extend(length.to_le_bytes());
            self.bytes.extend(comment);
        }
        Ok(())
    }
}
