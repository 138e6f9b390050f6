//! The letters of the World Xiangqi Federation: `C2.5`.
//!
//! The letters are K A E H R C P, files are numbered from the mover's right, `+` is forward, `-`
//! back and `.` along the rank. Two of a kind on one file are told by `+` for the front one and
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
//! All that is the federation's, but for one thing: `33+1`, the middle pawn one forward, is the third
//! one of the file for those who tell pawns by place and file. So `23+1` is written for it, and `21+1` for
//! `11+1`. `33.4` stands, because the others write `33=4`.
//!
//! On input `=` is as good as `.`, and the latter may be left out (`C25`); letters may be small, B
//! is an elephant, N a horse and S a soldier; the sign may come first (`+R-1`); pawns may be numbered
//! as in Chinese (`1P.4`, `P1` being taken, or `Pa.4`), or by their place and their file (`15=6`,
//! the first of those on the fifth).

use super::ReadError;
use super::described::{Alphabet, Described, Meaning, OnlyPawns, Place, Stride, Way, Who};
use super::standing::Standing;
use crate::board::{Board, Move, PieceKind};

/// The text of a move, or `None` where no piece stands on its first square.
pub fn write(board: &Board, mv: Move) -> Option<String> {
    let piece = board.piece_at(mv.from())?;
    let standing = Standing::of(board, mv.from())?;
    let stride = Stride::of(piece.color(), mv);
    let way = match stride.way {
        Way::Forward => '+',
        Way::Back => '-',
        Way::Across => '.',
    };
    let who = match who_text(standing) {
        // Whoever tells pawns by place and file means others by these, and 21 and 23 nobody
        // misunderstands.
        who if stride.way != Way::Across && (who == "11" || who == "33") => {
            format!("2{}", standing.file)
        }
        who => who,
    };
    Some(format!("{who}{way}{}", stride.number))
}

