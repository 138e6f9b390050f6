//! Texel tuning: fits the weights of the hand-crafted evaluation to game results.
//!
//! | file | contents |
//! |---|---|
//! | `set` | sets of positions, each as the weights in its score |
//! | `params` | the weights as floating-point parameters |
//! | `model` | the score of a position and its gradient |
//! | [`mod@train`] | the training loop |
//! | `source` | writes the source file of the weights |
//!
//! The fit minimises the mean of (expected points - target)^2 over all positions. The expected points are a logistic function
//! of the score. The target is a mixture of the result of the game and the search score. This is Texel's tuning method (Peter
//! Österlund, 2014), here by gradient descent instead of a local search.

pub(crate) mod model;
pub(crate) mod params;
pub(crate) mod set;
pub(crate) mod source;
pub(crate) mod train;

pub use params::WeightParams;
pub use set::{DataSplit, PositionSet};
pub use train::{FitResult, FitSettings, train};
