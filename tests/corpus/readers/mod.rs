//! Checks of the library's readers, one for each input format, shared by the corpus test and the fuzz target (`fuzz/`).

mod files;
mod session;

use files::{book, cbl, cbr, fen, pgn, sqlite, txt, ubb, xqf};
use session::{ucci, uci};

/// Passes bytes to the library's reader of a format; panics if the reader or what it returns has a fault.
pub type ReaderCheck = fn(&[u8]);

/// Returns the check of a reader by the name of its folder of seeds; panics if there is no such reader.
pub fn reader_check(name: &str) -> ReaderCheck {
    match name {
        "fen" => fen,
        "ucci" => ucci,
        "uci" => uci,
        "pgn" => pgn,
        "xqf" => xqf,
        "cbr" => cbr,
        "cbl" => cbl,
        "ubb" => ubb,
        "txt" => txt,
        "book" => book,
        "sqlite" => sqlite,
        _ => panic!("no reader is called {name}"),
    }
}
