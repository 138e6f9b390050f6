//! UCCI: invalid lines, and bytes that are not text.

use chuhe::board::Board;

use crate::harness::Engine;

#[test]
fn invalid_lines_are_reported_and_change_nothing() {
    let mut engine = Engine::ucci();
    // The rook can be taken here and nowhere else: a position that was changed would show.
    engine.send("position fen 3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1");
    for (line, message) in [
        (
            "position startpos moves h2e2 h9g7 h0h9",
            "move 3 of the list, h0h9, is not legal for red",
        ),
        (
            "position startpos moves h2e2 xx",
            "move 2 of the list: 'xx' is not a move: expected four characters such as h2e2",
        ),
        (
            "position fen 4k4/9/9 w",
            "the FEN has 3 ranks, a board has 10",
        ),
        (
            "position fen 4k4/9/9/9/9/9/9/9/9/4K4 b",
            "the generals face each other on file e with black to move",
        ),
        ("position", "position: expected 'fen' or 'startpos'"),
        ("position startpos h2e2", "position: unknown word 'h2e2'"),
        (
            "banmoves e0e1 castle",
            "move 2 of the list: 'castle' is not a move: expected four characters such as h2e2",
        ),
        (
            "go depth deep",
            "go depth: expected a whole number, found 'deep'",
        ),
        ("go wtime 1000", "go: unknown word 'wtime'"),
        (
            "go ponder draw",
            "go: 'ponder' and 'draw' exclude each other",
        ),
        ("ponderhit", "ponderhit: no search is running"),
        ("probe", "probe: expected 'fen' or 'startpos'"),
        ("setoption", "setoption: the name of the option is missing"),
        (
            "setoption hashsize lots",
            "option hashsize: 'lots' is not a whole number",
        ),
        (
            "setoption multipv 129",
            "option multipv: 129 is out of range 1 to 128",
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
        let found = match line.starts_with("go ") {
            true => engine.refusal(line),
            false => engine.message(line),
        };
        assert_eq!(found, message, "{line}");
    }
    // Unknown options and blank lines are no fault.
    for line in [
        "setoption egtbpaths tables",
        "setoption promotion on",
        "",
        "  \t",
    ] {
        engine.send(line);
        assert!(engine.sync().is_empty(), "{line}");
    }
    let mv = engine.best_move("go depth 2");
    assert_eq!(mv.to_string(), "e0e1", "the position of before");
    // There a search has soon looked at everything, and is at its end.
    engine.send("position startpos");
    engine.send("go infinite");
    for line in [
        "go depth 1",
        "position startpos",
        "banmoves h2e2",
        "setoption newgame",
        "ucci",
    ] {
        engine.send(line);
        let output = engine.read_until("info message").pop().unwrap();
        assert_eq!(
            output, "info message ignored during a search: wait for bestmove or send 'stop' first",
            "{line}"
        );
    }
    assert_eq!(engine.quit().last().unwrap(), "bye");
}

#[test]
fn any_bytes_are_a_line() {
    let mut engine = Engine::ucci();
    engine.send_bytes(b"isready\r\n\tisready \t\r\n\r\n");
    assert_eq!(
        (engine.read_line(), engine.read_line()),
        ("readyok".into(), "readyok".into())
    );
    engine.send_bytes(b"stop\0\n");
    assert_eq!(
        engine.read_line(),
        r"info message 'stop\u{0}' is not a command of UCCI: 'help' lists them"
    );
    engine.send_bytes(b"setoption bookfiles D:\\\xcf\xf3\xc6\xe5\\BOOK.DAT\n");
    let output = engine.read_line();
    assert!(
        output.starts_with(r"info message cannot read D:\\u{fffd}"),
        "{output}"
    );
    engine.send_bytes(b"\xcf\xf3\xc6\xe5\n");
    assert_eq!(
        engine.read_line(),
        r"info message '\u{fffd}\u{fffd}\u{fffd}\u{fffd}' is not a command of UCCI: 'help' lists them"
    );
    let mut long = b"position startpos moves".to_vec();
    long.resize(5_000_000, b' ');
    long.push(b'\n');
    engine.send_bytes(&long);
    assert_eq!(
        engine.read_line(),
        "info message a line of more than 65536 bytes was ignored"
    );
    let mut game = "position startpos moves".to_owned();
    for _ in 0..750 {
        game += " b0c2 b9c7 c2b0 c7b9";
    }
    engine.send(&game);
    assert!(Board::startpos().is_legal_move(engine.best_move("go depth 2")));
    assert!(engine.sync().is_empty());
}
