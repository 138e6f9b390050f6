//! The prover by retrograde analysis of a small endgame: it decides when the analysis starts, and in which memory.

use crate::board::{Board, PieceKind};
use crate::rules::RepetitionRules;
use crate::rules::offenders::may_be_forced_to_attack;
use crate::solve::budget::Stopped;
use crate::solve::prover::{Progress, Prover, RuledOut};
use crate::solve::retro::Endgame;
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
        let endgame = self.endgame.take();
        let endgame = endgame.or_else(|| Endgame::of(&work.board, work.tables.hash_mib << 20));
        let Some(endgame) = endgame else {
            return Ok(Progress::Ended(RuledOut::default()));
        };
        if !is_due(&endgame, work, share) {
            self.endgame = Some(endgame);
            return Ok(Progress::Open);
        }
        let longest = work.longest;
        work.ruled_out = work.longest_ruled_out();
        let (bytes, meter) = (endgame.bytes(), &mut work.meter);
        let analysis = || endgame.solve(longest, meter);
        let mate = work.tables.in_memory(bytes, analysis)?;
        let Some(mate) = mate else {
            work.ruled_out = longest;
            return Ok(Progress::Ended(RuledOut {
                without_repetition: true,
                by_repetition: !may_repeat(&work.board, work.tables.rules.repetition),
            }));
        };
        let Settled::Answer(mut solution) =
            work.settle(mate.strategy, ProverKind::Retrograde, false)
        else {
            return Ok(Progress::Ended(RuledOut::default()));
        };
        if solution.status == Status::Mate {
            work.ruled_out = mate.mate_in - 1;
            solution.unique = Some(mate.unique);
        }
        Ok(Progress::Proof(solution))
    }
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

/// Returns true if the defender, not to move, has a piece with which it could only repeat and lose by that: by perpetual check,
/// which retrograde analysis does not decide, or by another offence.
fn may_repeat(board: &Board, rules: RepetitionRules) -> bool {
    use PieceKind::{Cannon, Horse, Pawn, Rook};
    let defender = !board.side();
    let may_check = [Rook, Cannon, Horse, Pawn]
        .into_iter()
        .any(|kind| board.count(defender, kind) > 0);
    may_check || may_be_forced_to_attack(board, defender, rules)
}
