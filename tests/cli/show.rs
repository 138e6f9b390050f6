//! `chuhe show`: straight lines, colour, and the text below the board.

use std::fs;

use unicode_width::UnicodeWidthStr;

use crate::{MATED, STALEMATED, chuhe, input_error_of, scratch, scratch_file, stdout_of};

#[test]
fn show_draws_straight_lines() {
    for args in [
        &["show"][..],
        &["show", "--flip"],
        &["show", "--moves", "h2e2 h9g7"],
        &["show", "--color", "never", "--fen", MATED],
        &["show", "--color", "always"],
        &["show", "--ascii"],
    ] {
        let text = anstream::adapter::strip_str(&stdout_of(args)).to_string();
        let board: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(board.len(), 20, "{text}");
        // Between the ranks are only box-drawing characters, and the board's edges are straight.
        let edges = board.iter().skip(1).step_by(2).take(9);
        for line in edges {
            assert_eq!(line.width(), board[1].width(), "{text}");
        }
        for line in text.lines() {
            assert_eq!(line.trim_end(), line, "{text}");
        }
        assert!(
            args.contains(&"--ascii") || text.contains("楚 河"),
            "{text}"
        );
    }
}

#[test]
fn show_prints_last_move_fen_side_and_check() {
    let text = stdout_of(&["show", "--moves", "h2e2"]);
    assert!(text.contains("last   h2e2\n"), "{text}");
    assert!(
        text.contains(
            "fen    rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\n"
        ),
        "{text}"
    );
    assert!(text.contains("move   black\ncheck  none\n"), "{text}");
    let text = stdout_of(&["show", "--fen", MATED]);
    assert!(
        text.ends_with("check  by black rook on d0: red is mated\n"),
        "{text}"
    );
    let text = stdout_of(&["show", "--fen", STALEMATED]);
    assert!(
        text.ends_with("check  none, but black has no legal move and has lost\n"),
        "{text}"
    );
    let text = stdout_of(&["show", "--fen", "4k4/9/9/9/4R4/9/9/9/9/3K5 b"]);
    assert!(text.ends_with("check  by red rook on e5\n"), "{text}");
}

#[test]
fn colour_is_written_only_to_terminals_or_on_request() {
    assert!(!stdout_of(&["show"]).contains('\u{1b}'));
    assert!(!stdout_of(&["show", "--color", "never"]).contains('\u{1b}'));
    assert!(stdout_of(&["show", "--color", "always"]).contains('\u{1b}'));
    for ascii in [
        &["show", "--ascii"][..],
        &["show", "--ascii", "--color", "always", "--moves", "h2e2"],
    ] {
        let text = stdout_of(ascii);
        assert!(
            text.chars().all(|c| c == '\n' || (' '..='~').contains(&c)),
            "{text}"
        );
    }
}

#[test]
fn svg_and_png_need_no_fonts_or_external_files() {
    let [svg, png] = ["show.svg", "show.png"].map(scratch);
    let moves = ["--moves", "h2e2 h9g7", "--arrow", "h0g2", "b2c2"];
    let args = [
        "show", "--svg", &svg, "--png", &png, "--size", "300", "--best", "500",
    ];
    assert_eq!(stdout_of(&[&args[..], &moves].concat()), "");
    let text = fs::read_to_string(&svg).unwrap();
    assert!(text.contains("width=\"300\" height=\"330\""), "{text}");
    for title in [
        "<title>h0g2</title>",
        "<title>b2c2</title>",
        "<title>red general</title>",
    ] {
        assert!(text.contains(title), "{title}");
    }
    assert!(!text.contains("<text") && !text.contains("href"));
    let bytes = fs::read(&png).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    // Width and height follow the type of the first chunk (IHDR).
    assert_eq!(bytes[16..24], [0, 0, 1, 44, 0, 0, 1, 74]);
    assert!(stdout_of(&["show", "--svg", "--flip", "--no-coordinates"]).ends_with("</svg>\n"));
    let chinese = stdout_of(&["--lang", "zh", "show", "--svg"]);
    assert!(chinese.contains("<title>红帅</title>"), "{chinese}");
}

#[test]
fn any_position_of_a_game_file_is_shown() {
    let games = "[Red \"甲\"]\n\n1. h2e2 *\n\n[Red \"乙\"]\n\n1. h2e2 h9g7 2. h0g2 *\n";
    let name = scratch_file("show_games.pgn", games);
    let name = name.as_str();
    let same = |file: &[&str], moves: &[&str]| {
        let file = stdout_of(&[&["show", name], file].concat());
        assert_eq!(file, stdout_of(&[&["show"], moves].concat()));
    };
    same(&[], &["--moves", "h2e2"]);
    same(&["--game", "2"], &["--moves", "h2e2 h9g7 h0g2"]);
    same(&["--game", "2", "--ply", "2"], &["--moves", "h2e2 h9g7"]);
    same(&["--ply", "0"], &["--fen", "startpos"]);
    // An error of another game does not matter.
    let broken = scratch_file("show_broken.pgn", "1. h2e9 *\n\n1. b2e2 *\n");
    assert!(input_error_of(&["show", &broken]).contains("h2e9"));
    let shown = stdout_of(&["show", &broken, "--game", "2"]);
    assert_eq!(shown, stdout_of(&["show", "--moves", "b2e2"]));
}

#[test]
fn games_are_recognised_as_by_convert() {
    let file = scratch_file("show_iccs.txt", "h2e2 h9g7\n");
    let expected = stdout_of(&["show", "--moves", "h2e2 h9g7"]);
    assert_eq!(stdout_of(&["show", &file]), expected);
    let pasted = stdout_of(&["show", "--moves", "h2e2\u{200b}h9g7"]);
    assert_eq!(pasted, expected);
    assert!(stdout_of(&["judge", &file]).contains("game 1  ? - ?  *\n\noutcome  undecided"));
    // Standard input is PGN.
    for command in ["show", "judge"] {
        let input = fs::File::open(&file).unwrap();
        let output = chuhe().args([command, "-"]).stdin(input).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let is_expected = match command {
            "show" => text == expected,
            _ => text.contains("undecided"),
        };
        assert!(is_expected, "{command}: {text}");
    }
}
