//! Layer 2: a score for a position.
//!
//! [`Evaluator`] is what scores: hand-crafted terms or a network. [`Evaluation`] follows a search with it, move by move.
//!
//! | file | idea |
//! |---|---|
//! | `evaluator`, `evaluation` | what scores positions; its state along a line of moves |
//! | `score` | the unit of scores and their range |
//! | [`network`] | a trained network (NNUE), which scores alone or is added to the terms |
//! | `hand_crafted` | the hand-crafted evaluation (HCE): the terms summed, mixed by phase and scaled |
//! | `tapered` | a middlegame and an endgame value in one word |
//! | `weight`, [`values`], [`weights`] | what a weight is; all numbers, written down by name; the flat table of them |
//! | [`tables`] | what a square is worth to a piece |
//! | `accumulator` | material and tables, kept from move to move |
//! | `attacks` | what both sides attack, computed once |
//! | `term`, `terms` | the names of the terms; the list of them, and their sum |
//! | `mobility`, `pawns`, `threats`, `guards`, `lines`, `danger` | a term each |
//! | [`endgame`] | whether the side ahead has the force to win |
//! | `fingerprint` | a number that identifies the terms of a program |
//! | [`mod@explain`] | an evaluation as a table of terms, for a person |
//! | [`mod@trace`] | an evaluation as counts of weights, for a tuner |
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::eval::Evaluator;
//! let score = Evaluator::default().evaluate(&Board::startpos());
//! assert!(score > 0 && score < 80); // level, but for the move
//! ```

pub(crate) mod accumulator;
pub(crate) mod attacks;
pub(crate) mod danger;
pub mod endgame;
pub(crate) mod evaluation;
pub(crate) mod evaluator;
pub mod explain;
mod fingerprint;
pub(crate) mod guards;
pub(crate) mod hand_crafted;
pub(crate) mod lines;
pub(crate) mod mobility;
pub mod network;
pub(crate) mod pawns;
pub(crate) mod score;
pub mod tables;
pub(crate) mod tapered;
pub(crate) mod term;
pub(crate) mod terms;
pub(crate) mod threats;
pub mod trace;
pub mod values;
pub(crate) mod weight;
pub mod weights;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod term_tests;

pub use accumulator::{Accumulator, phase};
pub use evaluation::Evaluation;
pub use evaluator::Evaluator;
pub use explain::{Explanation, explain};
pub use fingerprint::fingerprint;
pub use hand_crafted::Knowledge;
pub use network::NetworkError;
pub use score::{MAX_SCORE, Score};
pub use tapered::{FULL_PHASE, Tapered};
pub use term::Term;
pub use trace::{Trace, trace};
