//! The mate solver: proofs of known mates, and comparison with brute force and retrograde analysis.

mod audit;
mod endings;
mod exhaustive;
mod patterns;
mod puzzles;
mod solver;

#[path = "../common/mod.rs"]
mod common;
#[path = "../random_positions/mod.rs"]
mod random_positions;
