//! Retrograde analysis of a small endgame as a prover: when it begins, and in which memory.

use crate::board::{Board, PieceKind};
use crate::solve::budget::Stopped;
use crate::solve::prover::{Progress, Prover, RuledOut};
use crate::solve::retro::Endgame;
use crate::solve::solution::{By, Status};
use crate::solve::workspace::{Settled, Workspace};

/// The analysis, which cannot be interrupted, begins when it costs no more than so many times what was spent until then.
const COST: u64 = 2;
/// What all provers together get in a round, in shares.
const ROUND: u64 = 12;
/// Endgames up to this size, in bytes, are worked out beside the tables; larger ones in their memory.
const SMALL: usize = 4 << 20;

/// Works out a small endgame once its turn has come.
#[derive(Default)]
pub(in crate::solve) struct EndgameProver {
    endgame: Option<Endgame>,
}

impl Prover for EndgameProver {
    fn advance(&mut self, work: &mut Workspace, share: u64) -> Result<Progress, Stopped> {
        let endgame = self.endgame.take();
        let endgame = endgame.or_else(|| Endgame::of(&work.board, work.tables.hash_mib << 20));
        let Some(endgame) = endgame else {
            return Ok(Progress::Disproof(RuledOut::default()));
        };
        if !is_due(&endgame, work, share) {
            self.endgame = Some(endgame);
            return Ok(Progress::Open);
        }
        let longest = work.longest;
        let mate = if endgame.bytes() <= SMALL {
            endgame.solve(longest, &mut work.meter)?
        } else {
            work.no_mate_in = work.no_mate_in();
            let meter = &mut work.meter;
            work.tables.without(|| endgame.solve(longest, meter))?
        };
        let Some(mate) = mate else {
            work.no_mate_in = longest;
            return Ok(Progress::Disproof(RuledOut {
                without_repetition: true,
                by_repetition: !may_repeat(&work.board),
            }));
        };
        let Settled::Accepted(mut answer) = work.settle(mate.strategy, By::Retrograde, false)
        else {
            return Ok(Progress::Disproof(RuledOut::default()));
        };
        if answer.status == Status::Mate {
            work.no_mate_in = mate.mate_in - 1;
            answer.unique = Some(mate.unique);
        }
        Ok(Progress::Proof(answer))
    }
}

/// Whether to begin now: the analysis is cheap beside what was spent, so that easy puzzles do not pay for it; or after
/// another round it would cost more than is left.
fn is_due(endgame: &Endgame, work: &Workspace, share: u64) -> bool {
    let cost = endgame.nodes();
    let in_time = work.meter.time_left().map(|left| {
        let spent = work.begun.elapsed().as_secs_f64().max(1e-3);
        (left.as_secs_f64() * work.meter.nodes as f64 / spent) as u64
    });
    let left = [in_time, work.meter.nodes_left()];
    let left = left.into_iter().flatten().min().unwrap_or(u64::MAX);
    let is_cheap = cost <= COST * work.meter.nodes;
    cost <= left && (is_cheap || left - cost < 2 * ROUND * share)
}

/// Whether the defender has a piece that could check for ever.
fn may_repeat(board: &Board) -> bool {
    use PieceKind::{Cannon, Horse, Pawn, Rook};
    let has = |kind| board.count(!board.side(), kind) > 0;
    [Rook, Cannon, Horse, Pawn].into_iter().any(has)
}
