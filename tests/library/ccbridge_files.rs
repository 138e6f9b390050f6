//! CBR and CBL files, built for tests of their reader.

use chuhe::board::{Color, Square};
use chuhe::games::{GameLine, GameTree};

/// The offset of the first record in a CBR file.
pub const RECORDS: usize = 2_214;
/// The offset of the index in a CBL file.
pub const INDEX: usize = 66_624;
/// Bytes of a slot in a CBL file.
pub const SLOT: usize = 4_096;

fn units(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// The number of a square: from the left of black's back rank.
fn number(square: Square) -> u8 {
    (9 - square.rank()) * 9 + square.file()
}

/// A game as a CBR file.
pub fn record(game: &GameTree) -> Vec<u8> {
    let mut bytes = vec![0; RECORDS];
    bytes[..15].copy_from_slice(b"CCBridge Record");
    for (offset, tag) in [
        (180, "Title"),
        (692, "Event"),
        (1_076, "Red"),
        (1_300, "Black"),
    ] {
        let text = units(game.tag(tag).unwrap_or_default());
        bytes[offset..offset + text.len()].copy_from_slice(&text);
    }
    let results = ["*", "1-0", "0-1", "1/2-1/2"];
    let result = results.iter().position(|result| *result == game.result());
    bytes[2_076] = result.unwrap() as u8;
    let side = 1 + game.start.side().index() as u8;
    // Readers disagree on which of these is the side to move.
    (bytes[2_112], bytes[2_116]) = (side, side);
    for (piece, square) in game.start.all_pieces() {
        let kind = "RNBAKCP".find(piece.kind().letter());
        let color = if piece.color() == Color::Red {
            0x10
        } else {
            0x20
        };
        bytes[2_120 + usize::from(number(square))] = color + 1 + kind.unwrap() as u8;
    }
    push_record(
        &mut bytes,
        [0, 0],
        [game.line.is_empty(), false],
        &game.comment,
    );
    push_line(&mut bytes, &game.line, &[]);
    bytes
}

fn push_record(bytes: &mut Vec<u8>, squares: [u8; 2], flags: [bool; 2], comment: &str) {
    let [is_last, has_alternative] = flags.map(u8::from);
    let has_comment = u8::from(!comment.is_empty());
    bytes.extend([is_last + 2 * has_alternative + 4 * has_comment, 0]);
    bytes.extend(squares);
    if !comment.is_empty() {
        let text = units(&format!("{}\0", comment.replace('\n', "\r\n")));
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text);
    }
}

/// Appends a line, and then `others`, the other variations of its first move.
fn push_line(bytes: &mut Vec<u8>, line: &GameLine, others: &[GameLine]) {
    for (index, node) in line.iter().enumerate() {
        let has_alternative = !node.variations.is_empty() || (index == 0 && !others.is_empty());
        let flags = [index + 1 == line.len(), has_alternative];
        let squares = [node.mv.from(), node.mv.to()].map(number);
        push_record(bytes, squares, flags, &node.comment);
    }
    for index in (0..line.len()).rev() {
        let others = if index == 0 { others } else { &[] };
        let alternatives = [&line[index].variations[..], others].concat();
        if let Some((first, rest)) = alternatives.split_first() {
            push_line(bytes, first, rest);
        }
    }
}

/// Games as a CBL file whose index has this many entries.
pub fn library(games: &[GameTree], slots: u32) -> Vec<u8> {
    let mut bytes = vec![0; INDEX + slots as usize * 276];
    bytes[..15].copy_from_slice(b"CCBridgeLibrary");
    bytes[60..64].copy_from_slice(&slots.to_le_bytes());
    let first = bytes.len();
    for game in games {
        bytes.extend(record(game));
        let end = first + (bytes.len() - first).next_multiple_of(SLOT);
        bytes.resize(end, 0);
    }
    bytes
}
