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
use crate::board::PieceKind;

/// The numerals of red, those of black, and plain digits.
const NUMERALS: [[char; 9]; 3] = [
    ['一', '二', '三', '四', '五', '六', '七', '八', '九'],
    ['１', '２', '３', '４', '５', '６', '７', '８', '９'],
    ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
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

/// The text of a move.
pub fn write(standing: Standing, stride: Stride) -> String {
    let name = standing.piece.hanzi();
    let numeral = |number| NUMERALS[standing.piece.color().index()][number as usize - 1];
    let [first, second] = match place(standing) {
        None => [name, numeral(standing.file)],
        Some(place) => [place, name],
    };
    let way = ['进', '退', '平'][stride.way as usize];
    String::from_iter([first, second, way, numeral(stride.number)])
}

/// The text of a move in traditional characters, 馬８進７ for 马８进７.
///
/// ```
/// use chuhe::notation::traditional;
/// assert_eq!(["前车退一", "炮二平五"].map(traditional), ["前車退一", "炮二平五"]);
/// ```
pub fn traditional(text: &str) -> String {
    let traditional = |character| match character {
        '帅' => '帥',
        '将' => '將',
        '马' => '馬',
        '车' => '車',
        '进' => '進',
        '后' => '後',
        other => other,
    };
    text.chars().map(traditional).collect()
}

/// The character before the name in place of the file: 前, 中, 后 or a number, in the same numerals
/// for both sides.
fn place(standing: Standing) -> Option<char> {
    let kind = standing.piece.kind();
    if standing.count == 1 || matches!(kind, PieceKind::Advisor | PieceKind::Elephant) {
        None
    } else if standing.tandem_files > 1 || standing.count > 3 {
        Some(NUMERALS[0][standing.number as usize - 1])
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
    let place = |numerals: &[char; 9]| numerals.iter().position(|&known| known == character);
    Some(NUMERALS.iter().find_map(place)? as u8 + 1)
}
