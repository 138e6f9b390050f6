//! Standings of a match: scores of each pairing, endings, and faults of each engine.

use std::collections::{BTreeMap, HashMap};

use super::fault::FaultKind;
use super::record::GameRecord;
use super::schedule::Schedule;
use super::settings::Settings;
use super::stats::Tally;

/// The standings. They depend on which games were played, not on their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The names of the engines.
    pub names: Vec<String>,
    pairings: Vec<(usize, usize)>,
    tallies: Vec<Tally>,
    /// Half points of the first engine of the pairing, in pairs of which one game is finished.
    halves: HashMap<u64, u8>,
    /// The number of games by [`Played::ending`](super::Played::ending).
    pub endings: BTreeMap<String, u64>,
    /// The number of games that each engine lost, by fault.
    pub faults: Vec<BTreeMap<FaultKind, u64>>,
    /// Plies of all games.
    pub plies: u64,
}

impl Standings {
    /// The standings before the first game.
    pub fn new(settings: &Settings, schedule: &Schedule) -> Standings {
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
            halves: HashMap::new(),
            endings: BTreeMap::new(),
            plies: 0,
        }
    }

    /// Counts a game of the schedule.
    pub fn add(&mut self, schedule: &Schedule, record: &GameRecord) {
        let fixture = schedule.fixture(record.game);
        let red = record.result.red_half_points();
        let mine = match self.pairings[fixture.pairing].0 == fixture.red {
            true => red,
            false => 2 - red,
        };
        let tally = &mut self.tallies[fixture.pairing];
        tally.add_game(mine);
        if let Some(twin) = self.halves.remove(&(record.game / 2)) {
            tally.pairs[usize::from(mine + twin)] += 1;
        } else {
            self.halves.insert(record.game / 2, mine);
        }
        *self.endings.entry(record.ending.clone()).or_default() += 1;
        self.plies += record.moves.len() as u64;
        if let Some(kind) = record.fault {
            let loser = if red == 0 { fixture.red } else { fixture.black };
            *self.faults[loser].entry(kind).or_default() += 1;
        }
    }

    /// The engines of each pairing, and its tally from the view of the first.
    pub fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &Tally)> {
        self.pairings.iter().copied().zip(&self.tallies)
    }

    /// The tally of an engine against all that it met.
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

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(Tally::games).sum()
    }
}
