//! The independent verifier for claimed mates, and the strategy graph whose cycles it judges.

mod strategy_graph;
mod verifier;

pub(super) use strategy_graph::{Reply, cycle_winner};
pub use verifier::{InvalidProof, InvalidProofKind, Verified, verify};
pub(super) use verifier::{PackedBoard, pack, verified_graph};
