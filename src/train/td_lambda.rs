//! TD(λ): mixes the score of a position with those of the later positions of its game.
//!
//! A search of few nodes is unreliable, and later plies of the game show what it overlooked. So a score is replaced by its
//! *return* (Sutton, *Learning to Predict by the Methods of Temporal Differences*, 1988), which is
//! `(1 - λ) x its own score + λ x the return of the next ply`. It is less noisy than one score, and more specific than the
//! result of the game, which is the same for all its positions.
//!
//! Scores are mixed as expected points, so that differences between won positions hardly count.

use crate::eval::Score;
use crate::search::score::{MATE, logistic};

/// The steepness of the logistic curve, per centipawn: about that of self-play games.
const STEEPNESS: f64 = 0.0028;

/// The least distance of expected points from 0 and 1, which bounds the score.
const MARGIN: f64 = 1e-3;

/// Replaces the scores of the plies of a game, all for the same side in centipawns, by their returns. `lambda` is from 0,
/// which changes nothing, to less than 1.
pub fn mix(scores: &mut [Score], lambda: f64) {
    let Some((&mut last, earlier)) = scores.split_last_mut().filter(|_| lambda > 0.0) else {
        return;
    };
    let mut mixed = points(last);
    for score in earlier.iter_mut().rev() {
        let own = points(*score);
        mixed = own + lambda * (mixed - own);
        let bounded = mixed.clamp(MARGIN, 1.0 - MARGIN);
        *score = ((bounded / (1.0 - bounded)).ln() / STEEPNESS).round() as Score;
    }
}

/// The expected points of a score.
fn points(score: Score) -> f64 {
    logistic(STEEPNESS * f64::from(score.clamp(-MATE, MATE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_mixed_with_later_ones_unless_lambda_is_0() {
        let mut scores = [0, 0, 300];
        mix(&mut scores, 0.5);
        assert_eq!(scores, [71, 144, 300]);
        let scores = [-31_990, -3_000, 0, 7, 31_990];
        let mut mixed = scores;
        mix(&mut mixed, 0.0);
        assert_eq!(mixed, scores);
        mix(&mut [], 0.75);
    }

    /// The return of a ply is the sum of all later scores, with a factor `lambda` for each ply.
    #[test]
    fn weight_of_later_scores_falls_geometrically() {
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
