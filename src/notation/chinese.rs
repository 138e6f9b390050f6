//! Chinese notation, four characters: 炮二平五.
//!
//! The first two name the piece, the third the direction, the fourth the destination. Red counts in Chinese
//! numerals and black in full-width Arabic ones; on input either side may use either, or the plain
//! digits, and the names of the pieces may be those of either side, simplified or traditional.
//!
//! Two of a kind on one file are 前 and 后. Of three pawns the one between is 中. Four and five are 一 to
//! 五 from the front, and so are the pawns where two files have several, the file further right
//! first. Advisors and elephants need none of this: one that retreats stands in front of one that advances.

use super::described::{Alphabet, Place, Stride, Who, index_in};
use super::standing::Standing;
use crate::board::{Color, PieceKind};

/// The numerals 1-9: red's, black's, and the plain digit.
const NUMERALS: [&str; 9] = [
    "一１1", "二２2", "三３3", "四４4", "五５5", "六６6", "七７7", "八８8", "九９9",
];
const KINDS: [&str; 7] = [
    "帅帥将將",
    "仕士",
    "相象",
    "马馬傌",
    "车車俥伡",
    "炮砲包",
    "兵卒",
];

pub const ALPHABET: Alphabet = Alphabet {
    name: "Chinese",
    characters: |text| text.chars().collect(),
    who: |first, second, _| who(first, second),
    who_examples: "炮二, 前炮, 一兵 or 前三",
    ways: ["进進", "退", "平"],
    way_wanted: "direction: want 进, 退 or 平",
    number,
};

fn numeral(color: Color, number: u8) -> Option<char> {
    let mut numerals = NUMERALS[number as usize - 1].chars();
    numerals.nth(color.index())
}

/// The text of a move.
pub fn write(standing: Standing, stride: Stride) -> String {
    let (name, color) = (standing.piece.hanzi(), standing.piece.color());
    let who = match place(standing) {
        None => [Some(name), numeral(color, standing.file)],
        place => [place, Some(name)],
    };
    let way = ALPHABET.ways[stride.way as usize].chars().next();
    let characters = [who[0], who[1], way, numeral(color, stride.number)];
    characters.into_iter().flatten().collect()
}

/// The text of a move in traditional characters, 馬８進７ for 马８进７.
///
/// ```
/// use chuhe::notation::traditional;
/// assert_eq!(["前车退一", "炮二平五"].map(traditional), ["前車退一", "炮二平五"]);
/// ```
pub fn traditional(text: &str) -> String {
    const SIMPLIFIED: &str = "帅将马车进后";
    let replaced = |character| {
        let place = SIMPLIFIED.chars().position(|known| known == character);
        place.and_then(|place| "帥將馬車進後".chars().nth(place))
    };
    let characters = text.chars();
    characters.map(|c| replaced(c).unwrap_or(c)).collect()
}

/// The character before the name in place of the file: 前, 中, 后 or a number, in the same numerals
/// for both sides.
fn place(standing: Standing) -> Option<char> {
    let kind = standing.piece.kind();
    if standing.count == 1 || matches!(kind, PieceKind::Advisor | PieceKind::Elephant) {
        None
    } else if standing.tandem_files > 1 || standing.count > 3 {
        numeral(Color::Red, standing.number)
    } else if standing.is_foremost() {
        Some('前')
    } else if standing.is_rearmost() {
        Some('后')
    } else {
        Some('中')
    }
}

/// Whether a text can only be meant for this notation: it has a Chinese character.
pub fn seems(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// The piece that two characters describe.
fn who(first: char, second: char) -> Option<Who> {
    if let Some(kind) = kind(first) {
        // Older books have the place after the name, 炮前平三.
        match number(second) {
            Some(file) => Some(Who::OnFile(kind, file)),
            None => Some(Who::Tandem(kind, place_of(second)?)),
        }
    } else if let Some(place) = place_of(first) {
        match kind(second) {
            Some(kind) => Some(Who::Tandem(kind, place)),
            None => Some(Who::TandemOn(number(second)?, place)),
        }
    } else {
        number(first).and_then(|number| Some(Who::Numbered(kind(second)?, number)))
    }
}

fn kind(character: char) -> Option<PieceKind> {
    Some(PieceKind::ALL[index_in(&KINDS, character)?])
}

fn place_of(character: char) -> Option<Place> {
    Some([Place::Front, Place::Middle, Place::Rear][index_in(&["前", "中", "后後"], character)?])
}

fn number(character: char) -> Option<u8> {
    Some(index_in(&NUMERALS, character)? as u8 + 1)
}
