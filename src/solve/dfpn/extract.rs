//! The strategy of a proof, extracted from the table.
//!
//! The table holds a proof position by position: the move that proves it, and the path on which that holds where it depends on a
//! repetition. Extraction plays it against every defence. What the table has lost is searched again. Where a proof depends on no
//! repetition, the path before the position does not matter, and begins anew with it.

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
        board: &mut Board,
        mode: &ProofMode,
        meter: &mut Meter,
    ) -> Result<Strategy, Stopped> {
        let mut strategy = Strategy::new();
        DfpnSearch::new(self, board, mode, meter).extract(None, &mut strategy, 0)?;
        Ok(strategy)
    }

    /// The proof's answer after some moves, of which the last is the defender's; `None` if nothing is proved there. What
    /// follows is added to the strategy where that has no answer yet.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(in crate::solve) fn answer(
        &mut self,
        board: &mut Board,
        mode: &ProofMode,
        moves: &[Move],
        strategy: &mut Strategy,
        meter: &mut Meter,
    ) -> Result<Option<Move>, Stopped> {
        DfpnSearch::new(self, board, mode, meter).answer(moves, strategy)
    }
}

impl DfpnSearch<'_, '_> {
    /// See [`ProofNumbers::answer`].
    fn answer(&mut self, moves: &[Move], strategy: &mut Strategy) -> Result<Option<Move>, Stopped> {
        let mut before = None;
        let mut undos = Vec::with_capacity(moves.len());
        for (ply, &mv) in moves.iter().enumerate() {
            if ply % 2 == 0 {
                let _ = self.begin_anew();
            }
            self.path.push(self.board, before);
            undos.push(self.board.make(mv));
            before = Some(mv);
        }
        let _ = self.begin_anew();
        let mut result = self.proof_move(before);
        if let Ok(Some(mv)) = result {
            let extracted = self.extract_after(mv, before, strategy, moves.len());
            result = extracted.map(|()| Some(mv));
        }
        for undo in undos.into_iter().rev() {
            self.board.undo(undo);
        }
        result
    }

    /// Extracts the strategy of a proved position, the attacker to move, reached by a move after so many plies.
    fn extract(
        &mut self,
        before: Option<Move>,
        strategy: &mut Strategy,
        ply: usize,
    ) -> Result<(), Stopped> {
        // The verifier reports a position without an answer.
        if strategy.get(self.board).is_some() || ply >= LONGEST_LINE {
            return Ok(());
        }
        let path = self.begin_anew();
        let claimed = self.proof_move(before);
        let mut result = claimed.map(|_| ());
        if let Ok(Some(mv)) = claimed {
            strategy.set(self.board, mv);
            result = self.extract_after(mv, before, strategy, ply);
        }
        if let Some(path) = path {
            self.path = path;
        }
        result
    }

    /// Extracts the strategy after a move of the attacker.
    fn extract_after(
        &mut self,
        mv: Move,
        before: Option<Move>,
        strategy: &mut Strategy,
        ply: usize,
    ) -> Result<(), Stopped> {
        self.path.push(self.board, before);
        let undo = self.board.make(mv);
        self.path.push(self.board, Some(mv));
        let mut result = Ok(());
        for reply in self.board.legal_moves() {
            let back = self.board.make(reply);
            result = self.extract(Some(reply), strategy, ply + 2);
            self.board.undo(back);
            if result.is_err() {
                break;
            }
        }
        self.path.pop();
        self.board.undo(undo);
        self.path.pop();
        result
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
        let key = self.board.key() ^ self.salt;
        let table = &self.proofs.table;
        let (numbers, mv) = table.probe(key, |path| self.path.ply_of(path))?;
        mv.filter(|_| numbers.is_won()).map(|mv| (numbers, mv))
    }
}
