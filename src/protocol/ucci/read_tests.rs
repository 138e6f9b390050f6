use super::*;
use crate::board::Board;
use crate::protocol::command::{Amount, Setup};

fn command(line: &str) -> Command {
    read(line).unwrap().unwrap()
}

fn go(line: &str) -> Go {
    match command(line) {
        Command::Go(go) => go,
        other => panic!("{line}: {other:?}"),
    }
}

fn fault(line: &str) -> String {
    read(line).unwrap_err().to_string()
}

fn thousandths(number: u64) -> Option<Amount> {
    Some(Amount::from_thousandths(number))
}

#[test]
fn words_alone() {
    for (line, expected) in [
        ("ucci", Command::Hello(Face::Ucci)),
        ("  isready  ", Command::IsReady),
        ("stop\r", Command::Stop),
        ("\tquit now", Command::Quit),
        ("ponderhit", Command::PonderHit { draw: false }),
        ("ponderhit draw", Command::PonderHit { draw: true }),
    ] {
        assert_eq!(command(line), expected, "{line}");
    }
    for blank in ["", " ", "\t\r", "   \t "] {
        assert_eq!(read(blank), Ok(None));
    }
}

#[test]
fn options_in_either_dialect() {
    for (line, name, value) in [
        ("setoption newgame", "newgame", ""),
        ("setoption hashsize 16", "hashsize", "16"),
        ("setoption bookfiles a b;c", "bookfiles", "a b;c"),
        ("setoption name hashsize value 16", "hashsize", "16"),
        ("setoption name newgame", "newgame", ""),
        ("setoption name hashsize 16", "hashsize", "16"),
        ("setoption value 3", "value", "3"),
    ] {
        let (name, value) = (name.to_owned(), value.to_owned());
        assert_eq!(command(line), Command::SetOption { name, value }, "{line}");
    }
    assert_eq!(fault("setoption"), "setoption wants the name of an option");
    assert_eq!(
        fault("setoption name"),
        "setoption wants the name of an option"
    );
}

#[test]
fn positions() {
    let moves = vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()];
    let board = Box::new(Board::startpos());
    let expected = Setup { board, moves };
    for line in [
        "position startpos moves h2e2 h9g7",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves H2E2 h9-g7",
    ] {
        assert_eq!(command(line), Command::Position(expected.clone()), "{line}");
    }
    for line in [
        "position startpos",
        "position startpos moves",
        "position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR",
    ] {
        let Command::Position(setup) = command(line) else {
            panic!("{line}");
        };
        assert!(setup.moves.is_empty() && *setup.board == Board::startpos());
    }
    assert!(
        matches!(command("probe startpos moves h2e2"), Command::Probe(setup) if setup.moves.len() == 1)
    );
    // Whether moves are legal is for the machine to say.
    assert!(matches!(
        command("position startpos moves a0i9"),
        Command::Position(_)
    ));
}

#[test]
fn banned_moves() {
    assert_eq!(command("banmoves"), Command::BanMoves(Vec::new()));
    let two = ["h2e2", "b2e2"].map(|mv| mv.parse().unwrap()).to_vec();
    assert_eq!(command("banmoves h2e2 b2e2"), Command::BanMoves(two));
    assert_eq!(
        fault("banmoves h2e2 castle"),
        "move 2 of the list, 'castle', is not a move: want four characters such as h2e2"
    );
}

#[test]
fn thinking_without_an_end() {
    for line in [
        "go",
        "go infinite",
        "go depth infinite",
        "go nodes infinite",
        "go time infinite",
    ] {
        assert_eq!(go(line), Go::default(), "{line}");
    }
    let ponder = Go {
        prefix: Prefix::Ponder,
        ..Go::default()
    };
    assert_eq!(go("go ponder"), ponder);
    assert_eq!(go("go ponder infinite"), ponder);
    let draw = Go {
        prefix: Prefix::Draw,
        ..Go::default()
    };
    assert_eq!(go("go draw"), draw);
}

#[test]
fn limits() {
    assert_eq!(go("go depth 0").depth, Some(0));
    assert_eq!(go("go depth 99999999999999999999").depth, Some(u32::MAX));
    assert_eq!(go("go nodes 1000").nodes, Some(1000));
    let clock = go("go draw time 300 movestogo 40 opptime 295 oppmovestogo 40");
    assert_eq!(
        clock,
        Go {
            prefix: Prefix::Draw,
            time: thousandths(300_000),
            moves_to_go: Some(40),
            ..Go::default()
        }
    );
    let clock = go("go ponder time 60000 increment 20 opptime 60000 oppincrement 20");
    assert_eq!(
        clock,
        Go {
            prefix: Prefix::Ponder,
            time: thousandths(60_000_000),
            increment: thousandths(20_000),
            ..Go::default()
        }
    );
    // As uci2wb says it.
    let mixed = go("go time 60000 opptime 60000 movestogo 40 depth 12");
    assert_eq!((mixed.depth, mixed.moves_to_go), (Some(12), Some(40)));
    assert_eq!(
        go("go time 0 opptime -30 movetime 970").movetime,
        thousandths(970_000)
    );
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
    ] {
        assert_eq!(
            go(&format!("go time {text}")).time,
            thousandths(expected),
            "{text}"
        );
    }
    for text in [
        "-", ".", "", "1e3", "inf", "nan", "1,5", "0x10", "1.2.3", "--1", "+1", "\u{663}",
    ] {
        let line = format!("go time {text}");
        assert_eq!(fault(&line), format!("go time wants a time, not '{text}'"));
    }
}

#[test]
fn each_fault_is_named() {
    for (line, message) in [
        ("uci", "'uci' is not a command of UCCI: 'help' lists them"),
        ("\0", "'\0' is not a command of UCCI: 'help' lists them"),
        ("STOP", "'STOP' is not a command of UCCI: 'help' lists them"),
        ("position", "position wants 'fen' or 'startpos', not ''"),
        ("probe h2e2", "probe wants 'fen' or 'startpos', not 'h2e2'"),
        (
            "position startpos h2e2",
            "position does not know the word 'h2e2'",
        ),
        ("position fen", "the FEN is empty"),
        ("position fen moves h2e2", "the FEN is empty"),
        ("position fen 9/9 w", "the FEN has 2 ranks, a board has 10"),
        (
            "position startpos moves h2e2 \u{70ae}\u{4e8c}\u{5e73}\u{4e94}",
            "move 2 of the list, '\u{70ae}\u{4e8c}\u{5e73}\u{4e94}', is not a move: want four characters such as h2e2",
        ),
        (
            "ponderhit resign",
            "ponderhit does not know the word 'resign'",
        ),
        ("go fast", "go does not know the word 'fast'"),
        ("go depth", "go depth wants a whole number, not ''"),
        ("go depth -1", "go depth wants a whole number, not '-1'"),
        ("go nodes 1.5", "go nodes wants a whole number, not '1.5'"),
        (
            "go ponder draw time 3",
            "go has either 'ponder' or 'draw', not both",
        ),
        ("go increment 3", "go increment wants a 'time' beside it"),
        (
            "go depth 3 movestogo 3",
            "go movestogo wants a 'time' beside it",
        ),
        (
            "go time 3 oppmovestogo x",
            "go oppmovestogo wants a whole number, not 'x'",
        ),
    ] {
        assert_eq!(fault(line), message);
    }
}
