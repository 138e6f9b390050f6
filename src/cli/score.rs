//! A score, for a person and for a program.

use serde::Serialize;

use crate::eval::Score;
use crate::search::Bound;
pub use crate::search::score::ScoreText;
use crate::search::score::{Meaning, meaning};

/// A score in JSON: `{"cp":35}`, `{"mate":5}` or `{"rule":-4}`. Mate and rule count plies, and are
/// negative for the loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreRecord {
    /// Hundredths of a pawn or so.
    Cp(Score),
    /// Plies to the mate.
    Mate(i32),
    /// Plies to the win by the repetition rules.
    Rule(i32),
}

impl From<Score> for ScoreRecord {
    fn from(score: Score) -> ScoreRecord {
        match meaning(score) {
            Meaning::Evaluation(score) => ScoreRecord::Cp(score),
            Meaning::Mate(plies) => ScoreRecord::Mate(plies),
            Meaning::Rule(plies) => ScoreRecord::Rule(plies),
        }
    }
}

/// The word for a bound in JSON.
pub fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// The sign before a bound in a table; nothing before an exact score.
pub fn bound_sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => ">= ",
        Bound::Upper => "<= ",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{MATE, RULE_WIN};

    #[test]
    fn people_read() {
        let text = |score| ScoreText(score).to_string();
        assert_eq!(text(35), "+35");
        assert_eq!(text(0), "0");
        assert_eq!(text(-120), "-120");
        assert_eq!(text(MATE - 1), "mate in 1");
        assert_eq!(text(MATE - 5), "mate in 3");
        assert_eq!(text(4 - MATE), "mated in 2");
        assert_eq!(text(RULE_WIN - 6), "wins by rule");
        assert_eq!(text(6 - RULE_WIN), "loses by rule");
        assert_eq!(format!("{:>6}", ScoreText(35)), "   +35");
    }

    #[test]
    fn programs_read() {
        let json = |score: Score| serde_json::to_string(&ScoreRecord::from(score)).unwrap();
        assert_eq!(json(-35), r#"{"cp":-35}"#);
        assert_eq!(json(MATE - 5), r#"{"mate":5}"#);
        assert_eq!(json(6 - RULE_WIN), r#"{"rule":-6}"#);
    }
}
