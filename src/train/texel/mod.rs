//! Texel tuning: the weights of the hand-crafted evaluation fitted to game results.
//!
//! | file | contents |
//! |---|---|
//! | `set` | positions as the weights that they are made of |
//! | `params` | the weights as floating-point parameters |
//! | `model` | the score of a position by such parameters, and its gradient |
//! | [`mod@train`] | the training loop |
//! | `source` | the source file of the weights |
//!
//! The fit minimises the mean of (expected points - target)^2 over all positions. The expected points are a logistic function of
//! the score, the target is a mixture of the game's result and of the search score. The method is known among chess
//! programmers as Texel's tuning (Peter Österlund, 2014), here by gradients instead of trying one weight after another.

pub(crate) mod model;
pub(crate) mod params;
pub(crate) mod set;
pub(crate) mod source;
pub(crate) mod train;

pub use params::Params;
pub use set::{Set, Sets};
pub use train::{FitSettings, Fitted, train};
