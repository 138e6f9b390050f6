//! The solver: mates proved, and compared with trying everything.

mod exhaustive;
mod find_puzzles;
mod solver;

#[path = "../common/mod.rs"]
mod common;
#[path = "../random_positions/mod.rs"]
mod random_positions;
