//! Levels: playing strengths below the full one. [`super::strength_limit`] applies them to a search.
//!
//! The numbers of the table were chosen so that neighbouring levels are 100 to 250 Elo apart in a round robin
//! (`docs/measurements/levels.md`).

use std::ops::RangeInclusive;

use super::request::MULTIPV_RANGE;
use crate::eval::Score;

/// A playing strength, from 0, the weakest, to 20, full strength.
///
/// ```
/// use chuhe::search::Level;
/// let level = Level::new(5).unwrap();
/// assert!(level < Level::FULL);
/// assert_eq!(level.elo().map(Level::of_elo), Some(level));
/// assert_eq!(Level::new(21), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(WEAKER_LEVELS.len() as u8);
    /// The numbers of the levels.
    pub const RANGE: RangeInclusive<i64> = 0..=WEAKER_LEVELS.len() as i64;
    /// The Elo of the levels below full strength, on the scale of [`Level::elo`].
    pub const ELO_RANGE: RangeInclusive<i64> =
        WEAKER_LEVELS[0].elo as i64..=WEAKER_LEVELS[WEAKER_LEVELS.len() - 1].elo as i64;

    /// Returns the level with this number; `None` above 20.
    pub fn new(number: u8) -> Option<Level> {
        (number <= Level::FULL.0).then_some(Level(number))
    }

    /// Returns the number, from 0 to 20.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the level below full strength whose Elo is nearest.
    pub fn of_elo(elo: i32) -> Level {
        let levels = (0..Level::FULL.0).map(Level);
        let nearest = levels.min_by_key(|level| level.elo().map(|own| own.abs_diff(elo)));
        nearest.unwrap_or(Level::FULL)
    }

    /// Returns the measured strength in Elo, or `None` for full strength, which depends on the time and the machine. The scale is
    /// relative: level 0 is set to 500.
    pub fn elo(self) -> Option<i32> {
        self.weakness().map(|weakness| weakness.elo)
    }

    /// Returns how the level plays, or `None` for full strength.
    pub(super) fn weakness(self) -> Option<&'static Weakness> {
        WEAKER_LEVELS.get(usize::from(self.0))
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

/// From this level on no move is played that allows a mate in one, if there is another.
pub(super) const SEES_MATES: Level = Level(6);
/// A number of lines that includes every root move.
const ALL: usize = *MULTIPV_RANGE.end() as usize;

/// The evaluation of a level.
#[derive(Clone, Copy, Debug)]
pub(super) enum Knowledge {
    /// The values of the pieces.
    Material,
    /// The values of the pieces and of their squares, or the evaluation of the settings if that is simpler.
    Tables,
    /// The evaluation of the settings.
    Full,
}

/// How a level plays below full strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weakness {
    /// The measured strength.
    elo: i32,
    /// The nodes of a search. The first iteration is finished in any case.
    pub nodes: u64,
    /// The depth of a search, in plies.
    pub depth: u32,
    /// What scores the positions.
    pub knowledge: Knowledge,
    /// The number of root moves to choose from.
    pub lines: usize,
    /// By how much the score of a move may be lowered.
    pub margin: Score,
}

/// The levels below full strength, from the weakest.
#[rustfmt::skip]
const WEAKER_LEVELS: &[Weakness; 20] = {
    use Knowledge::{Full, Material, Tables};
    &[
        //    Elo   nodes  depth knowledge lines margin
        level( 500,    400,  2, Material, ALL, 12_000),
        level( 670,    400,  2, Material, ALL,   6900),
        level( 780,    400,  2, Material, ALL,   4100),
        level( 960,    400,  2, Tables,   ALL,   3250),
        level(1060,    400,  2, Tables,   ALL,   2200),
        level(1300,    600,  2, Tables,    64,   1350),
        level(1530,    600,  3, Tables,    64,    900),
        level(1670,    600,  3, Full,      64,   1200),
        level(1810,    800,  3, Full,      40,    930),
        level(2010,   1000,  4, Full,      30,    690),
        level(2120,   1000,  4, Full,      25,    470),
        level(2240,   1000,  4, Full,      20,    300),
        level(2470,   1100,  6, Full,      14,    165),
        level(2590,   1300,  7, Full,      10,     95),
        level(2710,   1600,  8, Full,       8,     68),
        level(2900,   2000,  9, Full,       7,     48),
        level(3040,   2800, 10, Full,       6,     33),
        level(3160,   3600, 11, Full,       5,     24),
        level(3320,   4600, 12, Full,       4,     18),
        level(3510,   7500, 15, Full,       4,     11),
    ]
};

const fn level(
    elo: i32,
    nodes: u64,
    depth: u32,
    knowledge: Knowledge,
    lines: usize,
    margin: Score,
) -> Weakness {
    Weakness {
        elo,
        nodes,
        depth,
        knowledge,
        lines,
        margin,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_100_to_250_elo_apart_and_search_more() {
        for (lower, higher) in WEAKER_LEVELS.iter().zip(&WEAKER_LEVELS[1..]) {
            assert!(
                (100..=250).contains(&(higher.elo - lower.elo)),
                "{higher:?}"
            );
            assert!(lower.nodes <= higher.nodes && lower.depth <= higher.depth);
            assert!(lower.lines >= higher.lines);
        }
        for number in 0..Level::FULL.number() {
            let level = Level(number);
            let elo = level.elo().expect("below full strength");
            assert_eq!([elo - 40, elo + 40].map(Level::of_elo), [level; 2]);
        }
        assert_eq!((Level::FULL.elo(), Level::new(21)), (None, None));
    }
}
