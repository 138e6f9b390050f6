//! What was said later in a game, told to the positions before.
//!
//! A search of a hundred nodes says little for sure, and ten plies later the same game shows what it overlooked. So the
//! score of a position may be mixed with those of the positions after it: its *return* in the sense of TD(λ)
//! (Sutton, *Learning to Predict by the Methods of Temporal Differences*, 1988), which is
//! `(1 - λ) x its own score + λ x the return of the next ply`. The mean over many positions of one game is less
//! noisy than a score by itself, and tells more than the result of the game, which is the same for all its positions.
//!
//! Scores are mixed as the points expected of them, so that a piece more hardly counts where a game is won anyway.

use crate::eval::Score;
use crate::search::score::MATE;

/// Points expected by hundredth of a pawn: about what the engine's own games show.
const STEEPNESS: f64 = 0.0028;

/// Where points are so near to 0 or 1 that the score would be without bounds.
const SURE: f64 = 1e-3;

/// Replaces the scores of a game's plies, all for the same side, by their returns. `lambda` is what is left
/// of a score one ply before, from 0 (every score stays as it is) to less than 1.
///
/// ```
/// use chuhe::train::td_lambda::mix;
/// let mut scores = [0, 0, 300];
/// mix(&mut scores, 0.5);
/// assert_eq!(scores, [71, 144, 300]);
/// ```
pub fn mix(scores: &mut [Score], lambda: f64) {
    let mut next = None;
    for score in scores.iter_mut().rev() {
        let own = points(*score);
        let mixed = match next {
            Some(next) => own + lambda * (next - own),
            None => own,
        };
        if lambda > 0.0 && next.is_some() {
            *score = score_of(mixed);
        }
        next = Some(mixed);
    }
}

fn points(score: Score) -> f64 {
    let score = f64::from(score.clamp(-MATE, MATE));
    1.0 / (1.0 + (-STEEPNESS * score).exp())
}

fn score_of(points: f64) -> Score {
    let points = points.clamp(SURE, 1.0 - SURE);
    ((points / (1.0 - points)).ln() / STEEPNESS).round() as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_trace_every_score_stays() {
        let scores = [-31_990, -3_000, 0, 7, 31_990];
        let mut mixed = scores;
        mix(&mut mixed, 0.0);
        assert_eq!(mixed, scores);
        mix(&mut [], 0.75);
    }

    /// The return of a ply is the sum of all later scores, each ply back `lambda` of it left.
    #[test]
    fn what_came_later_counts_less_and_less() {
        let lambda = 0.75;
        let scores = [40, -60, 300, 31_900, -200];
        let mut mixed = scores;
        mix(&mut mixed, lambda);
        for from in 0..scores.len() {
            let last = scores.len() - 1 - from;
            let later = scores[from..].iter().enumerate();
            let sum: f64 = later
                .map(|(ply, &score)| {
                    let share = if ply == last { 1.0 } else { 1.0 - lambda };
                    share * lambda.powi(ply as i32) * points(score)
                })
                .sum();
            assert!((points(mixed[from]) - sum).abs() < 1e-3, "ply {from}");
        }
        assert_eq!(mixed[4], -200);
    }
}
