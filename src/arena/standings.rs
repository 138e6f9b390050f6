//! Standings of a match: the score of each pairing, the terminations, and the faults of each engine.

use std::collections::{BTreeMap, HashMap};

use super::fault::FaultKind;
use super::record::GameRecord;
use super::schedule::Schedule;
use super::settings::MatchSettings;
use super::stats::Tally;

/// The standings. They depend on which games were played, not on their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The names of the engines.
    pub names: Vec<String>,
    pairings: Vec<(usize, usize)>,
    tallies: Vec<Tally>,
    /// Half points of the first engine in pairs of which one game is finished, by the number of the pair in the match.
    unpaired: HashMap<u64, u8>,
    /// The number of games by [`PlayedGame::termination`](super::PlayedGame::termination).
    pub terminations: BTreeMap<String, u64>,
    /// The number of games that each engine lost, by fault.
    pub faults: Vec<BTreeMap<FaultKind, u64>>,
    /// The number of plies of all games.
    pub plies: u64,
}

impl Standings {
    /// The standings before the first game.
    pub fn new(settings: &MatchSettings, schedule: &Schedule) -> Standings {
        let names: Vec<String> = settings
            .engines
            .iter()
            .map(|engine| engine.name.clone())
            .collect();
        let pairings = schedule.pairings().to_vec();
        Standings {
            tallies: vec![Tally::default(); pairings.len()],
            faults: vec![BTreeMap::new(); names.len()],
            names,
            pairings,
            unpaired: HashMap::new(),
            terminations: BTreeMap::new(),
            plies: 0,
        }
    }

    /// Counts a game of the schedule.
    pub fn add(&mut self, schedule: &Schedule, record: &GameRecord) {
        let fixture = schedule.fixture(record.game);
        let red = record.result.red_half_points();
        let half_points = match self.pairings[fixture.pairing].0 == fixture.red {
            true => red,
            false => 2 - red,
        };
        let tally = &mut self.tallies[fixture.pairing];
        tally.add_game(half_points);
        if let Some(other) = self.unpaired.remove(&(record.game / 2)) {
            tally.pairs[usize::from(half_points + other)] += 1;
        } else {
            self.unpaired.insert(record.game / 2, half_points);
        }
        *self
            .terminations
            .entry(record.termination.clone())
            .or_default() += 1;
        self.plies += record.moves.len() as u64;
        if let Some(kind) = record.fault {
            let loser = if red == 0 { fixture.red } else { fixture.black };
            *self.faults[loser].entry(kind).or_default() += 1;
        }
    }

    /// The indices of the two engines of each pairing, and its tally from the view of the first.
    pub fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &Tally)> {
        self.pairings.iter().copied().zip(&self.tallies)
    }

    /// The tally of an engine, by its index, against all its opponents.
    pub fn of(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        for ((first, second), tally) in self.pairings() {
            if first == engine {
                sum += *tally;
            } else if second == engine {
                sum += tally.reversed();
            }
        }
        sum
    }

    /// The number of games counted.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(Tally::games).sum()
    }
}
