//! Chuhe (楚河): a xiangqi engine that is meant to be read.

pub mod board;
pub mod eval;
pub mod rules;
pub mod search;
