//! Repairs strategies that were extracted from path-dependent proofs.

mod parity_game;
mod positional;

pub(super) use positional::positional_strategy;
