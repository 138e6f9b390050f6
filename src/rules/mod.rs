//! Floor 2: a game and what its history means.
//!
//! | room | idea |
//! |---|---|
//! | [`game`] | the position, how it came about, and the moves played |
//! | [`repetition`] | what a repeated position is worth, and to whom |
//!
//! The full rule sets (chases, kills, offers) have their place in [`repetition`]: one function that
//! takes the history and returns the verdict. Today it knows the simple rule: perpetual check
//! loses, any other repetition is a draw.

pub mod game;
pub mod repetition;

pub use game::{Game, IllegalMove};
pub use repetition::{Past, Verdict};

/// Plies without a capture after which a game is drawn: 60 moves by each side (the natural limit).
pub const NATURAL_LIMIT: u16 = 120;
