//! The prover guided by the alpha-beta search: proves by df-pn the mate that the search finds, or builds a strategy of the
//! requested length from the moves of the search.

use crate::search::Limits;
use crate::solve::budget::Stopped;
use crate::solve::prover::{Progress, Prover};
use crate::solve::scout::{ClaimedMate, GuidedProof, claimed_strategy};
use crate::solve::solution::{ProverKind, Status};
use crate::solve::workspace::{Settled, Workspace};

/// Node limit of a proof, as a multiple of the nodes of the search.
const PROOF_NODE_FACTOR: u64 = 10;
/// Node limit for building a strategy of the requested length, as a multiple of the nodes of the search.
const STRATEGY_NODE_FACTOR: u64 = 8;

/// Runs the alpha-beta search, and proves the mate that it claims or builds a strategy of it.
#[derive(Default)]
pub(in crate::solve) struct SearchGuidedProver {
    has_begun: bool,
}

impl Prover for SearchGuidedProver {
    fn advance(&mut self, work: &mut Workspace, share: u64) -> Result<Progress, Stopped> {
        let scout = &mut work.tables.scout;
        if !self.has_begun {
            scout.next_puzzle();
            self.has_begun = true;
        }
        let limits = Limits::default();
        let Some(claim) = scout.claimed_mate(&work.board, share, limits, &mut work.meter) else {
            return Ok(Progress::Open);
        };
        let so_far = work.meter.nodes;
        tracing::debug!(mv = %claim.mv, moves = claim.moves, so_far, "the alpha-beta search claims a mate");
        if !claim.by_rule {
            work.claim = Some(claim.clone());
        }
        if work.has_length_limit() {
            return strategy_of_length(work, &claim, STRATEGY_NODE_FACTOR * share);
        }
        // A proof that accepts wins by repetition is easier to find, but may have no positional strategy.
        for wins_by_repetition in [true, false] {
            let progress = guided_proof(work, &claim, share, wins_by_repetition)?;
            if matches!(progress, Progress::Proof(_)) {
                return Ok(progress);
            }
        }
        Ok(Progress::Open)
    }
}

/// Proves the claim by df-pn guided by the hash table of the search. The mate may be longer than claimed.
fn guided_proof(
    work: &mut Workspace,
    claim: &ClaimedMate,
    share: u64,
    wins_by_repetition: bool,
) -> Result<Progress, Stopped> {
    let nodes = PROOF_NODE_FACTOR * share;
    let tables = &mut *work.tables;
    let mut proof = GuidedProof::new(&mut tables.scout, &mut tables.dfpn, wins_by_repetition);
    if proof.prove(&work.board, claim, nodes, &mut work.meter)? {
        let mode = proof.mode;
        if let Settled::Answer(solution) = work.settle_proof(&mode, ProverKind::Search)? {
            return Ok(Progress::Proof(solution));
        }
    }
    Ok(Progress::Open)
}

/// Builds a strategy at most as long as the claim from the moves of the search.
fn strategy_of_length(
    work: &mut Workspace,
    claim: &ClaimedMate,
    nodes: u64,
) -> Result<Progress, Stopped> {
    if claim.moves > work.longest {
        return Ok(Progress::Open);
    }
    let tables = &mut *work.tables;
    let (scout, dfpn, board) = (&mut tables.scout, &mut tables.dfpn, &mut work.board);
    let strategy = work.meter.share(nodes, |meter| {
        claimed_strategy(board, claim, scout, dfpn, meter)
    })?;
    if let Some(Some(strategy)) = strategy
        && let Settled::Answer(solution) = work.settle(&strategy, ProverKind::Search, true)
        && solution.status == Status::Mate
    {
        return Ok(Progress::Proof(solution));
    }
    Ok(Progress::Open)
}
