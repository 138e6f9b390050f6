//! Mates that a search has seen, read from its hash table. None is proved, since the search prunes and reduces, but a prover
//! does well to look there first.

use std::sync::Arc;

use super::Bound;
use super::score::{Meaning, meaning};
use super::transposition::Table;

/// A mate that a search has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateHint {
    /// The side to move mates.
    Mates,
    /// The side to move is mated.
    IsMated,
}

/// The mates in a search's hash table. It changes as the table does, and holds it.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::Game;
/// use chuhe::search::{Engine, Limits, MateHint, Request, Settings};
///
/// let mut board = Board::from_fen("2b2a1R1/4a4/4ck2b/p1p3N2/9/2PNC1P2/P8/4B4/9/1r1AKA3 w - - 1 30")?;
/// let mut engine = Engine::new(Settings { hash_mib: 1, threads: 1, ..Settings::default() });
/// let hints = engine.mate_hints();
/// assert_eq!(hints.of(board.key()), None);
/// let limits = Limits { depth: Some(8), ..Limits::default() };
/// let outcome = engine.search(Request::new(Game::new(board.clone()), limits), |_| ());
/// assert_eq!(hints.of(board.key()), Some(MateHint::Mates));
/// let _ = board.make(outcome.best.expect("a move"));
/// assert_eq!(hints.of(board.key()), Some(MateHint::IsMated));
/// # Ok::<(), chuhe::board::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MateHints(pub(super) Arc<Table>);

impl MateHints {
    /// The mate seen in the position with this key ([`Board::key`](crate::board::Board::key)).
    #[inline]
    pub fn of(&self, key: u64) -> Option<MateHint> {
        let entry = self.0.probe(key, 0).filter(|entry| entry.has_score())?;
        match meaning(entry.score) {
            Meaning::Mate(1..) if entry.bound != Bound::Upper => Some(MateHint::Mates),
            Meaning::Mate(..=0) if entry.bound != Bound::Lower => Some(MateHint::IsMated),
            _ => None,
        }
    }
}
