//! Four Chinese characters: 炮二平五.
//!
//! The first two tell who moves, the third which way, the fourth where to. Red counts in Chinese
//! numerals and black in full-width Arabic ones; on input either side may use either, or the plain
//! digits, and the names of the pieces may be those of either side, simplified or traditional.
//!
//! Two of a kind on one file are 前 and 后. Of three pawns the one between is 中. Four and five are 一 to
//! 五 from the front, and so are the pawns where two files have several, the file further right
//! first. Advisors and elephants need none of this: one that retreats stands in front of one that advances.

use super::ReadError;
use super::described::{Alphabet, Described, OnlyPawns, Place, Stride, Way, Who};
use super::standing::Standing;
use crate::board::{Board, Color, Move, PieceKind};

const RED_NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_NUMERALS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The text of a move, or `None` where no piece stands on its first square.
pub fn write(board: &Board, mv: Move) -> Option<String> {
    let piece = board.piece_at(mv.from())?;
    let standing = Standing::of(board, mv.from())?;
    let stride = Stride::of(piece.color(), mv);
    let numeral = |number: u8| match piece.color() {
        Color::Red => RED_NUMERALS[number as usize - 1],
        Color::Black => BLACK_NUMERALS[number as usize - 1],
    };
    let way = match stride.way {
        Way::Forward => '进',
        Way::Back => '退',
        Way::Across => '平',
    };
    let name = piece.hanzi();
    let who = match place(standing) {
        None => [name, numeral(standing.file)],
        Some(place) => [place, name],
    };
    Some(
        who.into_iter()
            .chain([way, numeral(stride.number)])
            .collect(),
    )
}

/// The text of a move in traditional characters, 馬８進７ for 马８进７. Those that are alike in both stay.
///
/// ```
/// use chuhe::notation::chinese::traditional;
/// assert_eq!(["前车退一", "炮二平五"].map(traditional), ["前車退一", "炮二平五"]);
/// ```
pub fn traditional(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '帅' => '帥',
            '将' => '將',
            '马' => '馬',
            '车' => '車',
            '进' => '進',
            '后' => '後',
            other => other,
        })
        .collect()
}

/// What is written before the name in place of the file: 前, 中, 后 or a number, in the same numerals
/// for both sides.
fn place(standing: Standing) -> Option<char> {
    let guard = matches!(standing.kind, PieceKind::Advisor | PieceKind::Elephant);
    if standing.count == 1 || guard {
        None
    } else if standing.tandem_files > 1 || standing.count > 3 {
        Some(RED_NUMERALS[standing.number as usize - 1])
    } else if standing.is_foremost() {
        Some('前')
    } else if standing.is_rearmost() {
        Some('后')
    } else {
        Some('中')
    }
}

/// Whether a text can only be meant for this notation: it has a Chinese character.
pub(super) fn seems(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
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
    let characters: Vec<char> = text.chars().collect();
    ALPHABET.describe(text, &characters)
}

const ALPHABET: Alphabet = Alphabet {
    name: "Chinese",
    who: |first, second, _| who(first, second),
    who_examples: "炮二, 前炮, 一兵 or 前三",
    way,
    way_wanted: "direction: want 进, 退 or 平",
    number,
};

/// Which piece two characters tell of.
fn who(first: char, second: char) -> Option<Result<Who, OnlyPawns>> {
    let told = if let Some(kind) = kind(first) {
        // Older books have the place after the name, 炮前平三.
        match (number(second), place_of(second)) {
            (Some(file), _) => Who::OnFile(kind, file),
            (_, Some(place)) => Who::Tandem(kind, place),
            _ => return None,
        }
    } else if let Some(place) = place_of(first) {
        match (kind(second), number(second)) {
            (Some(kind), _) => Who::Tandem(kind, place),
            (_, Some(file)) => Who::TandemOn(file, place),
            _ => return None,
        }
    } else {
        match (number(first)?, kind(second)?) {
            (number, PieceKind::Pawn) => Who::Numbered(number),
            _ => return Some(Err(OnlyPawns)),
        }
    };
    Some(Ok(told))
}

fn kind(character: char) -> Option<PieceKind> {
    match character {
        '帅' | '帥' | '将' | '將' => Some(PieceKind::General),
        '仕' | '士' => Some(PieceKind::Advisor),
        '相' | '象' => Some(PieceKind::Elephant),
        '马' | '馬' | '傌' => Some(PieceKind::Horse),
        '车' | '車' | '俥' | '伡' => Some(PieceKind::Rook),
        '炮' | '砲' | '包' => Some(PieceKind::Cannon),
        '兵' | '卒' => Some(PieceKind::Pawn),
        _ => None,
    }
}

fn place_of(character: char) -> Option<Place> {
    match character {
        '前' => Some(Place::Front),
        '中' => Some(Place::Middle),
        '后' | '後' => Some(Place::Rear),
        _ => None,
    }
}

fn way(character: char) -> Option<Way> {
    match character {
        '进' | '進' => Some(Way::Forward),
        '退' => Some(Way::Back),
        '平' => Some(Way::Across),
        _ => None,
    }
}

