//! Opening books: when they are asked, and what is said.

use super::*;
use crate::book::{Book, Record, Shelf, lock};

/// A machine with a book on the start and on what follows one of its moves.
fn bookish(script: &str) -> Machine {
    let mut after = Board::startpos();
    let _ = after.make(mv("h2e2").unwrap());
    let record = |board: &Board, text: &str, weight| Record {
        lock: lock(board),
        mv: mv(text).unwrap(),
        weight,
    };
    let mut shelf = Shelf::default();
    let start = Board::startpos();
    shelf.push(
        "test.dat",
        Book::from_records(vec![
            record(&start, "c3c4", 2),
            record(&start, "h2e2", 3),
            record(&start, "b0a2", 0),
            record(&after, "h9g7", 1),
        ]),
    );
    let mut machine = Machine::new();
    machine.step(Input::Command(Command::Hello(Protocol::Ucci)));
    assert!(machine.step(Input::Books(shelf, Vec::new())).is_empty());
    resume(&mut machine, script);
    machine
}

#[test]
fn a_game_by_the_clock_begins_from_the_book() {
    bookish(
        "
        > go time 60
        < info message book test.dat: h2e2 3, c3c4 2
        < bestmove h2e2
        > stop
        < nobestmove
        > position startpos moves b2e2
        > go draw movetime 1
        < info message book test.dat: b9c7 1
        < bestmove b9c7
        > position startpos moves b2e2 b9c7
        > go time 60
        * start after [b2e2, b9c7] clock=60s+0ns/None
        ",
    );
}

#[test]
fn banned_moves_are_not_in_the_book() {
    bookish(
        "
        > banmoves h2e2
        > go time 60
        < info message book test.dat: c3c4 2
        < bestmove c3c4
        > banmoves h2e2 c3c4
        > go time 60
        * start after [] clock=60s+0ns/None banned=[h2e2, c3c4]
        ",
    );
}

#[test]
fn analysis_and_the_opponents_time_are_for_the_search() {
    for (go, start) in [
        ("go depth 3", "depth=3"),
        ("go nodes 9", "nodes=9"),
        ("go time 60 depth 3", "depth=3 clock=60s+0ns/None"),
        ("go ponder time 60", "ponder clock=60s+0ns/None"),
    ] {
        bookish(&format!("> {go}\n* start after [] {start}"));
    }
    bookish("> go infinite\n* start after []");
    bookish(
        "
        > setoption multipv 2
        > go time 60
        * start after [] clock=60s+0ns/None multipv=2
        ",
    );
}

#[test]
fn in_uci_a_choice_of_moves_holds_for_the_book() {
    let mut machine = bookish("");
    machine.step(Input::Command(Command::Hello(Protocol::Uci)));
    machine.protocol = Some(Protocol::Uci);
    resume(
        &mut machine,
        "
        > go wtime 60000 btime 60000
        < info string book test.dat: h2e2 3, c3c4 2
        < bestmove h2e2
        > go movetime 1000 searchmoves c3c4 a0a1
        < info string book test.dat: c3c4 2
        < bestmove c3c4
        > setoption name BookDepth value 0
        > setoption name UseBook value false
        > go movetime 1000
        * start after [] movetime=1s
        ",
    );
}

#[test]
fn a_book_can_be_switched_off_and_has_an_end() {
    bookish(
        "
        > setoption usebook false
        > go time 60
        * start after [] clock=60s+0ns/None
        ",
    );
    let start = Board::startpos().to_fen();
    let later = start.replace(" 0 1", " 0 4");
    bookish(&format!(
        "
        > setoption bookdepth 3
        > go time 60
        < info message book test.dat: h2e2 3, c3c4 2
        < bestmove h2e2
        > position fen {later}
        > go time 60
        * start after [] clock=60s+0ns/None
        "
    ));
}

#[test]
fn chance_has_its_say_where_randomness_is_asked_for() {
    let mut machine = bookish("> setoption randomness small\n* configure");
    let mut seen = Vec::new();
    for _ in 0..200 {
        let go = parse_line(machine.protocol(), "go time 60")
            .unwrap()
            .unwrap();
        for action in machine.step(Input::Command(go)) {
            if let Action::Respond(Response::BestMove { mv, .. }) = action {
                seen.push(mv.to_string());
            }
        }
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen, ["c3c4", "h2e2"]);
}

#[test]
fn other_books_are_opened_and_what_is_missing_is_told() {
    let mut machine = bookish(
        r"
        > setoption bookfiles builtin
        > setoption bookfiles C:\My Books\BOOK.DAT;builtin
        * open C:\My Books\BOOK.DAT;builtin
        ",
    );
    let faults = vec!["cannot read it".to_owned()];
    let told = machine.step(Input::Books(Shelf::default(), faults));
    let told: Vec<String> = told
        .into_iter()
        .map(|action| shown(Some(Protocol::Ucci), action))
        .collect();
    assert_eq!(told, ["< info message cannot read it"]);
    resume(
        &mut machine,
        "> go time 60\n* start after [] clock=60s+0ns/None",
    );
}
