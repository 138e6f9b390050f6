//! Scores as JSON.

use serde::Serialize;

use crate::eval::Score;
use crate::search::score::{ScoreKind, classify};

/// A score in JSON: `{"cp":35}`, `{"mate":5}` or `{"rule":-4}`. Mate and rule count plies, and are
/// negative for the loser; 0 does not say who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreRecord {
    /// Centipawns.
    Cp(Score),
    /// Plies to a mate.
    Mate(i32),
    /// Plies to a win or loss by rule.
    Rule(i32),
}

impl From<Score> for ScoreRecord {
    fn from(score: Score) -> ScoreRecord {
        match classify(score) {
            ScoreKind::Evaluation(score) => ScoreRecord::Cp(score),
            ScoreKind::Mate(plies) => ScoreRecord::Mate(plies),
            ScoreKind::Rule(plies) => ScoreRecord::Rule(plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{MATE, RULE_WIN, ScoreText};

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
            let record = serde_json::to_string(&ScoreRecord::from(score));
            assert_eq!(record.unwrap(), json);
        }
        assert_eq!(format!("{:>6}", ScoreText(35)), "   +35");
    }
}
