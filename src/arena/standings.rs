//! Standings of a match: the score of each pairing, the terminations, and the faults of each engine.

use std::collections::{BTreeMap, HashMap};

use super::fault::FaultKind;
use super::record::GameRecord;
use super::schedule::Schedule;
use super::settings::MatchSettings;
use super::stats::ResultCounts;

/// The standings. They depend on which games were played, not on their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The names of the engines.
    pub names: Vec<String>,
    schedule: Schedule,
    /// The results of each pairing, from the view of its first engine.
    counts: Vec<ResultCounts>,
    /// The half points of the pairing's first engine in each pair of which only one game is finished, by the number of the pair.
    half_played: HashMap<u64, u8>,
    /// The number of games by [`PlayedGame::termination`](super::PlayedGame::termination).
    pub terminations: BTreeMap<String, u64>,
    /// The number of games that each engine lost, by fault.
    pub faults: Vec<BTreeMap<FaultKind, u64>>,
    /// The number of plies of all games.
    pub plies: u64,
}

impl Standings {
    /// The standings before the first game.
    pub fn new(settings: &MatchSettings, schedule: Schedule) -> Standings {
        let names = settings.engines.iter().map(|engine| engine.name.clone());
        let names: Vec<String> = names.collect();
        Standings {
            counts: vec![ResultCounts::default(); schedule.pairings().len()],
            faults: vec![BTreeMap::new(); names.len()],
            names,
            schedule,
            half_played: HashMap::new(),
            terminations: BTreeMap::new(),
            plies: 0,
        }
    }

    /// Counts a game of the schedule.
    pub fn add(&mut self, record: &GameRecord) {
        let fixture = self.schedule.fixture(record.game);
        let played = &record.played;
        let red = played.result.red_half_points();
        let half_points = match self.schedule.pairings()[fixture.pairing].0 == fixture.red {
            true => red,
            false => 2 - red,
        };
        let counts = &mut self.counts[fixture.pairing];
        counts.add_game(half_points);
        if let Some(other) = self.half_played.remove(&(record.game / 2)) {
            counts.pairs[usize::from(half_points + other)] += 1;
        } else {
            self.half_played.insert(record.game / 2, half_points);
        }
        let games = self.terminations.entry(played.termination.clone());
        *games.or_default() += 1;
        self.plies += played.moves.len() as u64;
        if let Some(kind) = played.fault {
            let loser = if red == 0 { fixture.red } else { fixture.black };
            *self.faults[loser].entry(kind).or_default() += 1;
        }
    }

    /// The indices of the two engines of each pairing, and their results from the view of the first.
    pub fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &ResultCounts)> {
        self.schedule.pairings().iter().copied().zip(&self.counts)
    }

    /// The results of an engine, by its index, against all its opponents.
    pub fn counts_of(&self, engine: usize) -> ResultCounts {
        let mut sum = ResultCounts::default();
        for ((first, second), counts) in self.pairings() {
            if first == engine {
                sum += *counts;
            } else if second == engine {
                sum += counts.reversed();
            }
        }
        sum
    }

    /// The number of games counted.
    pub fn games(&self) -> u64 {
        self.counts.iter().map(ResultCounts::games).sum()
    }
}