/// Two letters that tell who moves.
fn who_text(standing: Standing) -> String {
    let Standing {
        kind,
        file,
        count,
        order,
        ..
    } = standing;
    let letter = match kind {
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        _ => kind.letter(),
    };
    let plain = format!("{letter}{file}");
    let guard = matches!(kind, PieceKind::Advisor | PieceKind::Elephant);
    if count == 1 || guard {
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
pub(super) fn seems(text: &str) -> bool {
    let characters: Vec<char> = text.chars().map(plain).collect();
    let way = |c: char| way(c).is_some();
    match characters[..] {
        [first, second, third, fourth] => {
            fourth.is_ascii_digit() && way(third) && who(first, second, third).is_some()
        }
        [first, second, third] => {
            kind(first).is_some() && second.is_ascii_digit() && third.is_ascii_digit()
        }
        _ => false,
    }
}

/// The legal move that a text means.
///
/// # Errors
/// As [`Notation::read`](super::Notation::read).
pub fn read(board: &Board, text: &str) -> Result<Move, ReadError> {
    describe(text)?.find(board, text)
}

/// What a text says, on whatever board.
///
/// # Errors
/// When it is not of the form of this notation.
pub fn describe(text: &str) -> Result<Described, ReadError> {
    let mut characters: Vec<char> = text.chars().map(plain).collect();
    if let [first, second, third] = characters[..]
        && kind(first).is_some()
        && second.is_ascii_digit()
        && third.is_ascii_digit()
    {
        characters.insert(2, '.');
    }
    ALPHABET.describe(text, &characters)
}

const ALPHABET: Alphabet = Alphabet {
    name: "WXF",
    who,
    who_examples: "C2, R+, P-, 3+ or 1P",
    way,
    way_wanted: "direction: want +, - or .",
    number: digit,
};

/// Which piece two characters tell of. `way` is the third: whoever writes `=` for the way along the
/// rank tells pawns by place and file, and whoever writes `.` as the federation does.
fn who(first: char, second: char, way: char) -> Option<Result<Who, OnlyPawns>> {
    let sign = |c: char| match c {
        '+' => Some(Place::Front),
        '-' => Some(Place::Rear),
        _ => None,
    };
    let tandem = |kind, place| match kind {
        PieceKind::Pawn => Who::InnerPawn(place == Place::Front),
        _ => Who::Tandem(kind, place),
    };
    let told = if let Some(kind) = kind(first) {
        match (digit(second), sign(second), pawn_letter(second)) {
            (Some(file), ..) if kind == PieceKind::Pawn => Who::PlainPawn(file),
            (Some(file), ..) => Who::OnFile(kind, file),
            (_, Some(place), _) => tandem(kind, place),
            (_, _, Some(number)) if kind == PieceKind::Pawn => Who::Numbered(number),
            _ => return None,
        }
    } else if let Some(place) = sign(first) {
        match kind(second) {
            Some(kind) => tandem(kind, place),
            None if first == second => Who::OuterPawn(place == Place::Front),
            None => return None,
        }
    } else {
        let number = digit(first)?;
        match (kind(second), sign(second), digit(second)) {
            (Some(PieceKind::Pawn), ..) => Who::Numbered(number),
            (Some(_), ..) => return Some(Err(OnlyPawns)),
            (_, Some(place), _) => Who::TandemOn(number, place),
            (_, _, Some(file)) if file == number => {
                let meaning = match way {
                    '.' => Meaning::Middle,
                    '=' => Meaning::Place,
                    _ => Meaning::Either,
                };
                Who::Twice(file, meaning)
            }
            (_, _, Some(file)) => Who::TandemOn(file, Place::Order(number)),
            _ => return None,
        }
    };
    Some(Ok(told))
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

fn kind(letter: char) -> Option<PieceKind> {
    match letter.to_ascii_uppercase() {
        'K' => Some(PieceKind::General),
        'A' => Some(PieceKind::Advisor),
        'E' | 'B' => Some(PieceKind::Elephant),
        'H' | 'N' => Some(PieceKind::Horse),
        'R' => Some(PieceKind::Rook),
        'C' => Some(PieceKind::Cannon),
        'P' | 'S' => Some(PieceKind::Pawn),
        _ => None,
    }
}

/// The letters that number pawns: a to e.
fn pawn_letter(letter: char) -> Option<u8> {
    match letter.to_ascii_lowercase() {
        letter @ 'a'..='e' => Some(letter as u8 - b'a' + 1),
        _ => None,
    }
}

fn way(character: char) -> Option<Way> {
    match character {
        '+' => Some(Way::Forward),
        '-' => Some(Way::Back),
        '.' | '=' => Some(Way::Across),
        _ => None,
    }
}

fn digit(character: char) -> Option<u8> {
    let digit = character.to_digit(10)?;
    (digit > 0).then_some(digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::test_texts;

    fn both_ways(fen: &str, texts: &[(&str, &str)]) {
        test_texts::both_ways(write, read, fen, texts);
    }

    fn means(fen: &str, texts: &[(&str, &str)]) {
        test_texts::means(read, fen, texts);
    }

    #[test]
    fn the_letters() {
        both_ways(
            crate::board::START_FEN,
            &[
                ("h2e2", "C2.5"),
                ("b0c2", "H8+7"),
                ("a3a4", "P9+1"),
                ("e0e1", "K5+1"),
                ("g0e2", "E3+5"),
                ("f0e1", "A4+5"),
                ("i0i2", "R1+2"),
            ],
        );
        both_ways(
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b",
            &[("h7e7", "C8.5"), ("b9c7", "H2+3"), ("h7h8", "C8-1")],
        );
        means(
            crate::board::START_FEN,
            &[
                ("h2e2", "c2=5"),
                ("h2e2", "C25"),
                ("h2e2", "Ｃ２．５"),
                ("h0g2", "N2+3"),
                ("g0e2", "b3+5"),
                ("e3e4", "s5+1"),
                ("h2h1", "C2\u{2013}1"),
            ],
        );
    }

    #[test]
    fn front_and_rear() {
        let fen = "3k5/4P4/4P4/9/9/9/R8/9/R8/5K3 w";
        both_ways(
            fen,
            &[
                ("a3a2", "R+-1"),
                ("a1b1", "R-.8"),
                ("e8f8", "P+.4"),
                ("e7f7", "P-.4"),
            ],
        );
        means(
            fen,
            &[
                ("a3a2", "+R-1"),
                ("a1b1", "-R=8"),
                ("a1a0", "R--1"),
                ("a1a0", "-R-1"),
                ("e8f8", "1P.4"),
                ("e7f7", "Pb=4"),
                ("e7f7", "25=4"),
                ("e8f8", "5+.4"),
                ("a3a9", "R9+6"),
            ],
        );
        let board = Board::from_fen(fen).unwrap();
        assert!(matches!(
            read(&board, "R9.8"),
            Err(ReadError::Ambiguous { .. })
        ));
        assert!(matches!(
            read(&board, "P5.4"),
            Err(ReadError::Ambiguous { .. })
        ));
        assert!(matches!(
            read(&board, "1R.8"),
            Err(ReadError::OnlyPawns { .. })
        ));
    }

    #[test]
    fn three_four_and_five_pawns() {
        both_ways(
            "3k5/4P4/4P4/4P4/9/9/6P2/9/9/5K3 w",
            &[
                ("e8f8", "P+.4"),
                ("e7f7", "P5.4"),
                ("e6f6", "P-.4"),
                ("g3g4", "P3+1"),
            ],
        );
        both_ways(
            "3k5/4P4/4P4/4P4/4P4/9/6P2/9/9/5K3 w",
            &[
                ("e8f8", "++.4"),
                ("e7f7", "P+.4"),
                ("e6f6", "P-.4"),
                ("e5f5", "--.4"),
            ],
        );
        let five = "5k3/9/9/9/9/2p6/2p6/2p6/2p6/2p1K4 b";
        both_ways(
            five,
            &[
                ("c0b0", "++.2"),
                ("c1b1", "P+.2"),
                ("c2b2", "P3.2"),
                ("c3b3", "P-.2"),
                ("c4b4", "--.2"),
            ],
        );
        means(
            five,
            &[("c4b4", "5P=2"), ("c4b4", "pe.2"), ("c3b3", "43=2")],
        );
    }

    #[test]
    fn pawns_on_two_files() {
        let fen = "3k5/2P3P2/2P3P2/6P2/9/9/9/9/9/5K3 w";
        both_ways(
            fen,
            &[
                ("g8h8", "3+.2"),
                ("g7h7", "33.2"),
                ("g6h6", "3-.2"),
                ("c8b8", "7+.8"),
                ("c7b7", "7-.8"),
            ],
        );
        // Place and file, from whoever writes = for the way along the rank.
        means(
            fen,
            &[
                ("g8h8", "13=2"),
                ("g7h7", "23=2"),
                ("g6h6", "33=2"),
                ("c7b7", "27=8"),
                ("c7b7", "5P.8"),
                ("c8c9", "Pd+1"),
            ],
        );
        // The same digit twice: with a dot the middle one, with = the third, and forward there is no
        // telling where both can go.
        let fen = "3k2P2/2P6/2P3P2/9/6P2/9/9/9/9/5K3 w";
        both_ways(fen, &[("g7h7", "33.2"), ("g7g8", "23+1"), ("g5g6", "3-+1")]);
        means(fen, &[("g5h5", "33=2")]);
        let board = Board::from_fen(fen).unwrap();
        assert_eq!(
            read(&board, "33+1").unwrap_err().to_string(),
            "'33+1' may be g7g8 or g5g6"
        );
        // Of the two front pawns only one can go on.
        means(fen, &[("c8c9", "P++1")]);
    }
}
