//! Readers under test: one function for each input format, shared by the corpus test and the fuzz targets (`fuzz/`).
//! Each panics if and only if it finds a fault in the library.

mod files;
mod session;

pub use files::{book, fen, pgn, xqf};
pub use session::{ucci, uci};

/// Reads the bytes of one format; panics if it finds a fault in the library.
pub type Reader = fn(&[u8]);

/// Every reader with the name of its folder of seeds.
pub const READERS: [(&str, Reader); 6] = [
    ("fen", fen),
    ("ucci", ucci),
    ("uci", uci),
    ("pgn", pgn),
    ("xqf", xqf),
    ("book", book),
];
