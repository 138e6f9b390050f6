//! A strategy from the moves of the alpha-beta search.
//!
//! If a length is requested, a guided proof may be too long. Instead the search chooses the move in every position that the
//! strategy needs. After each reply of the defender df-pn tries to prove the position, and if it fails, the search runs again.

use super::search_scout::{CLAIM_NODES, ClaimedMate, SearchScout};
use crate::board::Board;
use crate::search::Limits;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::dfpn::DfpnSolver;
use crate::solve::forcing::Forcing;
use crate::solve::mate_in_one::mate_in_one;
use crate::solve::strategy::{Strategy, all_replies};

/// Nodes of each df-pn search before the alpha-beta search.
const QUICK_NODES: u64 = 3_000;

/// The strategy of a claimed mate. `None` if the search finds no mate after some reply, or only a longer one.
pub(in crate::solve) fn claimed_strategy(
    board: &mut Board,
    claim: &ClaimedMate,
    scout: &mut SearchScout,
    dfpn: &mut DfpnSolver,
    meter: &mut Meter,
) -> Result<Option<Strategy>, Stopped> {
    let mut builder = Builder {
        scout,
        dfpn,
        meter,
        strategy: Strategy::default(),
    };
    let holds = builder.attack(board, claim)?;
    Ok(holds.then_some(builder.strategy))
}

struct Builder<'a, 'm> {
    scout: &'a mut SearchScout,
    dfpn: &'a mut DfpnSolver,
    meter: &'a mut Meter<'m>,
    strategy: Strategy,
}

impl Builder<'_, '_> {
    /// Sets the claimed move, and adds the moves after every reply to it.
    fn attack(&mut self, board: &mut Board, claim: &ClaimedMate) -> Result<bool, Stopped> {
        self.strategy.set(board, claim.mv);
        all_replies(board, claim.mv, |board| {
            self.continue_attack(board, claim.moves - 1)
        })
    }

    /// Adds the moves from a position on: a known move, a mate in one, a df-pn proof, or a claim of the search within `moves`.
    fn continue_attack(&mut self, board: &mut Board, moves: u32) -> Result<bool, Stopped> {
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
            let (mode, dfpn) = (forcing.into(), &mut *self.dfpn);
            let proved =
                (self.meter).share(QUICK_NODES, |meter| dfpn.mates(board, &mode, meter))?;
            if proved == Some(true) {
                let proof = dfpn.strategy(board, &mode, self.meter)?;
                self.strategy.merge(proof);
                return Ok(true);
            }
        }
        let limits = Limits {
            mate: Some(moves),
            ..Limits::default()
        };
        match (self.scout).claimed_mate(board, CLAIM_NODES, limits, self.meter) {
            Some(claim) if claim.moves <= moves => self.attack(board, &claim),
            _ => Ok(false),
        }
    }
}
