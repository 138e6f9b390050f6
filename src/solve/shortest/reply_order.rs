//! Move ordering for the defender: killer moves and history of the replies that refuted a mate.

use crate::board::Move;

/// The number of pairs of killers, one pair for each number of moves left to the attacker.
const LEVELS: usize = 64;

/// The killers and the history of replies.
#[derive(Debug)]
pub(super) struct ReplyOrder {
    killers: [[Option<Move>; 2]; LEVELS],
    history: Vec<u32>,
}

impl ReplyOrder {
    pub fn new() -> ReplyOrder {
        ReplyOrder {
            killers: [[None; 2]; LEVELS],
            history: vec![0; 1 << 14],
        }
    }

    /// The last two replies that refuted when the attacker had `moves` moves left.
    pub fn killers(&self, moves: u32) -> [Option<Move>; 2] {
        self.killers[moves as usize % LEVELS]
    }

    /// How often a reply refuted, weighted by the square of the moves left.
    pub fn history(&self, reply: Move) -> u32 {
        self.history[reply.bits() as usize]
    }

    /// Records that a reply refuted when the attacker had `moves` moves left.
    pub fn refuted(&mut self, moves: u32, reply: Move) {
        let killers = &mut self.killers[moves as usize % LEVELS];
        if killers[0] != Some(reply) {
            *killers = [Some(reply), killers[0]];
        }
        let count = &mut self.history[reply.bits() as usize];
        *count = count.saturating_add(moves * moves);
    }
}
