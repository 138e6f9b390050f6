//! Console commands: the same in both protocols, before either, and as the subcommands.

use crate::harness::Engine;
use crate::process::chuhe;

/// Returns what the program prints for these arguments, without blank lines and times.
fn printed(args: &[&str]) -> Vec<String> {
    let output = chuhe().args(args).output().unwrap();
    assert!(output.status.success());
    timeless(String::from_utf8(output.stdout).unwrap().lines())
}

fn timeless<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let is_time = |line: &&str| line.starts_with("time ") || line.starts_with("nodes/s ");
    let lines = lines
        .map(str::trim_end)
        .filter(|line| !line.is_empty() && !is_time(line));
    lines.map(str::to_owned).collect()
}

/// Returns what an engine prints for a line.
fn output(engine: &mut Engine, line: &str) -> Vec<String> {
    engine.send(line);
    // Answered by one message in every phase.
    engine.send("nonsense");
    let end = |line: &String| line.contains("'nonsense'") || line.contains("first; 'help'");
    let mut lines = Vec::new();
    loop {
        let line = engine.read_line();
        if end(&line) {
            return timeless(lines.iter().map(String::as_str));
        }
        lines.push(line);
    }
}

#[test]
fn console_commands_print_the_same_in_any_state_and_as_subcommands() {
    let moves = "b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9";
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 8 5";
    let eval = printed(&["eval", "--fen", fen]);
    let perft = printed(&["perft", "2", "--divide"]);
    let bench = printed(&["bench", "--depth", "1"]);
    let judge = printed(&["judge", "--notation", "iccs", "--moves", moves]);
    let show = printed(&["show", "--ascii", "--fen", fen]);
    for mut engine in [Engine::start(), Engine::ucci(), Engine::uci()] {
        engine.send(&format!("position startpos moves {moves}"));
        assert_eq!(output(&mut engine, "eval"), eval);
        assert_eq!(output(&mut engine, "perft 2"), perft);
        assert_eq!(output(&mut engine, "bench 1"), bench);
        let board = output(&mut engine, "d");
        for line in &show {
            assert!(board.contains(line), "{line}: {board:#?}");
        }
        assert!(board.iter().any(|line| line.starts_with("key    ")));
        assert!(
            board
                .iter()
                .any(|line| line.starts_with("legal  44  a0a1 a0a2 a3a4 "))
        );
        // Without the Chinese.
        let verdict = output(&mut engine, "judge");
        assert_eq!(verdict[0], "outcome  draw");
        assert_eq!(verdict[1], judge[1], "the reason");
        assert_eq!(verdict.len() + 1, judge.len());
        assert!(output(&mut engine, "help").len() > 10);
        assert_eq!(output(&mut engine, "perft 0"), ["nodes    1"]);
        let rest = engine.quit();
        assert!(rest.iter().all(|line| line == "bye"), "{rest:?}");
    }
}

/// The depths are never finished, so that only the commands can end them.
#[test]
fn isready_stop_quit_and_end_of_input_take_effect_behind_2000_lines() {
    // A stop also before a greeting.
    let mut engine = Engine::start();
    engine.send("perft 60");
    engine.send("stop");
    let end = engine.read_until("info ").pop();
    assert_eq!(end.unwrap(), "info message perft was stopped");
    for mut engine in [Engine::ucci(), Engine::uci()] {
        for work in ["perft 60", "bench 100"] {
            engine.send(work);
            for _ in 0..2_000 {
                engine.send("position startpos");
            }
            let output = engine.sync();
            let ignored = output
                .iter()
                .filter(|line| line.contains(" ignored: 1000 lines wait"));
            assert_eq!(ignored.count(), 1_000);
            engine.send("stop");
            let end = engine.read_until("info ").pop();
            assert!(end.unwrap().ends_with(" was stopped"));
        }
    }
    for greeted in [Engine::ucci, Engine::uci] {
        for work in ["perft 60", "bench 100"] {
            let start = |end: &str| {
                let mut engine = greeted();
                engine.send(work);
                engine.send_bytes("position startpos\n".repeat(2_000).as_bytes());
                engine.send_bytes(end.as_bytes());
                engine.close_input();
                engine.wait_for_exit()
            };
            let stopped = format!("{} was stopped", &work[..5]);
            let rest = start("");
            assert!(rest.last().unwrap().ends_with(&stopped), "{rest:?}");
            let rest = start("quit\n");
            assert!(!rest.iter().any(|line| line.ends_with(&stopped)));
        }
    }
}
