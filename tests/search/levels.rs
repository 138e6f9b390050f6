//! Levels: their limits, their inaccuracies, and the strength of the lowest.

use chuhe::board::{Board, Color, Move};
use chuhe::eval::Evaluator;
use chuhe::rules::{Game, Outcome, RuleSet, judge};
use chuhe::search::{Engine, Level, Limits, Request, SearchResult, Settings};
use fastrand::Rng;

use crate::common::BruteForce;

/// A rook mates on the back rank.
const MATE_IN_ONE: &str = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1";
/// Black threatens mate by a rook on rank 0; most moves of red allow it.
const THREATENED: &str = "3k5/9/9/9/9/9/9/7r1/r8/1R2K4 w - - 0 1";

fn engine(level: u8, seed: u64) -> Engine {
    Engine::new(Settings {
        level: Level::new(level).unwrap(),
        seed: Some(seed),
        ..Settings::with_hash_mib(1)
    })
}

fn search(engine: &mut Engine, game: &Game, limits: Limits) -> SearchResult {
    engine.search(Request::new(game.clone(), limits), |_| {})
}

fn best(level: u8, seed: u64, fen: &str) -> Move {
    let game = Game::new(Board::from_fen(fen).unwrap());
    let result = search(&mut engine(level, seed), &game, Limits::of_depth(30));
    result.best.expect("a move")
}

#[test]
fn the_smaller_limit_ends_a_search() {
    let game = Game::default();
    let mut low = engine(0, 1);
    assert!(search(&mut low, &game, Limits::of_depth(30)).depth <= 2);
    assert!(search(&mut low, &game, Limits::of_nodes(1_000_000)).nodes < 5_000);
    assert_eq!(search(&mut low, &game, Limits::of_depth(1)).depth, 1);
    let mut high = engine(19, 1);
    assert!(search(&mut high, &game, Limits::of_nodes(500)).nodes < 1_000);
}

#[test]
fn an_analysis_is_not_weakened() {
    let game = Game::default();
    let mate = Limits {
        mate: Some(9),
        ..Limits::of_nodes(20_000)
    };
    let weak = search(&mut engine(0, 1), &game, mate);
    let full = search(&mut engine(20, 1), &game, mate);
    assert_eq!(weak.nodes, full.nodes);
    assert_eq!(weak.pv, full.pv);
}

#[test]
fn a_level_plays_the_same_move_for_a_seed_and_others_for_other_seeds() {
    let game = Game::default();
    let mut seen = Vec::new();
    for seed in 1..=10 {
        let mut engine = engine(2, seed);
        let first = search(&mut engine, &game, Limits::of_depth(9)).best;
        // A search at full strength in between fills tables that the level does not use.
        engine.set(Settings {
            level: Level::FULL,
            ..engine.settings().clone()
        });
        search(&mut engine, &game, Limits::of_depth(7));
        engine.set(Settings {
            level: Level::new(2).unwrap(),
            ..engine.settings().clone()
        });
        assert_eq!(search(&mut engine, &game, Limits::of_depth(9)).best, first);
        seen.push(first);
    }
    seen.sort_by_key(|mv| mv.map(|mv| mv.to_string()));
    seen.dedup();
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn every_level_mates_in_one_and_higher_levels_do_not_allow_it() {
    for level in 0..=19 {
        for seed in 1..=5 {
            let mut board = Board::from_fen(MATE_IN_ONE).unwrap();
            let _ = board.make(best(level, seed, MATE_IN_ONE));
            assert!(!board.has_legal_move(), "level {level}, seed {seed}");
        }
    }
    let mut board = Board::from_fen(THREATENED).unwrap();
    let moves = board.legal_moves();
    let mut brute_force = BruteForce::default();
    let mut allows_mate = |mv| board.after(mv, |board| brute_force.mate_in(board, 1).is_some());
    let losing = moves.iter().filter(|&&mv| allows_mate(mv)).count();
    assert!(losing > 0 && losing < moves.len(), "{losing}");
    for level in 6..=19 {
        for seed in 1..=20 {
            let mv = best(level, seed, THREATENED);
            assert!(!allows_mate(mv), "level {level}: {mv}");
        }
    }
}

/// Plays the move after which material is best, mate before all; one of several at random.
fn greedy(game: &Game, random: &mut Rng) -> Move {
    let gain = |mv: Move, random: &mut Rng| {
        let mut board = game.board().clone();
        let _ = board.make(mv);
        let score = match board.has_legal_move() {
            true => -Evaluator::Material.evaluate(&board),
            false => i32::MAX,
        };
        (score, random.u32(..))
    };
    let moves = game.board().legal_moves();
    let best = moves.iter().copied().max_by_key(|&mv| gain(mv, random));
    best.expect("a move")
}

#[test]
fn the_lowest_level_loses_to_a_greedy_player() {
    let mut random = Rng::with_seed(1);
    // Twice the points of the level, in 40 games.
    let mut points = 0;
    for number in 0..40 {
        let own = Color::ALL[number % 2];
        let mut engine = engine(0, number as u64 + 1);
        let mut game = Game::default();
        let outcome = loop {
            let outcome = judge(&game, &RuleSet::default()).outcome;
            let board = game.board();
            let lead = Evaluator::Material.evaluate(board);
            match outcome {
                // A lead of three rooks wins.
                Outcome::Undecided if lead > 3_000 => break Outcome::Win(board.side()),
                Outcome::Undecided if lead < -3_000 => break Outcome::Win(!board.side()),
                Outcome::Undecided if game.moves().len() >= 300 => break Outcome::Draw,
                Outcome::Undecided => {}
                decided => break decided,
            }
            let mv = match board.side() == own {
                true => search(&mut engine, &game, Limits::of_depth(9)).best,
                false => Some(greedy(&game, &mut random)),
            };
            game.play(mv.expect("a move")).unwrap();
        };
        points += match outcome {
            Outcome::Win(winner) if winner == own => 2,
            Outcome::Win(_) => 0,
            _ => 1,
        };
    }
    assert!(points < 35, "{points} of 80 points");
}
