//! Sliding moves: rook and cannon moves along a rank or file (a *line*), looked up by its occupancy word.
//!
//! The occupancy word of a rank has 9 bits (bit 0 is file `a`), that of a file 10 (bit 0 is rank 0). For each
//! place on the line and each occupancy the tables hold, as words of the same form:
//! - **reach**: the empty squares on both sides up to the first piece, and that piece. These are a rook's moves, and
//!   without the pieces a cannon's quiet moves.
//! - **cannon targets**: the second piece on each side, which a cannon can capture over its screen.

use super::Square;

/// Reach and cannon target of the piece on `from` in one direction.
const fn scan(length: u32, from: u32, occupied: u16, up: bool) -> (u16, u16) {
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

/// The reach or the cannon targets for each place on a line and each occupancy.
const fn table<const WORDS: usize, const LENGTH: usize>(
    cannon_targets: bool,
) -> [[u16; WORDS]; LENGTH] {
    let mut table = [[0; WORDS]; LENGTH];
    let mut from = 0;
    while from < LENGTH {
        let mut occupied = 0;
        while occupied < WORDS {
            let up = scan(LENGTH as u32, from as u32, occupied as u16, true);
            let down = scan(LENGTH as u32, from as u32, occupied as u16, false);
            table[from][occupied] = match cannon_targets {
                true => up.1 | down.1,
                false => up.0 | down.0,
            };
            occupied += 1;
        }
        from += 1;
    }
    table
}

static RANK_REACH: [[u16; 1 << 9]; 9] = table(false);
static RANK_CANNON_TARGETS: [[u16; 1 << 9]; 9] = table(true);
static FILE_REACH: [[u16; 1 << 10]; 10] = table(false);
static FILE_CANNON_TARGETS: [[u16; 1 << 10]; 10] = table(true);

/// Files that a rook on `file` reaches along a rank with this occupancy (its own bit does not matter).
#[inline]
pub fn rank_reach(file: u8, occupied: u16) -> u16 {
    RANK_REACH[file as usize][(occupied & 0x1ff) as usize]
}

/// Files of the pieces that a cannon on `file` attacks over a screen.
#[inline]
pub fn rank_cannon_targets(file: u8, occupied: u16) -> u16 {
    RANK_CANNON_TARGETS[file as usize][(occupied & 0x1ff) as usize]
}

/// Ranks that a rook on `rank` reaches along a file with this occupancy.
#[inline]
pub fn file_reach(rank: u8, occupied: u16) -> u16 {
    FILE_REACH[rank as usize][(occupied & 0x3ff) as usize]
}

/// Ranks of the pieces that a cannon on `rank` attacks over a screen.
#[inline]
pub fn file_cannon_targets(rank: u8, occupied: u16) -> u16 {
    FILE_CANNON_TARGETS[rank as usize][(occupied & 0x3ff) as usize]
}

/// The bits strictly between two places of a line.
#[inline]
pub const fn between(a: u8, b: u8) -> u16 {
    BETWEEN[a as usize][b as usize]
}

/// The results of [`between`].
static BETWEEN: [[u16; 10]; 10] = {
    let mut table = [[0; 10]; 10];
    let mut index = 0;
    while index < 100 {
        let (a, b) = (index / 10, index % 10);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        table[a][b] = ((1 << high) - 1) & !((2 << low) - 1);
        index += 1;
    }
    table
};

/// Returns true if an occupancy word has exactly one bit.
#[inline]
pub(super) const fn is_one(word: u16) -> bool {
    word != 0 && word & (word - 1) == 0
}

/// The squares strictly between two squares of one line; none when they share no line.
pub fn squares_between(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let along_rank = a.rank() == b.rank();
    let word = match along_rank {
        true => between(a.file(), b.file()),
        false if a.file() == b.file() => between(a.rank(), b.rank()),
        false => 0,
    };
    bits(word).map(move |place| match along_rank {
        true => Square::new(place, a.rank()),
        false => Square::new(a.file(), place),
    })
}

/// The places of the bits of a word, lowest first.
#[inline]
pub fn bits(word: impl Into<u32>) -> impl Iterator<Item = u8> {
    let mut rest = word.into();
    std::iter::from_fn(move || {
        let place = (rest != 0).then(|| rest.trailing_zeros() as u8);
        rest &= rest.wrapping_sub(1);
        place
    })
}
