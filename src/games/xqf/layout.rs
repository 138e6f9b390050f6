//! The layout of an XQF file: versions, sizes, places of texts, flags of a record.

/// The last version that is plain, the first whose list of pieces is turned round, and the newest.
pub(super) const LAST_PLAIN: u8 = 10;
pub(super) const FIRST_TURNED: u8 = 12;
pub(super) const NEWEST: u8 = 18;

/// Bytes of the header, and where the records begin.
pub(super) const HEADER: usize = 1024;

/// A header that is text: where it stands, how many bytes its counted string may have, what PGN calls it.
pub(super) const TEXTS: [(usize, usize, &str); 11] = [
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
pub(super) const PIECES: [char; 16] = [
    'R', 'N', 'B', 'A', 'K', 'A', 'B', 'N', 'R', 'C', 'C', 'P', 'P', 'P', 'P', 'P',
];

/// Flags of a record: another move follows it, another stands in its place, something is said of it.
pub(super) const FOLLOWED: u8 = 0x80;
pub(super) const VARIED: u8 = 0x40;
pub(super) const SAID: u8 = 0x20;
