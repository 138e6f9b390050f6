//! Measurement of the strength of each technique: the full engine against the engine without one.
//!
//! It is no test; the results are in `docs/measurements/techniques.md`:
//!
//! ```text
//! CHUHE_WITHOUT=lmr CHUHE_PAIRS=100 CHUHE_NODES=8000 \
//!     cargo test --release --test search -- --ignored --nocapture technique_match::
//! ```
//!
//! `CHUHE_WITHOUT=iir+history-pruning` leaves out both. Both sides have the same nodes per move. Each opening, a few random plies,
//! is played twice with colours reversed. Games are adjudicated by the scores of both sides. The interval is computed from the
//! scores of the pairs, which are also printed: how many had 0, 1, 2, 3 and 4 half points.

use chuhe::arena::ResultCounts;
use chuhe::arena::adjudication::{DrawRule, GameAdjudicator, ResignRule};
use chuhe::board::{Board, Color};
use chuhe::rules::{Game, Outcome, RuleSet, judge};
use chuhe::search::{Engine, Limits, NullMove, Request, Settings, Techniques};

use crate::common::number_from_env;

const RESIGN: ResignRule = ResignRule {
    score: 700,
    moves: 1,
};

const DRAW: DrawRule = DrawRule {
    score: 10,
    moves: 5,
    from: 40,
};

/// Returns a game of `plies` random plies with a score near 0.
fn opening(rng: &mut fastrand::Rng, plies: usize) -> Game {
    loop {
        let mut game = Game::new(Board::startpos());
        for _ in 0..plies {
            let moves = game.board().legal_moves();
            let mv = *rng.choice(moves.iter()).expect("no game ends so early");
            game.play(mv).expect("a legal move");
        }
        let balance = {
            let mut engine = Engine::new(Settings::with_hash_mib(1));
            let limits = Limits::of_nodes(20_000);
            engine
                .search(Request::new(game.clone(), limits), |_| {})
                .score
        };
        if balance.abs() < 80 {
            return game;
        }
    }
}

/// Plays a game to the end. Returns the half points of the first engine, whose colour is `first`.
fn play(mut game: Game, engines: [&mut Engine; 2], first: Color, nodes: u64) -> u8 {
    let [one, other] = engines;
    one.clear();
    other.clear();
    let points = |winner: Color| if winner == first { 2 } else { 0 };
    let mut adjudicator = GameAdjudicator::new(Some(RESIGN), Some(DRAW));
    loop {
        let side = game.board().side();
        match judge(&game, &RuleSet::default()).outcome {
            Outcome::Win(winner) => return points(winner),
            Outcome::Undecided if game.moves().len() < 300 => {}
            Outcome::Draw | Outcome::Undecided => return 1,
        }
        let engine = if side == first {
            &mut *one
        } else {
            &mut *other
        };
        let limits = Limits::of_nodes(nodes);
        let result = engine.search(Request::new(game.clone(), limits), |_| {});
        if let Some(winner) = adjudicator.add(side, Some(result.score)) {
            return winner.map_or(1, points);
        }
        game.play(result.best.expect("there are legal moves"))
            .expect("and the engine plays one");
    }
}

fn techniques(name: &str) -> Techniques {
    let with = |null_move| Techniques {
        null_move,
        ..Techniques::ALL
    };
    match name {
        "" => Techniques::ALL,
        "null-fixed" => with(NullMove::Fixed),
        "null-adaptive" => with(NullMove::Adaptive),
        "null-verified" => with(NullMove::Verified),
        "null-deep" => with(NullMove::Deep),
        _ => name.split('+').fold(Techniques::ALL, |techniques, name| {
            techniques.without(name).expect("a technique's name")
        }),
    }
}

#[test]
#[ignore = "a measurement, not a test"]
fn measure() {
    let without = std::env::var("CHUHE_WITHOUT").unwrap_or_default();
    let with = std::env::var("CHUHE_WITH").unwrap_or_default();
    let pairs = number_from_env("CHUHE_PAIRS", 50);
    let nodes = number_from_env("CHUHE_NODES", 8_000);
    let mut rng = fastrand::Rng::with_seed(number_from_env("CHUHE_SEED", 1));
    let engine = |name: &str| {
        Engine::new(Settings {
            techniques: techniques(name),
            ..Settings::with_hash_mib(8)
        })
    };
    let (mut full, mut less) = (engine(&with), engine(&without));
    let mut counts = ResultCounts::default();
    for _ in 0..pairs {
        let game = opening(&mut rng, 6);
        let [one, other] =
            Color::ALL.map(|color| play(game.clone(), [&mut full, &mut less], color, nodes));
        counts.add_pair(one, other);
    }
    let (Some(score), Some(estimate)) = (counts.score(), counts.estimate()) else {
        return;
    };
    println!(
        "{:>16} against {:>16}: {:.1} % of {} games at {nodes} nodes, Elo {:+.0} [{:+.0}, {:+.0}], pairs {:?}",
        if with.is_empty() { "all" } else { &with },
        if without.is_empty() { "all" } else { &without },
        score * 100.0,
        counts.games(),
        estimate.elo,
        estimate.low,
        estimate.high,
        counts.pairs,
    );
}
