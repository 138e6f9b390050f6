//! Options: their effects on the output.

use chuhe::board::Board;

use crate::harness::Engine;

#[test]
fn every_option_listed_can_be_set_to_every_value_listed() {
    for (protocol, separator, empty) in [("ucci", " ", ""), ("uci", " value ", "<empty>")] {
        let mut engine = Engine::start();
        engine.send(protocol);
        let lines = engine.read_until(&format!("{protocol}ok"));
        let mut set = 0;
        for line in lines.iter().filter_map(|line| line.strip_prefix("option ")) {
            // In UCI the name begins with `name`, here as in `setoption`.
            let (name, rest) = line.split_once(" type ").unwrap();
            let words: Vec<&str> = rest.split(' ').collect();
            let after = |word: &str| {
                let at = words.iter().position(|other| *other == word);
                at.map(|at| words[at + 1])
            };
            let default = after("default");
            let mut values: Vec<&str> = match words[0] {
                "button" => vec![""],
                "check" if protocol == "uci" => vec!["true", "false"],
                "check" => vec!["true", "false", "on", "off"],
                // The largest table and all threads are too slow for a test.
                "spin" if ["hashsize", "threads", "name Hash", "name Threads"].contains(&name) => {
                    vec!["2"]
                }
                "string" => vec![empty],
                "spin" => vec![after("min").unwrap(), after("max").unwrap()],
                "combo" => words
                    .windows(2)
                    .filter(|pair| pair[0] == "var")
                    .map(|pair| pair[1])
                    .collect(),
                other => panic!("{other}"),
            };
            let may_have_none = ["string", "button"].contains(&words[0]);
            assert!(default.is_some() || may_have_none, "{line}");
            values.extend(default);
            for value in values {
                engine.send(&format!("setoption {name}{separator}{value}"));
                set += 1;
                let output = engine.sync();
                let debug = name == "debug" && output.len() == 1;
                assert!(output.is_empty() || debug, "{name} {value}: {output:?}");
            }
        }
        assert!(set > 40);
        assert!(Board::startpos().is_legal_move(engine.best_move("go depth 2")));
    }
}

/// With one thread a new game makes the engine as new, whatever it did before.
#[test]
fn new_game_repeats_the_search() {
    const POSITION: &str = "position startpos moves h2e2 h9g7";
    let other_work = [
        "position startpos\ngo nodes 3000",
        "go infinite",
        "perft 3",
        "bench 2",
        "setoption hashsize 2\nsetoption threads 3\ngo nodes 3000",
        "setoption pruning none\nsetoption multipv 3\nsetoption style risky\ngo depth 2",
        "setoption knowledge small\nsetoption nullmove off\ngo draw depth 3",
        "go ponder time 1 increment 0",
    ];
    let restored = [
        "hashsize 1",
        "threads 1",
        "pruning large",
        "multipv 1",
        "style normal",
        "knowledge large",
        "nullmove deep",
    ];
    for is_ucci in [true, false] {
        let mut engine = if is_ucci {
            Engine::ucci()
        } else {
            Engine::uci()
        };
        let search = |engine: &mut Engine| {
            engine.send(if is_ucci {
                "setoption newgame"
            } else {
                "ucinewgame"
            });
            engine.send(POSITION);
            let (answer, output) = engine.go("go depth 6");
            let words: Vec<&str> = output.last().unwrap().split(' ').collect();
            let at = words.iter().position(|word| *word == "nodes").unwrap();
            (answer, words[at + 1].to_owned())
        };
        let first = search(&mut engine);
        for before in other_work {
            for line in before.lines() {
                engine.send(line);
            }
            if before.contains("go ") {
                engine.send("stop");
                engine.read_answer();
            }
            engine.sync();
            for option in restored {
                engine.send(&format!("setoption {option}"));
            }
            assert_eq!(search(&mut engine), first, "after {before}");
        }
    }
}

#[test]
fn idle_randomness_threads_and_overhead_still_give_legal_moves() {
    for option in [
        "idle large",
        "randomness large",
        "threads 2",
        "threads 0",
        "overhead 5000",
    ] {
        let mut engine = Engine::ucci();
        engine.send(&format!("setoption {option}"));
        for go in ["go nodes 3000", "go time 0.05"] {
            assert!(
                Board::startpos().is_legal_move(engine.best_move(go)),
                "{option} {go}"
            );
        }
    }
}
