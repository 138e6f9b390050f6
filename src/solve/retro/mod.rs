//! Retrograde analysis: solves small endgames backwards from mate.
//!
//! Proof-number search does not solve a rook against advisors and elephants, where all moves are quiet, no threat arises for a
//! long time and positions repeat. But such an endgame has few positions, so all of them are solved ([`crate::endgame`]). The
//! result is the distance to mate of every position, so the mate is the shortest, and it is known whether its key is unique.
//!
//! **Repetitions.** A layer depends only on earlier layers, so no strategy repeats a position. A defender who can only give
//! perpetual check loses by the rules, but counts as not lost here. So a result without a mate means that there is no mate
//! without repetitions.

mod endgame;
mod mating_strategy;

pub use endgame::Endgame;
pub use mating_strategy::Mate;
pub(super) use mating_strategy::{KnownMates, shortest_mate};
