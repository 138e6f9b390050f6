//! NNUE: a network that scores positions, wide and shallow, cheap to update.
//!
//! **Idea** (Nasu's NNUE 2018, for shogi). The first layer is a sum of rows of weights, one for each piece on its square.
//! A move changes two or three pieces, so the sum is updated instead of computed afresh. The layer behind it is small
//! enough to be computed at every node.
//!
//! ```text
//! mover's view:  rows of its features, summed -> HIDDEN numbers -> clipped to 0..1, squared \
//!                                                                                           -> one sum -> score
//! other's view:  rows of its features, summed -> HIDDEN numbers -> clipped to 0..1, squared /
//! ```
//!
//! Both views use the same rows (`features`); the output layer has weights of its own for each of eight stages of the
//! game, by the number of pieces left.
//!
//! **Base.** A network may score alone, or correct the hand-crafted evaluation ([`Base`]): then a position's score is the
//! sum of both. That takes far fewer positions to train.
//!
//! **Numbers.** All are integers: rows in 1/255, so that a hidden number between 0 and 255 means 0 to 1, the output weights
//! in 1/64 and within 127, so that a weight times a hidden number fits into 16 bits. Every implementation
//! gives the same score to the last bit.
//!
//! | file | idea |
//! |---|---|
//! | `nnue` | the network itself, and the score of a position from its board |
//! | `shape` | its layers and their numbers |
//! | `features` | the inputs: pieces on squares from each side's view |
//! | `stack` | the hidden sums along a line of moves, updated as late as possible |
//! | `file`(mod@file) | networks as files, and the embedded one |
//! | [`mod@explain`] | the worth of each piece to the network |
//! | `vector` | the two inner loops, with and without SIMD |

pub mod explain;
pub(crate) mod features;
pub(crate) mod file;
pub(crate) mod nnue;
pub(crate) mod shape;
pub(crate) mod stack;
mod vector;

pub use explain::{Thought, explain};
pub use file::{NetworkError, embedded};
pub use nnue::{Base, Network};
pub use shape::{HEADS, HIDDEN, Head, Hidden, ONE, OUTPUT_LIMIT, OUTPUT_ONE, stage};
pub use stack::Stack;
