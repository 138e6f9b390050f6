//! Floor 4: what the evaluation's numbers are learnt from, and how.
//!
//! | room | idea |
//! |---|---|
//! | [`packed`] | a position, its score and its game's result in 32 bytes, and files of them |
//! | [`header`] | what such a file says of itself |
//! | [`selfplay`] | a game of the engine against itself, and the quiet positions in it |
//! | [`data`] | many such games at once, into a file that survives a kill |
//! | [`summary`] | what a file of positions holds |
//! | [`fit`] | which numbers would have told best how those games ended |
//! | [`network`] | the same for a network |
//! | [`spsa`] | which way to move many numbers of the search at once, from games alone |
//!
//! A tuning build (`--features tuning`) also has `duel`, which plays those games.

pub mod data;
#[cfg(feature = "tuning")]
pub mod duel;
pub mod fit;
pub mod header;
pub mod network;
pub mod packed;
pub mod selfplay;
pub mod spsa;
pub mod summary;
pub mod trace;
