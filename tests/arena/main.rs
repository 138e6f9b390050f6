//! Tests of the arena with real engine processes, correct and faulty.

mod cecp;
mod engines;
mod fakes;
mod games;
mod openings;
mod program;
mod tournaments;

#[path = "../common/process.rs"]
mod process;
