//! When an ending is worked out, in whose memory, and what becomes of it.

use super::{By, Ending, ProofNumbers, Puzzle, Race, Shortest, Solver, Status, Stopped};
use crate::board::PieceKind;

/// An ending is begun when it costs no more than so many times what the others have had. It does not stop halfway.
const ENDING_WEIGHT: u64 = 2;
/// What all others get in a round, in shares.
const ROUND: u64 = 12;
/// Endings up to this size, in bytes, are worked out beside the tables; larger ones in their place.
const SMALL_ENDING: usize = 4 << 20;

impl Solver {
    /// Does something that takes much memory with the tables as small as can be. What they held is lost.
    fn without_tables<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let Solver {
            rules, hash_mib, ..
        } = *self;
        self.shortest = Shortest::new(0);
        self.forced = ProofNumbers::new(0, rules.repetition);
        self.race = Race::new(1, rules);
        let result = work();
        *self = Solver::new(hash_mib, rules);
        result
    }
}

impl Puzzle<'_, '_> {
    /// The ending, once its turn has come.
    pub(super) fn due_ending(&mut self, share: u64) -> Option<Ending> {
        // Not before others have tried: puzzles that fall at once are not to pay for it.
        let ending = match self.ending.take() {
            Some(ending) => ending,
            None => Ending::of(&self.board, self.solver.hash_mib << 20),
        };
        let due = ending
            .as_ref()
            .is_some_and(|ending| self.is_time_for(ending, share));
        let (now, later) = if due { (ending, None) } else { (None, ending) };
        self.ending = Some(later);
        now
    }

    /// Whether an ending is to be worked out now: it is cheap beside what the others had, or after another round of theirs it
    /// would cost more than is left.
    fn is_time_for(&self, ending: &Ending, share: u64) -> bool {
        let cost = ending.nodes();
        let in_time = self.meter.time_left().map(|left| {
            let so_far = self.begun.elapsed().as_secs_f64().max(1e-3);
            (left.as_secs_f64() * self.meter.nodes() as f64 / so_far) as u64
        });
        let left = [in_time, self.meter.nodes_left()];
        let left = left.into_iter().flatten().min().unwrap_or(u64::MAX);
        let is_cheap = cost <= ENDING_WEIGHT * self.meter.nodes();
        cost <= left && (is_cheap || left - cost < 2 * ROUND * share)
    }

    /// Whether the defender could check for ever.
    pub(super) fn may_repeat(&self) -> bool {
        let defender = self.board.side().other();
        [
            PieceKind::Rook,
            PieceKind::Cannon,
            PieceKind::Horse,
            PieceKind::Pawn,
        ]
        .into_iter()
        .any(|kind| self.board.count(defender, kind) > 0)
    }

    /// The ending worked out backwards. Whether there is no mate within the length asked for.
    pub(super) fn try_ending(&mut self, ending: Ending) -> Result<bool, Stopped> {
        let (longest, meter) = (self.longest, &mut self.meter);
        let mate = if ending.bytes() <= SMALL_ENDING {
            ending.solve(longest, meter)?
        } else {
            let known = self.solver.shortest.fact(&self.board, None).no_mate_in;
            self.ruled_out = u32::from(known);
            self.solver
                .without_tables(|| ending.solve(longest, meter))?
        };
        let Some(mate) = mate else {
            self.ruled_out = longest;
            return Ok(true);
        };
        self.claim(mate.strategy, By::Retrograde);
        if self.answer.status == Status::Mate {
            self.ruled_out = mate.mate_in - 1;
            self.answer.unique = Some(mate.unique);
        }
        Ok(false)
    }
}
