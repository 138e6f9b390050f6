//! Training of the NNUE ([`crate::eval::network`]) from positions of self-play.
//!
//! | module | idea |
//! |---|---|
//! | `input` | positions as the features of the network, and their targets |
//! | [`params`] | the parameters and their gradient |
//! | `first_layer` | the first layer as the forward pass reads it |
//! | `model` | forward and backward pass |
//! | `optimizer` | steps of AdamW for the rows that a batch has touched |
//! | `train`(mod@train) | the training loop |
//! | [`quantise`](mod@quantise) | from floating-point numbers to integers, and back |
//! | [`checkpoint`] | the state of a training as a file |
//! | `job` | a training with its files |

pub mod checkpoint;
pub(crate) mod first_layer;
pub(crate) mod input;
pub(crate) mod job;
pub(crate) mod model;
pub(crate) mod optimizer;
pub mod params;
pub mod quantise;
pub(crate) mod train;

pub use quantise::quantise;
pub use train::{Trained, TrainingSettings, train};
