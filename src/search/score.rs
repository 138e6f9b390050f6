//! Scores of the search: evaluations in the middle, wins and losses at the ends.
//!
//! A score is from the view of the side to move, in hundredths of a pawn or so. Beyond [`WIN_BOUND`] it means a forced win, and
//! counts the plies to it, so that the shortest is best.

use std::fmt;

use crate::eval::Score;
use crate::eval::score::Signed;

/// Larger than any score: the open window.
pub const INFINITY: Score = 32_600;
/// To have mated already. A mate in n plies scores `MATE - n`.
pub const MATE: Score = 32_000;
/// To have won by the repetition rules already; n plies ahead scores `RULE_WIN - n`. Beyond every mate on the board, so that a
/// printed score tells them apart, and so that a lost side prefers to be mated, which the opponent must still find.
pub const RULE_WIN: Score = 32_500;
pub const MAX_PLY: usize = 128;
/// Scores from here on are forced wins.
pub const WIN_BOUND: Score = 30_000;
/// The largest evaluation.
pub const MAX_EVAL: Score = 29_000;
/// A draw, before contempt.
pub const DRAW: Score = 0;

const _: () = assert!(RULE_WIN - (MAX_PLY as Score) * 2 > MATE && RULE_WIN < INFINITY);

/// The score at which a win is as likely as not, and see [`SPREAD`].
pub const EVEN: f64 = 360.0;
/// How slowly a win becomes more likely as the score grows; larger is slower. `protocol::wdl` says how the two were fitted.
pub const SPREAD: f64 = 250.0;

/// The logistic curve, from 0 to 1.
#[inline]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The chance that the side wins whose evaluation this is, from 0 to 1.
pub fn win_chance(score: Score) -> f64 {
    logistic((f64::from(score) - EVEN) / SPREAD)
}

/// The score of being mated `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Whether the score is a forced win or loss, by mate or by rule.
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score >= WIN_BOUND || score <= -WIN_BOUND
}

/// What a score means to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Evaluation(Score),
    /// A mate on the board in so many plies; negative for being mated.
    Mate(i32),
    /// A win by the repetition rules in so many plies; negative for a loss.
    Rule(i32),
}

/// Reads a score.
///
/// ```
/// use chuhe::search::score::{MATE, Meaning, RULE_WIN, meaning};
/// assert_eq!(meaning(35), Meaning::Evaluation(35));
/// assert_eq!(meaning(MATE - 3), Meaning::Mate(3));
/// assert_eq!(meaning(2 - MATE), Meaning::Mate(-2));
/// assert_eq!(meaning(RULE_WIN - 4), Meaning::Rule(4));
/// ```
pub const fn meaning(score: Score) -> Meaning {
    let (size, sign) = (score.abs(), score.signum());
    if size > MATE {
        Meaning::Rule(sign * (RULE_WIN - size))
    } else if size >= WIN_BOUND {
        Meaning::Mate(sign * (MATE - size))
    } else {
        Meaning::Evaluation(score)
    }
}

/// A score for a person: `+35`, `mate in 3`, `mated in 2`, `wins by rule`. Mates are counted in the winner's moves.
#[derive(Clone, Copy, Debug)]
pub struct ScoreText(pub Score);

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match meaning(self.0) {
            Meaning::Evaluation(score) => Signed(score).to_string(),
            Meaning::Mate(plies) if plies > 0 => format!("mate in {}", (plies + 1) / 2),
            Meaning::Mate(plies) => format!("mated in {}", -plies / 2),
            Meaning::Rule(plies) if plies > 0 => "wins by rule".to_owned(),
            Meaning::Rule(_) => "loses by rule".to_owned(),
        })
    }
}
