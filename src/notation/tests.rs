use super::*;
use crate::board::START_FEN;

const BLACK_TO_MOVE: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
const THREE_PAWNS: &str = "3k5/4P4/4P4/4P4/9/9/6P2/9/9/5K3 w";
const FOUR_PAWNS: &str = "3k5/4P4/4P4/4P4/4P4/9/6P2/9/9/5K3 w";
const FIVE_PAWNS: &str = "5k3/9/9/9/9/2p6/2p6/2p6/2p6/2p1K4 b";
const TWO_ROOKS_TWO_PAWNS: &str = "3k5/4P4/4P4/9/9/9/R8/9/R8/5K3 w";

/// Checks pairs of an ICCS move and its text: those of `both` are written and read, those of `read` only read.
#[track_caller]
fn check(notation: Notation, fen: &str, both: &str, read: &str) {
    let board = Board::from_fen(fen).unwrap();
    for (pairs, is_written) in [(both, true), (read, false)] {
        let words: Vec<&str> = pairs.split_whitespace().collect();
        for pair in words.chunks(2) {
            let (mv, text) = (pair[0].parse().unwrap(), pair[1]);
            assert_eq!(notation.read(&board, text), Ok(mv), "{text}");
            if is_written {
                assert_eq!(notation.write(&board, mv), text, "{mv}");
            }
        }
    }
}

#[track_caller]
fn chinese(fen: &str, both: &str, read: &str) {
    check(Notation::Chinese, fen, both, read);
}

#[track_caller]
fn wxf(fen: &str, both: &str, read: &str) {
    check(Notation::Wxf, fen, both, read);
}

fn error(fen: &str, text: &str) -> String {
    let board = Board::from_fen(fen).unwrap();
    read(&board, text).unwrap_err().to_string()
}

#[test]
fn files_count_from_each_sides_right_in_its_own_numerals() {
    let both = "h2e2 炮二平五 b0c2 马八进七 a3a4 兵九进一 e0e1 帅五进一 g0e2 相三进五 f0e1 仕四进五 \
                i0i2 车一进二 h2h9 炮二进七";
    let read = "h2e2 炮2平5 h2e2 砲２平五 h2e2 包二平５ h0g2 馬二進三 h0g2 傌二进三 i0i1 俥一進一 \
                e0e1 將五進一 f0e1 士四进五 g0e2 象三进五 e3e4 卒五进一";
    chinese(START_FEN, both, read);
    let both = "h7e7 炮８平５ b9c7 马２进３ a6a5 卒１进１ e9e8 将５进１ c9e7 象３进５ d9e8 士４进５ a9a7 车１进２";
    chinese(BLACK_TO_MOVE, both, "");
    let both = "h2e2 C2.5 b0c2 H8+7 a3a4 P9+1 e0e1 K5+1 g0e2 E3+5 f0e1 A4+5 i0i2 R1+2";
    let read = "h2e2 c2=5 h2e2 C25 h2e2 Ｃ２．５ h0g2 N2+3 g0e2 b3+5 e3e4 s5+1 h2h1 C2\u{2013}1";
    wxf(START_FEN, both, read);
    wxf(BLACK_TO_MOVE, "h7e7 C8.5 b9c7 H2+3 h7h8 C8-1", "");
}

#[test]
fn two_on_a_file_are_front_and_rear() {
    let both = "a3a2 前车退一 a1b1 后车平八 e8f8 前兵平四 e7f7 后兵平四";
    chinese(TWO_ROOKS_TWO_PAWNS, both, "");
    let horses = "3k5/9/9/9/n8/9/n8/9/9/5K3 b";
    chinese(horses, "a3b1 前马进２ a5b7 后马退２", "");
    // Of the two rooks only the one in front can make the last move.
    let rooks = "3k5/9/9/9/9/9/R8/9/R8/5K3 w";
    chinese(rooks, "", "a1b1 後車平八 a3a2 车前退1 a3a9 车九进六");
    assert_eq!(error(rooks, "车九平八"), "'车九平八' may be a3b3 or a1b1");
    let both = "a3a2 R+-1 a1b1 R-.8 e8f8 P+.4 e7f7 P-.4";
    let read =
        "a3a2 +R-1 a1b1 -R=8 a1a0 R--1 a1a0 -R-1 e8f8 1P.4 e7f7 Pb=4 e7f7 25=4 e8f8 5+.4 a3a9 R9+6";
    wxf(TWO_ROOKS_TWO_PAWNS, both, read);
    for (text, message) in [
        ("R9.8", "'R9.8' may be a3b3 or a1b1"),
        ("P5.4", "'P5.4' may be e8f8 or e7f7"),
        ("1R.8", "'1R.8': only pawns are numbered"),
    ] {
        assert_eq!(error(TWO_ROOKS_TWO_PAWNS, text), message);
    }
}

#[test]
fn advisors_and_elephants_are_named_by_file() {
    let fen = "3k5/9/9/9/9/2B6/9/3A5/9/2BA1K3 w";
    let both = "d2e1 仕六退五 d0e1 仕六进五 c4e2 相七退五 c0e2 相七进五";
    chinese(fen, both, "d2e1 前仕退五 c0e2 后相进五");
}

