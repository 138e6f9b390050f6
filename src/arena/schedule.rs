//! Schedule of a match: who plays whom, with which colours, from which opening.
//!
//! The number of a game alone decides what is played. So a match can be resumed, and made longer.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Which engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Each meets each.
    #[default]
    RoundRobin,
    /// The first meets each other one.
    Gauntlet,
}

/// The games of a tournament.
///
/// ```
/// use chuhe::arena::schedule::{Fixture, Format, Schedule};
/// let schedule = Schedule::new(Format::RoundRobin, 2, 40, 100);
/// assert_eq!(schedule.total(), 100);
/// assert_eq!(schedule.fixture(0), Fixture { pairing: 0, pair: 0, opening: 0, red: 0, black: 1 });
/// assert_eq!(schedule.fixture(1), Fixture { pairing: 0, pair: 0, opening: 0, red: 1, black: 0 });
/// assert_eq!(schedule.fixture(82).opening, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    openings: usize,
    games: u64,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The index among [`Schedule::pairings`].
    pub pairing: usize,
    /// The number of the pair of games of this pairing.
    pub pair: u64,
    /// The index of the opening.
    pub opening: usize,
    /// The index of the red engine.
    pub red: usize,
    /// The index of the black engine.
    pub black: usize,
}

impl Schedule {
    /// A match of two or more engines from one or more openings. Each two that meet play `games` games, an even number.
    pub fn new(format: Format, engines: usize, openings: usize, games: u64) -> Schedule {
        debug_assert!(engines >= 2 && openings >= 1 && games.is_multiple_of(2));
        let firsts = match format {
            Format::RoundRobin => engines,
            Format::Gauntlet => 1,
        };
        let against = |first| (first + 1..engines).map(move |second| (first, second));
        Schedule {
            pairings: (0..firsts).flat_map(against).collect(),
            openings,
            games,
        }
    }

    /// The engines that meet, each with the smaller number first.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// Games of the whole match.
    pub fn total(&self) -> u64 {
        self.games * self.pairings.len() as u64
    }

    /// The game of a number, from 0. The two games of an opening follow each other, and all pairings play it before the
    /// next, so that the table is fair at any time.
    pub fn fixture(&self, number: u64) -> Fixture {
        let pairings = self.pairings.len() as u64;
        let pairing = (number / 2 % pairings) as usize;
        let pair = number / 2 / pairings;
        let (first, second) = self.pairings[pairing];
        let (red, black) = match number % 2 {
            0 => (first, second),
            _ => (second, first),
        };
        Fixture {
            pairing,
            pair,
            opening: (pair % self.openings as u64) as usize,
            red,
            black,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn everybody_meets_everybody_with_both_colours_from_each_opening() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3, 6);
        assert_eq!((schedule.pairings().len(), schedule.total()), (6, 36));
        let games = (0..schedule.total()).map(|number| schedule.fixture(number));
        let seen: HashSet<_> = games
            .map(|game| (game.red, game.black, game.opening))
            .collect();
        assert_eq!(seen.len(), 36);
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 1, 2);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn a_longer_match_begins_as_the_shorter_one() {
        let of = |games| Schedule::new(Format::RoundRobin, 3, 5, games);
        for number in 0..of(8).total() {
            assert_eq!(of(8).fixture(number), of(80).fixture(number));
        }
    }
}
