//! The prover by stored endgame tables: it decides a position of a table at once.

use super::endgame::settle_mate;
use crate::endgame::EndgameResult;
use crate::solve::budget::Stopped;
use crate::solve::draw::{HOLD_NODES, opponent_holds};
use crate::solve::prover::{Progress, Prover, RuledOut};
use crate::solve::retro::{KnownMates, shortest_mate};
use crate::solve::solution::ProverKind;
use crate::solve::stored_endgames::{rules_out_win, strategy_by_rule};
use crate::solve::workspace::{Settled, Workspace};

/// Takes the mate of a position or its win by perpetual check, and the strategy, from the endgame tables. It spends no nodes.
pub(in crate::solve) struct StoredEndgameProver;

impl Prover for StoredEndgameProver {
    fn advance(&mut self, work: &mut Workspace, _share: u64) -> Result<Progress, Stopped> {
        let tables = &work.tables.endings;
        let Some(result) = tables.probe(&work.board) else {
            return Ok(Progress::Ended(RuledOut::default()));
        };
        let is_requested = |moves: &u32| work.max.is_none_or(|max| *moves <= max);
        let Some(mate_in) = tables.mate_in(&work.board).filter(is_requested) else {
            work.ruled_out = work.longest;
            if result == EndgameResult::WinsByRule
                && let Some(strategy) = strategy_by_rule(tables, &work.board)
                && let Settled::Answer(solution) =
                    work.settle(&strategy, ProverKind::Retrograde, true)
            {
                return Ok(Progress::Proof(solution));
            }
            // The opponent may hold the draw without an offence even if it has pieces for one.
            let rules = work.tables.rules.repetition;
            let by_repetition = rules_out_win(result, &work.board, rules)
                || result != EndgameResult::WinsByRule
                    && !work.has_length_limit()
                    && opponent_holds(work, HOLD_NODES)?;
            return Ok(Progress::Ended(RuledOut {
                without_repetition: true,
                by_repetition,
            }));
        };
        let mate = shortest_mate(tables, &work.board, mate_in);
        Ok(settle_mate(work, mate))
    }
}
