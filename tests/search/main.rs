//! The search on the board: its techniques one by one, the mates it finds, its engine.

mod alpha_beta;
mod engine;
mod find_positions;
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
