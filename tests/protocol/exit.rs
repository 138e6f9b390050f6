//! The exit of the program, and files of commands.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use chuhe::board::Board;
use chuhe::protocol::Options;
use chuhe::protocol::conversation::{Conversation, Incoming};
use chuhe::protocol::driver::drive;
use chuhe::protocol::lines::InputLine;

use crate::harness::{Engine, best};

#[test]
fn quit_ends_the_program_in_every_state() {
    assert_eq!(Engine::start().quit(), ["bye"]);
    assert_eq!(Engine::ucci().quit(), ["bye"]);
    for go in [
        "go infinite",
        "go ponder",
        "go ponder depth 1",
        "go time 1000",
    ] {
        let mut engine = Engine::ucci();
        engine.send(go);
        engine.read_until("info depth 1 ");
        let output = engine.quit();
        assert_eq!(output.last().unwrap(), "bye", "{go}");
        assert!(
            output.iter().all(|line| !line.contains("bestmove")),
            "{go}: {output:?}"
        );
    }
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let mut engine = Engine::start();
    engine.close_input();
    assert!(engine.wait_for_exit().is_empty());
    let mut engine = Engine::ucci();
    engine.close_input();
    assert!(engine.wait_for_exit().is_empty());
    // A last line without an end is a line.
    let mut engine = Engine::ucci();
    engine.send_bytes(b"quit");
    engine.close_input();
    assert_eq!(engine.wait_for_exit(), ["bye"]);
}

#[test]
fn the_end_of_the_input_stops_the_search_and_gives_its_move() {
    // Without waiting, the input may end before the search has begun.
    for (start, setting, is_awaited, searches) in [
        (
            Engine::ucci as fn() -> Engine,
            "",
            true,
            &[
                "go infinite",
                "go ponder",
                "go time 1000",
                "go ponder depth 1",
            ][..],
        ),
        (
            Engine::ucci,
            "setoption batch on",
            false,
            &["go infinite", "go ponder time 10", "go"],
        ),
        (
            Engine::uci,
            "",
            false,
            &["go infinite", "go ponder depth 1", "go mate 30"],
        ),
    ] {
        for go in searches {
            let mut engine = start();
            engine.send(setting);
            engine.send(go);
            if is_awaited {
                engine.read_until("info depth 1 ");
            }
            engine.close_input();
            let output = engine.wait_for_exit();
            let mv = best(output.last().unwrap());
            assert!(Board::startpos().is_legal_move(mv), "{setting} {go}");
        }
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
        drive(Options::default(), input.as_bytes(), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let is_time = |line: &&str| line.starts_with("time ") || line.starts_with("nodes/s ");
        let last = output.lines().rfind(|line| !is_time(line));
        assert_eq!(last, Some(end), "{input}");
    }
}

#[test]
fn clock_of_a_queued_go_starts_at_its_turn_with_batch() {
    const HOUR: Duration = Duration::from_secs(3600);
    let (sender, events) = channel();
    let mut output = Vec::new();
    let mut conversation = Conversation::new(Options::default(), &mut output, sender);
    // The lines were read long ago, unless the clock of the system began later.
    let read = Instant::now();
    let read = read.checked_sub(HOUR).unwrap_or(read);
    for text in [
        "uci",
        "setoption name Hash value 1",
        "setoption name Batch value true",
        "setoption name UseBook value false",
        "go depth 2",
        "go movetime 50",
        "quit",
    ] {
        let (text, error) = (text.to_owned(), None);
        let line = Incoming::Line(Some(InputLine { text, error }), read);
        assert!(conversation.receive(line).unwrap().is_continue());
    }
    for event in events {
        if conversation.receive(event).unwrap().is_break() {
            break;
        }
    }
    drop(conversation);
    let output = String::from_utf8(output).unwrap();
    let words: Vec<&str> = output.split_whitespace().collect();
    let times = words.windows(2).filter(|pair| pair[0] == "time");
    let times = times.filter_map(|pair| pair[1].parse().ok());
    let longest = times.map(Duration::from_millis).max();
    assert!(longest.is_some_and(|time| time < HOUR), "{output}");
}

#[test]
fn file_of_commands_is_answered_in_order_with_batch() {
    let mut engine = Engine::start();
    engine.send_bytes(
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
    engine.close_input();
    let output = engine.wait_for_exit();
    let milestones: Vec<&str> = output
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
        output.iter().any(|line| line.starts_with("info depth 4 ")),
        "not stopped early"
    );
    // The last search was finished after the file had ended.
    let last = output
        .iter()
        .rposition(|line| line.starts_with("info depth 3 "));
    assert!(
        last.is_some_and(|last| last > output.len() - 4),
        "{output:?}"
    );
}
