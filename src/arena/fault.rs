//! What an engine can do wrong, from the referee's view.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What kind of fault it was. Each loses the game in which it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started, or did not get through the handshake.
    RefusedStart,
    /// It ended, or hung up, when it should not have.
    Crash,
    /// It said nothing for too long, also when told to stop.
    Hang,
    /// It answered with something that is no move.
    Nonsense,
    /// It answered with a move that the rules do not allow.
    IllegalMove,
    /// It answered too late.
    TimeLoss,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::RefusedStart,
        FaultKind::Crash,
        FaultKind::Hang,
        FaultKind::Nonsense,
        FaultKind::IllegalMove,
        FaultKind::TimeLoss,
    ];

    /// In a word or two that do not change: for programs and tables.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::RefusedStart => "refused-start",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Nonsense => "nonsense",
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::TimeLoss => "time-loss",
        }
    }
}

/// A fault, and what happened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {detail}", kind.name())]
pub struct Fault {
    /// What kind it was.
    pub kind: FaultKind,
    /// What happened, for a person.
    pub detail: String,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        let detail = detail.into();
        Fault { kind, detail }
    }
}
