//! The trait of all provers, and what a prover reports.

use super::budget::Stopped;
use super::solution::Solution;
use super::workspace::Workspace;

/// A method to prove a mate. It keeps its state between calls, so that the portfolio can divide the nodes among several.
pub(super) trait Prover {
    /// Works for about `share` nodes.
    ///
    /// # Errors
    /// If the budget of the puzzle is spent or the user has stopped it.
    fn advance(&mut self, work: &mut Workspace, share: u64) -> Result<Progress, Stopped>;
}

/// The state of a prover after a share of nodes.
#[derive(Debug)]
pub(super) enum Progress {
    /// A verified mate of at most the requested length, or a claimed mate that the verifier rejected ([`Status::Rejected`]).
    ///
    /// [`Status::Rejected`]: super::Status::Rejected
    Proof(Box<Solution>),
    /// The prover has nothing more to search. These kinds of mate do not exist; the others remain possible.
    Ended(RuledOut),
    /// The share was spent without a result.
    Open,
}

/// Kinds of mate that are proved not to exist within the requested length.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuledOut {
    /// Mates in which no position is repeated.
    pub without_repetition: bool,
    /// Mates in which the defender can only repeat positions, and loses by the rules of repetition.
    pub by_repetition: bool,
}
