//! The arena with real processes: engines that play, and engines that do not.

mod cecp;
mod engines;
mod fakes;
mod games;
mod openings;
mod program;
mod tournaments;
