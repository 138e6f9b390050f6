//! Options, and what can be seen of them from outside.

use chuhe::board::Board;

use crate::harness::{Engine, best};

/// Nobody can win: generals, and advisors that never leave their palace.
const DEAD: &str = "5k3/4a4/5a3/9/9/9/9/3A5/4A4/3K5 w - - 0 1";
/// A general against a rook.
const LOST: &str = "3k5/9/9/9/9/9/9/r8/9/4K4 w - - 0 1";

fn depth_zero(engine: &mut Engine) -> i32 {
    engine.say("go depth 0");
    let (_, told) = engine.answer();
    let score = told[0].strip_prefix("info depth 0 score ");
    score.unwrap().parse().unwrap()
}

/// The nodes of a search from an empty table.
fn nodes(engine: &mut Engine, go: &str) -> u64 {
    engine.say("setoption newgame");
    engine.say(go);
    let (_, told) = engine.answer();
    told.last()
        .unwrap()
        .rsplit(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap()
}

#[test]
fn every_option_listed_can_be_set_to_every_value_listed() {
    let mut engine = Engine::boot();
    engine.say("ucci");
    let lines = engine.hear_until("ucciok");
    let mut set = 0;
    for line in lines.iter().filter_map(|line| line.strip_prefix("option ")) {
        let words: Vec<&str> = line.split(' ').collect();
        let (name, after) = (words[0], |word: &str| {
            let at = words.iter().position(|other| *other == word);
            at.map(|at| words[at + 1].to_owned())
        });
        let default = after("default");
        let mut values: Vec<String> = match words[2] {
            "button" => vec![String::new()],
            "check" => vec!["true".into(), "false".into(), "on".into(), "off".into()],
            // The largest table is more than a test should take, and so are all the threads.
            "spin" if ["hashsize", "threads"].contains(&name) => vec!["2".into()],
            "string" => vec![String::new()],
            "spin" => vec![after("min").unwrap(), after("max").unwrap()],
            "combo" => words
                .windows(2)
                .filter(|pair| pair[0] == "var")
                .map(|pair| pair[1].to_owned())
                .collect(),
            other => panic!("{other}"),
        };
        let text = words[2] == "string";
        assert!(default.is_some() || text || words[2] == "button", "{line}");
        values.extend(default);
        for value in values {
            engine.say(&format!("setoption {name} {value}"));
            set += 1;
            let told = engine.settle();
            let debug = name == "debug" && told.len() == 1;
            assert!(told.is_empty() || debug, "{name} {value}: {told:?}");
        }
    }
    assert!(set > 40);
    assert!(Board::startpos().is_legal_move(engine.think("go depth 2")));
}

#[test]
fn knowledge_changes_the_static_score() {
    let mut engine = Engine::idle();
    engine.say("position startpos moves h2e2 h9g7");
    engine.say("setoption knowledge none");
    assert_eq!(depth_zero(&mut engine), 0, "material is level");
    engine.say("setoption knowledge small");
    assert_ne!(
        depth_zero(&mut engine),
        0,
        "a central cannon is not a horse"
    );
}

#[test]
fn pruning_and_the_null_move_change_the_tree() {
    let mut engine = Engine::idle();
    let go = "go depth 5";
    let large = nodes(&mut engine, go);
    assert_eq!(nodes(&mut engine, go), large, "the same search twice");
    engine.say("setoption nullmove off");
    assert_ne!(nodes(&mut engine, go), large);
    engine.say("setoption nullmove verified");
    engine.say("setoption pruning none");
    let none = nodes(&mut engine, go);
    assert!(none > large, "{none} {large}");
    engine.say("setoption nullmove fixed");
    assert_eq!(nodes(&mut engine, go), none, "no pruning, no null move");
}

#[test]
fn the_ponder_option_names_the_move_to_ponder_on() {
    let mut engine = Engine::idle();
    engine.say("go depth 4");
    let (answer, _) = engine.answer();
    assert_eq!(answer.split(' ').count(), 2, "{answer}");
    engine.say("setoption name ponder value True");
    engine.say("go depth 4");
    let (answer, _) = engine.answer();
    let words: Vec<&str> = answer.split(' ').collect();
    assert!(words.len() == 4 && words[2] == "ponder", "{answer}");
    let mut board = Board::startpos();
    let _ = board.make(best(&answer));
    assert!(board.is_legal_move(words[3].parse().unwrap()), "{answer}");
}

#[test]
fn several_lines() {
    let mut engine = Engine::idle();
    engine.say("setoption multipv 3");
    engine.say("go depth 3");
    let (answer, told) = engine.answer();
    let at_depth: Vec<&String> = told
        .iter()
        .filter(|line| line.starts_with("info depth 3 "))
        .collect();
    let mut first_moves = Vec::new();
    for (index, line) in at_depth.iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[3..5], ["multipv", &(index + 1).to_string()], "{line}");
        first_moves.push(words[8]);
    }
    assert_eq!(best(&answer).to_string(), first_moves[0]);
    first_moves.sort_unstable();
    first_moves.dedup();
    assert_eq!(first_moves.len(), 3);
}

