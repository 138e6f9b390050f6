//! Books, game files, notations, move counts, cycles, and the licences of what is linked in.

mod book;
mod games;
mod licences;
mod notation;
mod perft;
mod random_cycles;

#[path = "../random_positions/mod.rs"]
mod random_positions;
