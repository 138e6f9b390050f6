//! How hard a position seems that nobody has looked at.
//!
//! **Idea.** Proof numbers go first where the first guesses are small. A check leaves few replies, and each reply is work;
//! so a position with the defender to move is guessed at as hard to prove as the defender has replies. That leads to mates
//! by force. To mates by quiet moves it is blind; there the playing search sees further, and what it has seen stands
//! in its hash table ([`Claims`]). Led by it, a position that it holds for mate is guessed at as nearly proved, and every
//! other as [`UNCLAIMED`] times as hard: so the proof goes along the mates that were seen, and where the search was wrong or
//! saw nothing it goes on by itself.
//!
//! **When.** Only once the search has seen a mate of the whole puzzle. Before that its claims lead astray: of 114 hard
//! puzzles 62 to 66 are proved with them and 79 without (`docs/measurements/solve.md`).
//!
//! Numbers that were got by guesses of one kind say nothing to another, so each leader has its own; what is proved or
//! disproved holds for all, and all have it.

use super::dfpn::Walk;
use super::forcing::Forcing;
use super::numbers::Numbers;
use crate::board::Move;
use crate::search::{Claim, Claims};

/// What a quiet move costs at first beside a check with so many replies.
const QUIET: u32 = 4;
/// How many times as hard a position seems of which a leader says nothing.
const UNCLAIMED: u32 = 8;

/// Somebody who has seen mates, and is followed over all moves.
#[derive(Clone, Debug)]
pub(super) struct Leader {
    claims: Claims,
    /// Tells apart what was found by following this one.
    pub salt: u64,
}

impl Leader {
    /// The leader that is followed after `last`.
    pub fn after(last: u64, claims: Claims) -> Leader {
        Leader {
            claims,
            salt: last.wrapping_add(0xd1b5_4a32_d192_ed03),
        }
    }
}

impl Walk<'_, '_> {
    /// After a move of the attacker, which gives check or not: `replies` of the defender, one at least. The board is before the move.
    pub(super) fn guess_reply(&mut self, mv: Move, gives_check: bool, replies: u32) -> Numbers {
        let key = self.board.key_after(mv);
        match &self.leader {
            Some(leader) if leader.claims.of(key) == Some(Claim::IsMated) => Numbers::new(1, 1),
            Some(_) => Numbers::new(UNCLAIMED * replies, 1),
            None if self.forcing == Forcing::All => self.keep(key, Numbers::new(replies, 1)),
            None if gives_check => Numbers::new(replies, 1),
            None => Numbers::new(QUIET, 1),
        }
    }

    /// After a move of the defender, where the attacker has so many moves (told over all moves only). The board is after the
    /// move.
    pub(super) fn guess_attack(&mut self, moves: u32) -> Numbers {
        let key = self.board.key();
        match &self.leader {
            Some(leader) if leader.claims.of(key) == Some(Claim::Mates) => Numbers::new(1, moves),
            Some(_) => Numbers::new(UNCLAIMED, moves),
            None if self.forcing == Forcing::All => self.keep(key, Numbers::new(1, moves)),
            None => Numbers::new(1, moves),
        }
    }

    /// Over all moves most positions are only guessed at, at every visit of the one before; so the guess is kept while
    /// there is room.
    fn keep(&mut self, key: u64, numbers: Numbers) -> Numbers {
        self.known.table.guess(key ^ self.salt, numbers);
        numbers
    }
}
