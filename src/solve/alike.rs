//! What answers one reply may answer another.
//!
//! Where the defender has thirty replies and a threat hangs over all of them, most are answered by the same moves. So
//! when one reply is proved lost, its proof is walked along after each of the others: the same answers, as long as
//! they are legal and the defender has no reply that the proof does not know. That costs a few nodes where a search
//! of its own costs thousands (simulation, Kawano 1996). Only proofs that hold on every line are followed.

use super::budget::Stopped;
use super::dfpn::{Child, LONGEST_LINE, Walk};
use super::last_move::mate_in_one;
use super::numbers::Numbers;
use crate::board::{Board, Move};

impl Walk<'_, '_> {
    /// Tries the proof of one reply on all others that are open yet.
    pub(super) fn answer_alike(
        &mut self,
        children: &mut [Child],
        proved: usize,
    ) -> Result<(), Stopped> {
        let mut model = self.board.clone();
        let _ = model.make(children[proved].mv);
        for child in children.iter_mut() {
            if child.numbers.is_won() || child.numbers.is_lost() {
                continue;
            }
            let undo = self.board.make(child.mv);
            let plies = self.follow(child.mv, &mut model);
            self.board.undo(undo);
            if let Some(plies) = plies? {
                child.numbers = Numbers::won(plies);
            }
        }
        Ok(())
    }

    /// Whether what is proved of the model mates here, too, the attacker being to move; and in how many plies.
    fn follow(&mut self, led_here: Move, model: &mut Board) -> Result<Option<u32>, Stopped> {
        self.meter.count()?;
        let key = self.board.key() ^ self.salt;
        if self.line.len() + 1 >= LONGEST_LINE || self.line.find(self.board.key()).is_some() {
            return Ok(None);
        }
        if let Some((numbers, _)) = self.known.table.probe(key, |_| None) {
            if numbers.is_won() {
                return Ok(Some(numbers.disproof));
            }
            if numbers.is_lost() {
                return Ok(None);
            }
        }
        let proof = self.known.table.probe(model.key() ^ self.salt, |_| None);
        let mv = match proof {
            Some((numbers, Some(mv))) if numbers.is_won() && self.board.is_legal_move(mv) => mv,
            _ => return Ok(None),
        };
        let before = self.meter.nodes();
        self.line.push(self.board, Some(led_here));
        let (undo, back) = (self.board.make(mv), model.make(mv));
        let plies = self.follow_replies(mv, model);
        model.undo(back);
        self.board.undo(undo);
        self.line.pop();
        let Some(plies) = plies? else { return Ok(None) };
        let numbers = Numbers::won(plies + 1);
        let nodes = self.meter.nodes() - before;
        self.known.table.store(key, numbers, 0, Some(mv), nodes);
        Ok(Some(plies + 1))
    }

    /// The same, the defender being to move: all replies have to be answered.
    fn follow_replies(
        &mut self,
        led_here: Move,
        model: &mut Board,
    ) -> Result<Option<u32>, Stopped> {
        if self.line.find(self.board.key()).is_some() {
            return Ok(None);
        }
        self.line.push(self.board, Some(led_here));
        let plies = self.follow_each_reply(model);
        self.line.pop();
        plies
    }

    fn follow_each_reply(&mut self, model: &mut Board) -> Result<Option<u32>, Stopped> {
        let mut longest = 0;
        for reply in self.board.legal_moves() {
            let undo = self.board.make(reply);
            let plies = if mate_in_one(self.board).is_some() {
                Ok(Some(1))
            } else if model.is_legal_move(reply) {
                let back = model.make(reply);
                let plies = self.follow(reply, model);
                model.undo(back);
                plies
            } else {
                Ok(None)
            };
            self.board.undo(undo);
            match plies? {
                Some(plies) => longest = longest.max(plies + 1),
                None => return Ok(None),
            }
        }
        Ok(Some(longest))
    }
}
