//! Mates found by the alpha-beta search, and their proof by df-pn.

mod claimed_strategy;
mod guided_proof;
mod search_scout;

pub(super) use claimed_strategy::claimed_strategy;
pub(super) use guided_proof::GuidedProof;
pub(super) use search_scout::{ClaimedMate, SearchScout};
