//! What is done with the bytes that a reader is given, whoever gives them: the seeds of this folder, changed seeds,
//! or a fuzzer (`fuzz/`). Each function panics where a reader would have a fault, and only there.

mod files;
mod session;

pub use files::{book, fen, pgn, xqf};
pub use session::{ucci, uci};

/// Looks into what the bytes of one format say; panics where that shows a fault.
pub type Reader = fn(&[u8]);

/// Every reader, by the name of the folder of its seeds.
pub const READERS: [(&str, Reader); 6] = [
    ("fen", fen),
    ("ucci", ucci),
    ("uci", uci),
    ("pgn", pgn),
    ("xqf", xqf),
    ("book", book),
];
