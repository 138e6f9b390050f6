//! Floor 4: what the evaluation's numbers are learnt from, and how.
//!
//! | room | idea |
//! |---|---|
//! | [`packed`] | a position, its score and its game's result in 32 bytes, and files of them |
//! | [`selfplay`] | a game of the engine against itself, and the quiet positions in it |
//! | [`data`] | many such games at once, into a file that survives a kill |
//! | [`summary`] | what a file of positions holds |
//! | [`fit`] | which numbers would have told best how those games ended |

pub mod data;
pub mod fit;
pub mod packed;
pub mod selfplay;
pub mod summary;
