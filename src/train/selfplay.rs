//! A game of the engine against itself, and the quiet positions in it.
//!
//! Each game begins with some random moves, so that no two are alike, and goes on with a fixed number of
//! nodes a move. What is kept are positions that an evaluation can be asked about: not in check, the
//! best move no capture, the score no forced win. What is to be learnt of them is how their game ended.

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::packed::{GameResult, Sample};
use super::td_lambda;
use crate::board::{Board, Color};
use crate::eval::Score;
use crate::rules::{Game, Outcome, judge};
use crate::search::{Engine, Limits, Request, score};

/// What [`Terms::trace`] may be.
pub const TRACE: RangeInclusive<i64> = 0..=99;

/// How the games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Nodes a move.
    pub nodes: u64,
    /// Random plies at the beginning: at least so many, at most so many.
    pub random_plies: (u32, u32),
    /// A beginning that the search scores beyond this, either way, is thrown away.
    pub balance: Score,
    /// A game in which both sides have seen so much on the same side is over...
    pub decided: Score,
    /// ...when they have seen it for so many plies.
    pub decided_plies: u32,
    /// A draw after so many plies.
    pub longest: u32,
    /// How much of a position's score is what was said later in its game, in hundredths of 1 a ply ([`td_lambda`]).
    pub trace: u8,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            nodes: 1_500,
            random_plies: (6, 11),
            balance: 250,
            decided: 1_500,
            decided_plies: 6,
            longest: 300,
            trace: 75,
        }
    }
}

/// Plays a game and returns its quiet positions, each with its score and the game's result.
///
/// ```
/// use chuhe::search::{Engine, Settings};
/// use chuhe::train::selfplay::{Terms, play};
/// let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
/// let terms = Terms { nodes: 100, ..Terms::default() };
/// let samples = play(&mut engine, terms, &mut fastrand::Rng::with_seed(1));
/// assert!(samples.iter().all(|sample| !sample.board.in_check()));
/// ```
pub fn play(engine: &mut Engine, terms: Terms, random: &mut Rng) -> Vec<Sample> {
    engine.clear();
    let mut game = opening(engine, terms, random);
    // Quiet positions with their plies, and the scores of all plies.
    let mut quiet: Vec<(Board, usize)> = Vec::new();
    let mut scores: Vec<Score> = Vec::new();
    let begin = game.moves().len();
    let (mut leader, mut led) = (None, 0);
    let rules = engine.settings().rules;
    let winner = loop {
        match judge(&game, &rules).outcome {
            Outcome::Win(color) => break Some(color),
            Outcome::Draw => break None,
            Outcome::Undecided => {}
        }
        let plies = game.moves().len();
        if plies >= terms.longest as usize {
            break None;
        }
        let outcome = think(engine, &game, terms.nodes);
        // A side that can move has an answer.
        let Some(best) = outcome.best else {
            break None;
        };
        let board = game.board();
        let red_score = for_red(board, outcome.score);
        if red_score.abs() >= terms.decided {
            let ahead = side_ahead(red_score);
            led = if leader == Some(ahead) { led + 1 } else { 1 };
            leader = Some(ahead);
            if led >= terms.decided_plies {
                break leader;
            }
        } else {
            (leader, led) = (None, 0);
        }
        scores.push(red_score);
        if !board.in_check() && board.is_empty(best.to()) && !score::is_decisive(outcome.score) {
            quiet.push((board.clone(), plies));
        }
        if game.play(best).is_err() {
            break None;
        }
    };
    let result = GameResult::of(winner);
    td_lambda::mix(&mut scores, f64::from(terms.trace) / 100.0);
    quiet
        .into_iter()
        .map(|(board, plies)| Sample {
            board,
            score: scores[plies - begin],
            result,
            ply: u8::try_from(plies).unwrap_or(u8::MAX),
        })
        .collect()
}

/// A balanced position after some random moves.
fn opening(engine: &mut Engine, terms: Terms, random: &mut Rng) -> Game {
    loop {
        let mut game = Game::new(Board::startpos());
        for _ in 0..random.u32(terms.random_plies.0..=terms.random_plies.1) {
            if let Some(&mv) = random.choice(&game.board().legal_moves()) {
                let _ = game.play(mv);
            }
        }
        let can_move = game.board().has_legal_move();
        if can_move && think(engine, &game, terms.nodes).score.abs() <= terms.balance {
            return game;
        }
    }
}

fn think(engine: &mut Engine, game: &Game, nodes: u64) -> crate::search::Outcome {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    engine.search_here(&Request::new(game.clone(), limits))
}

fn for_red(board: &Board, score: Score) -> Score {
    match board.side() {
        Color::Red => score,
        Color::Black => -score,
    }
}

fn side_ahead(red_score: Score) -> Color {
    if red_score > 0 {
        Color::Red
    } else {
        Color::Black
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
        let terms = Terms {
            nodes: 200,
            ..Terms::default()
        };
        let mut results = Vec::new();
        for seed in 0..8 {
            let samples = play(&mut engine, terms, &mut Rng::with_seed(seed));
            assert!(samples.len() > 5, "game {seed}");
            for sample in &samples {
                assert!(!sample.board.in_check());
                assert_eq!(sample.result, samples[0].result);
            }
            assert!(samples.windows(2).all(|pair| pair[0].ply <= pair[1].ply));
            results.push(samples[0].result);
            let again = play(&mut engine, terms, &mut Rng::with_seed(seed));
            assert_eq!(again.len(), samples.len(), "the same seed, the same game");
        }
        results.dedup();
        assert!(results.len() > 1, "all games ended alike");
    }
}
