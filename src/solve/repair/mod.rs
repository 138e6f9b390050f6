//! Turns strategies that were extracted from path-dependent proofs into positional ones.

mod parity_game;
mod positional;

pub(super) use positional::{positional_strategy, strategy_among};
