//! Self-play: games of the engine against itself, and the quiet positions in them.
//!
//! A game begins with random moves, so that games differ, and continues with a fixed number of nodes per move. A position is
//! quiet if it is not in check, its best move is not a capture, and its score is not a forced win.

use fastrand::Rng;

use super::packed::TrainingSample;
use super::td_lambda;
use crate::arena::GameResult;
use crate::arena::adjudication::{DrawRule, GameAdjudicator, ResignRule};
use crate::board::{Board, Color};
use crate::eval::Score;
use crate::eval::tables::for_side;
use crate::rules::{self, Game, RuleSet, judge};
use crate::search::{Engine, Limits, Request, SearchResult, score};

/// The range of the number of random plies at the beginning.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 6..=11;
/// The greatest absolute score after the random plies, in centipawns.
const MAX_OPENING_SCORE: Score = 250;
/// The score at which a game is adjudicated as won, in centipawns.
const WIN_SCORE: Score = 1_500;
/// The number of plies after which a game is a draw.
const MAX_PLIES: usize = 300;

/// Plays a game with `nodes` nodes per move, and returns its quiet positions with their scores and the result. `trace` is the
/// weight of the scores of later plies, in hundredths ([`td_lambda`]).
pub fn play(engine: &mut Engine, nodes: u64, trace: u8, random: &mut Rng) -> Vec<TrainingSample> {
    engine.clear();
    let mut game = random_opening(engine, nodes, random);
    let begin = game.moves().len();
    // The scores of all plies, and the quiet positions with their plies.
    let mut scores: Vec<Score> = Vec::new();
    let mut quiet: Vec<(Board, usize)> = Vec::new();
    let winner = play_out(
        &mut game,
        (WIN_SCORE, None, MAX_PLIES),
        |game| engine.search_here(&fixed_nodes(game, nodes)),
        |game, search_result| {
            let board = game.board();
            scores.push(for_side(board.side(), search_result.score));
            let captures = search_result
                .best
                .is_some_and(|best| !board.is_empty(best.to()));
            if !board.in_check() && !captures && !score::is_decisive(search_result.score) {
                quiet.push((board.clone(), game.moves().len()));
            }
        },
    );
    td_lambda::mix(&mut scores, f64::from(trace) / 100.0);
    let samples = quiet.into_iter().map(|(board, plies)| TrainingSample {
        board,
        score: scores[plies - begin],
        result: GameResult::of(winner),
        ply: u8::try_from(plies).unwrap_or(u8::MAX),
    });
    samples.collect()
}

/// Plays until the default rules end the game, both sides score it as won by `win_score` centipawns for three moves, it is
/// adjudicated by `draw`, or `max_plies` are played. Returns the winner, `None` for a draw. `search` chooses the moves.
/// `observe` is called with the position and the result of each search before its move is played, unless its score ends the game.
pub fn play_out(
    game: &mut Game,
    (win_score, draw, max_plies): (Score, Option<DrawRule>, usize),
    mut search: impl FnMut(&Game) -> SearchResult,
    mut observe: impl FnMut(&Game, &SearchResult),
) -> Option<Color> {
    let rule = ResignRule {
        score: win_score,
        moves: 3,
    };
    let mut adjudicator = GameAdjudicator::new(Some(rule), draw);
    loop {
        match judge(game, &RuleSet::default()).outcome {
            rules::Outcome::Win(color) => return Some(color),
            rules::Outcome::Draw => return None,
            rules::Outcome::Undecided if game.moves().len() >= max_plies => return None,
            rules::Outcome::Undecided => {}
        }
        let search_result = search(game);
        if let Some(winner) = adjudicator.add(game.board().side(), Some(search_result.score)) {
            return winner;
        }
        observe(game, &search_result);
        // A side with a legal move has a best move, which is legal.
        game.play(search_result.best?).ok()?;
    }
}

/// The request of a search of `nodes` nodes.
fn fixed_nodes(game: &Game, nodes: u64) -> Request {
    Request::new(game.clone(), Limits::of_nodes(nodes))
}

/// Returns a game of random moves that has reached a balanced position.
fn random_opening(engine: &mut Engine, nodes: u64, random: &mut Rng) -> Game {
    loop {
        let mut game = Game::new(Board::startpos());
        for _ in 0..random.u32(RANDOM_PLIES) {
            if let Some(&mv) = random.choice(&game.board().legal_moves()) {
                let _ = game.play(mv);
            }
        }
        let mut search = || engine.search_here(&fixed_nodes(&game, nodes));
        if game.board().has_legal_move() && search().score.abs() <= MAX_OPENING_SCORE {
            return game;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Settings;

    #[test]
    fn samples_of_a_game_are_quiet_and_have_one_result() {
        let mut engine = Engine::new(Settings::with_hash_mib(1));
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
            let count = samples.len();
            assert_eq!(play().len(), count, "games with the same seed differ");
        }
        results.dedup();
        assert!(results.len() > 1, "all games have the same result");
    }
}
