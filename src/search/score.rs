//! Scores of the search: evaluations, mates, and wins and losses by rule.
//!
//! A score is from the view of the side to move. Between `-MAX_EVAL` and [`MAX_EVAL`] it is an evaluation in about hundredths of a
//! pawn. From [`WIN_BOUND`] on it is a forced win, and the fewer plies to it, the higher the score.

use std::fmt;

use crate::eval::score::Signed;
use crate::eval::{MAX_EVAL, Score};

/// Larger than any score: the bound of the open window.
pub const INFINITY: Score = 32_600;
/// The score of having mated. A mate in n plies scores `MATE - n`.
pub const MATE: Score = 32_000;
/// The score of having won by the repetition rules. A win by rule in n plies scores `RULE_WIN - n`, below every mate. A side that
/// can avoid mate only by a losing repetition is scored as losing by rule, not as mated. So a mate score never depends on a
/// verdict of the rules.
pub const RULE_WIN: Score = 31_000;
/// The largest distance from the root, in plies.
pub const MAX_PLY: usize = 128;
/// Scores from here on are forced wins.
pub const WIN_BOUND: Score = 30_000;
/// A draw, before contempt.
pub const DRAW: Score = 0;

const _: () = {
    let longest = MAX_PLY as Score * 2;
    assert!(MAX_EVAL < WIN_BOUND);
    assert!(WIN_BOUND < RULE_WIN - longest && RULE_WIN < MATE - longest && MATE < INFINITY);
};

/// The score, in centipawns, at which a side wins half of its games. See [`WIN_CHANCE_SCALE`].
pub const HALF_WINS: f64 = 390.0;
/// The scale of the logistic curve of the winning chance, in centipawns; larger is flatter. `protocol::wdl` describes the fit of
/// both numbers.
pub const WIN_CHANCE_SCALE: f64 = 160.0;

/// The logistic function, from 0 to 1.
#[inline]
pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the chance, from 0 to 1, that a side with this evaluation wins. The fit does not cover decisive scores
/// ([`is_decisive`]), which callers exclude.
pub fn win_chance(score: Score) -> f64 {
    logistic((f64::from(score) - HALF_WINS) / WIN_CHANCE_SCALE)
}

/// The score of being mated `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Returns true if the score is a forced win or loss, by mate or by rule.
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score >= WIN_BOUND || score <= -WIN_BOUND
}

/// The kind of a score: an evaluation, or a decided game and its distance. In JSON it is `{"cp":35}`, `{"mate":5}` or
/// `{"rule":-4}`. A distance of 0 does not say who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "protocol",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum ScoreKind {
    /// An evaluation, in about hundredths of a pawn.
    #[cfg_attr(feature = "protocol", serde(rename = "cp"))]
    Evaluation(Score),
    /// A mate on the board in this number of plies; negative for being mated.
    Mate(i32),
    /// A win by the repetition rules in this number of plies; negative for a loss.
    Rule(i32),
}

/// Returns the kind of a score.
///
/// ```
/// use chuhe::search::score::{MATE, ScoreKind, RULE_WIN, classify};
/// assert_eq!(classify(35), ScoreKind::Evaluation(35));
/// assert_eq!(classify(MATE - 3), ScoreKind::Mate(3));
/// assert_eq!(classify(2 - MATE), ScoreKind::Mate(-2));
/// assert_eq!(classify(RULE_WIN - 4), ScoreKind::Rule(4));
/// ```
pub const fn classify(score: Score) -> ScoreKind {
    let (size, sign) = (score.abs(), score.signum());
    if size > RULE_WIN {
        ScoreKind::Mate(sign * (MATE - size))
    } else if size >= WIN_BOUND {
        ScoreKind::Rule(sign * (RULE_WIN - size))
    } else {
        ScoreKind::Evaluation(score)
    }
}

/// A score as text: `+35`, `mate in 3`, `mated in 2`, `wins by rule`. Mates are counted in the winner's moves.
#[derive(Clone, Copy, Debug)]
pub struct ScoreText(pub Score);

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match classify(self.0) {
            ScoreKind::Evaluation(score) => Signed(score).to_string(),
            ScoreKind::Mate(plies) if plies > 0 => format!("mate in {}", (plies + 1) / 2),
            ScoreKind::Mate(plies) => format!("mated in {}", -plies / 2),
            ScoreKind::Rule(plies) if plies > 0 => "wins by rule".to_owned(),
            ScoreKind::Rule(_) => "loses by rule".to_owned(),
        })
    }
}

#[cfg(all(test, feature = "protocol"))]
mod tests {
    use super::*;

    #[test]
    fn scores_are_formatted_as_text_and_json() {
        for (score, text, json) in [
            (35, "+35", r#"{"cp":35}"#),
            (0, "0", r#"{"cp":0}"#),
            (-120, "-120", r#"{"cp":-120}"#),
            (MATE - 1, "mate in 1", r#"{"mate":1}"#),
            (MATE - 5, "mate in 3", r#"{"mate":5}"#),
            (4 - MATE, "mated in 2", r#"{"mate":-4}"#),
            (RULE_WIN - 6, "wins by rule", r#"{"rule":6}"#),
            (6 - RULE_WIN, "loses by rule", r#"{"rule":-6}"#),
        ] {
            assert_eq!(ScoreText(score).to_string(), text);
            let record = serde_json::to_string(&classify(score));
            assert_eq!(record.unwrap(), json);
        }
        assert_eq!(format!("{:>6}", ScoreText(35)), "   +35");
    }
}
