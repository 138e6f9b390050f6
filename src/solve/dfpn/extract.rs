//! Extraction of the strategy of a proof from the table.
//!
//! The table holds the move that proves a position and, if the proof depends on a repetition, the key of the path on which it
//! holds. Extraction plays that move against every reply. A position that the table no longer holds is searched again. If a
//! proof depends on no repetition, the path restarts at its position.
//!
//! The entry of a position may have been replaced by a proof that itself relies on the proof extracted here. Both are right, but
//! played in turn they repeat for ever. So when a strategy is repaired, the proof after a move and a reply must be at least two
//! plies shorter than the one before. Where the table has only a longer one, a limited search finds the shorter one again.

use super::node::ProofNumbers;
use super::path::SearchPath;
use super::search::{DfpnSearch, DfpnSolver, MAX_PATH, ProofMode};
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
        DfpnSearch::new(self, board, mode, meter).extract(None, &mut strategy, 0, None)?;
        Ok(strategy)
    }

    /// The proof's move after `moves`, of which the last is the defender's; `None` if nothing is proved there, or no proof is as
    /// short as the proofs before allow. Adds the moves that follow it to the strategy, for positions that have none yet.
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
        let (mut before, mut longest) = (None, None);
        for round in moves.chunks(2) {
            let Some((mv, plies)) = search.proof_within(before, longest)? else {
                return Ok(None);
            };
            // A shorter proof with another move may have been found since this one was played.
            let plies = if mv == round[0] { Some(plies) } else { longest };
            longest = plies.map(|plies| plies.saturating_sub(2));
            let _ = search.restart_path();
            for &mv in round {
                search.path.push(&search.board, before);
                let _ = search.board.make(mv);
                before = Some(mv);
            }
        }
        let Some((mv, plies)) = search.proof_within(before, longest)? else {
            return Ok(None);
        };
        let _ = search.restart_path();
        let longest = Some(plies.saturating_sub(2));
        search.extract_after(mv, before, strategy, moves.len(), longest)?;
        Ok(Some(mv))
    }
}

impl DfpnSearch<'_, '_> {
    /// Extracts the strategy of a proved position, the attacker to move, at `ply`. `before` is the move before it. Its proof has at
    /// most `longest` plies if that is given, and the proof after each move and reply at least two fewer.
    fn extract(
        &mut self,
        before: Option<Move>,
        strategy: &mut Strategy,
        ply: usize,
        longest: Option<u32>,
    ) -> Result<(), Stopped> {
        // A position left without a move here is reported by the verifier.
        if strategy.get(&self.board).is_some() || ply >= MAX_PATH {
            return Ok(());
        }
        // No move is needed from here on.
        if self.is_draw_by_material() {
            return Ok(());
        }
        if let Some((mv, plies)) = self.proof_within(before, longest)? {
            let path = self.restart_path();
            strategy.set(&self.board, mv);
            let longest = longest.map(|_| plies.saturating_sub(2));
            self.extract_after(mv, before, strategy, ply, longest)?;
            if let Some(path) = path {
                self.path = path;
            }
        }
        Ok(())
    }

    /// Extracts the strategy after a move of the attacker; the proofs after the replies have at most `longest` plies.
    fn extract_after(
        &mut self,
        mv: Move,
        before: Option<Move>,
        strategy: &mut Strategy,
        ply: usize,
        longest: Option<u32>,
    ) -> Result<(), Stopped> {
        self.path.push(&self.board, before);
        let undo = self.board.make(mv);
        self.path.push(&self.board, Some(mv));
        for reply in self.board.legal_moves() {
            let back = self.board.make(reply);
            self.extract(Some(reply), strategy, ply + 2, longest)?;
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
        let holds_everywhere = numbers.depends_on.is_none();
        holds_everywhere.then(|| std::mem::replace(&mut self.path, SearchPath::new()))
    }

    /// The move that proves the position, and the plies of the proof, at most `longest` if that is given. Searched again if the table
    /// no longer holds such a proof. A proof by an endgame table may be longer.
    fn proof_within(
        &mut self,
        before: Option<Move>,
        longest: Option<u32>,
    ) -> Result<Option<(Move, u32)>, Stopped> {
        self.limit = longest.map(|plies| (self.path.len() + plies as usize).min(MAX_PATH));
        // Its proof may have moves that the mode does not allow.
        if let Some(EndgameResult::Mates(plies)) = self.solver.endings.probe(&self.board) {
            let moves = self.solver.endings.moves(&self.board);
            return Ok(moves.and_then(|moves| Some((moves.first()?.0, plies))));
        }
        if self.proof().is_none() {
            self.prove(before)?;
        }
        Ok(self.proof().map(|(numbers, mv)| (mv, numbers.disproof)))
    }

    /// The proof of the position, the attacker to move, if the table holds it. The path ends before the position.
    fn proof(&self) -> Option<(ProofNumbers, Move)> {
        let (numbers, mv) = self.look_up(self.board.key() ^ self.salt)?;
        Some((numbers, mv.filter(|_| numbers.is_won())?))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::rules::RepetitionRules;
    use crate::solve::budget::Budget;
    use crate::solve::forcing::Forcing;

    /// Tables in which a mate is proved.
    fn solved(board: &Board) -> DfpnSolver {
        let never = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::of_nodes(100_000), &never);
        let mut solver = DfpnSolver::new(1 << 20, RepetitionRules::default());
        let mode = Forcing::All.into();
        assert_eq!(solver.mates(board, &mode, &mut meter), Ok(true));
        solver
    }

    #[test]
    fn a_limited_search_finds_only_proofs_within_its_limit() {
        // A mate in two: a rook takes the rank before the general, the other one mates.
        let board = Board::from_fen("3k5/9/R8/9/9/9/9/9/9/1R3K3 w - - 0 1").unwrap();
        let never = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::of_nodes(100_000), &never);
        let mode = Forcing::All.into();
        // With new tables the limit must be kept by the search itself.
        for (longest, plies) in [(1, None), (2, None), (3, Some(3)), (4, Some(3))] {
            for mut solver in [
                DfpnSolver::new(1 << 20, RepetitionRules::default()),
                solved(&board),
            ] {
                let mut search = DfpnSearch::new(&mut solver, &board, &mode, &mut meter);
                let found = search.proof_within(None, Some(longest)).unwrap();
                assert_eq!(found.map(|(_, plies)| plies), plies, "within {longest}");
            }
        }
    }
}
