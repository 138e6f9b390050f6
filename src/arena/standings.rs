//! A match counted: who has scored what against whom, how games ended, and who did what wrong.

use std::collections::{BTreeMap, HashMap};

use super::fault::FaultKind;
use super::record::GameRecord;
use super::schedule::Schedule;
use super::stats::Tally;

/// All that a table of a match tells. It depends on which games were played, not on their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    names: Vec<String>,
    pairings: Vec<(usize, usize)>,
    tallies: Vec<Tally>,
    /// Half points of the first engine of the pairing, in pairs of which one game is finished.
    halves: HashMap<u64, u8>,
    endings: BTreeMap<String, u64>,
    faults: Vec<BTreeMap<FaultKind, u64>>,
    plies: u64,
}

impl Standings {
    /// A match that begins.
    pub fn new(names: Vec<String>, schedule: &Schedule) -> Standings {
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
        match self.halves.remove(&(record.game / 2)) {
            Some(twin) => tally.pairs[usize::from(mine + twin)] += 1,
            None => {
                self.halves.insert(record.game / 2, mine);
            }
        }
        *self.endings.entry(record.ending.clone()).or_default() += 1;
        self.plies += record.moves.len() as u64;
        if let Some(kind) = record.fault {
            let loser = if red == 0 { fixture.red } else { fixture.black };
            *self.faults[loser].entry(kind).or_default() += 1;
        }
    }

    /// The names of the engines.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The engines of each pairing, and its tally from the view of the first of them.
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

    /// How many games ended how, by [`Ending::name`](super::Ending::name).
    pub fn endings(&self) -> &BTreeMap<String, u64> {
        &self.endings
    }

    /// How often an engine lost by which fault.
    pub fn faults(&self, engine: usize) -> &BTreeMap<FaultKind, u64> {
        &self.faults[engine]
    }

    /// Plies of all games.
    pub fn plies(&self) -> u64 {
        self.plies
    }
}
