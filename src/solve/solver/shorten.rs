//! Once there is a mate: whether there is a shorter one, and another first move as good.

use super::provers::FIRST_SHARE;
use super::{By, Puzzle, Stopped};
use crate::solve::forcing::Forcing;
use crate::solve::shortest::LONGEST;

impl Puzzle<'_, '_> {
    /// Shorter mates than the one found, until there is none: among the moves that found it, which goes fast, and
    /// among all, which ends it.
    pub(super) fn shorten(&mut self) -> Result<(), Stopped> {
        let mut among = match self.answer.by {
            By::Checks => Some(Forcing::Checks),
            By::Threats | By::All => Some(Forcing::Threats(3)),
            By::Shortest | By::Search | By::Retrograde => None,
        };
        let mut share = FIRST_SHARE;
        while self.answer.by != By::Retrograde {
            if among.is_some() && self.shorten_among(among, share)? {
                among = None;
            }
            if self.shorten_among(None, share)? {
                return Ok(());
            }
            if let Some(ending) = self.due_ending(share)
                && self.try_ending(ending)?
            {
                return Ok(());
            }
            share *= 2;
        }
        // What was worked out backwards is known in full.
        Ok(())
    }

    /// A shorter mate with these moves allowed, or all. Whether the search is at its end.
    fn shorten_among(&mut self, allowed: Option<Forcing>, share: u64) -> Result<bool, Stopped> {
        let shorter = (self.answer.mate_in.unwrap_or(1) - 1).min(LONGEST);
        let (known, board) = (&mut self.solver.shortest, &mut self.board);
        let found = self.meter.share(share, |meter| {
            known.mate_within(board, allowed, shorter, meter)
        })?;
        if let Some(Some(_)) = found {
            let by = match allowed {
                None => By::Shortest,
                Some(_) => self.answer.by,
            };
            self.write_shortest(allowed, by);
        }
        Ok(found.is_some())
    }

    /// Whether no other first move mates as fast as the shortest, without a repetition.
    pub(super) fn is_unique(&mut self) -> Result<bool, Stopped> {
        let rest = self
            .answer
            .mate_in
            .map_or(0, |moves| moves - 1)
            .min(LONGEST);
        for mv in self.board.legal_moves() {
            if Some(mv) == self.answer.key {
                continue;
            }
            let (known, board) = (&mut self.solver.shortest, &mut self.board);
            let undo = board.make(mv);
            let lost = known.is_lost_within(board, rest, &mut self.meter);
            board.undo(undo);
            if lost? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
