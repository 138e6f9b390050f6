//! Tests of the library: books, game files, notations, perft, random cycles for judges, and licences of dependencies.

mod book;
mod ccbridge_files;
mod game_formats;
mod games;
mod licences;
mod notation;
mod perft;
mod random_cycles;

#[path = "../common/mod.rs"]
mod common;
#[path = "../random_positions/mod.rs"]
mod random_positions;
