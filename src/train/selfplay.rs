//! Self-play: games of the engine against itself, and the quiet positions in them.
//!
//! A game begins with some random moves, so that no two are alike, and goes on with a fixed number of nodes a move. The
//! positions that are kept are quiet: not in check, the best move no capture, the score no forced win.

use fastrand::Rng;

use super::packed::{GameResult, Sample};
use super::td_lambda;
use crate::arena::adjudication::{Adjudication, ResignTerms};
use crate::board::{Board, Color};
use crate::eval::Score;
use crate::rules::{self, Game, RuleSet, judge};
use crate::search::{Engine, Limits, Outcome, Request, score};

/// The numbers of random plies at the beginning.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 6..=11;
/// A beginning with a larger score for either side is not played.
const BALANCE: Score = 250;
/// A side that is so far ahead has won.
const DECISIVE: Score = 1_500;
/// A game of so many plies is a draw.
const MAX_PLIES: usize = 300;

/// Plays a game at so many nodes a move and returns its quiet positions, each with its score and the game's result. `trace`
/// is the weight of the scores of later plies, in hundredths ([`td_lambda`]).
pub fn play(engine: &mut Engine, nodes: u64, trace: u8, random: &mut Rng) -> Vec<Sample> {
    engine.clear();
    let mut game = opening(engine, nodes, random);
    let begin = game.moves().len();
    // The scores of all plies, and the quiet positions with their plies.
    let mut scores: Vec<Score> = Vec::new();
    let mut quiet: Vec<(Board, usize)> = Vec::new();
    let rules = engine.settings().rules;
    let winner = play_out(
        &mut game,
        &rules,
        (DECISIVE, MAX_PLIES),
        |game| engine.search_here(&fixed_nodes(game, nodes)),
        |game, outcome| {
            let board = game.board();
            scores.push(match board.side() {
                Color::Red => outcome.score,
                Color::Black => -outcome.score,
            });
            let captures = outcome.best.is_some_and(|best| !board.is_empty(best.to()));
            if !board.in_check() && !captures && !score::is_decisive(outcome.score) {
                quiet.push((board.clone(), game.moves().len()));
            }
        },
    );
    td_lambda::mix(&mut scores, f64::from(trace) / 100.0);
    let samples = quiet.into_iter().map(|(board, plies)| Sample {
        board,
        score: scores[plies - begin],
        result: GameResult::of(winner),
        ply: u8::try_from(plies).unwrap_or(u8::MAX),
    });
    samples.collect()
}

/// Plays on until the rules end the game, a side is `decisive` ahead for three moves of both, or `max_plies` are played, and
/// returns the winner. `observe` receives each outcome of `think` before its move is played, except for the last.
pub fn play_out(
    game: &mut Game,
    rules: &RuleSet,
    (decisive, max_plies): (Score, usize),
    mut think: impl FnMut(&Game) -> Outcome,
    mut observe: impl FnMut(&Game, &Outcome),
) -> Option<Color> {
    let terms = ResignTerms {
        score: decisive,
        moves: 3,
    };
    let mut adjudication = Adjudication::new(Some(terms), None);
    loop {
        match judge(game, rules).outcome {
            rules::Outcome::Win(color) => return Some(color),
            rules::Outcome::Draw => return None,
            rules::Outcome::Undecided if game.moves().len() >= max_plies => return None,
            rules::Outcome::Undecided => {}
        }
        let outcome = think(game);
        if let Some(winner) = adjudication.after(game.board().side(), Some(outcome.score)) {
            return winner;
        }
        observe(game, &outcome);
        // A side that can move has an answer, and it is legal.
        game.play(outcome.best?).ok()?;
    }
}

/// A search of so many nodes.
pub fn fixed_nodes(game: &Game, nodes: u64) -> Request {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    Request::new(game.clone(), limits)
}

/// A balanced position after some random moves.
fn opening(engine: &mut Engine, nodes: u64, random: &mut Rng) -> Game {
    loop {
        let mut game = Game::new(Board::startpos());
        for _ in 0..random.u32(RANDOM_PLIES) {
            if let Some(&mv) = random.choice(&game.board().legal_moves()) {
                let _ = game.play(mv);
            }
        }
        let mut search = || engine.search_here(&fixed_nodes(&game, nodes));
        if game.board().has_legal_move() && search().score.abs() <= BALANCE {
            return game;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Settings;

    #[test]
    fn a_game_gives_quiet_positions_of_one_result() {
        let mut engine = Engine::new(Settings {
            hash_mib: 1,
            ..Settings::default()
        });
        let mut results = Vec::new();
        for seed in 0..8 {
            let mut play = || play(&mut engine, 200, 75, &mut Rng::with_seed(seed));
            let samples = play();
            assert!(samples.len() > 5, "game {seed}");
            for sample in &samples {
                assert!(!sample.board.in_check());
                assert_eq!(sample.result, samples[0].result);
            }
            assert!(samples.is_sorted_by_key(|sample| sample.ply));
            results.push(samples[0].result);
            assert_eq!(play().len(), samples.len(), "the same seed, the same game");
        }
        results.dedup();
        assert!(results.len() > 1, "all games ended alike");
    }
}
