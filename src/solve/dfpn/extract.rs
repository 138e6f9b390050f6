//! The strategy of a proof, extracted from the table.
//!
//! The table holds for each position the move that proves it, and where that depends on a repetition, the path on which it holds.
//! Extraction plays it against every defence. What the table has lost is searched again. Where a proof depends on no repetition,
//! the path begins anew with its position.

use super::node::Numbers;
use super::path::Path;
use super::search::{DfpnSearch, LONGEST_LINE, ProofMode, ProofNumbers};
use crate::board::{Board, Move};
use crate::solve::budget::{Meter, Stopped};
use crate::solve::strategy::Strategy;

impl ProofNumbers {
    /// The strategy of a proved mate. Each position has the answer of the first path on which it comes.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn strategy(
        &mut self,
        board: &Board,
        mode: &ProofMode,
        meter: &mut Meter,
    ) -> Result<Strategy, Stopped> {
        let mut strategy = Strategy::default();
        DfpnSearch::new(self, board, mode, meter).extract(None, &mut strategy, 0)?;
        Ok(strategy)
    }

    /// The proof's answer after some moves, of which the last is the defender's; `None` if nothing is proved there. What
    /// follows is added to the strategy where that has no answer yet.
    pub(in crate::solve) fn answer(
        &mut self,
        board: &Board,
        mode: &ProofMode,
        moves: &[Move],
        strategy: &mut Strategy,
        meter: &mut Meter,
    ) -> Result<Option<Move>, Stopped> {
        let mut search = DfpnSearch::new(self, board, mode, meter);
        let mut before = None;
        for (ply, &mv) in moves.iter().enumerate() {
            if ply % 2 == 0 {
                let _ = search.begin_anew();
            }
            search.path.push(&search.board, before);
            let _ = search.board.make(mv);
            before = Some(mv);
        }
        let _ = search.begin_anew();
        let answer = search.proof_move(before)?;
        if let Some(mv) = answer {
            search.extract_after(mv, before, strategy, moves.len())?;
        }
        Ok(answer)
    }
}

impl DfpnSearch<'_, '_> {
    /// Extracts the strategy of a proved position, the attacker to move, reached by a move after so many plies.
    fn extract(
        &mut self,
        before: Option<Move>,
        strategy: &mut Strategy,
        ply: usize,
    ) -> Result<(), Stopped> {
        // The verifier reports a position without an answer.
        if strategy.get(&self.board).is_some() || ply >= LONGEST_LINE {
            return Ok(());
        }
        let path = self.begin_anew();
        if let Some(mv) = self.proof_move(before)? {
            strategy.set(&self.board, mv);
            self.extract_after(mv, before, strategy, ply)?;
        }
        if let Some(path) = path {
            self.path = path;
        }
        Ok(())
    }

    /// Extracts the strategy after a move of the attacker.
    fn extract_after(
        &mut self,
        mv: Move,
        before: Option<Move>,
        strategy: &mut Strategy,
        ply: usize,
    ) -> Result<(), Stopped> {
        self.path.push(&self.board, before);
        let undo = self.board.make(mv);
        self.path.push(&self.board, Some(mv));
        for reply in self.board.legal_moves() {
            let back = self.board.make(reply);
            self.extract(Some(reply), strategy, ply + 2)?;
            self.board.undo(back);
        }
        self.path.pop();
        self.board.undo(undo);
        self.path.pop();
        Ok(())
    }

    /// Begins the path with this position, if its proof holds on every path. Returns the path before.
    fn begin_anew(&mut self) -> Option<Path> {
        let (numbers, _) = self.proof()?;
        let path = numbers.depends_on.is_none().then(|| self.path.anew())?;
        Some(std::mem::replace(&mut self.path, path))
    }

    /// The move that proves the position, searched again where the table has lost it.
    fn proof_move(&mut self, before: Option<Move>) -> Result<Option<Move>, Stopped> {
        if self.proof().is_none() {
            self.prove(before)?;
        }
        Ok(self.proof().map(|(_, mv)| mv))
    }

    /// The proof of the position, the attacker to move, if the table has it; the path ends before the position.
    fn proof(&self) -> Option<(Numbers, Move)> {
        let (numbers, mv) = self.look_up(self.board.key() ^ self.salt)?;
        Some((numbers, mv.filter(|_| numbers.is_won())?))
    }
}
