//! NNUE: an efficiently updatable neural network that scores positions.
//!
//! **Idea** (Nasu 2018, for shogi). The first layer is a sum of rows of weights, one row for each piece on its square. A move
//! changes two or three of them, so the sum is updated instead of computed again. The output layer is small enough to be
//! computed at every node.
//!
//! ```text
//! mover's perspective:  rows of its features, summed -> HIDDEN numbers -> clipped to 0..1, multiplied in pairs \
//!                                                                                           -> 16 -> 32 -> score
//! other's perspective:  rows of its features, summed -> HIDDEN numbers -> clipped to 0..1, multiplied in pairs /
//! ```
//!
//! A *perspective* is the position as one side sees it. Both perspectives use the same rows (`features`). The layers
//! behind the products have eight *heads* (output buckets), each with its own weights; the number of pieces left selects one.
//! Their neurons are clipped to 0..1 and squared.
//!
//! **Quantisation.** All numbers are integers. Rows are in 1/1020, so that 0 to 1020 in the hidden layer means 0 to 1. The weights
//! of the heads are in 1/1024 and below 3 either way, so that all sums fit into 32 bits. Every implementation returns exactly the
//! same score.
//!
//! | file | contents |
//! |---|---|
//! | `nnue` | the network's weights, and the score of a single position |
//! | `shape` | the sizes of the layers and the units of their numbers |
//! | `features` | the inputs: pieces on squares from each side's perspective |
//! | `stack` | the hidden layers along a line of moves, updated lazily |
//! | `file` | networks as files, and the embedded one |
//! | `vector` | the two inner loops, with and without SIMD |

pub(crate) mod features;
mod file;
mod nnue;
pub(crate) mod shape;
mod stack;
mod vector;

#[cfg(all(target_family = "wasm", feature = "wasm"))]
pub(crate) use file::set_embedded;
pub use file::{NetworkError, embedded};
pub use nnue::Network;
pub(crate) use stack::HiddenStack;
