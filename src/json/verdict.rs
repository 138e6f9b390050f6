//! The verdict of the rules on a game as JSON.

use serde::Serialize;

use crate::rules::{ClassifiedMove, MoveClass, Reason, RuleSet, Verdict};
use crate::solve::MatingPattern;

/// A verdict. Programs depend on the names: add some, rename none.
#[derive(Debug, Serialize)]
pub struct VerdictRecord {
    /// The number of the game in its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    outcome: &'static str,
    reason: String,
    /// The reason in Chinese.
    reason_zh: String,
    rule: &'static str,
    rules: &'static str,
    /// The names of the mating patterns.
    patterns: Vec<&'static str>,
    /// Their Chinese names.
    patterns_zh: Vec<&'static str>,
    occurrences: Option<u32>,
    offences: Option<OffencesRecord>,
    rounds: Option<usize>,
    cycle: Vec<CycleMoveRecord>,
    over_after: Option<usize>,
}

#[derive(Debug, Serialize)]
struct OffencesRecord {
    red: &'static str,
    black: &'static str,
}

#[derive(Debug, Serialize)]
struct CycleMoveRecord {
    #[serde(rename = "move")]
    mv: String,
    side: String,
    piece: char,
    act: &'static str,
    check: bool,
    kill: bool,
    chases: Vec<ChaseRecord>,
}

#[derive(Debug, Serialize)]
struct ChaseRecord {
    by: char,
    from: String,
    target: char,
    square: String,
    false_roots: bool,
}

impl VerdictRecord {
    /// The record of a verdict on the last position of a game that was over after `over_after` moves, if it was.
    pub fn new(
        verdict: &Verdict,
        rules: &RuleSet,
        over_after: Option<usize>,
        patterns: &[&MatingPattern],
    ) -> VerdictRecord {
        let repeated = match &verdict.reason {
            Reason::Repetition(repeated) => Some(repeated),
            _ => None,
        };
        let cycle = repeated.iter().flat_map(|repeated| &repeated.cycle);
        VerdictRecord {
            game: None,
            outcome: verdict.outcome.name(),
            reason: verdict.reason.to_string(),
            reason_zh: verdict.reason.chinese(),
            rule: verdict.reason.rule(),
            rules: rules.repetition.name(),
            patterns: patterns.iter().map(|pattern| pattern.name).collect(),
            patterns_zh: patterns.iter().map(|pattern| pattern.zh).collect(),
            occurrences: repeated.map(|repeated| repeated.occurrences),
            offences: repeated.map(|repeated| {
                let [red, black] = repeated.offences.map(|offence| offence.name());
                OffencesRecord { red, black }
            }),
            rounds: repeated.map(|repeated| repeated.rounds),
            cycle: cycle.map(record).collect(),
            over_after,
        }
    }
}

fn record(played: &ClassifiedMove) -> CycleMoveRecord {
    let chases = played.chases.iter().map(|chase| ChaseRecord {
        by: chase.attacker.letter(),
        from: chase.from.to_string(),
        target: chase.target.letter(),
        square: chase.square.to_string(),
        false_roots: chase.false_roots,
    });
    CycleMoveRecord {
        mv: played.mv.to_string(),
        side: played.piece.color().to_string(),
        piece: played.piece.letter(),
        act: played.class.name(),
        check: played.class == MoveClass::Check,
        kill: played.class == MoveClass::Kill,
        chases: chases.collect(),
    }
}
