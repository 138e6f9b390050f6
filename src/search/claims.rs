//! The mates that a search has seen, position by position.
//!
//! A search leaves in its hash table what it thinks of the positions that it met, and of some that one side mates. None of
//! that is proved: the search prunes and reduces. But whoever is to prove a mate does well to look there first.

use std::sync::Arc;

use super::Bound;
use super::score::{Meaning, meaning};
use super::transposition::Table;

/// What a search thinks of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The side to move mates.
    Mates,
    /// The side to move is mated.
    IsMated,
}

/// A view of a search's hash table that tells mates only. It changes as the table does, and holds it.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::Game;
/// use chuhe::search::{Claim, Engine, Limits, Request, Settings};
///
/// let mut board = Board::from_fen("2b2a1R1/4a4/4ck2b/p1p3N2/9/2PNC1P2/P8/4B4/9/1r1AKA3 w - - 1 30")?;
/// let mut engine = Engine::new(Settings { hash_mib: 1, threads: 1, ..Settings::default() });
/// let claims = engine.claims();
/// assert_eq!(claims.of(board.key()), None);
/// let limits = Limits { depth: Some(8), ..Limits::default() };
/// let outcome = engine.search(Request::new(Game::new(board.clone()), limits), |_| ());
/// assert_eq!(claims.of(board.key()), Some(Claim::Mates));
/// let _ = board.make(outcome.best.expect("a move"));
/// assert_eq!(claims.of(board.key()), Some(Claim::IsMated));
/// # Ok::<(), chuhe::board::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Claims {
    table: Arc<Table>,
}

impl Claims {
    pub(super) fn new(table: Arc<Table>) -> Claims {
        Claims { table }
    }

    /// What the search thinks of the position with this key ([`Board::key`](crate::board::Board::key)), if it is a mate.
    #[inline]
    pub fn of(&self, key: u64) -> Option<Claim> {
        let entry = self.table.probe(key, 0).filter(|entry| entry.has_score())?;
        match meaning(entry.score) {
            Meaning::Mate(1..) if entry.bound != Bound::Upper => Some(Claim::Mates),
            Meaning::Mate(..=0) if entry.bound != Bound::Lower => Some(Claim::IsMated),
            _ => None,
        }
    }
}
