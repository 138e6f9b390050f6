//! Static evaluation, the score of a position without search. Layer 2 of `docs/architecture.md`.
//!
//! [`Evaluator`] scores a position by material, by piece-square tables, or by a network. [`Evaluation`] does the same along the
//! moves of a search and updates its state at each move.
//!
//! | file | idea |
//! |---|---|
//! | `evaluator`, `evaluation` | the evaluator of a single position; the evaluation updated from move to move |
//! | `score` | the unit of scores and their range |
//! | [`tables`] | material and piece-square tables |
//! | [`network`] | a trained network (NNUE) |
//! | `explain` | what each piece is worth where it stands |
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::eval::Evaluator;
//! let score = Evaluator::default().evaluate(&Board::startpos());
//! assert!(score > 0 && score < 80); // equal material, and the right to move
//! ```

mod evaluation;
mod evaluator;
mod explain;
pub mod network;
pub(crate) mod score;
pub mod tables;

pub use evaluation::Evaluation;
pub use evaluator::Evaluator;
pub use explain::{Explanation, PieceWorth};
pub use network::NetworkError;
pub use score::{MAX_EVAL, Score};
