//! UCI: the text, in the dialect that GUIs for xiangqi share (Cyclone): ranks from 0 to 9, and `fen ...` for
//! `position fen ...`.
//!
//! [`read`] makes a [`Command`](super::Command) of a line, [`text`] makes lines of a
//! [`Response`](super::Response). Neither knows what was said before; that is the machine's.

mod read;
mod write;

pub use read::read;
pub use write::text;
