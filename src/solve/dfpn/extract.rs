//! Extraction of the strategy of a proof from the table.
//!
//! The table holds the move that proves a position and, if the proof depends on a repetition, the key of the path on which it
//! holds. Extraction plays that move against every reply. A position that the table no longer holds is searched again. If a
//! proof depends on no repetition, the path restarts at its position.

use super::node::ProofNumbers;
use super::path::SearchPath;
use super::search::{DfpnSearch, DfpnSolver, MAX_PLIES, ProofMode};
use crate::board::{Board, Move};
use crate::endgame::EndgameResult;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::strategy::Strategy;

impl DfpnSolver {
    /// The strategy of a proved mate. A position that several paths reach has the move of the first of them.
    ///
    /// # Errors
    /// If the budget is spent.
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

    /// The proof's move after `moves`, of which the last is the defender's; `None` if nothing is proved there. Adds the moves that
    /// follow it to the strategy, for positions that have none yet.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(in crate::solve) fn move_after(
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
                let _ = search.restart_path();
            }
            search.path.push(&search.board, before);
            let _ = search.board.make(mv);
            before = Some(mv);
        }
        let _ = search.restart_path();
        let found = search.proof_move(before)?;
        if let Some(mv) = found {
            search.extract_after(mv, before, strategy, moves.len())?;
        }
        Ok(found)
    }
}

impl DfpnSearch<'_, '_> {
    /// Extracts the strategy of a proved position, the attacker to move, at `ply`. `before` is the move before it.
    fn extract(
        &mut self,
        before: Option<Move>,
        strategy: &mut Strategy,
        ply: usize,
    ) -> Result<(), Stopped> {
        // A position left without a move here is reported by the verifier.
        if strategy.get(&self.board).is_some() || ply >= MAX_PLIES {
            return Ok(());
        }
        // No move is needed from here on.
        if self.is_draw_by_material() {
            return Ok(());
        }
        let path = self.restart_path();
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

    /// Empties the path if the proof of the position holds on every path. Returns the path that was replaced.
    fn restart_path(&mut self) -> Option<SearchPath> {
        let (numbers, _) = self.proof()?;
        let path = numbers
            .depends_on
            .is_none()
            .then(|| self.path.new_empty())?;
        Some(std::mem::replace(&mut self.path, path))
    }

    /// The move that proves the position, searched again if the table no longer holds it.
    fn proof_move(&mut self, before: Option<Move>) -> Result<Option<Move>, Stopped> {
        // Its proof may have moves that the mode does not allow.
        if let Some(EndgameResult::Mates(_)) = self.solver.endings.probe(&self.board) {
            let moves = self.solver.endings.moves(&self.board);
            return Ok(moves.and_then(|moves| Some(moves.first()?.0)));
        }
        if self.proof().is_none() {
            self.prove(before)?;
        }
        Ok(self.proof().map(|(_, mv)| mv))
    }

    /// The proof of the position, the attacker to move, if the table holds it. The path ends before the position.
    fn proof(&self) -> Option<(ProofNumbers, Move)> {
        let (numbers, mv) = self.look_up(self.board.key() ^ self.salt)?;
        Some((numbers, mv.filter(|_| numbers.is_won())?))
    }
}
