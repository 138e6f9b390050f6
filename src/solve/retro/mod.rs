//! Retrograde analysis: small endgames worked out backwards.
//!
//! Proof-number search is lost in a rook against advisors and elephants: quiet moves, no threat for a long time, and the
//! same few positions again and again. But there are few of them. So where few pieces are left, all of their
//! placements are worked out: first those in which the defender has no move, then those from which the attacker
//! has a move there, then those from which all of the defender's moves lead to such a one, and so on, one layer for each
//! move of the attacker (Bellman 1965, Ströhlein 1970, Thompson 1986). The result is the distance of every placement, so the mate
//! is the shortest, and it is known whether its key is unique.
//!
//! **Work.** Placements are numbered without one piece, the runner, whose up to 90 squares are the bits of a word. A layer
//! costs a few shifts for each placement of the others. A rook against two advisors and two elephants has two times three million
//! positions and 21,000 placements.
//!
//! **Repetition.** A layer depends only on layers before it, so no strategy repeats a position. A defender who can
//! only check for ever loses by the rules; here that counts as not lost. So `None` means that there is no mate without
//! repetitions.

mod endgame;
mod moves;
mod space;
mod table;
mod words;

pub use endgame::{Endgame, Mate};
