//! The search for the shortest mate as a prover.

use crate::solve::budget::Stopped;
use crate::solve::forcing::Forcing;
use crate::solve::prover::{Progress, Prover, RuledOut};
use crate::solve::solution::By;
use crate::solve::workspace::{Settled, Workspace};

/// Looks for mates in one, two, three and so on.
pub(in crate::solve) struct ShortestMateProver {
    allowed: Forcing,
    by: By,
}

impl ShortestMateProver {
    pub fn over_all_moves() -> ShortestMateProver {
        ShortestMateProver::among(Forcing::All, By::Shortest)
    }

    /// Looks among some moves, in the name of the prover that found a mate with them.
    pub fn among(allowed: Forcing, by: By) -> ShortestMateProver {
        ShortestMateProver { allowed, by }
    }
}

impl Prover for ShortestMateProver {
    fn advance(&mut self, work: &mut Workspace, share: u64) -> Result<Progress, Stopped> {
        let (allowed, bound) = (self.allowed, work.bound);
        let (search, board) = (&mut work.tables.shortest, &mut work.board);
        let found = work.meter.share(share, |meter| {
            search.mate_within(board, allowed, bound, meter)
        })?;
        let Some(mate_in) = found else {
            return Ok(Progress::Open);
        };
        if mate_in.is_some() {
            let mut meter = work.extraction();
            let (search, board) = (&mut work.tables.shortest, &mut work.board);
            if let Ok(strategy) = search.strategy(board, allowed, &mut meter)
                && let Settled::Accepted(solution) = work.settle(strategy, self.by, false)
            {
                return Ok(Progress::Proof(solution));
            }
        }
        Ok(Progress::Disproof(RuledOut {
            without_repetition: allowed == Forcing::All,
            by_repetition: false,
        }))
    }
}
