//! Tests of the search on real positions: each technique, mates, rules, and the engine.

mod alpha_beta;
mod engine;
mod levels;
mod mate_claims;
mod mates;
mod null_move;
mod quiescence;
mod reductions;
mod reference;
mod rule_scores;
mod see;
mod technique_match;

#[path = "../common/mod.rs"]
mod common;
#[path = "../random_positions/mod.rs"]
mod random_positions;
