//! The summary of a review for one side.

use std::fmt;

use super::{Fault, Review};
use crate::board::Color;

/// Statistics of the moves of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of moves.
    pub moves: usize,
    /// Average loss of a move, in hundredths of a pawn; no move counts for more than 1000.
    pub loss: f64,
    /// Share of the points that its best moves would have kept, in hundredths, on average: 100 if all moves were best.
    pub accuracy: f64,
    /// Number of moves marked `?!`, `?` and `??`.
    pub faults: [usize; 3],
}

impl Review {
    /// The summary for a side.
    ///
    /// ```
    /// use chuhe::board::Color;
    /// use chuhe::review::Review;
    /// let summary = Review { moves: Vec::new() }.summary(Color::Red);
    /// assert_eq!(summary.to_string(), "no moves");
    /// ```
    pub fn summary(&self, side: Color) -> Summary {
        let mut summary = Summary::default();
        let mut cost = 0.0;
        for judged in self.moves.iter().filter(|judged| judged.side == side) {
            summary.moves += 1;
            summary.loss += f64::from(judged.loss());
            cost += judged.cost;
            if let Some(fault) = judged.fault {
                summary.faults[fault as usize] += 1;
            }
        }
        let moves = summary.moves.max(1) as f64;
        summary.loss /= moves;
        summary.accuracy = 100.0 * (1.0 - cost / moves);
        summary
    }
}

/// The annotation sign of a fault.
///
/// ```
/// use chuhe::review::{Fault, summary::sign};
/// assert_eq!(sign(Some(Fault::Blunder)), "??");
/// ```
pub const fn sign(fault: Option<Fault>) -> &'static str {
    match fault {
        None => "",
        Some(Fault::Inaccuracy) => "?!",
        Some(Fault::Mistake) => "?",
        Some(Fault::Blunder) => "??",
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary {
            moves,
            loss,
            accuracy,
            faults: [inaccuracies, mistakes, blunders],
        } = self;
        match moves {
            0 => f.write_str("no moves"),
            _ => write!(
                f,
                "{moves} moves, average loss {loss:.0}, accuracy {accuracy:.1}%, {inaccuracies} ?!, {mistakes} ?, {blunders} ??"
            ),
        }
    }
}
