//! `bookfiles`: opening books.

use chuhe::board::Board;
use chuhe::book::{Book, BookRecord, book_key};

use crate::harness::{Engine, after, best};
use crate::process::scratch_file;

fn record(board: &Board, mv: &str) -> BookRecord {
    BookRecord {
        key: book_key(board),
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
    let one = scratch_file("ucci book one.dat", start.bytes());
    let two = scratch_file("ucci_book_two.dat", second.bytes());
    let mut engine = Engine::ucci();
    engine.send("setoption usebook on");
    engine.send(&format!("setoption bookfiles {one};{two}"));
    engine.send("go time 60");
    assert_eq!(
        engine.read_line(),
        "info message book ucci book one.dat: i0i1 7"
    );
    assert_eq!(engine.read_answer().0, "bestmove i0i1");
    engine.send("position startpos moves a0a1");
    engine.send("go time 60");
    assert_eq!(
        engine.read_line(),
        "info message book ucci_book_two.dat: a9a8 7"
    );
    assert_eq!(engine.read_answer().0, "bestmove a9a8");
    // What the book does not know is searched, and so is all without one.
    engine.send("position startpos moves a0a1 a9a8");
    assert!(after("a0a1 a9a8").is_legal_move(engine.best_move("go time 0.05")));
    engine.send("position startpos");
    for off in ["setoption bookfiles", "setoption usebook false"] {
        engine.send(off);
        let (_, output) = engine.go("go movetime 0.05");
        assert!(output.iter().any(|line| line.starts_with("info depth 1 ")));
    }
    assert_eq!(engine.quit(), ["bye"]);
}

#[test]
fn the_programs_own_book_is_on_from_the_beginning() {
    let mut engine = Engine::start();
    engine.send("ucci");
    engine.read_until("ucciok");
    engine.send("go time 60");
    let output = engine.read_line();
    assert!(
        output.starts_with("info message book builtin: "),
        "{output}"
    );
    let (answer, more) = engine.read_answer();
    let mv = best(&answer);
    assert!(Board::startpos().is_legal_move(mv));
    // The line has the static evaluation and the move.
    let [line] = more.as_slice() else {
        panic!("one line of play: {more:?}");
    };
    assert!(line.starts_with("info depth 0 score "), "{line}");
    assert!(line.ends_with(&format!(" pv {mv}")), "{line}");
    assert_eq!(engine.quit(), ["bye"]);
}

#[test]
fn broken_book_is_reported_and_skipped() {
    let good = Book::from_records(vec![record(&Board::startpos(), "h2e2")]).bytes();
    let cut = scratch_file("ucci_book_cut.dat", &good[..7]);
    let mut engine = Engine::ucci();
    engine.send("setoption usebook on");
    let output = engine.message(&format!("setoption bookfiles {cut}"));
    let fault = "byte 0: the file ends 7 bytes into a record of 8";
    assert!(output.contains(fault), "{output}");
    assert!(Board::startpos().is_legal_move(engine.best_move("go time 0.05")));
    let folder = engine.message(&format!(
        "setoption bookfiles {}",
        env!("CARGO_TARGET_TMPDIR")
    ));
    assert!(
        folder.ends_with(": a folder, not a regular file"),
        "{folder}"
    );
    assert_eq!(engine.quit(), ["bye"]);
}
