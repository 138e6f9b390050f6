//! What makes no sense, and what is hardly text.

use chuhe::board::Board;

use crate::harness::Engine;

#[test]
fn what_makes_no_sense_is_told_and_changes_nothing() {
    let mut engine = Engine::idle();
    // The rook can be taken here and nowhere else: a position that was changed would show.
    engine.say("position fen 3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1");
    for (line, message) in [
        (
            "position startpos moves h2e2 h9g7 h0h9",
            "move 3 of the list, h0h9, is not legal for red",
        ),
        (
            "position startpos moves h2e2 xx",
            "move 2 of the list, 'xx', is not a move: want four characters such as h2e2",
        ),
        (
            "position fen 4k4/9/9 w",
            "the FEN has 3 ranks, a board has 10",
        ),
        (
            "position fen 4k4/9/9/9/9/9/9/9/9/4K4 b",
            "the generals face each other on file e with black to move",
        ),
        ("position", "position wants 'fen' or 'startpos', not ''"),
        (
            "position startpos h2e2",
            "position does not know the word 'h2e2'",
        ),
        (
            "banmoves e0e1 castle",
            "move 2 of the list, 'castle', is not a move: want four characters such as h2e2",
        ),
        ("go depth deep", "go depth wants a whole number, not 'deep'"),
        ("go wtime 1000", "go does not know the word 'wtime'"),
        (
            "go ponder draw",
            "go has either 'ponder' or 'draw', not both",
        ),
        ("ponderhit", "ponderhit: there is no search to tell"),
        ("probe", "probe wants 'fen' or 'startpos', not ''"),
        ("setoption", "setoption wants the name of an option"),
        (
            "setoption hashsize lots",
            "option hashsize: 'lots' is not a whole number",
        ),
        (
            "setoption multipv 129",
            "option multipv: 129 is out of range, want 1 to 128",
        ),
        (
            "setoption batch maybe",
            "option batch: 'maybe' is neither true (on) nor false (off)",
        ),
        (
            "setoption pruning huge",
            "option pruning: 'huge' is none of none, small, medium, large",
        ),
        (
            "uxinewgame",
            "'uxinewgame' is not a command of UCCI: 'help' lists them",
        ),
        (
            "ISREADY",
            "'ISREADY' is not a command of UCCI: 'help' lists them",
        ),
        (
            "\u{70ae}\u{4e8c}\u{5e73}\u{4e94}",
            r"'\u{70ae}\u{4e8c}\u{5e73}\u{4e94}' is not a command of UCCI: 'help' lists them",
        ),
    ] {
        assert_eq!(engine.message(line), message, "{line}");
    }
    // Unknown options and blank lines are no fault.
    for line in [
        "setoption egtbpaths tables",
        "setoption promotion on",
        "",
        "  \t",
    ] {
        engine.say(line);
        assert!(engine.settle().is_empty(), "{line}");
    }
    let mv = engine.think("go depth 2");
    assert_eq!(mv.to_string(), "e0e1", "the position of before");
    // There a search has soon looked at everything, and is at its end.
    engine.say("position startpos");
    engine.say("go infinite");
    for line in [
        "go depth 1",
        "position startpos",
        "banmoves h2e2",
        "setoption newgame",
        "ucci",
    ] {
        engine.say(line);
        let told = engine.hear_until("info message").pop().unwrap();
        assert_eq!(
            told, "info message ignored while thinking: wait for bestmove, or say 'stop' first",
            "{line}"
        );
    }
    assert_eq!(engine.quit().last().unwrap(), "bye");
}

#[test]
fn any_bytes_are_a_line() {
    let mut engine = Engine::idle();
    engine.say_bytes(b"isready\r\n\tisready \t\r\n\r\n");
    assert_eq!(
        (engine.hear(), engine.hear()),
        ("readyok".into(), "readyok".into())
    );
    engine.say_bytes(b"stop\0\n");
    assert_eq!(
        engine.hear(),
        r"info message 'stop\u{0}' is not a command of UCCI: 'help' lists them"
    );
    engine.say_bytes(b"setoption bookfiles D:\\\xcf\xf3\xc6\xe5\\BOOK.DAT\n");
    let told = engine.hear();
    assert!(
        told.starts_with(r"info message cannot read D:\\u{fffd}"),
        "{told}"
    );
    engine.say_bytes(b"\xcf\xf3\xc6\xe5\n");
    assert_eq!(
        engine.hear(),
        r"info message '\u{fffd}\u{fffd}\u{fffd}\u{fffd}' is not a command of UCCI: 'help' lists them"
    );
    let mut long = b"position startpos moves".to_vec();
    long.resize(5_000_000, b' ');
    long.push(b'\n');
    engine.say_bytes(&long);
    assert_eq!(
        engine.hear(),
        "info message a line of more than 65536 bytes was ignored"
    );
    let mut game = "position startpos moves".to_owned();
    for _ in 0..750 {
        game += " b0c2 b9c7 c2b0 c7b9";
    }
    engine.say(&game);
    assert!(Board::startpos().is_legal_move(engine.think("go depth 2")));
    assert!(engine.settle().is_empty());
}
