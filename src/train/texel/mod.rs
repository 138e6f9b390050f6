//! Fitting: which numbers would have told best how the games ended.
//!
//! | file | contents |
//! |---|---|
//! | [`sample`] | a position as the model sees it |
//! | [`set`] | positions as the weights they are made of, close together in memory |
//! | [`load`] | from files of positions to such sets |
//! | [`params`] | the weights as numbers that can be moved by a little |
//! | [`model`] | a score from such numbers, and how it changes with each |
//! | [`sigmoid`] | from a score to the points a game gives |
//! | [`mod@train`] | epoch after epoch, until it gets no better |
//! | [`curve`] | the losses as CSV |
//! | [`source`] | the source file of the numbers |
//!
//! What is minimised is the mean of (expected points - target)^2 over all positions. The expected
//! points are a sigmoid of the score, the target is a mixture of the game's result and of what the
//! search said. The method is known among chess programmers as Texel's tuning (Peter Österlund,
//! 2014), here by gradients instead of trying one number after another.

pub mod curve;
pub mod load;
pub mod model;
pub mod params;
pub mod sample;
pub mod set;
pub mod sigmoid;
pub mod source;
pub mod train;

pub use load::Sets;
pub use params::Params;
pub use set::Set;
pub use train::{Epoch, Fitted, Plan, train};
