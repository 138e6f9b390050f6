//! Tests of the library: books, game files, notations, perft, random cycles for judges, and licences of dependencies.

mod book;
mod ccbridge_files;
mod game_formats;
mod games;
mod licences;
mod notation;
mod perft;
mod random_cycles;

#[path = "../random_positions/mod.rs"]
mod random_positions;

/// Returns the number in an environment variable, or the default.
fn number_from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}