/// A number in any of the numerals.
fn number(character: char) -> Option<u8> {
    let plain = character.to_digit(10).filter(|&digit| digit > 0);
    let found = |numerals: [char; 9]| numerals.iter().position(|&numeral| numeral == character);
    let place = found(RED_NUMERALS).or_else(|| found(BLACK_NUMERALS));
    plain
        .or(place.map(|index| index as u32 + 1))
        .map(|number| number as u8)
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
    fn each_side_counts_from_its_right_in_its_own_numerals() {
        both_ways(
            crate::board::START_FEN,
            &[
                ("h2e2", "炮二平五"),
                ("b0c2", "马八进七"),
                ("a3a4", "兵九进一"),
                ("e0e1", "帅五进一"),
                ("g0e2", "相三进五"),
                ("f0e1", "仕四进五"),
                ("i0i2", "车一进二"),
                ("h2h9", "炮二进七"),
            ],
        );
        both_ways(
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b",
            &[
                ("h7e7", "炮８平５"),
                ("b9c7", "马２进３"),
                ("a6a5", "卒１进１"),
                ("e9e8", "将５进１"),
                ("c9e7", "象３进５"),
                ("d9e8", "士４进５"),
                ("a9a7", "车１进２"),
            ],
        );
    }

    #[test]
    fn two_on_a_file_are_front_and_rear() {
        both_ways(
            "3k5/4P4/4P4/9/9/9/R8/9/R8/5K3 w",
            &[
                ("a3a2", "前车退一"),
                ("a1b1", "后车平八"),
                ("e8f8", "前兵平四"),
                ("e7f7", "后兵平四"),
            ],
        );
        both_ways(
            "3k5/9/9/9/n8/9/n8/9/9/5K3 b",
            &[("a3b1", "前马进２"), ("a5b7", "后马退２")],
        );
    }

    #[test]
    fn advisors_and_elephants_keep_the_file() {
        let fen = "3k5/9/9/9/9/2B6/9/3A5/9/2BA1K3 w";
        both_ways(
            fen,
            &[
                ("d2e1", "仕六退五"),
                ("d0e1", "仕六进五"),
                ("c4e2", "相七退五"),
                ("c0e2", "相七进五"),
            ],
        );
        means(fen, &[("d2e1", "前仕退五"), ("c0e2", "后相进五")]);
    }

    #[test]
    fn three_pawns_on_a_file() {
        both_ways(
            "3k5/4P4/4P4/4P4/9/9/6P2/9/9/5K3 w",
            &[
                ("e8f8", "前兵平四"),
                ("e7f7", "中兵平四"),
                ("e6f6", "后兵平四"),
                ("g3g4", "兵三进一"),
            ],
        );
        both_ways(
            "5k3/9/9/9/9/2p6/2p6/2p6/9/3K5 b",
            &[("c3b3", "中卒平２"), ("c2c1", "前卒进１")],
        );
    }

    #[test]
    fn four_and_five_are_numbered_from_the_front() {
        let four = "3k5/4P4/4P4/4P4/4P4/9/6P2/9/9/5K3 w";
        both_ways(
            four,
            &[
                ("e8f8", "一兵平四"),
                ("e7f7", "二兵平四"),
                ("e6f6", "三兵平四"),
                ("e5f5", "四兵平四"),
                ("g3g4", "兵三进一"),
            ],
        );
        means(four, &[("e8f8", "前兵平四"), ("e5f5", "后兵平四")]);
        let five = "5k3/9/9/9/9/2p6/2p6/2p6/2p6/2p1K4 b";
        both_ways(
            five,
            &[
                ("c4b4", "五卒平２"),
                ("c3b3", "四卒平２"),
                ("c2b2", "三卒平２"),
                ("c1b1", "二卒平２"),
                ("c0b0", "一卒平２"),
            ],
        );
        means(five, &[("c2b2", "中卒平2"), ("c0b0", "1卒平2")]);
    }

    #[test]
    fn tandem_pawns_on_two_files_are_numbered_over_both() {
        let red = "3k5/4P4/4P1P2/6P2/9/9/P8/9/9/5K3 w";
        both_ways(
            red,
            &[
                ("g7h7", "一兵平二"),
                ("g6h6", "二兵平二"),
                ("e8d8", "三兵平六"),
                ("e7d7", "四兵平六"),
                ("a3a4", "兵九进一"),
            ],
        );
        means(
            red,
            &[
                ("g7h7", "前三平二"),
                ("e7f7", "后五平四"),
                ("e8d8", "前兵平六"),
            ],
        );
        let board = Board::from_fen(red).unwrap();
        assert_eq!(
            read(&board, "前兵进一").unwrap_err().to_string(),
            "'前兵进一' may be e8e9 or g7g8"
        );
        both_ways(
            "5k3/9/9/9/9/2p3p2/2p3p2/2p6/9/3K5 b",
            &[
                ("c2b2", "一卒平２"),
                ("c3b3", "二卒平２"),
                ("c4b4", "三卒平２"),
                ("g3h3", "四卒平８"),
                ("g4h4", "五卒平８"),
            ],
        );
    }

    #[test]
    fn many_ways_to_write_the_same() {
        means(
            crate::board::START_FEN,
            &[
                ("h2e2", "炮2平5"),
                ("h2e2", "砲２平五"),
                ("h2e2", "包二平５"),
                ("h0g2", "馬二進三"),
                ("h0g2", "傌二进三"),
                ("i0i1", "俥一進一"),
                ("e0e1", "將五進一"),
                ("f0e1", "士四进五"),
                ("g0e2", "象三进五"),
                ("e3e4", "卒五进一"),
            ],
        );
        let tandem = "3k5/9/9/9/9/9/R8/9/R8/5K3 w";
        means(
            tandem,
            &[
                ("a1b1", "後車平八"),
                ("a3a2", "车前退1"),
                // Only the one in front can, though two stand there.
                ("a3a9", "车九进六"),
            ],
        );
        let board = Board::from_fen(tandem).unwrap();
        assert!(matches!(
            read(&board, "车九平八"),
            Err(ReadError::Ambiguous { moves, .. }) if moves.len() == 2
        ));
    }
}
