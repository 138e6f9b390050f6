//! The search for the shortest mate: brute force over all moves, by increasing length.

mod facts;
mod reply_order;
mod search;

pub use search::{LONGEST_MATE, ShortestSearch};
