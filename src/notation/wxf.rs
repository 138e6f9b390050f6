//! WXF notation, the letters of the World Xiangqi Federation: `C2.5`.
//!
//! The letters are K A E H R C P, files are numbered from the mover's right, `+` is forward, `-`
//! back and `.` along the rank. Two of a kind on one file are marked by `+` for the front one and
//! `-` for the rear one where the file's number would stand: `R+-1`. Pawns have more:
//!
//! | pawns | front to rear |
//! |---|---|
//! | two on a file | `P+` `P-` |
//! | three on the third | `P+` `P3` `P-` |
//! | four | `++` `P+` `P-` `--` |
//! | five on the third | `++` `P+` `P3` `P-` `--` |
//! | several on two files | `3+` `3-`, and of three `3+` `33` `3-` |
//!
//! There is one exception to the federation's rules: `33+1`, the middle pawn one forward, is the third
//! one of the file where pawns are named by place and file. So `23+1` is written for it, and `21+1` for
//! `11+1`. `33.4` is written, because in that notation it would be `33=4`.
//!
//! On input `=` means `.`, which may be left out (`C25`); letters may be small, B
//! is an elephant, N a horse and S a soldier; the sign may come first (`+R-1`); pawns may be numbered
//! as in Chinese (`1P.4` or `Pa.4`), or by their place and their file (`15=6`, the first of those on the fifth).

use super::described::{Alphabet, Meaning, Place, Stride, Way, Who, index_in};
use super::standing::Standing;
use crate::board::PieceKind;

/// The letters of each kind; the first is written.
const KINDS: [&str; 7] = ["K", "A", "EB", "HN", "R", "C", "PS"];

pub const ALPHABET: Alphabet = Alphabet {
    name: "WXF",
    characters,
    who,
    who_examples: "C2, R+, P-, 3+ or 1P",
    ways: ["+", "-", ".="],
    way_wanted: "direction: want +, - or .",
    number: digit,
};

/// The text of a move.
pub fn write(standing: Standing, stride: Stride) -> String {
    let way = &ALPHABET.ways[stride.way as usize][..1];
    let who = match who_text(standing) {
        // Named by place and file these would be other pawns; 21 and 23 are unambiguous.
        who if stride.way != Way::Across && (who == "11" || who == "33") => {
            format!("2{}", standing.file)
        }
        who => who,
    };
    format!("{who}{way}{}", stride.number)
}

/// The two characters of the piece that moves.
fn who_text(standing: Standing) -> String {
    let Standing {
        piece,
        file,
        count,
        order,
        ..
    } = standing;
    let letter = &KINDS[piece.kind().index()][..1];
    let plain = format!("{letter}{file}");
    if count == 1 || matches!(piece.kind(), PieceKind::Advisor | PieceKind::Elephant) {
        return plain;
    }
    let sign = if order * 2 <= count { '+' } else { '-' };
    let outermost = order == 1 || order == count;
    match (standing.is_middle(), standing.tandem_files > 1) {
        (true, false) => plain,
        (true, true) => format!("{file}{file}"),
        (false, true) => format!("{file}{sign}"),
        (false, false) if count > 3 && outermost => format!("{sign}{sign}"),
        (false, false) => format!("{letter}{sign}"),
    }
}

/// Whether a text looks like this notation: plain letters, digits and signs, a digit last and a
/// letter, digit or sign of a piece first.
pub fn seems(text: &str) -> bool {
    let [first, second, third, fourth] = characters(text)[..] else {
        return false;
    };
    let is_piece = text.chars().count() == 3 || who(first, second, third).is_some();
    is_piece && ALPHABET.way(third).is_some() && fourth.is_ascii_digit()
}

/// The plain characters of a text, with the `.` that may be left out.
fn characters(text: &str) -> Vec<char> {
    let mut characters: Vec<char> = text.chars().map(plain).collect();
    if let [first, second, third] = characters[..]
        && kind(first).is_some()
        && second.is_ascii_digit()
        && third.is_ascii_digit()
    {
        characters.insert(2, '.');
    }
    characters
}

/// A full-width letter, digit or sign as a plain one, and a dash as a minus.
fn plain(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => (character as u32 - 0xfee0) as u8 as char,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{00b7}' | '\u{3002}' => '.',
        _ => character,
    }
}

/// The piece that two characters describe. `way` is the third: `=` goes with names by place and file, `.` with the
/// federation's.
fn who(first: char, second: char, way: char) -> Option<Who> {
    let tandem = |kind, place| match kind {
        PieceKind::Pawn => Who::InnerPawn(matches!(place, Place::Front)),
        _ => Who::Tandem(kind, place),
    };
    if let Some(kind) = kind(first) {
        match (digit(second), sign(second), pawn_letter(second)) {
            (Some(file), ..) if kind == PieceKind::Pawn => Some(Who::PlainPawn(file)),
            (Some(file), ..) => Some(Who::OnFile(kind, file)),
            (_, Some(place), _) => Some(tandem(kind, place)),
            (_, _, Some(number)) if kind == PieceKind::Pawn => Some(Who::Numbered(kind, number)),
            _ => None,
        }
    } else if let Some(place) = sign(first) {
        match kind(second) {
            Some(kind) => Some(tandem(kind, place)),
            None if first == second => Some(Who::OuterPawn(matches!(place, Place::Front))),
            None => None,
        }
    } else {
        let number = digit(first)?;
        let meaning = match way {
            '.' => Meaning::Middle,
            '=' => Meaning::Place,
            _ => Meaning::Either,
        };
        match (kind(second), sign(second)) {
            (Some(kind), _) => Some(Who::Numbered(kind, number)),
            (_, Some(place)) => Some(Who::TandemOn(number, place)),
            _ => match digit(second)? {
                file if file == number => Some(Who::Twice(file, meaning)),
                file => Some(Who::TandemOn(file, Place::Order(number))),
            },
        }
    }
}

fn kind(letter: char) -> Option<PieceKind> {
    Some(PieceKind::ALL[index_in(&KINDS, letter.to_ascii_uppercase())?])
}

fn sign(character: char) -> Option<Place> {
    Some([Place::Front, Place::Rear][index_in(&["+", "-"], character)?])
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
