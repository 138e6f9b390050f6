//! Expected points: 1 for a certain win, a half for a draw, 0 for a loss.
//!
//! Two hundredths of a pawn are much at an even score and nothing when a rook is lost anyway. So moves are
//! judged by what they cost in points. Wins and losses are the two logistic curves of
//! [`win_chance`](crate::search::score::win_chance), and a draw is the rest. The curves are fitted to self-play with a few
//! thousand nodes a move (`docs/tuning.md`); between people more games are won and lost.

use crate::eval::Score;
use crate::search::score::{is_decisive, win_chance};

/// The expected points, from 0 to 1, with a score from the same side's view.
///
/// ```
/// use chuhe::review::chance::points;
/// use chuhe::search::score::MATE;
/// assert_eq!((points(0), points(MATE - 5), points(3 - MATE)), (0.5, 1.0, 0.0));
/// assert_eq!((points(MATE), points(-MATE)), (1.0, 0.0));
/// assert!((points(100) - 0.563).abs() < 0.001);
/// ```
pub fn points(score: Score) -> f64 {
    match is_decisive(score) {
        true => f64::from(score > 0),
        false => (win_chance(score) + 1.0 - win_chance(-score)) / 2.0,
    }
}
