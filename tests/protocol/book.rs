//! The engine and its books.

use std::fs;
use std::path::PathBuf;

use chuhe::board::Board;
use chuhe::book::{Book, Record, lock};

use crate::harness::{Engine, after, best};

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn record(board: &Board, mv: &str) -> Record {
    Record {
        lock: lock(board),
        mv: mv.parse().unwrap(),
        weight: 7,
    }
}

#[test]
fn books_are_played_from_one_after_the_other() {
    let start = Book::from_records(vec![record(&Board::startpos(), "i0i1")]);
    let second = Book::from_records(vec![
        record(&Board::startpos(), "h2e2"),
        record(&after("i0i1"), "i9i8"),
    ]);
    let one = file("ucci book one.dat", &start.bytes());
    let two = file("ucci_book_two.dat", &second.bytes());
    let mut engine = Engine::idle();
    engine.say("setoption usebook on");
    engine.say(&format!(
        "setoption bookfiles {};{}",
        one.display(),
        two.display()
    ));
    engine.say("go time 60");
    assert_eq!(engine.hear(), "info message book ucci book one.dat: i0i1 7");
    assert_eq!(engine.hear(), "bestmove i0i1");
    engine.say("position startpos moves a0a1");
    engine.say("go time 60");
    assert_eq!(engine.hear(), "info message book ucci_book_two.dat: a9a8 7");
    assert_eq!(engine.hear(), "bestmove a9a8");
    // What the book does not know is searched, and so is all without one.
    engine.say("position startpos moves a0a1 a9a8");
    assert!(after("a0a1 a9a8").is_legal_move(engine.think("go time 0.05")));
    engine.say("position startpos");
    for off in ["setoption bookfiles", "setoption usebook false"] {
        engine.say(off);
        engine.say("go movetime 0.05");
        let (_, told) = engine.answer();
        assert!(told.iter().any(|line| line.starts_with("info depth 1 ")));
    }
    assert_eq!(engine.quit(), ["bye"]);
}

#[test]
fn the_programs_own_book_is_on_from_the_beginning() {
    let mut engine = Engine::boot();
    engine.say("ucci");
    engine.hear_until("ucciok");
    engine.say("go time 60");
    let told = engine.hear();
    assert!(told.starts_with("info message book builtin: "), "{told}");
    let (answer, more) = engine.answer();
    assert!(more.is_empty());
    assert!(Board::startpos().is_legal_move(best(&answer)));
    assert_eq!(engine.quit(), ["bye"]);
}

#[test]
fn a_broken_book_is_told_and_play_goes_on() {
    let good = Book::from_records(vec![record(&Board::startpos(), "h2e2")]).bytes();
    let cut = file("ucci_book_cut.dat", &good[..7]);
    let text = file("ucci_book_text.dat", b"[Event \"no book\"]\n");
    let mut engine = Engine::idle();
    engine.say("setoption usebook on");
    for (path, fault) in [
        (&cut, "byte 0: the file ends 7 bytes into a record of 8"),
        (&text, "byte 4: 0x746e is no move"),
    ] {
        let told = engine.message(&format!("setoption bookfiles {}", path.display()));
        assert!(told.contains(fault), "{told}");
        assert!(Board::startpos().is_legal_move(engine.think("go time 0.05")));
    }
    let folder = engine.message(&format!(
        "setoption bookfiles {}",
        env!("CARGO_TARGET_TMPDIR")
    ));
    assert!(folder.ends_with(" is no file"), "{folder}");
    assert_eq!(engine.quit(), ["bye"]);
}
