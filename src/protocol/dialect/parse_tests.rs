//! The command of each line, and the message of each invalid one.

use super::*;
use crate::board::{Color, Move};
use crate::protocol::command::Go;
use crate::rules::Game;
use Protocol::{Ucci, Uci};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

fn command(protocol: Protocol, line: &str) -> Command {
    let command = parse_line(Some(protocol), line);
    command.unwrap_or_else(|error| panic!("{error}")).unwrap()
}

fn go(protocol: Protocol, line: &str) -> Go {
    match command(protocol, line) {
        Command::Go(go) => go,
        other => panic!("{line}: {other:?}"),
    }
}

fn error(protocol: Protocol, line: &str) -> String {
    parse_line(Some(protocol), line).unwrap_err()
}

/// The rows `PROTOCOL: LINE => WHAT` of a table.
fn rows(table: &str) -> impl Iterator<Item = (Protocol, &str, &str)> {
    let rows = table.split('\n').filter(|row| !row.trim().is_empty());
    rows.map(|row| {
        let (line, what) = row.trim_start().split_once(" =>").unwrap();
        let (protocol, line) = line.split_once(": ").unwrap();
        let protocol = if protocol == "uci" { Uci } else { Ucci };
        (protocol, line, what.strip_prefix(' ').unwrap_or(what))
    })
}

#[test]
fn options_have_names_and_values() {
    for (protocol, line, option) in rows(OPTIONS) {
        let (name, value) = option.split_once('=').unwrap();
        let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
        let expected = Command::SetOption { name, value };
        assert_eq!(command(protocol, line), expected, "{line}");
    }
}

const OPTIONS: &str = "
    ucci: setoption newgame => newgame =
    ucci: setoption hashsize 16 => hashsize = 16
    ucci: setoption bookfiles a b;c => bookfiles = a b;c
    ucci: setoption bookfiles  a  b;c  => bookfiles = a  b;c
    ucci: setoption name hashsize value 16 => hashsize = 16
    ucci: setoption name hashsize 16 => hashsize = 16
    ucci: setoption name newgame => newgame =
    ucci: setoption value 3 => value = 3
    uci: setoption name Hash value 16 => Hash = 16
    uci: setoption name Clear Hash => Clear Hash =
    uci: setoption name  Move  Overhead value 30 => Move Overhead = 30
    uci: setoption name Repetition Rule value AsianRule => Repetition Rule = AsianRule
    uci: setoption name Book value a b value c => Book = a b value c
    uci: setoption name EvalFile  value  /a  b.nnue  => EvalFile = /a  b.nnue
    uci: setoption name Book value => Book =
    uci: setoption Hash 16 => Hash = 16
    uci: setoption Hash value 16 => Hash = 16
    uci: ucinewgame => newgame =
    uci: debug on => debug = on
";

#[test]
fn positions() {
    let moves: Vec<Move> = vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()];
    for (protocol, line, count) in rows(POSITIONS) {
        let line = line.replace("START", START);
        let mut game = Game::default();
        for &mv in &moves[..count.parse::<usize>().unwrap()] {
            game.play(mv).unwrap();
        }
        let expected = Command::Position(Box::new(game));
        assert_eq!(command(protocol, &line), expected, "{line}");
    }
    let probe = command(Ucci, "probe startpos moves h2e2");
    assert!(matches!(probe, Command::Probe(board) if board.side() == Color::Black));
    assert_eq!(command(Ucci, "banmoves"), Command::BanMoves(Vec::new()));
    let banned = command(Ucci, "banmoves h2e2 h9g7");
    assert_eq!(banned, Command::BanMoves(moves));
}

