//! Killer moves: quiet moves that cut in a sibling node.
//!
//! **Idea** (Akl & Newborn 1977). A move that refutes one of the opponent's moves often refutes others too. Each ply stores the
//! last two quiet moves that failed high there, and [`super::ordering`] tries them right after the good captures.
//!
//! **Drawback.** The move may depend on the very thing in which the sibling differs. Measured with the move ordering in
//! `docs/measurements/techniques.md`.

use crate::board::Move;

/// The killer moves of a ply, the latest first.
pub type Killers = [Option<Move>; 2];

/// Adds a quiet move that failed high.
pub(super) fn add(killers: &mut Killers, mv: Move) {
    if killers[0] != Some(mv) {
        *killers = [Some(mv), killers[0]];
    }
}
