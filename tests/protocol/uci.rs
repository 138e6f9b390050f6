//! UCI: commands and their responses.

use chuhe::board::Board;

use crate::harness::{Engine, MATE_IN_ONE, MATED, after, best};

/// Red mates in two with its rooks.
const MATE_IN_TWO: &str = "4k4/9/9/9/9/9/9/1R7/R8/3K5 w - - 0 1";

#[test]
fn info_lines_are_valid_during_a_search() {
    let mut engine = Engine::uci();
    engine.send("setoption name MultiPV value 2");
    engine.send("setoption name UCI_ShowWDL value true");
    let (answer, output) = engine.go("go depth 4");
    let mut ranks = Vec::new();
    for line in output.iter().filter(|line| line.starts_with("info depth ")) {
        let (numbers, pv) = line.split_once(" pv ").expect(line);
        let words: Vec<&str> = numbers.split(' ').collect();
        let number = |name: &str| {
            let place = words.iter().position(|word| *word == name).expect(line);
            words[place + 1].parse::<u32>().expect(line)
        };
        assert!(number("depth") <= 4 && number("seldepth") >= 1);
        assert!(number("hashfull") <= 1000 && number("nodes") > 0);
        let _ = (number("nps"), number("time"));
        let wdl = words.iter().position(|word| *word == "wdl").expect(line);
        let sum: u32 = words[wdl + 1..wdl + 4]
            .iter()
            .map(|word| word.parse::<u32>().unwrap())
            .sum();
        assert_eq!(sum, 1000, "{line}");
        ranks.push((number("depth"), number("multipv")));
        let mut board = Board::startpos();
        for mv in pv.split(' ') {
            let mv = mv.parse().unwrap();
            assert!(board.is_legal_move(mv), "{line}");
            let _ = board.make(mv);
        }
    }
    let expected: Vec<(u32, u32)> = (1..=4).flat_map(|d| [(d, 1), (d, 2)]).collect();
    assert_eq!(ranks, expected);
    let words: Vec<&str> = answer.split(' ').collect();
    assert!(words.len() == 4 && words[2] == "ponder", "{answer}");
}

#[test]
fn limits_of_every_kind_end_the_search() {
    let mut engine = Engine::uci();
    for go in [
        "go depth 3",
        "go depth 0",
        "go nodes 500",
        "go nodes 0",
        "go movetime 50",
        "go movetime 0",
        "go wtime 50 btime 1",
        "go wtime 500 btime 500 movestogo 1",
        "go wtime 500 btime 9000 winc 20 binc 20",
        "go wtime 0 btime 0",
        "go wtime -30 btime -30 winc 0 binc 0",
        "go wtime 60000 btime 60000 depth 2",
        "go depth 2 eagerly",
    ] {
        let mv = engine.best_move(go);
        assert!(Board::startpos().is_legal_move(mv), "{go}");
    }
}

/// Its last variation begins with the best move, also where the search changed its mind in a depth that it did not finish.
#[test]
fn the_same_search_in_both_protocols() {
    for moves in ["", "h2e2 h9g7", "b0c2 b9c7 c2b0 c7b9", "c3c4 g6g5 b2c2"] {
        for go in ["go nodes 1000", "go nodes 3000", "go depth 6"] {
            let [ucci, uci] = [Engine::ucci(), Engine::uci()].map(|mut engine| {
                engine.send(&format!("position startpos moves {moves}"));
                let (answer, output) = engine.go(go);
                let last = output.iter().rev().find_map(|line| line.split_once(" pv "));
                let (best, last) = (best(&answer), last.expect("a variation").1.to_owned());
                assert!(last.starts_with(&best.to_string()), "{output:?}");
                (best, last)
            });
            assert_eq!(ucci, uci, "{moves}: {go}");
        }
    }
}

#[test]
fn infinite_ends_with_a_stop_and_no_sooner() {
    for stop_on_mate in ["false", "true"] {
        let mut engine = Engine::uci();
        engine.send(&format!("setoption name Stop On Mate value {stop_on_mate}"));
        engine.send(&format!("position fen {MATE_IN_ONE}"));
        engine.send("go infinite");
        engine.read_until("info depth 1 ");
        for _ in 0..3 {
            let output = engine.sync();
            assert!(output.iter().all(|line| !line.starts_with("bestmove")));
        }
        engine.send("stop");
        assert_eq!(engine.read_answer().0, "bestmove b0b9");
        // And a stop too many is not answered.
        engine.send("stop");
        assert!(engine.sync().is_empty());
    }
}

#[test]
fn stop_on_mate_ends_a_search_that_would_go_on() {
    let mut engine = Engine::uci();
    engine.send(&format!("position fen {MATE_IN_TWO}"));
    let deepest = |engine: &mut Engine| {
        let (_, output) = engine.go("go depth 12");
        let depths = output.iter().filter_map(|line| {
            let word = line.strip_prefix("info depth ")?.split(' ').next()?;
            word.parse::<u32>().ok()
        });
        assert!(output.iter().any(|line| line.contains(" score mate 2 ")));
        depths.max().unwrap()
    };
    assert_eq!(deepest(&mut engine), 12);
    engine.send("ucinewgame");
    engine.send("setoption name Stop On Mate value true");
    assert!(deepest(&mut engine) < 12);
    let (_, output) = engine.go("go depth 12");
    assert!(output.contains(&"info string the mate is proved".to_owned()));
}

