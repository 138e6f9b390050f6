//! The search for the shortest mate: every move looked at, one length after the other.

mod facts;
mod reply_order;
mod search;

pub use search::{LONGEST, ShortestSearch};
