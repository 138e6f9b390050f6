//! Training a network ([`crate::eval::network`]) from positions of self-play.
//!
//! | room | idea |
//! |---|---|
//! | [`input`] | a packed position as the rows that it switches on |
//! | [`first_layer`] | the first layer as it is used, slice by slice |
//! | [`model`] | the network in fractions: forwards to a score, backwards to slopes |
//! | [`optimizer`] | steps down the slopes (Adam), for the rows that a batch has touched |
//! | [`train`](mod@train) | epoch after epoch, by several threads, with checkpoints |
//! | [`checkpoint`] | a training as a file |
//! | [`positions`] | the positions of a training, and what the terms say of each |
//! | [`quantise`](mod@quantise) | from fractions to whole numbers |
//! | [`start`] | from the numbers of a training before |

pub mod checkpoint;
pub mod curve;
pub mod first_layer;
pub mod input;
pub mod job;
pub mod model;
pub mod optimizer;
pub mod params;
pub mod positions;
pub mod quantise;
pub mod settings;
pub mod start;
pub mod state;
pub mod train;

pub use quantise::quantise;
pub use settings::TrainingSettings;
pub use train::{Trained, train};
