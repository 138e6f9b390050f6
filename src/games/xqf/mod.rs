//! XQF, the format of XQStudio.
//!
//! A file begins with 1,024 bytes of header: version, keys, squares of the 32 pieces, and names and dates as counted
//! strings in GBK. Then follow the moves, depth first, each a record of four bytes (from, to, flags, nothing) with a comment
//! behind it where the flags say so; the first record is the start of the game. From version 11 on squares, records and
//! the lengths of comments are scrambled with keys from the header, and from version 12 on the list of pieces is rotated.
//! Version 18 is the newest. Source: the published source of XQStudio. Some readers take the versions up to 15 as plain, but
//! XQStudio never wrote such files; cchess, which follows XQStudio, agrees on files of every sort (tests/clients/games.py).

mod layout;
mod read;
mod write;

pub use read::{XqfError, read};
pub use write::write;
