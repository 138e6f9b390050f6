//! Retrograde analysis: solves small endgames backwards from mate.
//!
//! Proof-number search does not solve a rook against advisors and elephants, where all moves are quiet, no threat arises for a
//! long time and positions repeat. But such an endgame has few positions, so all of them are solved: first those in which the
//! defender has no move, then those from which the attacker has a move to one of these, then those from which all moves of the
//! defender lead to one of those, and so on, one layer for each move of the attacker (Bellman 1965, Ströhlein 1970,
//! Thompson 1986). The result is the distance to mate of every position, so the mate is the shortest, and it is known whether
//! its key is unique.
//!
//! **Cost.** Placements are numbered without one piece, the bitboard piece, whose up to 90 squares are the bits of a bitboard.
//! A layer costs a few shifts for each placement of the others. A rook against two advisors and two elephants has about six
//! million positions (three million for each side to move), but only 21,000 placements, with mirror images counted once.
//!
//! **Repetitions.** A layer depends only on earlier layers, so no strategy repeats a position. A defender who can only give
//! perpetual check loses by the rules, but counts as not lost here. So a result without a mate means that there is no mate
//! without repetitions.

mod bitboard;
mod endgame;
mod moves;
mod placement_index;
mod table;

pub(super) use endgame::SolvedEndgame;
pub use endgame::{Endgame, Mate};
