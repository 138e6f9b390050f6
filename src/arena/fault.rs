//! Faults of engines: a crash, a hang, an illegal move, a loss on time.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A kind of fault. Each loses the game in which it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It cannot be started, or does not complete the handshake.
    StartFailure,
    /// It ended, or closed its input or output.
    Crash,
    /// It did not answer within its time, nor to `stop`.
    Hang,
    /// It answered with a line that holds no move, or rejected a legal one.
    InvalidAnswer,
    /// It answered with a move that the rules do not allow.
    IllegalMove,
    /// It answered after its time was up.
    TimeLoss,
}

impl FaultKind {
    /// The name in files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::StartFailure => "start-failure",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::InvalidAnswer => "invalid-answer",
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::TimeLoss => "time-loss",
        }
    }
}

/// A fault of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {detail}", kind.name())]
pub struct EngineFault {
    /// The kind.
    pub kind: FaultKind,
    /// What happened, as a message.
    pub detail: String,
}

impl EngineFault {
    /// Creates a fault of this kind.
    pub fn new(kind: FaultKind, detail: String) -> EngineFault {
        EngineFault { kind, detail }
    }
}
