//! A network that scores positions: wide and shallow, cheap to keep up to date.
//!
//! **Idea** (Nasu's NNUE 2018, for shogi). The first layer is a sum of rows of weights, one for each piece on its square.
//! A move changes two or three pieces, so the sum is mended, not made anew. What is behind that layer is small
//! enough to be computed at every node.
//!
//! ```text
//! mover's view:  rows of its features, summed -> HIDDEN numbers -> clipped to 0..1, squared \
//!                                                                                           -> one sum -> score
//! other's view:  rows of its features, summed -> HIDDEN numbers -> clipped to 0..1, squared /
//! ```
//!
//! Both views use the same rows ([`features`]); the last sum has weights of its own for each of eight stages of the
//! game, told by how many pieces are left.
//!
//! **What it is added to.** A network may score alone, or mend what the terms say ([`Base`]): then a position's score is the
//! sum of both, and the network has only to learn what the terms miss. That takes far fewer positions.
//!
//! **Numbers.** All are whole: rows in 1/255, so that a hidden number between 0 and 255 stands for 0 to 1, the weights of
//! the last sum in 1/64 and within 127, so that a weight times a hidden number fits into 16 bits. Every way to compute it
//! gives the same score to the last bit.
//!
//! | file | idea |
//! |---|---|
//! | [`nnue`] | the network itself, and the score of a position from nothing |
//! | [`shape`] | its layers, and the numbers in them |
//! | [`features`] | what is seen: pieces on squares from each side's point of view |
//! | [`stack`] | the hidden sums along a line of moves, mended as late as possible |
//! | [`file`](mod@file) | networks as files, with a checksum |
//! | [`mod@explain`] | what a network thinks of a position, and what each piece is worth to it |
//! | `embedded` | the network in the program |
//! | `vector` | the two inner loops, for machines with and without wide registers |

mod embedded;
pub mod explain;
pub mod features;
pub mod file;
pub mod nnue;
pub mod shape;
pub mod stack;
mod vector;

pub use embedded::embedded;
pub use explain::{Thought, explain};
pub use file::NetworkError;
pub use nnue::{Base, Network};
pub use shape::{HEADS, HIDDEN, Head, Hidden, ONE, OUTPUT_LIMIT, OUTPUT_ONE, stage};
pub use stack::Stack;
