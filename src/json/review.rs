//! The review of a game as JSON.

use serde::Serialize;

use crate::board::Color;
use crate::games::GameTree;
use crate::review::reviewer::expected_points;
use crate::review::summary::annotation_sign;
use crate::review::{Review, ReviewedMove, Summary};
use crate::search::score::{ScoreKind, classify};

/// A move of a review, or the summary of a game. Games and plies are numbered from 1.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ReviewRecord<'a> {
    /// A move. Scores are from the view of the side that moves.
    Move {
        game: usize,
        ply: usize,
        number: u32,
        side: String,
        #[serde(rename = "move")]
        mv: String,
        before: ScoreKind,
        after: ScoreKind,
        /// The expected points after the move, from 0 to 1.
        points: f64,
        /// The cost in expected points, from 0 to 1.
        cost: f64,
        /// `?!`, `?`, `??` or empty.
        mark: &'static str,
        best: Option<String>,
        pv: Vec<String>,
        /// Depth of the search before the move, in plies.
        depth: u32,
        /// Nodes of the search before the move.
        nodes: u64,
    },
    /// The summary of a game.
    Game {
        game: usize,
        /// `*`, `1-0`, `0-1` or `1/2-1/2`.
        result: &'a str,
        red: Summary,
        black: Summary,
    },
}

impl<'a> ReviewRecord<'a> {
    /// The record of a move in the game with this number.
    pub fn of_move(game: usize, judged: &ReviewedMove) -> ReviewRecord<'static> {
        let pv: Vec<String> = judged.best.iter().map(ToString::to_string).collect();
        ReviewRecord::Move {
            game,
            ply: judged.ply,
            number: judged.number,
            side: judged.side.to_string(),
            mv: judged.mv.to_string(),
            before: classify(judged.before),
            after: classify(judged.after),
            points: rounded(expected_points(judged.after)),
            cost: rounded(judged.cost),
            mark: annotation_sign(judged.mistake),
            best: pv.first().cloned(),
            pv,
            depth: judged.depth,
            nodes: judged.nodes,
        }
    }

    /// The record of the game with this number.
    pub fn of_game(number: usize, game: &'a GameTree, review: &Review) -> ReviewRecord<'a> {
        ReviewRecord::Game {
            game: number,
            result: game.result(),
            red: review.summary(Color::Red),
            black: review.summary(Color::Black),
        }
    }
}

/// Expected points with four digits.
fn rounded(points: f64) -> f64 {
    (points * 10_000.0).round() / 10_000.0
}
