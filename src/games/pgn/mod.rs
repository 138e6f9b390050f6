//! Xiangqi PGN: headers in brackets, then the moves.
//!
//! Moves may be in ICCS, Chinese or WXF. Comments stand in braces or after a semicolon, variations in parentheses, and glyphs are
//! `$1` or `!`. Text between a result and the next header is skipped: some collections put advertisements there.

mod lexer;
mod read;
mod write;

pub use lexer::Place;
pub use read::{Fault, PgnError, read};
pub use write::{comment, header, iccs, wrap, write, write_for};
