//! What a review comes to for a side.

use std::fmt;

use super::{Fault, Review};
use crate::board::Color;

/// The moves of a side, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// How many moves it made.
    pub moves: usize,
    /// What a move cost it on average, in hundredths of a pawn; no move counts for more than 1000.
    pub loss: f64,
    /// The points that it kept of those that its best moves would have kept, in hundredths, on average: 100 if all
    /// moves were best.
    pub accuracy: f64,
    /// How many of its moves were `?!`, `?` and `??`.
    pub faults: [usize; 3],
}

impl Review {
    /// The moves of a side, counted.
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

/// The sign of a fault.
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
        let [inaccuracies, mistakes, blunders] = self.faults;
        if self.moves == 0 {
            return f.write_str("no moves");
        }
        write!(
            f,
            "{} moves, average loss {:.0}, accuracy {:.1}%, {inaccuracies} ?!, {mistakes} ?, {blunders} ??",
            self.moves, self.loss, self.accuracy
        )
    }
}
