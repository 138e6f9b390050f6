//! A plan out of a proof.
//!
//! A proof stands in the table of proofs, position by position: what is proved, by which move, and if that leans on a repetition,
//! on which way. To write a plan down is to walk along it. Where the table has lost a proof it is searched once more; where
//! a proof leans on nothing, what came before the position does not matter, and the line begins anew with it.

use super::budget::{Meter, Stopped};
use super::dfpn::{LONGEST_LINE, ProofNumbers, Walk};
use super::forcing::Forcing;
use super::line::Line;
use super::numbers::{INFINITE, Numbers};
use super::strategy::Strategy;
use crate::board::{Board, Move};

impl ProofNumbers {
    /// The plan of a mate that was proved, with one answer for each position: that of the first line on which it comes.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn strategy(
        &mut self,
        board: &mut Board,
        forcing: Forcing,
        meter: &mut Meter,
    ) -> Result<Strategy, Stopped> {
        let mut strategy = Strategy::new();
        Walk::new(self, board, forcing, meter).gather(None, &mut strategy, 0)?;
        Ok(strategy)
    }

    /// What the proof answers at the end of a line that begins with the winner's move and ends with the defender's; `None` if
    /// nothing is proved there. What follows is added to the plan where that has no answer yet.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn answer(
        &mut self,
        board: &mut Board,
        forcing: Forcing,
        line: &[Move],
        plan: &mut Strategy,
        meter: &mut Meter,
    ) -> Result<Option<Move>, Stopped> {
        Walk::new(self, board, forcing, meter).answer(line, plan)
    }
}

impl Walk<'_, '_> {
    /// See [`ProofNumbers::answer`].
    fn answer(&mut self, line: &[Move], plan: &mut Strategy) -> Result<Option<Move>, Stopped> {
        let mut before = None;
        let mut undos = Vec::with_capacity(line.len());
        for (ply, &mv) in line.iter().enumerate() {
            if ply % 2 == 0 {
                let _ = self.begin_anew();
            }
            self.line.push(self.board, before);
            undos.push(self.board.make(mv));
            before = Some(mv);
        }
        let _ = self.begin_anew();
        let mut result = self.proof_move(before);
        if let Ok(Some(mv)) = result {
            let gathered = self.gather_after(mv, before, plan, line.len());
            result = gathered.map(|()| Some(mv));
        }
        for undo in undos.into_iter().rev() {
            self.board.undo(undo);
        }
        result
    }

    /// Writes down the plan of a proved position, the attacker to move, reached by a move after so many plies.
    fn gather(
        &mut self,
        before: Option<Move>,
        plan: &mut Strategy,
        ply: usize,
    ) -> Result<(), Stopped> {
        // Without a move the walker will find the gap.
        if plan.get(self.board).is_some() || ply >= LONGEST_LINE {
            return Ok(());
        }
        let line = self.begin_anew();
        let claimed = self.proof_move(before);
        let mut result = claimed.map(|_| ());
        if let Ok(Some(mv)) = claimed {
            plan.set(self.board, mv);
            result = self.gather_after(mv, before, plan, ply);
        }
        if let Some(line) = line {
            self.line = line;
        }
        result
    }

    /// Writes down the plan of all that may follow a move of the attacker.
    fn gather_after(
        &mut self,
        mv: Move,
        before: Option<Move>,
        plan: &mut Strategy,
        ply: usize,
    ) -> Result<(), Stopped> {
        self.line.push(self.board, before);
        let undo = self.board.make(mv);
        self.line.push(self.board, Some(mv));
        let mut result = Ok(());
        for reply in self.board.legal_moves() {
            let back = self.board.make(reply);
            result = self.gather(Some(reply), plan, ply + 2);
            self.board.undo(back);
            if result.is_err() {
                break;
            }
        }
        self.line.pop();
        self.board.undo(undo);
        self.line.pop();
        result
    }

    /// Begins the line with this position, if it is proved whatever came before; the line until here, then.
    fn begin_anew(&mut self) -> Option<Line> {
        let (numbers, _) = self.proof()?;
        let line = numbers.leans_on.is_none().then(|| self.line.anew())?;
        Some(std::mem::replace(&mut self.line, line))
    }

    /// The move that proves the position, searched once more where the table has lost it.
    fn proof_move(&mut self, before: Option<Move>) -> Result<Option<Move>, Stopped> {
        if self.proof().is_none() {
            self.attack(before, INFINITE - 1, INFINITE - 1)?;
        }
        Ok(self.proof().map(|(_, mv)| mv))
    }

    /// What proves the position, the attacker to move, if that is known; the line ends before the position.
    fn proof(&self) -> Option<(Numbers, Move)> {
        let key = self.board.key() ^ self.salt;
        let (numbers, mv) = self.known.table.probe(key, |way| self.line.ply_of(way))?;
        mv.filter(|_| numbers.is_won()).map(|mv| (numbers, mv))
    }
}
