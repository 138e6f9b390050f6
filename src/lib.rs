//! Chuhe (楚河): a xiangqi engine that is meant to be read.

pub mod board;
pub mod cli;
pub mod eval;
pub mod protocol;
pub mod rules;
pub mod search;
