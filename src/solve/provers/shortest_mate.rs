//! The prover that searches for the shortest mate.

use crate::solve::budget::Stopped;
use crate::solve::forcing::Forcing;
use crate::solve::prover::{Progress, Prover, RuledOut};
use crate::solve::solution::ProverKind;
use crate::solve::workspace::{Settled, Workspace};

/// Searches for a mate in one, in two, in three and so on.
pub(in crate::solve) struct ShortestMateProver {
    allowed: Forcing,
    kind: ProverKind,
}

impl ShortestMateProver {
    pub fn over_all_moves() -> ShortestMateProver {
        ShortestMateProver {
            allowed: Forcing::All,
            kind: ProverKind::Shortest,
        }
    }

    /// A prover over forcing moves, for a shorter mate than the one that df-pn, named by `kind`, has found: over checks after one by
    /// checks, otherwise over threats. Its solutions name `kind` too.
    pub fn after(kind: ProverKind) -> ShortestMateProver {
        let allowed = match kind {
            ProverKind::Checks => Forcing::Checks,
            _ => Forcing::Threats(3),
        };
        ShortestMateProver { allowed, kind }
    }
}

impl Prover for ShortestMateProver {
    fn advance(&mut self, work: &mut Workspace, share: u64) -> Result<Progress, Stopped> {
        let (allowed, bound) = (self.allowed, work.bound);
        let (search, board) = (&mut work.tables.shortest, &work.board);
        let found = work.meter.share(share, |meter| {
            search.mates_within(board, allowed, bound, meter)
        })?;
        Ok(match found {
            None => Progress::Open,
            Some(false) => Progress::Ended(RuledOut {
                without_repetition: allowed == Forcing::All,
                by_repetition: false,
            }),
            Some(true) => {
                let mut meter = work.extraction_meter();
                let (search, board) = (&mut work.tables.shortest, &mut work.board);
                let strategy = search.strategy(board, allowed, &mut meter);
                match strategy.map(|strategy| work.settle(&strategy, self.kind, false)) {
                    Ok(Settled::Answer(solution)) => Progress::Proof(solution),
                    // The mate exists, so nothing is ruled out.
                    _ => Progress::Ended(RuledOut::default()),
                }
            }
        })
    }
}