#[test]
fn go_mate_proves_or_refutes() {
    let mut engine = Engine::uci();
    engine.send(&format!("position fen {MATE_IN_TWO}"));
    let (answer, output) = engine.go("go mate 2");
    let line = output.iter().find(|line| line.contains(" score mate 2 "));
    let (_, pv) = line.expect("a mate").split_once(" pv ").unwrap();
    assert_eq!(pv.split(' ').count(), 3);
    assert!(pv.starts_with(&best(&answer).to_string()));

    let (answer, output) = engine.go("go mate 1");
    let none = "info string there is no mate in 1".to_owned();
    assert!(output.contains(&none), "{output:?}");
    let mut board = Board::from_fen(MATE_IN_TWO).unwrap();
    assert!(board.is_legal_move(best(&answer)));

    // Too much to prove: a budget ends it, and so does a stop. With moves to choose from, the search looks.
    engine.send("position startpos");
    let (answer, output) = engine.go("go mate 20 nodes 20000");
    let none = "info string no mate in 20 was found".to_owned();
    assert!(output.contains(&none), "{output:?}");
    board = Board::startpos();
    assert!(board.is_legal_move(best(&answer)));
    engine.send("go mate 30");
    engine.send("stop");
    assert!(board.is_legal_move(best(&engine.read_answer().0)));
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    assert_eq!(
        engine.go("go mate 1 searchmoves b0b9 b0b8 depth 3").0,
        "bestmove b0b9"
    );
    // On the opponent's time it waits.
    engine.send("go ponder mate 1");
    engine.read_until("info depth ");
    assert!(engine.sync().is_empty());
    engine.send("ponderhit");
    assert_eq!(engine.read_answer().0, "bestmove b0b9");
    assert!(engine.sync().is_empty());
}

#[test]
fn no_legal_move_is_a_mate_that_has_happened() {
    let mut engine = Engine::uci();
    engine.send(&format!("position fen {MATED}"));
    for go in ["go depth 3", "go wtime 1000 btime 1000", "go mate 2"] {
        let (answer, output) = engine.go(go);
        assert_eq!(answer, "bestmove (none)", "{go}");
        assert!(
            output.contains(&"info depth 0 score mate 0".to_owned()),
            "{go}: {output:?}"
        );
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = Engine::uci();
    assert_eq!(
        engine.best_move("go depth 2 searchmoves a0a1").to_string(),
        "a0a1"
    );
    // They are forgotten with the search.
    assert_ne!(engine.best_move("go depth 4").to_string(), "a0a1");
    engine.send("go searchmoves a0a9 i0i1 depth 2");
    let output = "info string searchmoves: a0a9 is not legal here";
    assert_eq!(engine.read_line(), output);
    assert_eq!(engine.read_answer().0.split(' ').nth(1), Some("i0i1"));
    engine.send("go depth 2 searchmoves a0a9");
    assert_eq!(engine.read_line(), output);
    assert_eq!(engine.read_answer().0, "bestmove (none)");
}

#[test]
fn ponder_hit_and_miss_are_answered() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves h2e2 h9g7");
    engine.send("go ponder depth 3");
    engine.read_until("info depth 3 ");
    for _ in 0..3 {
        let output = engine.sync();
        assert!(output.iter().all(|line| line.starts_with("info ")));
    }
    engine.send("ponderhit");
    assert!(after("h2e2 h9g7").is_legal_move(best(&engine.read_answer().0)));
    // At once, and with a clock.
    engine.send_bytes(b"go ponder wtime 300 btime 300\nponderhit\n");
    assert!(after("h2e2 h9g7").is_legal_move(best(&engine.read_answer().0)));
    engine.send_bytes(
        b"go ponder wtime 60000 btime 60000\nstop\nposition startpos moves h2e2 b9c7\ngo depth 2\n",
    );
    assert!(after("h2e2 h9g7").is_legal_move(best(&engine.read_answer().0)));
    assert!(after("h2e2 b9c7").is_legal_move(best(&engine.read_answer().0)));
    assert_eq!(
        engine.message("ponderhit"),
        "ponderhit: no search is running"
    );
}

#[test]
fn clear_hash_and_sixty_move_rule_take_effect() {
    let mut engine = Engine::uci();
    let nodes = |engine: &mut Engine| {
        let (_, output) = engine.go("go depth 5");
        let last = output.last().unwrap().strip_prefix("info nodes ").unwrap();
        last.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let first = nodes(&mut engine);
    assert_ne!(nodes(&mut engine), first, "it remembers");
    engine.send("setoption name Clear Hash");
    assert_eq!(nodes(&mut engine), first);
    // 119 plies without a capture: one more, and the natural limit makes a draw of a rook ahead.
    engine.send("position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 90");
    let score = |engine: &mut Engine| {
        engine.send("setoption name Clear Hash");
        let (_, output) = engine.go("go depth 3 searchmoves a0b0");
        let line = output
            .iter()
            .rev()
            .find(|line| line.contains(" score cp "))
            .unwrap()
            .clone();
        let (_, rest) = line.split_once(" score cp ").unwrap();
        rest.split(' ').next().unwrap().parse::<i32>().unwrap()
    };
    assert_eq!(score(&mut engine), 0);
    engine.send("setoption name Sixty Move Rule value false");
    assert!(score(&mut engine) > 200);
}
