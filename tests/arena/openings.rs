//! The file of openings, and the command that made it.

use std::collections::HashSet;
use std::fs;
use std::process::Command;

use chuhe::board::{Board, Move};
use chuhe::cli::positions::{self, Entry};
use chuhe::rules::{Game, Outcome, RuleSet, judge};

/// Plies of an opening, and how far its score may be from 0.
const PLIES: std::ops::RangeInclusive<usize> = 6..=10;
const WINDOW: i32 = 50;

fn moves(entry: &Entry) -> Vec<Move> {
    let moves = entry.operation("c0").unwrap().split(' ');
    moves.map(|text| text.parse().unwrap()).collect()
}

/// Holds an entry to what the heading of the file says of it.
fn check(entry: &Entry, seen: &mut HashSet<u64>) {
    let id = &entry.id;
    let mut game = Game::new(Board::startpos());
    let moves = moves(entry);
    assert!(PLIES.contains(&moves.len()), "{id}");
    for mv in moves {
        assert!(game.board().is_empty(mv.to()), "{id}: {mv} takes");
        game.play(mv).unwrap();
        assert!(!game.board().safety().in_check(), "{id}: {mv} checks");
    }
    let board = &entry.board;
    assert_eq!(board.key(), game.board().key(), "{id}");
    assert_eq!((board.quiet_plies(), board.move_number()), (0, 1), "{id}");
    let score: i32 = entry.operation("ce").unwrap().parse().unwrap();
    assert!(score.abs() <= WINDOW, "{id}");
    let verdict = judge(&Game::new(board.clone()), &RuleSet::default());
    assert_eq!(verdict.outcome, Outcome::Undecided, "{id}");
    let guises = [
        board.clone(),
        board.mirrored(),
        board.flipped(),
        board.mirrored().flipped(),
    ];
    // A position may be its own mirror image, but no other's.
    let guises: HashSet<u64> = guises.iter().map(Board::key).collect();
    for key in guises {
        assert!(seen.insert(key), "{id} was there before");
    }
}

#[test]
fn the_file_holds_what_it_promises() {
    let path = format!("{}/positions/openings.epd", env!("CARGO_MANIFEST_DIR"));
    let entries = positions::read(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(entries.len() >= 500, "{}", entries.len());
    let mut seen = HashSet::new();
    for entry in &entries {
        check(entry, &mut seen);
    }
}

#[test]
fn the_command_makes_such_files_and_the_same_again() {
    let make = |file: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        let recipe = [
            "openings", "--count", "12", "--nodes", "1000", "--seed", "5",
        ];
        let output = command.args(recipe).args(file).output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            output.stderr,
        )
    };
    let (code, text, _) = make(&[]);
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
    let path = format!("{}/openings.epd", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_file(&path);
    assert_eq!(make(&["--out", &path]).0, Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    // What is there is not written over.
    let (code, _, told) = make(&["--out", &path]);
    assert_eq!(code, Some(2));
    assert_eq!(
        String::from_utf8(told).unwrap(),
        format!(
            "error: {path}: it exists already and is not written over; take it away, or give another name\n"
        )
    );
}
