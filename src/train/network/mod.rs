//! Training of the NNUE ([`crate::eval::network`]) from positions of self-play.
//!
//! | module | idea |
//! |---|---|
//! | `input` | packed positions converted to network inputs |
//! | [`params`] | the parameters and their gradient |
//! | `first_layer` | the first layer in the memory layout of the forward pass |
//! | `head` | forward and backward pass of the layers behind the products |
//! | `model` | forward and backward pass |
//! | `optimizer` | steps of AdamW for the active rows of a batch |
//! | `settings`, `train` | the training loop and its settings |
//! | [`quantise`](mod@quantise) | quantisation of the parameters to integers |
//! | [`checkpoint`] | the state of a training as a file |
//! | `stream` | the positions of files in random order, window by window |
//! | `job` | a training with its files |

pub mod checkpoint;
pub(crate) mod first_layer;
pub(crate) mod head;
pub(crate) mod input;
pub(crate) mod job;
pub(crate) mod model;
pub(crate) mod optimizer;
pub mod params;
pub mod quantise;
pub(crate) mod settings;
pub(crate) mod stream;
pub(crate) mod train;

pub use quantise::quantise;
pub(crate) use settings::TrainingSettings;
pub(crate) use train::{TrainingResult, train};