const POSITIONS: &str = "
    ucci: position startpos moves h2e2 h9g7 => 2
    ucci: position fen START w - - 0 1 moves h2e2 h9g7 => 2
    ucci: position fen START r moves H2E2 h9-g7 => 2
    uci: position startpos moves h2e2 h9g7 => 2
    uci: startpos moves h2e2 h9g7 => 2
    uci: position fen START w - - 0 1 moves h2e2 h9g7 => 2
    uci: fen START r moves h2e2 h9g7 => 2
    uci: fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR moves h2e2 h9g7 => 2
    ucci: position startpos => 0
    ucci: position startpos moves => 0
    ucci: position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR => 0
";

#[test]
fn infinite_is_no_limit_and_large_numbers_saturate() {
    for line in [
        "go infinite",
        "go depth infinite",
        "go nodes infinite",
        "go time infinite",
    ] {
        assert_eq!(go(Ucci, line), Go::default(), "{line}");
    }
    let deepest = go(Ucci, "go depth 99999999999999999999").limits.depth;
    assert_eq!(deepest, Some(u32::MAX));
}

#[test]
fn times() {
    for (text, expected) in [
        ("0", 0),
        ("1", 1_000),
        ("1.5", 1_500),
        (".02", 20),
        ("3.", 3_000),
        ("0.12345", 123),
        ("-7", 0),
        ("-0.5", 0),
        ("99999999999999999999999", u64::MAX),
        ("1e400", u64::MAX),
    ] {
        let time = go(Ucci, &format!("go time {text}")).time[0];
        assert_eq!(time, Some(expected), "{text}");
    }
    for text in [
        "-", ".", "", "inf", "nan", "1,5", "0x10", "1.2.3", "--1", "\u{663}",
    ] {
        let found = match text {
            "" => String::new(),
            _ => format!(", found '{text}'"),
        };
        let message = format!("go time: expected a time{found}");
        assert_eq!(error(Ucci, &format!("go time {text}")), message);
    }
}

#[test]
fn each_error_has_its_message() {
    for (protocol, line, message) in rows(ERRORS) {
        assert_eq!(error(protocol, line), message);
    }
}

const ERRORS: &str = "
    ucci: uci => 'uci' is not a command of UCCI: 'help' lists them
    uci: ucci => 'ucci' is not a command of UCI: 'help' lists them
    ucci: \0 => '\0' is not a command of UCCI: 'help' lists them
    ucci: STOP => 'STOP' is not a command of UCCI: 'help' lists them
    uci: position => position: expected 'fen' or 'startpos'
    uci: position startpos moves h2e2 a0i9 => move 2 of the list, a0i9, is not legal for black
    ucci: probe h2e2 => probe: expected 'fen' or 'startpos', found 'h2e2'
    ucci: position fen => the FEN is empty
    uci: fen => the FEN is empty
    ucci: position fen moves h2e2 => the FEN is empty
    ucci: position fen 9/9 w => the FEN has 2 ranks, a board has 10
    ucci: position startpos moves h2e2 \u{70ae}\u{4e8c}\u{5e73}\u{4e94} => move 2 of the list: '\u{70ae}\u{4e8c}\u{5e73}\u{4e94}' is not a move: expected four characters such as h2e2
    ucci: setoption name => setoption: the name of the option is missing
    uci: setoption name => setoption: the name of the option is missing
    uci: setoption name value 3 => setoption: the name of the option is missing
    ucci: go fast => go: unknown word 'fast'
    ucci: go depth => go depth: expected a whole number
    uci: go depth => go depth: expected a whole number
    ucci: go depth -1 => go depth: expected a whole number, found '-1'
    ucci: go nodes 1.5 => go nodes: expected a whole number, found '1.5'
    ucci: go ponder draw time 3 => go: 'ponder' and 'draw' exclude each other
    ucci: go increment 3 => go increment: 'time' is missing
    ucci: go depth 3 movestogo 3 => go movestogo: 'time' is missing
    ucci: go time 3 oppmovestogo x => go oppmovestogo: expected a whole number, found 'x'
    uci: go wtime soon => go wtime: expected a time, found 'soon'
    uci: go perft => perft: expected a depth from 0 to 64
";
