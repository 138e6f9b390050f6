//! WXF notation, that of the World Xiangqi Federation: `C2.5`.
//!
//! The letters are K A E H R C P, files are numbered from the mover's right, `+` is forward, `-`
//! back and `.` along the rank. Of two of a kind on one file the front one has `+` and the rear one `-` instead of
//! the file: `R+-1`. Pawns have more forms:
//!
//! | pawns | front to rear |
//! |---|---|
//! | two on a file | `P+` `P-` |
//! | three on the third | `P+` `P3` `P-` |
//! | four | `++` `P+` `P-` `--` |
//! | five on the third | `++` `P+` `P3` `P-` `--` |
//! | several on two files | `3+` `3-`, and of three `3+` `33` `3-` |
//!
//! The writer deviates from the federation's rules in one case. `33+1` (the middle pawn one forward) would be the third
//! pawn on the file in programs that name pawns by order and file, so `23+1` is written instead, and `21+1` for
//! `11+1`. `33.4` is not ambiguous, because those programs write `33=4`.
//!
//! The reader accepts `=` for `.`, a missing `.` (`C25`), lower case, B for an elephant, N for a horse and S for a pawn
//! (soldier), a sign before the letter (`+R-1`), and pawns by number as in Chinese (`1P.4` or `Pa.4`) or by order and file
//! (`15=6`, the first pawn on the fifth file).

use super::description::{
    Alphabet, Direction, DoubledDigit, Movement, OrderOnFile, PieceDescription, index_in,
};
use super::piece_on_file::PieceOnFile;
use crate::board::PieceKind;

/// The letters of each kind; the first is written.
const KINDS: [&str; 7] = ["K", "A", "EB", "HN", "R", "C", "PS"];

pub const ALPHABET: Alphabet = Alphabet {
    name: "WXF",
    move_example: "C2.5",
    characters,
    piece: describe_piece,
    piece_examples: "C2, R+, P-, 3+ or 1P",
    directions: ["+", "-", ".="],
    expected_direction: "direction: expected +, - or .",
    number: digit,
};

/// The text of a move.
pub fn write(described: PieceOnFile, movement: Movement) -> String {
    let direction = &ALPHABET.directions[movement.direction as usize][..1];
    let piece = match piece_text(described) {
        // By order and file these would be other pawns; 21 and 23 are unambiguous.
        piece if movement.direction != Direction::Across && (piece == "11" || piece == "33") => {
            format!("2{}", described.file)
        }
        piece => piece,
    };
    format!("{piece}{direction}{}", movement.number)
}

/// The two characters of the piece that moves.
fn piece_text(described: PieceOnFile) -> String {
    let PieceOnFile {
        piece,
        file,
        count,
        order,
        ..
    } = described;
    let letter = &KINDS[piece.kind().index()][..1];
    let plain = format!("{letter}{file}");
    if count == 1 || matches!(piece.kind(), PieceKind::Advisor | PieceKind::Elephant) {
        return plain;
    }
    let sign = if order * 2 <= count { '+' } else { '-' };
    let outermost = order == 1 || order == count;
    match (described.is_middle(), described.tandem_files > 1) {
        (true, false) => plain,
        (true, true) => format!("{file}{file}"),
        (false, true) => format!("{file}{sign}"),
        (false, false) if count > 3 && outermost => format!("{sign}{sign}"),
        (false, false) => format!("{letter}{sign}"),
    }
}

/// Returns true if the text has the form of this notation: the characters of a piece, a direction and a digit.
pub fn looks_like(text: &str) -> bool {
    let [first, second, third, fourth] = characters(text)[..] else {
        return false;
    };
    let is_piece = text.chars().count() == 3 || describe_piece(first, second, third).is_some();
    is_piece && ALPHABET.direction(third).is_some() && fourth.is_ascii_digit()
}

/// The characters of the text in ASCII, with `.` inserted if it is missing.
fn characters(text: &str) -> Vec<char> {
    let mut characters: Vec<char> = text.chars().map(ascii).collect();
    if let [first, second, third] = characters[..]
        && kind(first).is_some()
        && second.is_ascii_digit()
        && third.is_ascii_digit()
    {
        characters.insert(2, '.');
    }
    characters
}

/// The ASCII form of a full-width letter, digit or sign, and of a dash.
fn ascii(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => (character as u32 - 0xfee0) as u8 as char,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{00b7}' | '\u{3002}' => '.',
        _ => character,
    }
}

/// The piece that two characters describe. `direction` is the third: `=` is written by programs that name pawns by order
/// and file, `.` by the federation's rules.
fn describe_piece(first: char, second: char, direction: char) -> Option<PieceDescription> {
    let tandem = |kind, order| match kind {
        PieceKind::Pawn => PieceDescription::InnerPawn(order),
        _ => PieceDescription::Tandem(kind, order),
    };
    if let Some(kind) = kind(first) {
        match (digit(second), sign(second), pawn_letter(second)) {
            (Some(file), ..) if kind == PieceKind::Pawn => Some(PieceDescription::PlainPawn(file)),
            (Some(file), ..) => Some(PieceDescription::OnFile(kind, file)),
            (_, Some(order), _) => Some(tandem(kind, order)),
            (_, _, Some(number)) if kind == PieceKind::Pawn => {
                Some(PieceDescription::Numbered(kind, number))
            }
            _ => None,
        }
    } else if let Some(order) = sign(first) {
        match kind(second) {
            Some(kind) => Some(tandem(kind, order)),
            None => (first == second).then_some(PieceDescription::OuterPawn(order)),
        }
    } else {
        let number = digit(first)?;
        let meaning = match direction {
            '.' => DoubledDigit::Middle,
            '=' => DoubledDigit::Order,
            _ => DoubledDigit::Either,
        };
        match (kind(second), sign(second)) {
            (Some(kind), _) => Some(PieceDescription::Numbered(kind, number)),
            (_, Some(order)) => Some(PieceDescription::TandemOn(number, order)),
            _ => match digit(second)? {
                file if file == number => Some(PieceDescription::Twice(file, meaning)),
                file => Some(PieceDescription::TandemOn(file, OrderOnFile::Order(number))),
            },
        }
    }
}

fn kind(letter: char) -> Option<PieceKind> {
    Some(PieceKind::ALL[index_in(&KINDS, letter.to_ascii_uppercase())?])
}

fn sign(character: char) -> Option<OrderOnFile> {
    Some([OrderOnFile::Front, OrderOnFile::Rear][index_in(&["+", "-"], character)?])
}

/// The letters that number pawns: a to e.
fn pawn_letter(letter: char) -> Option<u8> {
    let number = "abcde".find(letter.to_ascii_lowercase())?;
    Some(number as u8 + 1)
}

fn digit(character: char) -> Option<u8> {
    let digit = character.to_digit(10)?;
    (digit > 0).then_some(digit as u8)
}
