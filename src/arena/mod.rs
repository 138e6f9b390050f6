//! Floor 4: matches between engines, and what their results mean.
//!
//! | room | idea |
//! |---|---|
//! | [`stats`] | games counted in pairs: score, Elo with its error, likelihood of superiority |
//! | [`sprt`] | when enough games have been played to decide |

pub mod sprt;
pub mod stats;

pub use sprt::{Decision, Sprt};
pub use stats::{Estimate, Tally};
