//! Names and numbers of DhtmlXQ.

use crate::board::Square;
use crate::games::records::RecordSquare;

/// Tags with text: name, name in PGN.
pub(super) const TEXTS: [(&str, &str); 14] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redtime", "RedTime"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blacktime", "BlackTime"),
    ("open", "Opening"),
    ("timerule", "TimeControl"),
    ("author", "Author"),
];

/// The number in `binit` of a piece that is not on the board.
pub(super) const ABSENT: u8 = 99;

/// The square with a number: ten times the file plus the rank from the top.
pub(super) fn square(number: u8) -> RecordSquare {
    let square = (number < 90).then(|| Square::new(number / 10, 9 - number % 10));
    square.ok_or(number)
}

/// The number of a square.
pub(super) const fn number(square: Square) -> u8 {
    square.file() * 10 + 9 - square.rank()
}
