//! Tests of the file of openings, and of `chuhe openings`, which generates it.

use std::collections::HashSet;
use std::fs;

use chuhe::arena::read_openings;
use chuhe::board::positions::{self, EpdPosition};
use chuhe::board::{Board, Move};
use chuhe::games::encoding::Encoding;
use chuhe::rules::{Game, Outcome, RuleSet, judge};

use crate::process::{chuhe, scratch};

/// The range of plies of an opening, and its greatest absolute score.
const PLIES: std::ops::RangeInclusive<usize> = 6..=10;
const WINDOW: i32 = 50;

fn moves(entry: &EpdPosition) -> Vec<Move> {
    let moves = entry.operand("c0").unwrap().split(' ');
    moves.map(|text| text.parse().unwrap()).collect()
}

/// Checks an opening against the description at the top of the file.
fn check(entry: &EpdPosition, seen: &mut HashSet<u64>) {
    let id = &entry.id;
    let mut game = Game::new(Board::startpos());
    let moves = moves(entry);
    assert!(PLIES.contains(&moves.len()), "{id}");
    for mv in moves {
        assert!(game.board().is_empty(mv.to()), "{id}: {mv} captures");
        game.play(mv).unwrap();
        assert!(
            !game.board().check_info().in_check(),
            "{id}: {mv} gives check"
        );
    }
    let board = &entry.board;
    assert_eq!(board.key(), game.board().key(), "{id}");
    assert_eq!((board.quiet_plies(), board.move_number()), (0, 1), "{id}");
    let score: i32 = entry.operand("ce").unwrap().parse().unwrap();
    assert!(score.abs() <= WINDOW, "{id}");
    let verdict = judge(&Game::new(board.clone()), &RuleSet::default());
    assert_eq!(verdict.outcome, Outcome::Undecided, "{id}");
    assert!(seen.insert(board.symmetry_key()), "{id} is a duplicate");
}

#[test]
fn openings_of_the_file_are_valid_and_different() {
    let path = format!("{}/positions/openings.epd", env!("CARGO_MANIFEST_DIR"));
    let entries = positions::read(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(entries.len() >= 500, "{}", entries.len());
    let mut seen = HashSet::new();
    for entry in &entries {
        check(entry, &mut seen);
    }
}

#[test]
fn openings_in_any_encoding_are_read() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/encoded_openings.epd");
    let start = Board::startpos();
    let text = format!("# 开局\n{} id \"中炮\";\r\n", start.to_fen());
    let marked = format!("\u{feff}{text}").into_bytes();
    let [gb18030, utf16] =
        [Encoding::Gb18030, Encoding::Utf16].map(|encoding| encoding.encode(&text).unwrap());
    for bytes in [marked, gb18030, utf16] {
        fs::write(path, bytes).unwrap();
        let openings = read_openings(Some(path.as_ref()), &RuleSet::default()).unwrap();
        assert_eq!((openings.len(), &*openings[0].id), (1, "中炮"));
        assert_eq!(openings[0].board, start);
    }
}

#[test]
fn the_command_generates_valid_openings_and_the_same_again() {
    let generate = |file: &[&str]| {
        let mut command = chuhe();
        let settings = [
            "openings", "--count", "12", "--nodes", "1000", "--seed", "5",
        ];
        let output = command.args(settings).args(file).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), text)
    };
    let (code, text) = generate(&[]);
    assert_eq!(code, Some(0));
    assert!(
        text.contains("\n#     chuhe openings --count 12 --plies 6..10 --nodes 1000 --margin 40")
    );
    let entries = positions::read(&text).unwrap();
    assert_eq!((entries.len(), entries[0].id.as_str()), (12, "open.01"));
    let mut seen = HashSet::new();
    for entry in &entries {
        check(entry, &mut seen);
    }
    assert!(entries.iter().any(|entry| moves(entry).len() % 2 == 1));
    let path = scratch("openings.epd");
    assert_eq!(generate(&["--out", &path]).0, Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}
