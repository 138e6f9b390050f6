//! UCI's `Debug Log File`.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use crate::harness::Engine;
use crate::process::scratch;

#[test]
fn log_has_each_line_received_and_sent_with_its_time() {
    let (first, second) = (scratch("uci first.log"), scratch("uci_second.log"));
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name Debug Log File value {first}"));
    engine.send("\u{70ae}");
    engine.read_line();
    // What cannot be opened is output, and the log goes on where it was.
    let output = engine.message("setoption name Debug Log File value /nonexistent/uci.log");
    assert!(
        output.starts_with("cannot write the log /nonexistent/uci.log: "),
        "{output}"
    );
    engine.go("go depth 1");
    engine.send(&format!("setoption name Debug Log File value {second}"));
    engine.sync();
    engine.send("setoption name Debug Log File value <empty>");
    engine.sync();
    engine.send(&format!("setoption name Debug Log File value {second}"));
    engine.quit();

    let text = fs::read_to_string(first).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .map(|line| {
            let (time, rest) = line.split_once(' ').unwrap();
            assert_eq!(time.len(), "2026-01-31T12:34:56.789Z".len(), "{line}");
            assert!(time.parse::<jiff::Timestamp>().is_ok(), "{line}");
            rest
        })
        .collect();
    assert_eq!(lines[0], "> \u{70ae}");
    assert!(
        lines[1].starts_with(r"< info string '\u{70ae}' is not"),
        "{text}"
    );
    assert!(
        lines[2].starts_with("> setoption name Debug Log File value /none"),
        "{text}"
    );
    assert!(lines[3].starts_with("< info string cannot write"), "{text}");
    assert!(lines.contains(&"> go depth 1"), "{text}");
    assert!(
        lines.iter().any(|line| line.starts_with("< bestmove ")),
        "{text}"
    );
    // The line that ends it is the last.
    assert!(
        lines
            .last()
            .unwrap()
            .starts_with("> setoption name Debug Log"),
        "{text}"
    );

    // A file is added to.
    let text = fs::read_to_string(second).unwrap();
    let lines: Vec<&str> = text.lines().map(|line| &line[25..]).collect();
    assert_eq!(
        lines,
        [
            "> isready",
            "< readyok",
            "> setoption name Debug Log File value <empty>",
            "> quit"
        ]
    );
}

/// A limit on the size of files stands for a full disk.
#[cfg(unix)]
#[test]
fn a_log_that_cannot_be_written_ends_with_one_message() {
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; exec {}",
        env!("CARGO_BIN_EXE_chuhe")
    );
    let mut engine = Engine::of(Command::new("sh").args(["-c", &script]));
    engine.send("uci");
    engine.read_until("uciok");
    let path = scratch("uci_full.log");
    engine.send(&format!("setoption name Debug Log File value {path}"));
    let mut messages = 0;
    for _ in 0..100 {
        for line in engine.sync() {
            assert!(
                line.starts_with("info string cannot write the log: "),
                "{line}"
            );
            messages += 1;
        }
    }
    assert_eq!(messages, 1);
    assert!(engine.quit().is_empty());
}
