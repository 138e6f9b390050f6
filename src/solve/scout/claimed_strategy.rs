//! A strategy from the moves of the playing search.
//!
//! Where a length is asked for, a proof led by the search may be too long. Instead the search is asked for a move in every position
//! that the strategy needs. Each reply of the defender is either proved by force or asked about again. The verifier
//! checks the result.

use super::search_scout::{ClaimedMate, QUESTION, SearchScout};
use crate::board::Board;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::dfpn::ProofNumbers;
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
        board,
        scout,
        proofs,
        meter,
        strategy: Strategy::new(),
    };
    let holds = builder.attack(claim)?;
    Ok(holds.then_some(builder.strategy))
}

struct Builder<'a, 'm> {
    board: &'a mut Board,
    scout: &'a mut SearchScout,
    proofs: &'a mut ProofNumbers,
    meter: &'a mut Meter<'m>,
    strategy: Strategy,
}

impl Builder<'_, '_> {
    /// Sets the claimed move and answers every reply to it.
    fn attack(&mut self, claim: ClaimedMate) -> Result<bool, Stopped> {
        self.strategy.set(self.board, claim.mv);
        let undo = self.board.make(claim.mv);
        let mut result = Ok(true);
        for reply in self.board.legal_moves() {
            let back = self.board.make(reply);
            result = self.answer(claim.moves - 1);
            self.board.undo(back);
            if result != Ok(true) {
                break;
            }
        }
        self.board.undo(undo);
        result
    }

    /// Adds the answer to a reply: one that is known, a mate in one, a proof by force, or the move of the search.
    fn answer(&mut self, moves: u32) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(false);
        }
        if self.strategy.get(self.board).is_some() {
            return Ok(true);
        }
        if let Some(mate) = mate_in_one(self.board) {
            self.strategy.set(self.board, mate);
            return Ok(true);
        }
        for forcing in [Forcing::Checks, Forcing::Threats(1), Forcing::All] {
            let (mode, proofs, board) = (forcing.into(), &mut *self.proofs, &mut *self.board);
            let proved = (self.meter).share(QUICK, |meter| proofs.mates(board, &mode, meter))?;
            if proved == Some(true) {
                let known = proofs.strategy(board, &mode, self.meter)?;
                self.strategy.add(known);
                return Ok(true);
            }
        }
        let claim = (self.scout).look(self.board, QUESTION, Some(moves), self.meter)?;
        match claim {
            Some(claim) if claim.moves <= moves => self.attack(claim),
            _ => Ok(false),
        }
    }
}
