//! Rook and cannon moves along a rank or file, looked up by the line's occupancy word.
//!
//! A rank is a word of 9 bits (bit 0 is file `a`), a file a word of 10 (bit 0 is rank 0). For each
//! place on the line and each occupancy the tables hold, again as a word:
//! - **reach**: the empty squares to both sides and the first piece on each: what a rook moves to;
//!   without the pieces, where a cannon moves quietly;
//! - **hits**: the second piece on each side: what a cannon captures over its screen.

use super::Square;

/// Walks from `from` to one side, marking reach and hit.
const fn walk(length: u32, from: u32, occupied: u16, up: bool) -> (u16, u16) {
    let (mut reach, mut place, mut screens) = (0, from, 0);
    while if up { place + 1 < length } else { place > 0 } {
        place = if up { place + 1 } else { place - 1 };
        let bit = 1 << place;
        if screens == 0 {
            reach |= bit;
        }
        if occupied & bit != 0 {
            if screens == 1 {
                return (reach, bit);
            }
            screens = 1;
        }
    }
    (reach, 0)
}

const fn reach(length: u32, from: u32, occupied: u16) -> u16 {
    walk(length, from, occupied, true).0 | walk(length, from, occupied, false).0
}

const fn hits(length: u32, from: u32, occupied: u16) -> u16 {
    walk(length, from, occupied, true).1 | walk(length, from, occupied, false).1
}

macro_rules! line_table {
    ($length:expr, $entry:ident) => {{
        let mut table = [[0; 1 << $length]; $length];
        let mut from = 0;
        while from < $length {
            let mut occupied = 0;
            while occupied < 1 << $length {
                table[from][occupied] = $entry($length, from as u32, occupied as u16);
                occupied += 1;
            }
            from += 1;
        }
        table
    }};
}

static RANK_REACH: [[u16; 1 << 9]; 9] = line_table!(9, reach);
static RANK_HITS: [[u16; 1 << 9]; 9] = line_table!(9, hits);
static FILE_REACH: [[u16; 1 << 10]; 10] = line_table!(10, reach);
static FILE_HITS: [[u16; 1 << 10]; 10] = line_table!(10, hits);

/// Files a rook on `file` reaches along a rank with this occupancy (its own square does not
/// matter).
///
/// ```
/// // A rook on e, other pieces on b and g: it reaches b, c, d and f, g.
/// assert_eq!(chuhe::board::lines::rank_reach(4, 0b0_0101_0010), 0b0_0110_1110);
/// ```
#[inline]
pub fn rank_reach(file: u8, occupied: u16) -> u16 {
    RANK_REACH[file as usize][(occupied & 0x1ff) as usize]
}

/// Files of the pieces a cannon on `file` aims at over one screen each.
#[inline]
pub fn rank_hits(file: u8, occupied: u16) -> u16 {
    RANK_HITS[file as usize][(occupied & 0x1ff) as usize]
}

/// Ranks a rook on `rank` reaches along a file with this occupancy.
#[inline]
pub fn file_reach(rank: u8, occupied: u16) -> u16 {
    FILE_REACH[rank as usize][(occupied & 0x3ff) as usize]
}

/// Ranks of the pieces a cannon on `rank` aims at over one screen each.
#[inline]
pub fn file_hits(rank: u8, occupied: u16) -> u16 {
    FILE_HITS[rank as usize][(occupied & 0x3ff) as usize]
}

/// The bits strictly between two places of a line.
///
/// ```
/// assert_eq!(chuhe::board::lines::between(6, 2), 0b11_1000);
/// assert_eq!(chuhe::board::lines::between(3, 4), 0);
/// ```
#[inline]
pub const fn between(a: u8, b: u8) -> u16 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((1 << high) - 1) & !((2 << low) - 1)
}

/// Whether a line word has exactly one bit.
#[inline]
pub(super) const fn is_one(word: u16) -> bool {
    word != 0 && word & (word - 1) == 0
}

/// The squares strictly between two squares of one line; none when they share no line.
pub(super) fn squares_between(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let (word, along_rank) = if a.rank() == b.rank() {
        (between(a.file(), b.file()), true)
    } else if a.file() == b.file() {
        (between(a.rank(), b.rank()), false)
    } else {
        (0, false)
    };
    bits(word).map(move |place| {
        if along_rank {
            Square::new(place, a.rank())
        } else {
            Square::new(a.file(), place)
        }
    })
}

/// The bits of a line word, lowest first.
#[inline]
pub fn bits(word: u16) -> impl Iterator<Item = u8> {
    let mut rest = word;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let place = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        Some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_between_two() {
        let between =
            |a: &str, b: &str| squares_between(a.parse().unwrap(), b.parse().unwrap()).count();
        assert_eq!(between("a0", "a9"), 8);
        assert_eq!(between("i4", "a4"), 7);
        assert_eq!(between("a0", "b1"), 0);
    }
}
