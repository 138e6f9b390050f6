//! XQF, the game file format of XQStudio.
//!
//! A file begins with 1,024 bytes of header: version, keys, squares of the 32 pieces, and names and dates as counted
//! strings in GBK. Then follow the moves, depth first, each a record of four bytes (from, to, flags, unused), and a comment
//! if a flag is set. The first record is the start of the game. From version 11 on squares, records and
//! the lengths of comments are scrambled with keys from the header, and from version 12 on the list of pieces is rotated.
//! Version 18 is the newest. Source: the published source of XQStudio. Some readers treat versions up to 15 as plain, but XQStudio
//! never wrote such files. The reader agrees with cchess on files of all versions (tests/clients/games.py).

mod layout;
mod read;
mod write;

pub(super) use read::is_xqf;
pub use read::{XqfError, read};
pub use write::write;
