//! Checks of the library's readers, one for each input format, shared by the corpus test and the fuzz target (`fuzz/`).

mod files;
mod session;

use files::{book, cbl, cbr, fen, pgn, sqlite, txt, ubb, xqf};
use session::{ucci, uci};

/// Passes bytes to the library's reader of a format; panics if the reader or what it returns has a fault.
pub type ReaderCheck = fn(&[u8]);

/// The check of each reader, with the name of its folder of seeds.
pub const READER_CHECKS: [(&str, ReaderCheck); 11] = [
    ("fen", fen),
    ("ucci", ucci),
    ("uci", uci),
    ("pgn", pgn),
    ("xqf", xqf),
    ("cbr", cbr),
    ("cbl", cbl),
    ("ubb", ubb),
    ("txt", txt),
    ("book", book),
    ("sqlite", sqlite),
];
