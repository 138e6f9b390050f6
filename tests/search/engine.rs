//! The engine's interface: results, limits, stopping, pondering, and events.

use std::slice;
use std::sync::mpsc;
use std::time::Duration;

use chuhe::board::{Board, Move, START_FEN};
use chuhe::eval::Score;
use chuhe::protocol::Options;
use chuhe::rules::Game;
use chuhe::search::request::MAX_DEPTH;
use chuhe::search::score::{MATE, ScoreKind, classify};
use chuhe::search::{
    Bound, Clock, Engine, Event, Limits, Probe, PvLine, Request, SearchResult, Settings, Techniques,
};

use crate::common::{bench_boards, nodes_of, to_depth};

/// A time limit that only a hanging search reaches.
const HANG_TIMEOUT: Duration = Duration::from_secs(120);

fn engine() -> Engine {
    Engine::new(Settings::with_hash_mib(8))
}

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(Board::from_fen(fen).unwrap());
    for mv in moves.split_ascii_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game
}

fn search(engine: &mut Engine, game: Game, limits: Limits) -> (SearchResult, Vec<PvLine>) {
    search_request(engine, Request::new(game, limits))
}

fn search_request(engine: &mut Engine, request: Request) -> (SearchResult, Vec<PvLine>) {
    let mut lines = Vec::new();
    let result = engine.search(request, |event| {
        if let Event::Line(line) = event {
            lines.push(line);
        }
    });
    (result, lines)
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// A rook mates on the back rank.
const MATE_IN_ONE: &str = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1";
/// One rook controls the eighth rank, the other mates on the ninth.
const MATE_IN_TWO: &str = "3k5/9/R8/9/9/9/9/9/9/1R3K3 w - - 0 1";

#[test]
fn mates_are_found_and_counted() {
    for (fen, plies) in [(MATE_IN_ONE, 1), (MATE_IN_TWO, 3)] {
        let board = Board::from_fen(fen).unwrap();
        for board in [board.clone(), board.mirrored(), board.flipped()] {
            let (result, _) = search(&mut engine(), Game::new(board), to_depth(6));
            assert_eq!(result.score, MATE - plies);
            assert_eq!(result.pv.len() as i32, plies, "{result:?}");
        }
    }
}

#[test]
fn being_mated_is_scored_with_its_length() {
    let (result, _) = search(&mut engine(), game(MATE_IN_TWO, "b0b8"), to_depth(5));
    assert_eq!(result.score, 2 - MATE);
}

#[test]
fn a_position_without_legal_moves_has_no_best_move() {
    // A stalemate and a mate.
    for fen in [
        "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1",
        "3k1P3/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1",
    ] {
        let (result, lines) = search(&mut engine(), game(fen, ""), to_depth(5));
        assert_eq!((result.best, lines.len()), (None, 0));
    }
}

#[test]
fn a_search_with_one_thread_is_repeatable() {
    let run = || {
        let game = game(START_FEN, "h2e2 h9g7");
        let (result, _) = search(&mut engine(), game, to_depth(8));
        (result.nodes, result.score, result.pv)
    };
    assert_eq!(run(), run());
}

#[test]
fn lines_have_rising_depths_and_legal_variations() {
    let start = game(START_FEN, "");
    let (result, lines) = search(&mut engine(), start.clone(), to_depth(7));
    let exact: Vec<&PvLine> = lines
        .iter()
        .filter(|line| line.bound == Bound::Exact)
        .collect();
    assert_eq!(
        exact.iter().map(|line| line.depth).collect::<Vec<_>>(),
        (1..=7).collect::<Vec<_>>()
    );
    assert_eq!(result.pv, exact.last().unwrap().pv);
    assert_eq!(result.ponder, result.pv.get(1).copied());
    for line in exact {
        let mut game = start.clone();
        for &mv in &line.pv {
            game.play(mv).unwrap();
        }
        assert!(line.seldepth >= line.pv.len() as u32 - 1);
    }
}

#[test]
fn the_result_is_the_last_reported_line() {
    let limits = (100..4_000).step_by(300).map(Limits::of_nodes);
    let mut cut_short = 0;
    for limits in limits {
        for (multipv, randomness) in [(1, 0), (3, 0), (1, 50)] {
            let mut engine = engine();
            engine.set(Settings {
                randomness,
                ..engine.settings().clone()
            });
            let mut request = Request::new(game(START_FEN, "h2e2 h9g7"), limits);
            request.multipv = multipv;
            let (result, lines) = search_request(&mut engine, request);
            let last = lines.iter().rfind(|line| line.rank == 1).expect("a line");
            assert_eq!(result.pv, last.pv);
            assert_eq!((result.depth, result.score), (last.depth, last.score));
            assert!(lines.is_sorted_by_key(|line| line.elapsed));
            assert!(lines.is_sorted_by_key(|line| line.nodes));
            cut_short += u32::from(last.bound == Bound::Lower);
        }
    }
    assert!(cut_short > 0, "no search was cut short");
}

#[test]
fn a_stopped_search_with_several_lines_gives_no_move_two_ranks() {
    let mut risen = 0;
    let mut boards = bench_boards();
    boards.retain(|board| board.legal_moves().len() >= 3);
    for board in boards {
        for nodes in (1_000..5_000).step_by(400) {
            let mut request = Request::new(Game::new(board.clone()), Limits::of_nodes(nodes));
            request.multipv = 3;
            let (_, lines) = search_request(&mut engine(), request);
            let of_rank = |rank| lines.iter().rfind(|line| line.rank == rank);
            let ranked = [1, 2, 3].map(|rank| of_rank(rank).expect("a line"));
            let moves = ranked.map(|line| line.pv[0]);
            let is_repeated = moves[0] == moves[1] || moves[2] == moves[0] || moves[2] == moves[1];
            assert!(!is_repeated, "{moves:?} after {nodes} nodes of {board:?}");
            // The best move was not the first of the last complete iteration.
            let depth = ranked[0].depth;
            let is_older = |line: &&PvLine| line.rank == 1 && line.depth < depth;
            let is_new = (lines.iter().rfind(is_older)).is_some_and(|line| line.pv[0] != moves[0]);
            risen += u32::from(ranked[1].depth < depth && is_new);
        }
    }
    assert!(risen > 0, "no search was stopped after a new best move");
}

#[test]
fn a_stopped_search_keeps_the_mate_of_the_last_iteration() {
    const FEN: &str = "r1b2aP2/4P4/2P1kCN2/3cN4/7C1/5R3/9/9/3K5/2c1r4 w";
    let is_mate = |score| matches!(classify(score), ScoreKind::Mate(1..));
    let mut found = 0;
    for nodes in (20_000..30_000).step_by(1_000) {
        // The table keeps no result of a root with a banned move.
        let mut request = Request::new(game(FEN, ""), Limits::of_nodes(nodes));
        request.banned = vec![mv("h5i5")];
        let (result, lines) = search_request(&mut engine(), request);
        if lines.iter().any(|line| is_mate(line.score)) {
            found += 1;
            assert!(is_mate(result.score), "{nodes} nodes");
        }
    }
    assert!(found > 5, "{found}");
}

#[test]
fn several_lines_are_different_and_in_order() {
    let mut request = Request::new(game(START_FEN, ""), to_depth(6));
    request.multipv = 4;
    let (_, lines) = search_request(&mut engine(), request);
    let last: Vec<&PvLine> = lines.iter().filter(|line| line.depth == 6).collect();
    assert_eq!(
        last.iter().map(|line| line.rank).collect::<Vec<_>>(),
        [1, 2, 3, 4]
    );
    assert!(last.is_sorted_by_key(|line| -line.score));
    let numbers = |line: &PvLine| (line.nodes, line.elapsed, line.hashfull);
    assert!(last.iter().all(|line| numbers(line) == numbers(last[0])));
    let mut firsts: Vec<Move> = last.iter().map(|line| line.pv[0]).collect();
    firsts.sort_by_key(|mv| mv.bits());
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    // With more lines than legal moves there is one for each move.
    let mut request = Request::new(game("3k5/9/9/9/9/9/9/9/4R4/5K3 b - - 0 1", ""), to_depth(4));
    request.multipv = 64;
    let (_, lines) = search_request(&mut engine(), request);
    assert_eq!(lines.iter().filter(|line| line.depth == 4).count(), 1);
}

#[test]
fn node_limits_hold() {
    let limits = Limits::of_nodes(10_000);
    let (result, _) = search(&mut engine(), game(START_FEN, ""), limits);
    assert!((9_000..=10_001).contains(&result.nodes), "{}", result.nodes);
    let limits = Limits::of_nodes(1);
    let (result, _) = search(&mut engine(), game(START_FEN, ""), limits);
    assert!(result.best.is_some());
}

#[test]
fn a_search_without_limits_ends_on_a_mate_or_a_stop() {
    let (result, _) = search(&mut engine(), game(MATE_IN_TWO, ""), Limits::default());
    assert_eq!(classify(result.score), ScoreKind::Mate(3));
    let limits = Limits {
        mate: Some(u32::MAX),
        ..Limits::default()
    };
    let (result, _) = search(&mut engine(), game(MATE_IN_TWO, ""), limits);
    assert!(matches!(classify(result.score), ScoreKind::Mate(1..)));
    assert!(result.depth < MAX_DEPTH, "the mate did not end the search");

    let (sender, receiver) = mpsc::channel();
    let mut engine = engine();
    let running = engine.start(
        Request::new(game(START_FEN, ""), Limits::default()),
        move |event| {
            let _ = sender.send(event);
        },
    );
    // The first event is a line: the search runs.
    assert!(matches!(
        receiver.recv_timeout(HANG_TIMEOUT).unwrap(),
        Event::Line(_)
    ));
    running.stop();
    running.wait();
    let finished = receiver.try_iter().last().unwrap();
    assert!(matches!(
        finished,
        Event::Finished(SearchResult { best: Some(_), .. })
    ));
}

#[test]
fn a_search_that_waits_for_a_stop_does_not_end_on_a_mate() {
    let limits = Limits {
        wait_for_stop: true,
        ..to_depth(5)
    };
    let (sender, receiver) = mpsc::channel();
    let mut engine = engine();
    let running = engine.start(Request::new(game(MATE_IN_ONE, ""), limits), move |event| {
        if let Event::Finished(result) = event {
            sender.send(result).unwrap();
        }
    });
    assert!(receiver.recv_timeout(Duration::from_millis(300)).is_err());
    running.stop();
    assert_eq!(
        receiver.recv_timeout(HANG_TIMEOUT).unwrap().best,
        Some(mv("b0d0"))
    );
}

#[test]
fn pondering_ends_only_after_ponderhit() {
    let clock = Clock {
        remaining: Duration::from_secs(2),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let limits = Limits {
        clock: Some(clock),
        ..Limits::default()
    };
    for mate in [false, true] {
        let position = if mate {
            game(MATE_IN_ONE, "")
        } else {
            game(START_FEN, "h2e2")
        };
        let mut request = Request::new(position, limits);
        request.ponder = true;
        let (sender, receiver) = mpsc::channel();
        let mut engine = engine();
        let running = engine.start(request, move |event| {
            if let Event::Finished(result) = event {
                sender.send(result).unwrap();
            }
        });
        let pondering = Duration::from_millis(400);
        assert!(receiver.recv_timeout(pondering).is_err());
        running.ponderhit();
        let result = receiver.recv_timeout(HANG_TIMEOUT).unwrap();
        assert!(result.best.is_some());
        // The time spent pondering does not count.
        assert!(result.elapsed - result.spent >= pondering);
    }
}

#[test]
fn threads_find_the_same_mate_and_count_their_nodes_together() {
    let mut engine = Engine::new(Settings {
        threads: 3,
        ..Settings::with_hash_mib(8)
    });
    let (result, _) = search(&mut engine, game(MATE_IN_TWO, ""), to_depth(8));
    assert_eq!(result.score, MATE - 3);
    // Each thread counts its nodes and reports them in parts of 1,024.
    let limits = Limits::of_nodes(30_000);
    let (result, _) = search(&mut engine, game(START_FEN, ""), limits);
    assert!((25_000..40_000).contains(&result.nodes), "{}", result.nodes);
}

#[test]
fn a_search_to_a_depth_with_threads_ends_with_complete_lines() {
    for _ in 0..20 {
        let mut engine = Engine::new(Settings {
            threads: 3,
            ..Settings::with_hash_mib(8)
        });
        let mut request = Request::new(game(START_FEN, ""), to_depth(6));
        request.multipv = 2;
        let mut last = [const { None }; 2];
        let result = engine.search(request, |event| {
            if let Event::Line(line) = event {
                last[line.rank - 1] = Some((line.depth, line.bound));
            }
        });
        assert_eq!(last, [Some((6, Bound::Exact)); 2]);
        assert_eq!(result.depth, 6);
    }
}

#[test]
fn the_table_can_be_probed_and_cleared() {
    let mut engine = engine();
    let start = game(START_FEN, "");
    let (result, _) = search(&mut engine, start.clone(), to_depth(6));
    let probe = engine.probe(start.board());
    assert_eq!(probe.best, result.best);
    assert_eq!(probe.lower, Some((result.score, 6)));
    engine.clear();
    assert_eq!(engine.probe(start.board()).best, None);
}

#[test]
fn perpetual_check_is_avoided_by_the_checker() {
    // Red has checked with the same two moves. Another check loses by rule, and red has a winning rook.
    let fen = "4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1";
    let game = game(fen, "d1e1 e9d9 e1d1 d9e9 d1e1 e9d9");
    let (result, _) = search(&mut engine(), game, to_depth(6));
    assert_ne!(result.best, Some(mv("e1d1")));
    assert!(result.score > 0);
}

#[test]
fn randomness_varies_the_move_and_stays_near_the_best() {
    let settings = Settings {
        randomness: 60,
        ..Settings::with_hash_mib(8)
    };
    let mut engine = Engine::new(settings);
    let mut seen = Vec::new();
    for _ in 0..30 {
        engine.clear();
        // In the initial position one move is much better, but several of black's answers to it score alike.
        let (result, _) = search(&mut engine, game(START_FEN, "h2e2"), to_depth(3));
        if !seen.contains(&result.best) {
            seen.push(result.best);
        }
    }
    assert!((2..=4).contains(&seen.len()), "{seen:?}");
    // A mate is played in spite of randomness.
    let (result, _) = search(&mut engine, game(MATE_IN_ONE, ""), to_depth(4));
    assert_eq!(result.score, MATE - 1);
}

#[test]
fn randomness_beyond_all_scores_plays_a_move() {
    let mut engine = Engine::new(Settings {
        randomness: Score::MAX,
        ..Settings::with_hash_mib(1)
    });
    let (result, _) = search(&mut engine, game(START_FEN, ""), to_depth(2));
    assert!(result.best.is_some());
}

#[test]
fn debug_text_of_the_engine_has_no_tables() {
    let text = format!("{:?}", engine());
    assert!(text.len() < 10_000, "{} bytes", text.len());
}

#[test]
fn a_mate_is_found_without_each_technique_and_with_each_pruning_level() {
    let without = |name: &str| Techniques::ALL.without(name).unwrap();
    let levels = ["none", "small", "medium", "large"].map(|level| {
        let mut options = Options::default();
        options.set("pruning", level).unwrap();
        options.settings().techniques
    });
    let each = Techniques::NAMES.iter().map(|name| (without(name), 5));
    for (techniques, depth) in each.chain(levels.map(|techniques| (techniques, 4))) {
        let mut engine = Engine::new(Settings {
            techniques,
            contempt: 20,
            idle: Duration::from_micros(250),
            ..Settings::with_hash_mib(8)
        });
        let (result, _) = search(&mut engine, game(MATE_IN_TWO, ""), to_depth(depth));
        assert_eq!(result.score, MATE - 3, "{techniques:?}");
    }
}

#[test]
fn every_technique_changes_what_is_searched() {
    let boards = bench_boards();
    let engine = |techniques| {
        Engine::new(Settings {
            techniques,
            ..Settings::with_hash_mib(1)
        })
    };
    let nodes = |engine: &mut Engine, board| nodes_of(engine, slice::from_ref(board), 8);
    let mut with_all = engine(Techniques::ALL);
    let all = Vec::from_iter(boards.iter().map(|board| nodes(&mut with_all, board)));
    for name in Techniques::NAMES {
        let mut engine = engine(Techniques::ALL.without(name).expect("its name"));
        // The comparison ends at the first position with another number of nodes.
        let counts = boards.iter().map(|board| nodes(&mut engine, board));
        assert!(counts.ne(all.iter().copied()), "without {name}");
    }
}

#[test]
fn a_move_is_found_after_a_long_game_with_little_time() {
    let clock = Clock {
        remaining: Duration::from_millis(3),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let limits = Limits {
        clock: Some(clock),
        ..Limits::default()
    };
    let shuffle = "b0c2 b9c7 c2b0 c7b9 ".repeat(40);
    let (result, _) = search(&mut engine(), game(START_FEN, &shuffle), limits);
    assert!(result.best.is_some());
}

#[test]
#[should_panic(expected = "a fault of the caller")]
fn a_panic_in_the_callback_is_propagated() {
    let request = Request::new(game(START_FEN, ""), to_depth(2));
    engine().search(request, |_| panic!("a fault of the caller"));
}

#[test]
fn clearing_waits_for_a_running_search() {
    let mut engine = engine();
    let (sender, events) = mpsc::channel();
    let request = Request::new(game(START_FEN, ""), Limits::of_nodes(100_000));
    let search = engine.start(request, move |_| {
        let _ = sender.send(());
    });
    events.recv().unwrap();
    engine.clear();
    assert_eq!(engine.probe(&Board::startpos()), Probe::default());
    search.wait();
}
