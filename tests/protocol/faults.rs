//! Invalid lines, and bytes that are not text.

use chuhe::board::Board;

use crate::harness::Engine;

/// Asserts that each line is answered by its message, and nothing else. A row of `table` is `line -> message`.
fn assert_messages(engine: &mut Engine, table: &str) {
    for row in table.trim().lines() {
        let (line, message) = row.trim().split_once(" -> ").expect(row);
        let found = match line.starts_with("go ") {
            true => engine.refusal(line),
            false => engine.message(line),
        };
        assert_eq!(found, message, "{line}");
    }
}

/// Asserts that nothing answers these lines.
fn assert_silent(engine: &mut Engine, lines: &[&str]) {
    for line in lines {
        engine.send(line);
        assert!(engine.sync().is_empty(), "{line}");
    }
}

#[test]
fn invalid_lines_of_ucci_are_reported_and_change_nothing() {
    let mut engine = Engine::ucci();
    // The rook can be taken here and nowhere else: a position that was changed would show.
    engine.send("position fen 3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1");
    let table = r"
        position startpos moves h2e2 h9g7 h0h9 -> move 3 of the list, h0h9, is not legal for red
        position startpos h2e2 -> position: unknown word 'h2e2'
        go depth deep -> go depth: expected a whole number, found 'deep'
        setoption -> setoption: the name of the option is missing
        炮二平五 -> '\u{70ae}\u{4e8c}\u{5e73}\u{4e94}' is not a command of UCCI: 'help' lists them
    ";
    assert_messages(&mut engine, table);
    // Unknown options and blank lines are no fault.
    let silent = [
        "setoption egtbpaths tables",
        "setoption promotion on",
        "",
        "  \t",
    ];
    assert_silent(&mut engine, &silent);
    let mv = engine.best_move("go depth 2");
    assert_eq!(mv.to_string(), "e0e1", "the position of before");
}

#[test]
fn invalid_lines_of_uci_are_reported_and_change_nothing() {
    let mut engine = Engine::uci();
    engine.send("position fen 3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1");
    let table = r"
        position startpos moves h2e2 h9g7 h0h9 -> move 3 of the list, h0h9, is not legal for red
        go depth deep -> go depth: expected a whole number, found 'deep'
        go wtime -> go wtime: expected a time
        setoption -> setoption: the name of the option is missing
        setoption name Hash value lots -> option Hash: 'lots' is not a whole number
        setoption name Move Overhead value 5001 -> option Move Overhead: 5001 is out of range 0 to 5000
        debug maybe -> option debug: 'maybe' is neither true (on) nor false (off)
        bench ten -> bench: expected a depth from 1 to 100, found 'ten'
        banmoves e0e1 -> 'banmoves' is not a command of UCI: 'help' lists them
        炮 -> '\u{70ae}' is not a command of UCI: 'help' lists them
    ";
    assert_messages(&mut engine, table);
    let silent = ["setoption name MultiPV value 1", "", "  \t", "stop"];
    assert_silent(&mut engine, &silent);
    let mv = engine.best_move("go depth 2");
    assert_eq!(mv.to_string(), "e0e1", "the position of before");
}

#[test]
fn lines_that_are_not_text_or_too_long_are_refused() {
    for (mut engine, start, no_move) in [
        (Engine::ucci(), "info message", "nobestmove"),
        (Engine::uci(), "info string", "bestmove (none)"),
    ] {
        engine.send_bytes(b"isready\r\n\tisready \t\r\n\r\n");
        assert_eq!(
            (engine.read_line(), engine.read_line()),
            ("readyok".into(), "readyok".into())
        );
        let lines: [&[u8]; 6] = [
            b"stop\0\n",
            b"stop \0\n",
            b"\xcf\xf3\xc6\xe5\n",
            b"setoption bookfiles D:\\\xcf\xf3\xc6\xe5\\BOOK.DAT\n",
            b"setoption bookfiles a\0b.dat\n",
            b"go depth 1 \xff\n",
        ];
        let refused = "a line that is not UTF-8, or has a NUL, was ignored";
        for line in lines {
            engine.send_bytes(line);
            let output = engine.read_line();
            let message = format!("{start} {refused}; GBK file names cannot be used");
            assert_eq!(output, message, "{line:?}");
        }
        assert_eq!(engine.read_line(), no_move);
        let mut long = b"position startpos moves".to_vec();
        long.resize(5_000_000, b' ');
        long.push(b'\n');
        engine.send_bytes(&long);
        assert_eq!(
            engine.read_line(),
            format!("{start} a line of more than 65536 bytes was ignored")
        );
        let game = "position startpos moves".to_owned() + &" b0c2 b9c7 c2b0 c7b9".repeat(750);
        engine.send(&game);
        assert!(Board::startpos().is_legal_move(engine.best_move("go depth 2")));
        assert!(engine.sync().is_empty());
    }
}
