//! The playing search as a prover: it finds the mate, and others prove it.

use crate::solve::budget::Stopped;
use crate::solve::prover::{Progress, Prover};
use crate::solve::scout::{ClaimedMate, GuidedProof, claimed_strategy};
use crate::solve::solution::{By, Status};
use crate::solve::workspace::{Settled, Workspace};

/// Nodes of a proof that the search leads, as multiples of what the search had: directly, and then stepwise.
const PROOF: (u64, u64) = (2, 8);
/// Nodes of a strategy of the length asked for, as a multiple of what the search had.
const STRATEGY: u64 = 8;

/// Searches, and proves the mate that the search claims.
#[derive(Default)]
pub(in crate::solve) struct SearchLedProver {
    has_begun: bool,
}

impl Prover for SearchLedProver {
    fn advance(&mut self, work: &mut Workspace, share: u64) -> Result<Progress, Stopped> {
        let scout = &mut work.tables.scout;
        if !self.has_begun {
            scout.next_puzzle();
            self.has_begun = true;
        }
        let Some(claim) = scout.look(&work.board, share, None, &mut work.meter)? else {
            return Ok(Progress::Open);
        };
        let so_far = work.meter.nodes;
        tracing::debug!(mv = %claim.mv, moves = claim.moves, so_far, "the playing search claims a mate");
        if work.asks_for_a_length() {
            return strategy_of_length(work, claim, STRATEGY * share);
        }
        // A proof that counts repetitions is easier, but may have no positional strategy.
        for counts_repetitions in [true, false] {
            let progress = guided_proof(work, claim, share, counts_repetitions)?;
            if matches!(progress, Progress::Proof(_)) {
                return Ok(progress);
            }
        }
        Ok(Progress::Open)
    }
}

/// A proof led by the hash table of the search. It may be longer than what the search claims.
fn guided_proof(
    work: &mut Workspace,
    claim: ClaimedMate,
    share: u64,
    counts_repetitions: bool,
) -> Result<Progress, Stopped> {
    let nodes = (PROOF.0 * share, PROOF.1 * share);
    let tables = &mut *work.tables;
    let mut proof = GuidedProof::new(&mut tables.scout, &mut tables.proofs, counts_repetitions);
    if proof.proves(&mut work.board, claim, nodes, &mut work.meter)? {
        let mode = proof.mode;
        if let Settled::Accepted(solution) = work.settle_proof(&mode, By::Search)? {
            return Ok(Progress::Proof(solution));
        }
    }
    Ok(Progress::Open)
}

/// A strategy as long as the search claims, or shorter.
fn strategy_of_length(
    work: &mut Workspace,
    claim: ClaimedMate,
    nodes: u64,
) -> Result<Progress, Stopped> {
    if claim.moves > work.longest {
        return Ok(Progress::Open);
    }
    let tables = &mut *work.tables;
    let (scout, proofs, board) = (&mut tables.scout, &mut tables.proofs, &mut work.board);
    let strategy = work.meter.share(nodes, |meter| {
        claimed_strategy(board, claim, scout, proofs, meter)
    })?;
    if let Some(Some(strategy)) = strategy
        && let Settled::Accepted(solution) = work.settle(strategy, By::Search, true)
        && solution.status == Status::Mate
    {
        return Ok(Progress::Proof(solution));
    }
    Ok(Progress::Open)
}
