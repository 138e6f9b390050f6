//! The prover by stored endgame tables: it decides a position of a table at once.

use crate::endgame::EndgameResult;
use crate::solve::budget::Stopped;
use crate::solve::prover::{Progress, Prover, RuledOut};
use crate::solve::retro::mating_strategy;
use crate::solve::solution::{ProverKind, Status};
use crate::solve::stored_endgames::{may_repeat, rules_out_win};
use crate::solve::workspace::{Settled, Workspace};

/// Takes the mate of a position, and its strategy, from the endgame tables. It spends no nodes.
#[derive(Default)]
pub(in crate::solve) struct StoredEndgameProver;

impl Prover for StoredEndgameProver {
    fn advance(&mut self, work: &mut Workspace, _share: u64) -> Result<Progress, Stopped> {
        let tables = &work.tables.endings;
        let Some(result) = tables.probe(&work.board) else {
            return Ok(Progress::Ended(RuledOut::default()));
        };
        let mate_in = match result {
            EndgameResult::Mates(plies) => Some(plies.div_ceil(2)),
            _ => None,
        };
        let is_requested = |moves: &u32| *moves <= work.longest || !work.has_length_limit();
        let Some(mate_in) = mate_in.filter(is_requested) else {
            work.ruled_out = work.longest;
            return Ok(Progress::Ended(RuledOut {
                without_repetition: true,
                // A mate that is too long was not asked for.
                by_repetition: rules_out_win(result, &work.board, work.tables.rules.repetition)
                    || !may_repeat(&work.board),
            }));
        };
        let (strategy, unique) = mating_strategy(tables, &work.board, mate_in);
        let Settled::Answer(mut solution) = work.settle(strategy, ProverKind::Retrograde, false)
        else {
            return Ok(Progress::Ended(RuledOut::default()));
        };
        if solution.status == Status::Mate {
            work.ruled_out = mate_in - 1;
            solution.unique = Some(unique);
        }
        Ok(Progress::Proof(solution))
    }
}
