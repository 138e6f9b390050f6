//! A strategy from the moves of the playing search.
//!
//! Where a length is asked for, a proof led by the search may be too long. Instead the search is asked for a move in every position
//! that the strategy needs. Each reply of the defender is either proved by force or asked about again. The verifier
//! checks the result.

use super::search_scout::{ClaimedMate, QUESTION, SearchScout};
use crate::board::Board;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::dfpn::{ProofMode, ProofNumbers};
use crate::solve::forcing::Forcing;
use crate::solve::last_move::mate_in_one;
use crate::solve::strategy::Strategy;

/// Nodes of the proof by force, before the search is asked.
const QUICK: u64 = 3_000;

/// The strategy of a claimed mate. `None` where the search sees no mate after some reply, or only a longer one.
///
/// # Errors
/// When the budget is spent.
pub(in crate::solve) fn claimed_strategy(
    board: &mut Board,
    claim: ClaimedMate,
    scout: &mut SearchScout,
    proofs: &mut ProofNumbers,
    meter: &mut Meter,
) -> Result<Option<Strategy>, Stopped> {
    let mut builder = Builder {
        scout,
        proofs,
        strategy: Strategy::new(),
    };
    let holds = builder.attack(board, claim, meter)?;
    Ok(holds.then_some(builder.strategy))
}

struct Builder<'a> {
    scout: &'a mut SearchScout,
    proofs: &'a mut ProofNumbers,
    strategy: Strategy,
}

impl Builder<'_> {
    /// Sets the claimed move and answers every reply to it.
    fn attack(
        &mut self,
        board: &mut Board,
        claim: ClaimedMate,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        self.strategy.set(board, claim.mv);
        let undo = board.make(claim.mv);
        let mut result = Ok(true);
        for reply in board.legal_moves() {
            let back = board.make(reply);
            result = self.answer(board, claim.moves - 1, meter);
            board.undo(back);
            if result != Ok(true) {
                break;
            }
        }
        board.undo(undo);
        result
    }

    /// Adds the answer to a reply: one that is known, a mate in one, a proof by force, or the move of the search.
    fn answer(
        &mut self,
        board: &mut Board,
        moves: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(false);
        }
        if self.strategy.get(board).is_some() {
            return Ok(true);
        }
        if let Some(mate) = mate_in_one(board) {
            self.strategy.set(board, mate);
            return Ok(true);
        }
        for forcing in [Forcing::Checks, Forcing::Threats(1), Forcing::All] {
            let mode = ProofMode::from(forcing);
            let proved = meter.share(QUICK, |meter| self.proofs.mates(board, &mode, meter))?;
            if proved == Some(true) {
                let known = self.proofs.strategy(board, &mode, meter)?;
                self.strategy.add(known);
                return Ok(true);
            }
        }
        match self.scout.look(board, QUESTION, Some(moves), meter)? {
            Some(claim) if claim.moves <= moves => self.attack(board, claim, meter),
            _ => Ok(false),
        }
    }
}
