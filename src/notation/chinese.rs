//! Chinese notation, four characters: 炮二平五.
//!
//! The first two name the piece, the third is the direction, the fourth the file reached or the distance. Red's numbers
//! are Chinese numerals, black's are full-width digits. The reader accepts both for both sides, ASCII digits, and the
//! names of either side in simplified or traditional characters.
//!
//! Two of a kind on one file are 前 (front) and 后 (rear). The middle one of three pawns is 中. Four or five pawns are
//! numbered 一 to 五 from the front, and so are pawns on two files with several each, the file further right
//! first. Advisors and elephants are always named by file, because only the rear one of two can advance and only the
//! front one can retreat.

use super::description::{Alphabet, Movement, OrderOnFile, PieceDescription, index_in};
use super::piece_on_file::PieceOnFile;
use crate::board::PieceKind;

/// The numerals of red, those of black, and ASCII digits.
const NUMERALS: [[char; 9]; 3] = [
    ['一', '二', '三', '四', '五', '六', '七', '八', '九'],
    ['１', '２', '３', '４', '５', '６', '７', '８', '９'],
    ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
];
/// The names of each kind, of either side.
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
    move_example: "炮二平五",
    characters: |text| text.chars().collect(),
    piece: |first, second, _| describe_piece(first, second),
    piece_examples: "炮二, 前炮, 一兵 or 前三",
    directions: ["进進", "退", "平"],
    expected_direction: "direction: expected 进, 退 or 平",
    number,
};

/// The text of a move.
pub fn write(described: PieceOnFile, movement: Movement) -> String {
    let name = described.piece.hanzi();
    let numeral = |number| NUMERALS[described.piece.color().index()][number as usize - 1];
    let [first, second] = match order_character(described) {
        None => [name, numeral(described.file)],
        Some(order) => [order, name],
    };
    let direction = ['进', '退', '平'][movement.direction as usize];
    String::from_iter([first, second, direction, numeral(movement.number)])
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

/// The character before the name that replaces the file: 前, 中, 后 or a number, in Chinese numerals for both sides.
/// `None` if the file is written.
fn order_character(described: PieceOnFile) -> Option<char> {
    let kind = described.piece.kind();
    if described.count == 1 || matches!(kind, PieceKind::Advisor | PieceKind::Elephant) {
        None
    } else if described.tandem_files > 1 || described.count > 3 {
        Some(NUMERALS[0][described.number as usize - 1])
    } else if described.is_foremost() {
        Some('前')
    } else if described.is_rearmost() {
        Some('后')
    } else {
        Some('中')
    }
}

/// Returns true if the text has a Chinese character, and so can only be in this notation.
pub fn looks_like(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// The move in Chinese notation with which a text begins: its first four characters, if they have the form of one.
pub fn chinese_move_prefix(text: &str) -> Option<&str> {
    let mut characters = text.chars();
    let [first, second, direction, last] = std::array::from_fn(|_| characters.next());
    let is_move = describe_piece(first?, second?).is_some()
        && ALPHABET.direction(direction?).is_some()
        && number(last?).is_some();
    is_move.then(|| &text[..text.len() - characters.as_str().len()])
}

/// The piece that two characters describe.
fn describe_piece(first: char, second: char) -> Option<PieceDescription> {
    if let Some(kind) = kind(first) {
        // Older books have the order after the name, 炮前平三.
        match number(second) {
            Some(file) => Some(PieceDescription::OnFile(kind, file)),
            None => Some(PieceDescription::Tandem(kind, order_of(second)?)),
        }
    } else if let Some(order) = order_of(first) {
        match kind(second) {
            Some(kind) => Some(PieceDescription::Tandem(kind, order)),
            None => Some(PieceDescription::TandemOn(number(second)?, order)),
        }
    } else {
        number(first).and_then(|number| Some(PieceDescription::Numbered(kind(second)?, number)))
    }
}

fn kind(character: char) -> Option<PieceKind> {
    Some(PieceKind::ALL[index_in(&KINDS, character)?])
}

fn order_of(character: char) -> Option<OrderOnFile> {
    let orders = [OrderOnFile::Front, OrderOnFile::Middle, OrderOnFile::Rear];
    Some(orders[index_in(&["前", "中", "后後"], character)?])
}

fn number(character: char) -> Option<u8> {
    let index = |numerals: &[char; 9]| numerals.iter().position(|&other| other == character);
    Some(NUMERALS.iter().find_map(index)? as u8 + 1)
}
