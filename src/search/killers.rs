//! Killer moves: quiet moves that cut in a sibling node.
//!
//! **Idea** (Akl & Newborn 1977). A move that refutes one of the opponent's moves refutes many of the others too. Each
//! ply remembers the last two quiet moves that failed high there, and [`super::ordering`] tries them right after the good captures.
//!
//! **Drawback.** The sibling may differ in just what the move depends on. Measured with the move order in `docs/search.md`.

use crate::board::Move;

/// The killers of a ply, the latest first.
pub type Killers = [Option<Move>; 2];

/// Adds a quiet move that failed high.
pub(super) fn add(killers: &mut Killers, mv: Move) {
    if killers[0] != Some(mv) {
        *killers = [Some(mv), killers[0]];
    }
}
