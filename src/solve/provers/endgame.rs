//! The prover by retrograde analysis of a small endgame: it decides when the analysis starts, and in which memory.

use crate::rules::offenders::may_be_forced_to_attack;
use crate::solve::budget::Stopped;
use crate::solve::draw::{HOLD_NODES, opponent_holds};
use crate::solve::prover::{Progress, Prover, RuledOut};
use crate::solve::retro::{Endgame, Mate};
use crate::solve::solution::{ProverKind, Status};
use crate::solve::workspace::{Settled, Workspace};

/// The analysis starts when its cost is at most this many times the nodes spent so far. It cannot be divided into shares.
const COST_RATIO: u64 = 2;
/// The shares that the portfolio spends in a round, roughly.
const SHARES_PER_ROUND: u64 = 12;

/// Solves a small endgame by retrograde analysis once enough nodes were spent.
#[derive(Default)]
pub(in crate::solve) struct EndgameProver {
    endgame: Option<Endgame>,
}

impl Prover for EndgameProver {
    fn advance(&mut self, work: &mut Workspace, share: u64) -> Result<Progress, Stopped> {
        let begin = || Endgame::of(&work.board, work.tables.hash_mib << 20);
        let Some(endgame) = self.endgame.take().or_else(begin) else {
            return Ok(Progress::Ended(RuledOut::default()));
        };
        if !is_due(&endgame, work, share) {
            self.endgame = Some(endgame);
            return Ok(Progress::Open);
        }
        let longest = work.longest;
        // The analysis may clear the table that has it.
        work.ruled_out = work.longest_ruled_out();
        let (bytes, meter) = (endgame.bytes(), &mut work.meter);
        let analysis = || endgame.solve(longest, meter);
        let mate = work.tables.in_memory(bytes, analysis)?;
        let Some(mate) = mate else {
            work.ruled_out = longest;
            let (board, rules) = (&work.board, work.tables.rules.repetition);
            let may_attack = may_be_forced_to_attack(board, !board.side(), rules);
            // Retrograde analysis does not decide perpetual checks.
            let by_repetition = !board.has_attacker(!board.side())
                && (!may_attack || work.has_length_limit() || opponent_holds(work, HOLD_NODES)?);
            return Ok(Progress::Ended(RuledOut {
                without_repetition: true,
                by_repetition,
            }));
        };
        Ok(settle_mate(work, mate))
    }
}

/// Verifies the shortest mate of an endgame, by which all shorter lengths are ruled out.
pub(super) fn settle_mate(work: &mut Workspace, mate: Mate) -> Progress {
    let settled = work.settle(&mate.strategy, ProverKind::Retrograde, false);
    let Settled::Answer(mut solution) = settled else {
        return Progress::Ended(RuledOut::default());
    };
    if solution.status == Status::Mate {
        work.ruled_out = mate.mate_in - 1;
        solution.unique = Some(mate.unique);
    }
    Progress::Proof(solution)
}

/// Returns true if the analysis starts now: because it is cheap compared with the nodes spent, so that easy puzzles are not
/// slowed down, or because its cost would exceed the nodes left after another round.
fn is_due(endgame: &Endgame, work: &Workspace, share: u64) -> bool {
    let cost = endgame.nodes();
    let in_time = work.meter.time_left().map(|left| {
        let spent = work.started.elapsed().as_secs_f64().max(1e-3);
        (left.as_secs_f64() * work.meter.nodes as f64 / spent) as u64
    });
    let left = [in_time, work.meter.nodes_left()];
    let left = left.into_iter().flatten().min().unwrap_or(u64::MAX);
    let is_cheap = cost <= COST_RATIO * work.meter.nodes;
    cost <= left && (is_cheap || left - cost < 2 * SHARES_PER_ROUND * share)
}
