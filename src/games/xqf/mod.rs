//! XQF, the format of XQStudio.
//!
//! A file begins with 1,024 bytes of header: the version, keys, the squares of the 32 pieces, names and
//! dates as counted strings in GBK. Then follow the moves, depth first, each a record of four bytes
//! (from, to, flags, nothing) with a comment behind it where the flags say so; the first record
//! is the start of the game. From version 11 on squares, records and the lengths of comments are
//! scrambled with keys that the header tells, and from version 12 on the list of pieces is turned round as well. So the
//! source of XQStudio itself has it, which its author has published; version 18 is the newest. Some readers take the versions up
//! to 15 for plain: XQStudio never wrote such files. cchess, which follows XQStudio, agrees on files of every sort
//! (tests/clients/games.py).

mod keys;
mod layout;
mod read;
mod write;

pub use keys::Keys;
pub use read::{XqfError, read};
pub use write::{WriteError, write};
