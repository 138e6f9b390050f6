//! Xiangqi PGN: headers in brackets, then the moves.
//!
//! Moves may be in ICCS, Chinese or WXF, each by its looks. Comments stand in braces or after a
//! semicolon, variations in parentheses, and glyphs are `$1` or `!`. What follows a result up to the next
//! header is skipped: some collections advertise themselves there.

mod lexer;
mod read;
mod write;

pub use read::{Fault, PgnError, read};
pub use write::{comment, header, iccs, wrap, write, write_for};
