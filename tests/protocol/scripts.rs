//! Commands for people and scripts: the same in both protocols, before either, and as on the command line.

use std::process::Command;

use crate::harness::Engine;

/// What the program prints for these arguments, without blank lines and times.
fn printed(args: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(args)
        .output()
        .unwrap();
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

/// What an engine prints for a line, up to the end of it.
fn told(engine: &mut Engine, line: &str) -> Vec<String> {
    engine.say(line);
    // Understood in every state, and answered by one line.
    engine.say("nonsense");
    let end = |line: &String| line.contains("'nonsense'") || line.contains("first, 'help'");
    let mut lines = Vec::new();
    loop {
        let line = engine.hear();
        if end(&line) {
            return timeless(lines.iter().map(String::as_str));
        }
        lines.push(line);
    }
}

#[test]
fn they_are_the_same_in_any_state_and_on_the_command_line() {
    let moves = "b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9";
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 8 5";
    let eval = printed(&["eval", "--fen", fen]);
    let perft = printed(&["perft", "2", "--divide"]);
    let bench = printed(&["bench", "--depth", "1"]);
    let judge = printed(&["judge", "--notation", "iccs", "--moves", moves]);
    let show = printed(&["show", "--ascii", "--fen", fen]);
    for mut engine in [Engine::boot(), Engine::idle(), Engine::uci()] {
        engine.say(&format!("position startpos moves {moves}"));
        assert_eq!(told(&mut engine, "eval"), eval);
        assert_eq!(told(&mut engine, "perft 2"), perft);
        assert_eq!(told(&mut engine, "bench 1"), bench);
        let board = told(&mut engine, "d");
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
        let verdict = told(&mut engine, "judge");
        assert_eq!(verdict[0], "outcome  draw");
        assert_eq!(verdict[1], judge[1], "the reason");
        assert_eq!(verdict.len() + 1, judge.len());
        assert!(told(&mut engine, "help").len() > 10);
        assert_eq!(told(&mut engine, "perft 0"), ["nodes    1"]);
        let rest = engine.quit();
        assert!(rest.iter().all(|line| line == "bye"), "{rest:?}");
    }
}

#[test]
fn a_pipe_needs_no_greeting_for_them() {
    let mut engine = Engine::boot();
    engine.say_bytes(b"position startpos moves h2e2\nperft 1\nd\nquit\n");
    engine.hang_up();
    let told = engine.end();
    assert_eq!(told.last().unwrap(), "bye");
    assert!(told.contains(&"nodes    45".to_owned()), "{told:?}");
    assert!(told.contains(&"move   black".to_owned()), "{told:?}");
}

/// More than anybody waits for, so what ends it is what was said.
#[test]
fn long_ones_are_stopped() {
    for (mut engine, said) in [
        (Engine::boot(), "info message"),
        (Engine::idle(), "info message"),
        (Engine::uci(), "info string"),
    ] {
        for (line, name) in [("perft 60", "perft"), ("bench 100", "bench")] {
            engine.say(line);
            if name == "bench" {
                engine.hear_until("  # ");
            }
            engine.say("stop");
            let end = engine.hear_until(said).pop();
            assert_eq!(end, Some(format!("{said} {name} was stopped")));
        }
        // What was asked in the middle waits; nothing is left of what was stopped.
        engine.say("position startpos moves h2e2");
        engine.say("perft 1");
        engine.hear_until("nodes    45");
    }
}

#[test]
fn long_ones_let_isready_and_quit_through() {
    for mut engine in [Engine::idle(), Engine::uci()] {
        engine.say("perft 60");
        assert!(engine.settle().is_empty());
        engine.say("stop");
        engine.hear_until("info ");
        engine.say("bench 100");
        engine.hear_until("  # ");
        engine.settle();
        let rest = engine.quit();
        assert!(rest.iter().all(|line| line == "bye"), "{rest:?}");
    }
}

#[test]
fn long_ones_let_isready_and_the_end_of_the_input_through_behind_many_lines() {
    for mut engine in [Engine::idle(), Engine::uci()] {
        for work in ["perft 60", "bench 100"] {
            engine.say(work);
            for _ in 0..2_000 {
                engine.say("position startpos");
            }
            let told = engine.settle();
            let ignored = told
                .iter()
                .filter(|line| line.contains(" ignored: 1000 lines wait"));
            assert_eq!(ignored.count(), 1_000);
            engine.say("stop");
            engine.hear_until("info ");
        }
        engine.say("perft 60");
        engine.hang_up();
        let rest = engine.end();
        assert!(
            rest.last().unwrap().ends_with("perft was stopped"),
            "{rest:?}"
        );
    }
}

#[test]
fn quick_ones_are_answered_while_thinking() {
    let mut engine = Engine::uci();
    engine.say("go infinite");
    engine.say("d");
    engine.hear_until("legal  44");
    engine.say("eval");
    engine.hear_until("score ");
    engine.say("judge");
    engine.hear_until("reason ");
    engine.say("bench");
    engine.hear_until("info string ignored while thinking");
    engine.say("stop");
    engine.hear_until("bestmove ");
}
