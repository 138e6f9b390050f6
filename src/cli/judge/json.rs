//! A verdict as JSON.

use serde::Serialize;

use crate::rules::{Act, Chase, Deed, Manner, Reason, RuleSet, Verdict};

/// A verdict: one object.
#[derive(Debug, Serialize)]
pub struct VerdictRecord {
    outcome: &'static str,
    reason: String,
    rule: &'static str,
    rules: &'static str,
    cycle: Vec<DeedRecord>,
}

/// A move of the cycle.
#[derive(Debug, Serialize)]
struct DeedRecord {
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
    pub fn new(verdict: &Verdict, rules: &RuleSet) -> VerdictRecord {
        let cycle = match &verdict.reason {
            Reason::Repetition(repeated) => repeated.cycle.iter().map(DeedRecord::new).collect(),
            _ => Vec::new(),
        };
        VerdictRecord {
            outcome: verdict.outcome.name(),
            reason: verdict.reason.to_string(),
            rule: verdict.reason.rule(),
            rules: rules.repetition.name(),
            cycle,
        }
    }
}

impl DeedRecord {
    fn new(deed: &Deed) -> DeedRecord {
        DeedRecord {
            mv: deed.mv.to_string(),
            side: deed.side().to_string(),
            piece: deed.piece.letter(),
            act: act_name(deed.act()),
            check: deed.check,
            kill: deed.kill,
            chases: deed.chases.iter().map(ChaseRecord::new).collect(),
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

/// The word for what a move did.
pub fn act_name(act: Act) -> &'static str {
    match act {
        Act::Check => "check",
        Act::Kill => "kill",
        Act::Chase => "chase",
        Act::Capture => "capture",
        Act::Other(Manner::Exchange) => "exchange",
        Act::Other(Manner::Offer) => "offer",
        Act::Other(Manner::Block) => "block",
        Act::Other(Manner::Follow) => "follow",
        Act::Other(Manner::Idle) => "idle",
    }
}
