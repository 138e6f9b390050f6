//! How the program ends, and files of commands.

use chuhe::board::Board;
use chuhe::protocol::driver::drive;

use crate::harness::{Engine, best};

#[test]
fn quit_ends_the_program_in_every_state() {
    assert_eq!(Engine::boot().quit(), ["bye"]);
    assert_eq!(Engine::idle().quit(), ["bye"]);
    for go in [
        "go infinite",
        "go ponder",
        "go ponder depth 1",
        "go time 1000",
    ] {
        let mut engine = Engine::idle();
        engine.say(go);
        engine.hear_until("info depth 1 ");
        let told = engine.quit();
        assert_eq!(told.last().unwrap(), "bye", "{go}");
        assert!(
            told.iter().all(|line| !line.contains("bestmove")),
            "{go}: {told:?}"
        );
    }
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let mut engine = Engine::boot();
    engine.hang_up();
    assert!(engine.end().is_empty());
    let mut engine = Engine::idle();
    engine.hang_up();
    assert!(engine.end().is_empty());
    // A last line without an end is a line.
    let mut engine = Engine::idle();
    engine.say_bytes(b"quit");
    engine.hang_up();
    assert_eq!(engine.end(), ["bye"]);
}

#[test]
fn the_end_of_the_input_stops_the_search_and_gives_its_move() {
    for go in [
        "go infinite",
        "go ponder",
        "go time 1000",
        "go ponder depth 1",
    ] {
        let mut engine = Engine::idle();
        engine.say(go);
        engine.hear_until("info depth 1 ");
        engine.hang_up();
        let told = engine.end();
        let mv = best(told.last().unwrap());
        assert!(Board::startpos().is_legal_move(mv), "{go}");
    }
}

#[test]
fn the_end_of_the_input_stops_a_perft_after_a_greeting_and_without_batch() {
    for (input, end) in [
        ("perft 3\n", "nodes    79666"),
        ("ucci\nsetoption batch on\nperft 3\n", "nodes    79666"),
        ("ucci\nperft 60\n", "info message perft was stopped"),
        ("uci\nperft 60\n", "info string perft was stopped"),
    ] {
        let mut output = Vec::new();
        drive(input.as_bytes(), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let is_time = |line: &&str| line.starts_with("time ") || line.starts_with("nodes/s ");
        let last = output.lines().rfind(|line| !is_time(line));
        assert_eq!(last, Some(end), "{input}");
    }
}

#[test]
fn a_file_of_commands() {
    let mut engine = Engine::boot();
    engine.say_bytes(
        b"ucci\r\n\
          setoption hashsize 1\r\n\
          setoption batch true\r\n\
          setoption usebook false\r\n\
          position startpos\r\n\
          go depth 4\r\n\
          stop\r\n\
          position startpos moves h2e2\r\n\
          go nodes 300\r\n\
          isready\r\n\
          banmoves h9g7\r\n\
          go time 0.2\r\n\
          go depth 0\r\n\
          nonsense\r\n\
          go ponder depth 2\r\n\
          ponderhit\r\n\
          go infinite\r\n\
          stop\r\n\
          go depth 3",
    );
    engine.hang_up();
    let told = engine.end();
    let milestones: Vec<&str> = told
        .iter()
        .skip_while(|line| *line != "ucciok")
        .filter(|line| !line.starts_with("info time ") && !line.starts_with("info currmove "))
        .filter(|line| !line.starts_with("info depth ") || line.starts_with("info depth 0 "))
        .map(|line| match line.split_once(' ') {
            Some(("bestmove", _)) => "bestmove",
            Some(("info", rest)) if rest.starts_with("depth 0 score ") => "static",
            _ => line,
        })
        .collect();
    assert_eq!(
        milestones,
        [
            "ucciok",
            "bestmove",
            "nobestmove", // the stop waited for its turn, and came in idle
            "bestmove",
            "readyok",
            "bestmove",
            "static",
            "nobestmove",
            "info message 'nonsense' is not a command of UCCI: 'help' lists them",
            "bestmove",
            "bestmove", // a search without an end listens for it even in batch mode
            "bestmove",
        ]
    );
    assert!(
        told.iter().any(|line| line.starts_with("info depth 4 ")),
        "not stopped early"
    );
    // The last search was finished after the file had ended.
    let last = told
        .iter()
        .rposition(|line| line.starts_with("info depth 3 "));
    assert!(last.is_some_and(|last| last > told.len() - 4), "{told:?}");
}

#[test]
fn a_file_that_ends_in_a_search_without_an_end() {
    for go in ["go infinite", "go ponder time 10", "go"] {
        let mut engine = Engine::boot();
        engine.say_bytes(b"ucci\nsetoption hashsize 1\nsetoption batch on\n");
        engine.say(go);
        engine.hang_up();
        let told = engine.end();
        assert!(
            Board::startpos().is_legal_move(best(told.last().unwrap())),
            "{go}"
        );
    }
}
