//! UCCI 3.0: the text.
//!
//! [`read`] makes a [`Command`](super::Command) of a line, [`text`] makes lines of a
//! [`Response`](super::Response). Neither knows what was said before; that is the machine's.

mod read;
mod write;

pub use read::read;
pub use write::text;
