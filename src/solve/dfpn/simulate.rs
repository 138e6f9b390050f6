//! Simulation: the proof of one reply is tried on the other replies.
//!
//! When the attacker threatens mate, the same moves refute most of thirty replies. So when one reply is proved to lose, its proof
//! is played after each of the others: the same moves, as long as they are legal and the proof covers every reply. That costs a
//! few nodes where a search costs thousands (Kawano 1996). Only proofs that hold on every path are followed.

use super::node::ProofNumbers;
use super::search::{DfpnSearch, MAX_PATH};
use crate::board::{Board, Move};
use crate::solve::budget::Stopped;
use crate::solve::mate_in_one::mate_in_one;

impl DfpnSearch<'_, '_> {
    /// Tries the proof of the child with the index `proved` on all open children from index `first` on.
    pub(super) fn simulate(&mut self, first: usize, proved: usize) -> Result<(), Stopped> {
        let mut model = self.board.clone();
        let _ = model.make(self.solver.children[proved].mv);
        for index in first..self.solver.children.len() {
            let child = self.solver.children[index];
            if child.numbers.is_known() {
                continue;
            }
            let undo = self.board.make(child.mv);
            let plies = self.follow(child.mv, &mut model)?;
            self.board.undo(undo);
            if let Some(plies) = plies {
                self.solver.children[index].numbers = ProofNumbers::won(plies);
            }
        }
        Ok(())
    }

    /// The plies of the mate of the position, the attacker to move, by the proof of `model`; `None` if the proof does not apply.
    /// `last_move` is the move before the position.
    fn follow(&mut self, last_move: Move, model: &mut Board) -> Result<Option<u32>, Stopped> {
        self.meter.count()?;
        let key = self.board.key() ^ self.salt;
        if self.path.len() + 1 >= MAX_PATH || self.path.find(self.board.key()).is_some() {
            return Ok(None);
        }
        if let Some((numbers, _)) = self.solver.table.probe(key, |_| None)
            && numbers.is_known()
        {
            return Ok(numbers.is_won().then_some(numbers.disproof));
        }
        let proof = self.solver.table.probe(model.key() ^ self.salt, |_| None);
        let mv = match proof {
            Some((numbers, Some(mv))) if numbers.is_won() && self.board.is_legal_move(mv) => mv,
            _ => return Ok(None),
        };
        let before = self.meter.nodes;
        self.path.push(&self.board, Some(last_move));
        let (undo, back) = (self.board.make(mv), model.make(mv));
        let plies = self.follow_replies(mv, model)?;
        model.undo(back);
        self.board.undo(undo);
        self.path.pop();
        let Some(plies) = plies else { return Ok(None) };
        let numbers = ProofNumbers::won(plies + 1);
        let nodes = self.meter.nodes - before;
        self.solver.table.store(key, numbers, 0, Some(mv), nodes);
        Ok(Some(plies + 1))
    }

    /// The same with the defender to move: the proof must apply after every reply.
    fn follow_replies(
        &mut self,
        last_move: Move,
        model: &mut Board,
    ) -> Result<Option<u32>, Stopped> {
        if self.path.find(self.board.key()).is_some() {
            return Ok(None);
        }
        self.path.push(&self.board, Some(last_move));
        let mut longest = Some(0);
        for reply in self.board.legal_moves() {
            let undo = self.board.make(reply);
            let mut plies = None;
            if mate_in_one(&mut self.board).is_some() {
                plies = Some(1);
            } else if model.is_legal_move(reply) {
                let back = model.make(reply);
                plies = self.follow(reply, model)?;
                model.undo(back);
            }
            self.board.undo(undo);
            longest = longest.zip(plies).map(|(most, plies)| most.max(plies + 1));
            if longest.is_none() {
                break;
            }
        }
        self.path.pop();
        Ok(longest)
    }
}
