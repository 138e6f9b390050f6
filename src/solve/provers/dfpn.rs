//! The prover by df-pn over forcing moves or over all moves.

use super::ShortestMateProver;
use crate::solve::budget::Stopped;
use crate::solve::dfpn::ProofMode;
use crate::solve::forcing::Forcing;
use crate::solve::prover::{Progress, Prover, RuledOut};
use crate::solve::solution::ProverKind;
use crate::solve::workspace::{Settled, Workspace};

/// Searches for a mate by df-pn. At first repetitions count. If a proof has no positional strategy, it continues without them.
/// df-pn ignores lengths. After a mate outside the requested length, or by repetition where a length is requested, a search by
/// length over forcing moves continues, unless all moves were allowed.
pub(in crate::solve) struct DfpnProver {
    mode: ProofMode,
    by_length: Option<ShortestMateProver>,
}

impl DfpnProver {
    pub fn new(forcing: Forcing) -> DfpnProver {
        DfpnProver {
            mode: forcing.into(),
            by_length: None,
        }
    }

    /// Continues without repetitions after a proof that has no positional strategy.
    fn stop_counting_repetitions(&mut self) -> Progress {
        if self.mode.wins_by_repetition {
            self.mode.wins_by_repetition = false;
            return Progress::Open;
        }
        self.ended()
    }

    fn ended(&self) -> Progress {
        Progress::Ended(RuledOut {
            without_repetition: false,
            // Where no positional strategy was found, a proof by repetition exists.
            by_repetition: self.mode.forcing == Forcing::All && self.mode.wins_by_repetition,
        })
    }
}

impl Prover for DfpnProver {
    fn advance(&mut self, work: &mut Workspace, share: u64) -> Result<Progress, Stopped> {
        if let Some(prover) = &mut self.by_length {
            return prover.advance(work, share);
        }
        let mode = &self.mode;
        let found = work.mates(mode, share)?;
        let kind = match mode.forcing {
            Forcing::Checks => ProverKind::Checks,
            Forcing::Threats(_) => ProverKind::Threats,
            Forcing::All => ProverKind::All,
        };
        Ok(match found {
            None => Progress::Open,
            Some(false) => self.ended(),
            Some(true) => match work.settle_proof(mode, kind)? {
                Settled::Answer(solution) => Progress::Proof(solution),
                // The search by length over all moves is a prover of its own.
                Settled::OutsideLength if mode.forcing == Forcing::All => {
                    Progress::Ended(RuledOut::default())
                }
                Settled::OutsideLength => {
                    self.by_length = Some(ShortestMateProver::after(kind));
                    Progress::Open
                }
                Settled::NotExtracted => Progress::Ended(RuledOut::default()),
                Settled::PathDependent => self.stop_counting_repetitions(),
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

    /// The status of a strategy with a move after each of these lines; `None` if it is path-dependent.
    fn settled(moves: &[(&str, &str)], wins_by_repetition: bool) -> Option<Status> {
        // The rook can check the general on two files for ever. The pawn has a move if the rook gives no check.
        with_workspace("4k4/9/9/9/9/9/9/p8/3R5/5K3 w - - 0 1", |work| {
            let strategy = Strategy::after_lines(&work.board, moves);
            match work.settle(&strategy, ProverKind::All, wins_by_repetition) {
                Settled::Answer(solution) => Some(solution.status),
                Settled::OutsideLength | Settled::NotExtracted => panic!("no such limit is set"),
                Settled::PathDependent => None,
            }
        })
    }

    #[test]
    fn a_repetition_makes_a_strategy_path_dependent_and_so_does_a_missing_move_if_repetitions_count()
     {
        let cycle = [("", "d1e1"), ("d1e1 e9d9", "e1d1")];
        assert_eq!(settled(&cycle, true), None);
        assert_eq!(settled(&cycle, false), None);
        assert_eq!(settled(&cycle[..1], true), None);
        assert_eq!(settled(&cycle[..1], false), Some(Status::Rejected));
        // An illegal move is a bug in either case.
        assert_eq!(settled(&[("", "d1c3")], true), Some(Status::Rejected));
    }

    #[test]
    fn a_prover_without_a_positional_strategy_continues_without_repetitions() {
        // The first proof wins by a repetition; another one needs none.
        let fen = "5k3/6Rc1/2N1P4/9/9/9/9/9/4K4/3r5 w - - 0 1";
        with_workspace(fen, |work| {
            let mut prover = DfpnProver::new(Forcing::Threats(1));
            let Ok(Progress::Proof(solution)) = prover.advance(work, 500_000) else {
                panic!("no proof with repetitions");
            };
            assert!(solution.status == Status::Mate && solution.by_repetition);
            // As if the strategy had been path-dependent.
            assert!(matches!(prover.stop_counting_repetitions(), Progress::Open));
            let Ok(Progress::Proof(solution)) = prover.advance(work, 500_000) else {
                panic!("no proof without repetitions");
            };
            assert!(
                solution.status == Status::Mate && solution.verified && !solution.by_repetition
            );
            // There is no third mode.
            assert!(matches!(
                prover.stop_counting_repetitions(),
                Progress::Ended(_)
            ));
        });
    }
}
