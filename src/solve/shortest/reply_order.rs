//! Move ordering for the defender: killers and history of replies that refuted.

use crate::board::Move;

/// Levels of the tree with killers of their own, by the moves left to the attacker.
const LEVELS: usize = 64;

/// Replies that refuted: the last two of each level of the tree, and how often each did.
#[derive(Debug)]
pub(super) struct ReplyOrder {
    killers: [[Option<Move>; 2]; LEVELS],
    counts: Vec<u32>,
}

impl ReplyOrder {
    pub fn new() -> ReplyOrder {
        ReplyOrder {
            killers: [[None; 2]; LEVELS],
            counts: vec![0; 1 << 14],
        }
    }

    /// The replies that refuted last where the attacker had so many moves left.
    pub fn killers(&self, moves: u32) -> [Option<Move>; 2] {
        self.killers[moves as usize % LEVELS]
    }

    /// How often a reply refuted.
    pub fn history(&self, reply: Move) -> u32 {
        self.counts[reply.bits() as usize]
    }

    /// Records that a reply refuted.
    pub fn refuted(&mut self, moves: u32, reply: Move) {
        let killers = &mut self.killers[moves as usize % LEVELS];
        if killers[0] != Some(reply) {
            *killers = [Some(reply), killers[0]];
        }
        let count = &mut self.counts[reply.bits() as usize];
        *count = count.saturating_add(moves * moves);
    }
}
