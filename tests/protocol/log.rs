//! UCI's `Debug Log File`.

use std::fs;
use std::path::PathBuf;

use crate::harness::Engine;

/// A file of this name that is not there.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn it_has_what_was_heard_and_said_with_the_time() {
    let (first, second) = (fresh("uci first.log"), fresh("uci_second.log"));
    let mut engine = Engine::uci();
    engine.say(&format!(
        "setoption name Debug Log File value {}",
        first.display()
    ));
    engine.say("\u{70ae}");
    engine.hear();
    // What cannot be opened is told, and the log goes on where it was.
    let told = engine.message("setoption name Debug Log File value /nonexistent/uci.log");
    assert!(
        told.starts_with("cannot write the log /nonexistent/uci.log: "),
        "{told}"
    );
    engine.say("go depth 1");
    engine.answer();
    engine.say(&format!(
        "setoption name Debug Log File value {}",
        second.display()
    ));
    engine.settle();
    engine.say("setoption name Debug Log File value <empty>");
    engine.settle();
    engine.say(&format!(
        "setoption name Debug Log File value {}",
        second.display()
    ));
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

/// The device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once() {
    let mut engine = Engine::uci();
    engine.say("setoption name Debug Log File value /dev/full");
    engine.say("isready");
    let told = engine.hear();
    assert!(
        told.starts_with("info string cannot write the log: "),
        "{told}"
    );
    assert_eq!(engine.hear(), "readyok");
    assert!(engine.settle().is_empty());
    assert!(engine.quit().is_empty());
}
