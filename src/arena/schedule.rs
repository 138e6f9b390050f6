//! Schedule of a match: the engines, the colours and the opening of each game.
//!
//! They depend on the number of the game alone. So a match can be resumed, and made longer.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Which engines play each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Each engine plays each other engine.
    #[default]
    RoundRobin,
    /// The first engine plays each other engine.
    Gauntlet,
}

/// The games of a tournament.
///
/// ```
/// use chuhe::arena::schedule::{Fixture, TournamentFormat, Schedule};
/// let schedule = Schedule::new(TournamentFormat::RoundRobin, 2, 40, 100);
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

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The index among [`Schedule::pairings`].
    pub pairing: usize,
    /// The number of the pair of games within its pairing, from 0.
    pub pair: u64,
    /// The index of the opening.
    pub opening: usize,
    /// The index of the red engine.
    pub red: usize,
    /// The index of the black engine.
    pub black: usize,
}

impl Schedule {
    /// Creates the schedule of a match of two or more engines from one or more openings. Each pairing plays `games` games,
    /// an even number.
    pub fn new(format: TournamentFormat, engines: usize, openings: usize, games: u64) -> Schedule {
        debug_assert!(engines >= 2 && openings >= 1 && games.is_multiple_of(2));
        let firsts = match format {
            TournamentFormat::RoundRobin => engines,
            TournamentFormat::Gauntlet => 1,
        };
        let against = |first| (first + 1..engines).map(move |second| (first, second));
        Schedule {
            pairings: (0..firsts).flat_map(against).collect(),
            openings,
            games,
        }
    }

    /// The indices of the two engines of each pairing, the smaller one first.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// The number of games of the whole match.
    pub fn total(&self) -> u64 {
        self.games * self.pairings.len() as u64
    }

    /// The game with this number, from 0. The two games of an opening are consecutive, and all pairings play it before the
    /// next opening, so that the standings are balanced at any time.
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
    fn round_robin_has_each_pairing_with_both_colours_from_each_opening() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 4, 3, 6);
        assert_eq!((schedule.pairings().len(), schedule.total()), (6, 36));
        let games = (0..schedule.total()).map(|number| schedule.fixture(number));
        let seen: HashSet<_> = games
            .map(|game| (game.red, game.black, game.opening))
            .collect();
        assert_eq!(seen.len(), 36);
    }

    #[test]
    fn gauntlet_pairs_the_first_engine_with_each_other() {
        let schedule = Schedule::new(TournamentFormat::Gauntlet, 4, 1, 2);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn longer_match_begins_with_the_games_of_the_shorter_one() {
        let of = |games| Schedule::new(TournamentFormat::RoundRobin, 3, 5, games);
        for number in 0..of(8).total() {
            assert_eq!(of(8).fixture(number), of(80).fixture(number));
        }
    }
}
