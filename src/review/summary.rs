//! Summary of a review for one side.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{MistakeClass, Review};
use crate::board::Color;
use crate::columns::counted;

/// Statistics of the moves of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Number of moves.
    pub moves: usize,
    /// Average loss of a move in centipawns; a move counts for at most 1000.
    #[serde(serialize_with = "tenths")]
    pub loss: f64,
    /// 100 minus the average cost of a move in hundredths of a point; 100 if all moves were best.
    #[serde(serialize_with = "tenths")]
    pub accuracy: f64,
    /// Number of moves marked `?!`.
    pub inaccuracies: usize,
    /// Number of moves marked `?`.
    pub mistakes: usize,
    /// Number of moves marked `??`.
    pub blunders: usize,
}

/// Writes a number rounded to tenths.
fn tenths<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((number * 10.0).round() / 10.0)
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
            match judged.mistake {
                None => {}
                Some(MistakeClass::Inaccuracy) => summary.inaccuracies += 1,
                Some(MistakeClass::Mistake) => summary.mistakes += 1,
                Some(MistakeClass::Blunder) => summary.blunders += 1,
            }
        }
        let moves = summary.moves.max(1) as f64;
        summary.loss /= moves;
        summary.accuracy = 100.0 * (1.0 - cost / moves);
        summary
    }
}

/// The annotation sign of a move: empty, `?!`, `?` or `??`.
///
/// ```
/// use chuhe::review::{MistakeClass, summary::annotation_sign};
/// assert_eq!(annotation_sign(Some(MistakeClass::Blunder)), "??");
/// ```
pub const fn annotation_sign(mistake: Option<MistakeClass>) -> &'static str {
    match mistake {
        None => "",
        Some(MistakeClass::Inaccuracy) => "?!",
        Some(MistakeClass::Mistake) => "?",
        Some(MistakeClass::Blunder) => "??",
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves == 0 {
            return f.write_str("no moves");
        }
        let moves = counted(self.moves as u64, "move");
        let (loss, accuracy) = (self.loss, self.accuracy);
        let (inaccuracies, mistakes, blunders) = (self.inaccuracies, self.mistakes, self.blunders);
        write!(
            f,
            "{moves}, average loss {loss:.0}, accuracy {accuracy:.1}%, {inaccuracies} ?!, {mistakes} ?, {blunders} ??"
        )
    }
}
