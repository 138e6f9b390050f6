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
mod read;
mod write;

pub use keys::Keys;
pub use read::{XqfError, read};
pub use write::{WriteError, write};

/// The last version that is plain, the first whose list of pieces is turned round, and the newest.
pub(crate) const LAST_PLAIN: u8 = 10;
pub(crate) const FIRST_TURNED: u8 = 12;
pub(crate) const NEWEST: u8 = 18;

/// Bytes of the header, and where the records begin.
pub(crate) const HEADER: usize = 1024;

/// A header that is text: where it stands, how many bytes its counted string may have, what PGN calls it.
pub(crate) const TEXTS: [(usize, usize, &str); 11] = [
    (80, 63, "Title"),
    (208, 63, "Event"),
    (272, 15, "Date"),
    (288, 15, "Site"),
    (304, 15, "Red"),
    (320, 15, "Black"),
    (336, 63, "TimeControl"),
    (400, 15, "RedTime"),
    (416, 15, "BlackTime"),
    (464, 15, "Annotator"),
    (480, 15, "Author"),
];

/// The pieces in the order of the file, for each side.
pub(crate) const PIECES: [char; 16] = [
    'R', 'N', 'B', 'A', 'K', 'A', 'B', 'N', 'R', 'C', 'C', 'P', 'P', 'P', 'P', 'P',
];

/// Flags of a record: another move follows it, another stands in its place, something is said of it.
pub(crate) const FOLLOWED: u8 = 0x80;
pub(crate) const VARIED: u8 = 0x40;
pub(crate) const SAID: u8 = 0x20;
