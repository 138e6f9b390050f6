//! UCI: invalid lines and options.

use chuhe::board::Board;

use crate::harness::{Engine, best};

#[test]
fn invalid_lines_are_reported_and_change_nothing() {
    let mut engine = Engine::uci();
    engine.send("position fen 3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1");
    for (line, message) in [
        (
            "position startpos moves h2e2 h9g7 h0h9",
            "move 3 of the list, h0h9, is not legal for red",
        ),
        (
            "position startpos moves e2e4x",
            "move 1 of the list: 'e2e4x' is not a move: expected four characters such as h2e2",
        ),
        ("fen 4k4/9/9 w", "the FEN has 3 ranks, a board has 10"),
        (
            "go depth deep",
            "go depth: expected a whole number, found 'deep'",
        ),
        ("go wtime", "go wtime: expected a time"),
        ("go mate -1", "go mate: expected a whole number, found '-1'"),
        ("setoption", "setoption: the name of the option is missing"),
        (
            "setoption name Hash value lots",
            "option Hash: 'lots' is not a whole number",
        ),
        (
            "setoption name MultiPV value 0",
            "option multipv: 0 is out of range 1 to 128",
        ),
        (
            "setoption name Move Overhead value 5001",
            "option Move Overhead: 5001 is out of range 0 to 5000",
        ),
        (
            "setoption name UCI_Variant value chess",
            "option UCI_Variant: 'chess' is none of xiangqi",
        ),
        (
            "setoption name Repetition Rule value SkyRule",
            "option Repetition Rule: 'SkyRule' is none of AsianRule, ChineseRule, AllowChase",
        ),
        (
            "debug maybe",
            "option debug: 'maybe' is neither true (on) nor false (off)",
        ),
        ("perft", "perft: expected a depth from 0 to 64"),
        (
            "bench ten",
            "bench: expected a depth from 1 to 100, found 'ten'",
        ),
        (
            "banmoves e0e1",
            "'banmoves' is not a command of UCI: 'help' lists them",
        ),
        (
            "\u{70ae}",
            r"'\u{70ae}' is not a command of UCI: 'help' lists them",
        ),
    ] {
        let found = match line.starts_with("go ") {
            true => engine.refusal(line),
            false => engine.message(line),
        };
        assert_eq!(found, message, "{line}");
    }
    for line in ["setoption name MultiPV value 1", "", "  \t", "stop"] {
        engine.send(line);
        assert!(engine.sync().is_empty(), "{line}");
    }
    assert_eq!(
        engine.best_move("go depth 2").to_string(),
        "e0e1",
        "the position of before"
    );
    engine.send("go infinite");
    for line in [
        "go depth 1",
        "position startpos",
        "ucinewgame",
        "uci",
        "perft 2",
    ] {
        engine.send(line);
        let output = engine.read_until("info string").pop().unwrap();
        assert_eq!(
            output, "info string ignored during a search: wait for bestmove or send 'stop' first",
            "{line}"
        );
    }
    engine.send("stop");
    assert_eq!(best(&engine.read_answer().0).to_string(), "e0e1");
}

#[test]
fn any_bytes_are_a_line() {
    let mut engine = Engine::uci();
    engine.send_bytes(b"isready\r\n\tisready \t\r\n\r\n");
    assert_eq!(
        (engine.read_line(), engine.read_line()),
        ("readyok".into(), "readyok".into())
    );
    engine.send_bytes(b"stop\0\n\xcf\xf3\n");
    assert_eq!(
        engine.read_line(),
        r"info string 'stop\u{0}' is not a command of UCI: 'help' lists them"
    );
    assert!(engine.read_line().starts_with(r"info string '\u{fffd}"));
    let mut long = b"position startpos moves".to_vec();
    long.resize(5_000_000, b' ');
    long.push(b'\n');
    engine.send_bytes(&long);
    assert_eq!(
        engine.read_line(),
        "info string a line of more than 65536 bytes was ignored"
    );
    let game = "position startpos moves".to_owned() + &" b0c2 b9c7 c2b0 c7b9".repeat(750);
    engine.send(&game);
    assert!(Board::startpos().is_legal_move(engine.best_move("go depth 2")));
    assert!(engine.sync().is_empty());
}

#[test]
fn every_option_listed_can_be_set_to_every_value_listed() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.read_until("uciok");
    let mut set = 0;
    for line in lines
        .iter()
        .filter_map(|line| line.strip_prefix("option name "))
    {
        let (name, rest) = line.split_once(" type ").unwrap();
        let words: Vec<&str> = rest.split(' ').collect();
        let after = |word: &str| {
            let at = words.iter().position(|other| *other == word);
            at.map(|at| words[at + 1].to_owned())
        };
        let mut values: Vec<String> = match words[0] {
            "button" => vec![String::new()],
            "check" => vec!["true".into(), "false".into()],
            "spin" if ["Hash", "Threads"].contains(&name) => vec!["2".into()],
            "string" => vec!["<empty>".into()],
            "spin" => vec![after("min").unwrap(), after("max").unwrap()],
            "combo" => words
                .windows(2)
                .filter(|pair| pair[0] == "var")
                .map(|pair| pair[1].to_owned())
                .collect(),
            other => panic!("{other}"),
        };
        values.extend(after("default"));
        for value in values {
            engine.send(&format!("setoption name {name} value {value}"));
            set += 1;
            let output = engine.sync();
            assert!(output.is_empty(), "{name} {value}: {output:?}");
        }
    }
    assert!(set > 40);
    assert!(Board::startpos().is_legal_move(engine.best_move("go depth 2")));
}

#[test]
fn clear_hash_and_sixty_move_rule_take_effect() {
    let mut engine = Engine::uci();
    let nodes = |engine: &mut Engine| {
        engine.send("go depth 5");
        let (_, output) = engine.read_answer();
        let last = output.last().unwrap().strip_prefix("info nodes ").unwrap();
        last.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let first = nodes(&mut engine);
    assert_ne!(nodes(&mut engine), first, "it remembers");
    engine.send("setoption name Clear Hash");
    assert_eq!(nodes(&mut engine), first);
    // 119 plies without a capture: one more, and the natural limit makes a draw of a rook ahead.
    engine.send("position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 90");
    let score = |engine: &mut Engine| {
        engine.send("setoption name Clear Hash");
        engine.send("go depth 3 searchmoves a0b0");
        let (_, output) = engine.read_answer();
        let line = output
            .iter()
            .rev()
            .find(|line| line.contains(" score cp "))
            .unwrap()
            .clone();
        let (_, rest) = line.split_once(" score cp ").unwrap();
        rest.split(' ').next().unwrap().parse::<i32>().unwrap()
    };
    assert_eq!(score(&mut engine), 0);
    engine.send("setoption name Sixty Move Rule value false");
    assert!(score(&mut engine) > 200);
}
