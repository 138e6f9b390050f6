//! Proof numbers over forcing moves, or over all, as a prover.

use crate::solve::budget::Stopped;
use crate::solve::dfpn::ProofMode;
use crate::solve::forcing::Forcing;
use crate::solve::prover::{Progress, Prover, RuledOut};
use crate::solve::solution::By;
use crate::solve::workspace::{Settled, Workspace};

/// Looks for a mate by force. At first repetitions count; where a proof with them has no positional strategy, they no longer do.
pub(in crate::solve) struct ForcedMateProver {
    mode: ProofMode,
}

impl ForcedMateProver {
    pub fn new(forcing: Forcing) -> ForcedMateProver {
        let mode = forcing.into();
        ForcedMateProver { mode }
    }

    /// Goes on after a proof that has no positional strategy.
    fn after_refusal(&mut self) -> Progress {
        if self.mode.counts_repetitions {
            self.mode.counts_repetitions = false;
            return Progress::Open;
        }
        self.ended()
    }

    fn ended(&self) -> Progress {
        Progress::Disproof(RuledOut {
            without_repetition: false,
            by_repetition: self.mode.forcing == Forcing::All,
        })
    }
}

impl Prover for ForcedMateProver {
    fn advance(&mut self, work: &mut Workspace, share: u64) -> Result<Progress, Stopped> {
        let (proofs, board, mode) = (&mut work.tables.proofs, &mut work.board, &self.mode);
        let found = work
            .meter
            .share(share, |meter| proofs.mates(board, mode, meter))?;
        let by = match mode.forcing {
            Forcing::Checks => By::Checks,
            Forcing::Threats(_) => By::Threats,
            Forcing::All => By::All,
        };
        Ok(match found {
            None => Progress::Open,
            Some(false) => self.ended(),
            Some(true) => match work.settle_proof(mode, by)? {
                Settled::Accepted(solution) => Progress::Proof(solution),
                Settled::OutsideLength => self.ended(),
                Settled::Refused(_) => self.after_refusal(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::board::Board;
    use crate::rules::RuleSet;
    use crate::solve::budget::Budget;
    use crate::solve::solution::Status;
    use crate::solve::strategy::Strategy;
    use crate::solve::workspace::Tables;

    /// Runs a test on a position with two million nodes.
    fn with_workspace<T>(fen: &str, test: impl FnOnce(&mut Workspace) -> T) -> T {
        let board = Board::from_fen(fen).unwrap();
        let never = AtomicBool::new(false);
        let mut tables = Tables::new(4, RuleSet::default());
        let budget = Budget::of_nodes(2_000_000);
        let mut work = Workspace::new(&mut tables, &board, None, budget, &never);
        test(&mut work)
    }

    /// The status of a strategy with an answer after each of these lines; `None` where it is refused.
    fn settled(answers: &[(&str, &str)], counts_repetitions: bool) -> Option<Status> {
        // A rook that checks a general to and fro; the pawn has a move whenever the rook stops.
        with_workspace("4k4/9/9/9/9/9/9/p8/3R5/5K3 w - - 0 1", |work| {
            let strategy = Strategy::after_lines(&work.board, answers);
            match work.settle(strategy, By::All, counts_repetitions) {
                Settled::Accepted(solution) => Some(solution.status),
                Settled::OutsideLength => panic!("no length was asked for"),
                Settled::Refused(_) => None,
            }
        })
    }

    #[test]
    fn repetition_is_refused_and_a_gap_is_a_fault_unless_repetitions_count() {
        let cycle = [("", "d1e1"), ("d1e1 e9d9", "e1d1")];
        assert_eq!(settled(&cycle, true), None);
        assert_eq!(settled(&cycle, false), None);
        assert_eq!(settled(&cycle[..1], true), None);
        assert_eq!(settled(&cycle[..1], false), Some(Status::Unproved));
        // An illegal move is a fault in any case.
        assert_eq!(settled(&[("", "d1c3")], true), Some(Status::Unproved));
    }

    #[test]
    fn a_refused_prover_goes_on_without_repetitions() {
        // Black's rook chases the cannon between two ranks for ever; but on one of them the advisor captures it.
        let fen = "3k5/4P4/9/9/9/5r2C/2PCP4/9/1p2A4/4KA3 w - - 0 1";
        with_workspace(fen, |work| {
            let mut prover = ForcedMateProver::new(Forcing::Threats(3));
            let Ok(Progress::Proof(answer)) = prover.advance(work, 500_000) else {
                panic!("no proof with repetitions");
            };
            assert!(answer.status == Status::Mate && answer.by_repetition);
            // As if the strategy had been refused.
            assert!(matches!(prover.after_refusal(), Progress::Open));
            let Ok(Progress::Proof(answer)) = prover.advance(work, 500_000) else {
                panic!("no proof without repetitions");
            };
            assert!(answer.status == Status::Mate && answer.verified && !answer.by_repetition);
            // There is no third mode.
            assert!(matches!(prover.after_refusal(), Progress::Disproof(_)));
        });
    }
}
