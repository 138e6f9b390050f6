//! UCCI: commands and their responses.

use chuhe::board::{Board, START_FEN};

use crate::harness::{Engine, MATE_IN_ONE, MATED, best, list};

#[test]
fn info_lines_are_valid_during_a_search() {
    let mut engine = Engine::ucci();
    let (answer, output) = engine.go("go depth 4");
    let board = Board::startpos();
    let mut deepest = 0;
    for line in &output {
        let words: Vec<&str> = line.split(' ').collect();
        match words[1] {
            "time" => {
                assert!(
                    words[2].parse::<u64>().is_ok() && words[3] == "nodes",
                    "{line}"
                );
                assert!(
                    words[4].parse::<u64>().is_ok() && words.len() == 5,
                    "{line}"
                );
            }
            "depth" => {
                deepest = words[2].parse().unwrap();
                assert!(
                    words[3] == "score" && words[4].parse::<i32>().is_ok(),
                    "{line}"
                );
                assert_eq!(words[5], "pv");
                let mut board = board.clone();
                for mv in &words[6..] {
                    let mv = mv.parse().unwrap();
                    assert!(board.is_legal_move(mv), "{line}");
                    let _ = board.make(mv);
                }
            }
            "currmove" | "message" => {}
            _ => panic!("{line}"),
        }
    }
    assert_eq!(deepest, 4);
    assert!(board.is_legal_move(best(&answer)));
}

#[test]
fn limits_of_every_kind_end_the_search() {
    let mut engine = Engine::ucci();
    for go in [
        "go depth 3",
        "go nodes 500",
        "go nodes 0",
        "go time 0.05",
        "go time 0.5 movestogo 1",
        "go time 0.1 increment 0.02 opptime 9 oppincrement 0.02",
        "go time 0 opptime 0",
        "go time -3 increment 0",
        "go movetime 0.05",
        "go time 60 opptime 60 movestogo 40 depth 2",
        "go draw depth 2",
    ] {
        let mv = engine.best_move(go);
        assert!(Board::startpos().is_legal_move(mv), "{go}");
    }
}

#[test]
fn a_search_without_limits_runs_until_stopped_or_until_a_mate_is_found() {
    let mut engine = Engine::ucci();
    for go in ["go", "go infinite", "go depth infinite"] {
        engine.send(go);
        engine.read_until("info depth 2 ");
        engine.send("stop");
        assert!(
            Board::startpos().is_legal_move(best(&engine.read_answer().0)),
            "{go}"
        );
    }
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    let (answer, output) = engine.go("go infinite");
    assert_eq!(answer, "bestmove b0b9");
    assert!(
        output.contains(&"info message mate in 1".to_owned()),
        "{output:?}"
    );
    assert!(
        output
            .iter()
            .any(|line| line.contains(" score 31999 pv b0b9")),
        "{output:?}"
    );
}

#[test]
fn no_legal_move_is_no_best_move() {
    let mut engine = Engine::ucci();
    engine.send(&format!("position fen {MATED}"));
    for go in ["go depth 3", "go infinite", "go time 1"] {
        assert_eq!(engine.go(go).0, "nobestmove", "{go}");
    }
    // On the opponent's time even that has to wait.
    for leave in ["stop", "ponderhit"] {
        engine.send("go ponder depth 3");
        let output = engine.sync();
        assert!(!output.contains(&"nobestmove".to_owned()), "{output:?}");
        engine.send(leave);
        assert_eq!(engine.read_answer().0, "nobestmove", "{leave}");
    }
}

#[test]
fn banned_moves_are_not_played() {
    let mut engine = Engine::ucci();
    let mut moves = Board::startpos().legal_moves().to_vec();
    engine.send(&format!("banmoves {}", list(&moves)));
    assert_eq!(engine.go("go depth 3").0, "nobestmove");
    let allowed = moves.pop().unwrap();
    engine.send(&format!("banmoves {}", list(&moves)));
    assert_eq!(engine.best_move("go depth 3"), allowed);
    // Moves that are not legal anyway are no fault.
    engine.send("banmoves a9a8 e0e9");
    let best = engine.best_move("go depth 3");
    engine.send(&format!("banmoves {best}"));
    assert_ne!(engine.best_move("go depth 3"), best);
    engine.send("position startpos");
    assert!(moves.contains(&engine.best_move("go depth 1")));
    assert!(engine.sync().is_empty());
}

#[test]
fn probe_is_answered_idle_and_during_a_search() {
    let mut engine = Engine::ucci();
    engine.send("probe startpos");
    assert_eq!(engine.read_line(), "pophash");
    let mv = engine.best_move("go depth 5");
    let before = engine.sync();
    assert!(before.is_empty());
    engine.send(&format!("probe fen {START_FEN}"));
    let found = engine.read_line();
    assert!(
        found.starts_with(&format!("pophash bestmove {mv} ")),
        "{found}"
    );
    assert!(
        found.contains("bound ") && found.contains(" depth "),
        "{found}"
    );
    engine.send("go infinite");
    engine.send("probe startpos moves h2e2");
    assert!(
        engine
            .read_until("pophash")
            .last()
            .unwrap()
            .starts_with("pophash")
    );
    let illegal = "info message move 1 of the list, h2h8, is not legal for red";
    engine.send("probe startpos moves h2h8");
    assert_eq!(engine.read_until("info message").last().unwrap(), illegal);
    engine.send("stop");
    engine.read_answer();
    engine.send("probe startpos moves h2h8");
    assert_eq!(engine.read_line(), illegal);
}
