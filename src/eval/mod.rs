//! Static evaluation, the score of a position without search. Layer 2 of `docs/architecture.md`.
//!
//! [`Evaluator`] scores a position by the hand-crafted evaluation, by a network, or by their sum. [`Evaluation`] does the same
//! along the moves of a search and updates its state at each move.
//!
//! | file | idea |
//! |---|---|
//! | `evaluator`, `evaluation` | the evaluator of a single position; the evaluation updated from move to move |
//! | `score` | the unit of scores and their range |
//! | [`network`] | a trained network (NNUE), which scores alone or is added to the hand-crafted evaluation |
//! | `hand_crafted` | the hand-crafted evaluation (HCE): the terms summed, mixed by phase and scaled |
//! | `tapered` | a middlegame and an endgame value in one word |
//! | `weight` | weights, the indices of values, and families of weights |
//! | [`values`] | the values of all weights, by family |
//! | [`weights`] | the flat table of all values, and the names of the weights |
//! | [`tables`] | piece-square tables |
//! | `accumulator` | material, tables and phase, updated from move to move |
//! | `reach`, `attacks` | the squares that a piece attacks; those that both sides attack, computed once for all terms |
//! | `term`, `terms` | the names of the terms; the calls of all terms, and their sum |
//! | `mobility`, `pawns`, `threats` | a term each |
//! | `guards`, `lines`, `danger` | a term each: missing advisors and elephants; pins, batteries and hollow cannons; king safety |
//! | [`endgame`] | endgame scaling: whether the side ahead has enough force to win |
//! | `fingerprint` | a checksum that identifies the hand-crafted evaluation |
//! | [`mod@explain`] | an evaluation as a table of terms, to be read |
//! | [`mod@trace`] | an evaluation as counts of weights, for tuning |
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::eval::Evaluator;
//! let score = Evaluator::default().evaluate(&Board::startpos());
//! assert!(score > 0 && score < 80); // equal material, and the right to move
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
pub(crate) mod reach;
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

pub use accumulator::{Accumulator, phase};
pub use evaluation::Evaluation;
pub use evaluator::Evaluator;
pub use explain::{Explanation, explain};
pub use fingerprint::fingerprint;
pub use hand_crafted::Knowledge;
pub use network::NetworkError;
pub use score::{MAX_EVAL, Score};
pub use tapered::{FULL_PHASE, Tapered};
pub use term::Term;
pub use trace::{Trace, trace};
