//! Simulation: the proof of one reply tried on the others.
//!
//! Where a threat hangs over thirty replies, the same moves answer most of them. So when one reply is proved to lose, its proof
//! is played after each of the others: the same answers, as long as they are legal and the defender has no reply that the
//! proof does not cover. That costs a few nodes where a search costs thousands (Kawano 1996). Only proofs that hold on every
//! path are followed.

use super::node::Numbers;
use super::search::{DfpnSearch, LONGEST_LINE};
use crate::board::{Board, Move};
use crate::solve::budget::Stopped;
use crate::solve::last_move::mate_in_one;

impl DfpnSearch<'_, '_> {
    /// Tries the proof of the child at `proved` on all open children from `first` on.
    pub(super) fn simulate(&mut self, first: usize, proved: usize) -> Result<(), Stopped> {
        let mut model = self.board.clone();
        let _ = model.make(self.proofs.children[proved].mv);
        for index in first..self.proofs.children.len() {
            let child = self.proofs.children[index];
            if child.numbers.is_known() {
                continue;
            }
            let undo = self.board.make(child.mv);
            let plies = self.follow(child.mv, &mut model)?;
            self.board.undo(undo);
            if let Some(plies) = plies {
                self.proofs.children[index].numbers = Numbers::won(plies);
            }
        }
        Ok(())
    }

    /// The plies of the mate here, the attacker to move, by the proof of the model; `None` where that does not apply.
    fn follow(&mut self, led_here: Move, model: &mut Board) -> Result<Option<u32>, Stopped> {
        self.meter.count()?;
        let key = self.board.key() ^ self.salt;
        if self.path.len() + 1 >= LONGEST_LINE || self.path.find(self.board.key()).is_some() {
            return Ok(None);
        }
        if let Some((numbers, _)) = self.proofs.table.probe(key, |_| None)
            && numbers.is_known()
        {
            return Ok(numbers.is_won().then_some(numbers.disproof));
        }
        let proof = self.proofs.table.probe(model.key() ^ self.salt, |_| None);
        let mv = match proof {
            Some((numbers, Some(mv))) if numbers.is_won() && self.board.is_legal_move(mv) => mv,
            _ => return Ok(None),
        };
        let before = self.meter.nodes;
        self.path.push(&self.board, Some(led_here));
        let (undo, back) = (self.board.make(mv), model.make(mv));
        let plies = self.follow_replies(mv, model)?;
        model.undo(back);
        self.board.undo(undo);
        self.path.pop();
        let Some(plies) = plies else { return Ok(None) };
        let numbers = Numbers::won(plies + 1);
        let nodes = self.meter.nodes - before;
        self.proofs.table.store(key, numbers, 0, Some(mv), nodes);
        Ok(Some(plies + 1))
    }

    /// The same with the defender to move: every reply must be answered.
    fn follow_replies(
        &mut self,
        led_here: Move,
        model: &mut Board,
    ) -> Result<Option<u32>, Stopped> {
        if self.path.find(self.board.key()).is_some() {
            return Ok(None);
        }
        self.path.push(&self.board, Some(led_here));
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