#[test]
fn three_four_and_five_pawns_on_a_file() {
    let both = "e8f8 前兵平四 e7f7 中兵平四 e6f6 后兵平四 g3g4 兵三进一";
    chinese(THREE_PAWNS, both, "");
    let black = "5k3/9/9/9/9/2p6/2p6/2p6/9/3K5 b";
    chinese(black, "c3b3 中卒平２ c2c1 前卒进１", "");
    let both = "e8f8 一兵平四 e7f7 二兵平四 e6f6 三兵平四 e5f5 四兵平四 g3g4 兵三进一";
    chinese(FOUR_PAWNS, both, "e8f8 前兵平四 e5f5 后兵平四");
    let both = "c4b4 五卒平２ c3b3 四卒平２ c2b2 三卒平２ c1b1 二卒平２ c0b0 一卒平２";
    chinese(FIVE_PAWNS, both, "c2b2 中卒平2 c0b0 1卒平2");
    let both = "e8f8 P+.4 e7f7 P5.4 e6f6 P-.4 g3g4 P3+1";
    wxf(THREE_PAWNS, both, "");
    wxf(FOUR_PAWNS, "e8f8 ++.4 e7f7 P+.4 e6f6 P-.4 e5f5 --.4", "");
    let both = "c0b0 ++.2 c1b1 P+.2 c2b2 P3.2 c3b3 P-.2 c4b4 --.2";
    wxf(FIVE_PAWNS, both, "c4b4 5P=2 c4b4 pe.2 c3b3 43=2");
}

#[test]
fn tandem_pawns_on_two_files() {
    let red = "3k5/4P4/4P1P2/6P2/9/9/P8/9/9/5K3 w";
    let both = "g7h7 一兵平二 g6h6 二兵平二 e8d8 三兵平六 e7d7 四兵平六 a3a4 兵九进一";
    chinese(red, both, "g7h7 前三平二 e7f7 后五平四 e8d8 前兵平六");
    assert_eq!(error(red, "前兵进一"), "'前兵进一' may be e8e9 or g7g8");
    let black = "5k3/9/9/9/9/2p3p2/2p3p2/2p6/9/3K5 b";
    let both = "c2b2 一卒平２ c3b3 二卒平２ c4b4 三卒平２ g3h3 四卒平８ g4h4 五卒平８";
    chinese(black, both, "");
    let fen = "3k5/2P3P2/2P3P2/6P2/9/9/9/9/9/5K3 w";
    let both = "g8h8 3+.2 g7h7 33.2 g6h6 3-.2 c8b8 7+.8 c7b7 7-.8";
    // Order and file, from programs that write = for a move along the rank.
    let read = "g8h8 13=2 g7h7 23=2 g6h6 33=2 c7b7 27=8 c7b7 5P.8 c8c9 Pd+1";
    wxf(fen, both, read);
    // The same digit twice names the middle pawn before a dot, the third before =, and either before a sign. Of the
    // two front pawns only one can advance.
    let fen = "3k2P2/2P6/2P3P2/9/6P2/9/9/9/9/5K3 w";
    let both = "g7h7 33.2 g7g8 23+1 g5g6 3-+1";
    wxf(fen, both, "g5h5 33=2 c8c9 P++1");
    assert_eq!(error(fen, "33+1"), "'33+1' may be g7g8 or g5g6");
}

#[test]
fn names_round_trip() {
    for notation in Notation::ALL {
        assert_eq!(notation.to_string().parse(), Ok(notation));
    }
    let error = "lan".parse::<Notation>().unwrap_err();
    let message = "'lan' is not a notation: expected iccs, chinese or wxf";
    assert_eq!(error.to_string(), message);
}

#[test]
fn errors_have_the_text_and_the_reason() {
    for text in ["", "h2e", "h2h1x", "X2.5"] {
        let message = "is not a move: expected ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)";
        assert_eq!(error(START_FEN, text), format!("'{text}' {message}"));
    }
    let cases = "\
a0a9 => a0a9 is not legal for red
炮二平 => '炮二平': a move in Chinese has 4 characters, such as 炮二平五
炮二走五 => '炮二走五': '走', character 3, is not a direction: expected 进, 退 or 平
炮二平零 => '炮二平零': '零', character 4, is not a number from 1 to 9
炮炮平五 => '炮炮平五': '炮炮' does not describe a piece; examples are 炮二, 前炮, 一兵 or 前三
二炮平五 => '二炮平五': only pawns are numbered
车一平二 => '车一平二': the red rook on i0 cannot make this move
前炮平五 => '前炮平五': red has no two cannons on one file
中炮平五 => '中炮平五': red has no three cannons on one file
三兵进一 => '三兵进一': red has no third pawn on files with several
前三进一 => '前三进一': red has no two pawns on its file 3
C3.5 => 'C3.5': red has no cannon on its file 3
C2.0 => 'C2.0': '0', character 4, is not a number from 1 to 9
C05 => 'C05': 'C0' does not describe a piece; examples are C2, R+, P-, 3+ or 1P
++.5 => '++.5': red has no four pawns on one file
13+1 => '13+1': red has no two pawns on its file 3";
    for case in cases.lines() {
        let (text, message) = case.split_once(" => ").unwrap();
        assert_eq!(error(START_FEN, text), message);
    }
    let pawns = "3k5/4P4/4P1P2/6P2/9/9/P8/9/9/5K3 w";
    let message = "'33+1': red has no third pawn on its file 3";
    assert_eq!(error(pawns, "33+1"), message);
    let error = Notation::Iccs.read(&Board::startpos(), "C2.5").unwrap_err();
    let message = "'C2.5' is not a move: expected four characters such as h2e2";
    assert_eq!(error.to_string(), message);
}

#[test]
fn pinned_piece_and_empty_square_are_reported() {
    let pinned = "4k4/4r4/9/9/9/9/9/9/4A4/4K4 w";
    let message = "'仕五进四', e1f2, leaves the general of red attacked";
    assert_eq!(error(pinned, "仕五进四"), message);
    let (board, empty) = (Board::from_fen(pinned).unwrap(), "a0a1".parse().unwrap());
    assert_eq!(Notation::Chinese.write(&board, empty), "a0a1");
}
