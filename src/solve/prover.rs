//! The interface of all provers.

use super::budget::Stopped;
use super::solution::Solution;
use super::workspace::Workspace;

/// A method to find a mate. It keeps its state between shares of work.
pub(super) trait Prover {
    /// Works for about `share` nodes.
    fn advance(&mut self, work: &mut Workspace, share: u64) -> Result<Progress, Stopped>;
}

/// The state of a prover after a share of work.
#[derive(Debug)]
pub(super) enum Progress {
    /// A verified mate of the length asked for, or the first proof that did not hold, which is a bug to be reported.
    Proof(Box<Solution>),
    /// The prover has ended without a mate, and these kinds of mate do not exist.
    Disproof(RuledOut),
    Open,
}

/// Kinds of mate that do not exist within the length asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuledOut {
    /// Mates in which no position comes again.
    pub without_repetition: bool,
    /// Mates in which the defender can only repeat, and loses by it.
    pub by_repetition: bool,
}
