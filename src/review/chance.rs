//! From a score to the points that may be hoped for: 1 for a certain win, a half for a draw, 0 for a loss.
//!
//! Two hundredths of a pawn are much at an even score and nothing when a rook is lost anyway. So moves are
//! judged by what they cost in points. A win is as likely as not at a score of [`EVEN`](crate::search::score::EVEN), a loss at its
//! mirror image, and a draw is what is left; both curves are logistic:
//!
//! ```text
//! win = 1 / (1 + exp((EVEN - score) / SPREAD))     loss = 1 / (1 + exp((EVEN + score) / SPREAD))
//! ```
//!
//! The two numbers fit the results of 640,728 positions from self-play with a few thousand nodes a move
//! (`docs/tuning.md`). Between people more is lost and won than they say.

use crate::eval::Score;
use crate::search::score::{Meaning, meaning, win_chance};

/// The points to hope for, from 0 to 1, with a score from the same side's view.
///
/// ```
/// use chuhe::review::chance::points;
/// use chuhe::search::score::MATE;
/// assert_eq!((points(0), points(MATE - 5), points(3 - MATE)), (0.5, 1.0, 0.0));
/// assert_eq!((points(MATE), points(-MATE)), (1.0, 0.0));
/// assert!((points(100) - 0.563).abs() < 0.001);
/// ```
pub fn points(score: Score) -> f64 {
    match meaning(score) {
        // Not by the plies: they are none where the game is over.
        Meaning::Mate(_) | Meaning::Rule(_) => match score > 0 {
            true => 1.0,
            false => 0.0,
        },
        Meaning::Evaluation(score) => (win_chance(score) + 1.0 - win_chance(-score)) / 2.0,
    }
}
