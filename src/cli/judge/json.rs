//! A verdict as JSON.

use serde::Serialize;

use crate::rules::{Chase, ClassifiedMove, Reason, RuleSet, Verdict};

/// A verdict: one object.
#[derive(Debug, Serialize)]
pub struct VerdictRecord {
    outcome: &'static str,
    reason: String,
    rule: &'static str,
    rules: &'static str,
    occurrences: Option<u32>,
    offences: Option<OffencesRecord>,
    rounds: Option<usize>,
    cycle: Vec<MoveRecord>,
    over_after: Option<usize>,
}

/// What each side did with every move of the cycle.
#[derive(Debug, Serialize)]
struct OffencesRecord {
    red: &'static str,
    black: &'static str,
}

/// A move of the cycle.
#[derive(Debug, Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    mv: String,
    side: String,
    piece: char,
    act: &'static str,
    check: bool,
    kill: bool,
    chases: Vec<ChaseRecord>,
}

/// Who chases whom.
#[derive(Debug, Serialize)]
struct ChaseRecord {
    by: char,
    from: String,
    target: char,
    square: String,
    false_roots: bool,
}

impl VerdictRecord {
    /// Of a verdict on the last position, where the game may have been over `over_after` moves
    /// already.
    pub fn new(verdict: &Verdict, rules: &RuleSet, over_after: Option<usize>) -> VerdictRecord {
        let repeated = match &verdict.reason {
            Reason::Repetition(repeated) => Some(repeated),
            _ => None,
        };
        VerdictRecord {
            outcome: verdict.outcome.name(),
            reason: verdict.reason.to_string(),
            rule: verdict.reason.rule(),
            rules: rules.repetition.name(),
            occurrences: repeated.map(|repeated| repeated.occurrences),
            offences: repeated.map(|repeated| OffencesRecord {
                red: repeated.offences[0].name(),
                black: repeated.offences[1].name(),
            }),
            rounds: repeated.map(|repeated| repeated.rounds),
            cycle: repeated
                .iter()
                .flat_map(|repeated| repeated.cycle.iter().map(MoveRecord::new))
                .collect(),
            over_after,
        }
    }
}

impl MoveRecord {
    fn new(played: &ClassifiedMove) -> MoveRecord {
        MoveRecord {
            mv: played.mv.to_string(),
            side: played.piece.color().to_string(),
            piece: played.piece.letter(),
            act: played.class.name(),
            check: played.check,
            kill: played.kill,
            chases: played.chases.iter().map(ChaseRecord::new).collect(),
        }
    }
}

impl ChaseRecord {
    fn new(chase: &Chase) -> ChaseRecord {
        ChaseRecord {
            by: chase.attacker.letter(),
            from: chase.from.to_string(),
            target: chase.target.letter(),
            square: chase.square.to_string(),
            false_roots: chase.false_roots,
        }
    }
}