#[test]
fn a_new_game_forgets() {
    let mut engine = Engine::idle();
    engine.think("go depth 4");
    engine.say("probe startpos");
    assert!(engine.hear().starts_with("pophash bestmove "));
    engine.say("setoption newgame");
    engine.say("probe startpos");
    assert_eq!(engine.hear(), "pophash");
}

#[test]
fn a_draw_is_accepted_in_a_dead_position_but_not_by_the_risky() {
    let mut engine = Engine::idle();
    engine.say(&format!("position fen {DEAD}"));
    for (style, accepts) in [("solid", true), ("normal", true), ("risky", false)] {
        engine.say(&format!("setoption style {style}"));
        engine.say("go draw depth 2");
        assert_eq!(engine.answer().0.ends_with(" draw"), accepts, "{style}");
        engine.say("go depth 2");
        assert!(!engine.answer().0.contains("draw"), "not offered, {style}");
    }
    // Lost, any style takes it.
    engine.say(&format!("position fen {LOST}"));
    engine.say("setoption style risky");
    engine.say("go ponder depth 4");
    engine.hear_until("info depth 4 ");
    engine.say("ponderhit draw");
    assert!(engine.answer().0.ends_with(" draw"));
}

#[test]
fn resigns_when_lost_for_long_and_allowed() {
    for (allowed, last) in [("true", true), ("false", false)] {
        let mut engine = Engine::idle();
        engine.say(&format!("setoption resign {allowed}"));
        let said: Vec<bool> = ["", " moves e0e1 d9d8", " moves e0e1 d9d8 e1e0 g9h7"]
            .iter()
            .map(|moves| {
                // Each position with two rooks and a horse too few.
                engine.say(&format!(
                    "position fen 1nrk2n2/9/9/9/r8/9/9/9/9/4K4 w - - 0 1{moves}"
                ));
                engine.say("go depth 4");
                engine.answer().0.ends_with(" resign")
            })
            .collect();
        assert_eq!(said, [false, false, last], "{allowed}");
    }
}

#[test]
fn debug_says_what_is_done() {
    let mut engine = Engine::idle();
    engine.say("setoption egtbpaths tables");
    assert!(engine.settle().is_empty());
    assert_eq!(
        engine.message("setoption debug on"),
        "option debug is now on"
    );
    assert_eq!(
        engine.message("setoption egtbpaths tables"),
        "there is no option 'egtbpaths'"
    );
    engine.say("go depth 1");
    assert!(
        engine
            .hear()
            .starts_with("info message thinking on rnbakabnr/9/")
    );
    engine.answer();
}

#[test]
fn resting_randomness_threads_and_overhead_still_give_legal_moves() {
    for option in [
        "idle large",
        "randomness large",
        "threads 2",
        "threads 0",
        "overhead 5000",
    ] {
        let mut engine = Engine::idle();
        engine.say(&format!("setoption {option}"));
        for go in ["go nodes 3000", "go time 0.05"] {
            assert!(
                Board::startpos().is_legal_move(engine.think(go)),
                "{option} {go}"
            );
        }
    }
}
