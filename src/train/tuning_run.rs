//! A run of [SPSA](super::spsa): pairs of games in one or more threads, and a log with a line for each pair.

use std::io;
use std::sync::Mutex;
use std::thread;

use serde::{Deserialize, Serialize};

use super::duel::Duel;
use super::spsa::Spsa;
use crate::arena::TimeControl;
use crate::board::positions::EpdPosition;
use crate::search::threads;
use crate::storage::Journal;

/// A line of the log after the first, which has the settings.
#[derive(Debug, Serialize, Deserialize)]
pub struct PairRecord {
    /// The number of pairs played, with this one.
    pub pair: u64,
    /// The wins of the first side minus its losses.
    pub balance: i32,
    /// True for each parameter that was larger on the first side, in the order of the run.
    pub signs: Vec<bool>,
    /// The values of the parameters, in the order of the run.
    pub values: Vec<f64>,
}

/// How the pairs of a run are played.
#[derive(Clone, Copy, Debug)]
pub struct PairSettings {
    /// Hash table of each side, MiB.
    pub hash: usize,
    /// The time control.
    pub control: TimeControl,
    /// Pairs played at once.
    pub concurrency: u16,
}

/// A run and its log.
#[derive(Debug)]
pub struct TuningRun {
    spsa: Spsa,
    log: Journal,
    /// The number of pairs that have begun. A resumed run begins those again that had not ended, or as many.
    begun: u64,
    /// The number of pairs played.
    played: u64,
}

impl TuningRun {
    /// A run of which `played` pairs have been played.
    pub fn new(spsa: Spsa, log: Journal, played: u64) -> TuningRun {
        TuningRun {
            spsa,
            log,
            begun: played,
            played,
        }
    }

    /// Plays the missing pairs, and calls `observe` with the number of pairs played before each.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub fn play(
        self,
        openings: &[EpdPosition],
        settings: PairSettings,
        observe: impl Fn(u64) + Sync,
    ) -> io::Result<Spsa> {
        let left = self.spsa.pairs.saturating_sub(self.played);
        let threads = left.min(settings.concurrency.into());
        let run = Mutex::new(self);
        thread::scope(|scope| {
            let play = || play_pairs(&run, openings, settings, &observe);
            let start = |_| {
                let thread = threads::builder().spawn_scoped(scope, play);
                thread.expect("the system can start a thread")
            };
            let threads: Vec<_> = (0..threads).map(start).collect();
            let mut threads = threads.into_iter();
            threads.try_for_each(|thread| thread.join().expect("no thread panics"))
        })?;
        Ok(run.into_inner().expect("no thread panicked").spsa)
    }
}

/// Plays pairs until all have begun.
fn play_pairs(
    run: &Mutex<TuningRun>,
    openings: &[EpdPosition],
    settings: PairSettings,
    observe: impl Fn(u64),
) -> io::Result<()> {
    let lock = || run.lock().expect("no thread panicked");
    let mut duel = Duel::new(settings.hash, settings.control);
    loop {
        let (pair, trial) = {
            let mut run = lock();
            let pair = run.begun;
            if pair >= run.spsa.pairs {
                return Ok(());
            }
            run.begun += 1;
            observe(run.played);
            (pair, run.spsa.trial(pair))
        };
        let opening = &openings[(pair % openings.len() as u64) as usize];
        let balance = duel.play_pair(&opening.board, [&trial.sides[0], &trial.sides[1]]);
        let run = &mut *lock();
        run.spsa.update(run.played, &trial, balance);
        run.played += 1;
        let record = PairRecord {
            pair: run.played,
            balance,
            signs: trial.signs,
            values: run.spsa.values.clone(),
        };
        if let Err(error) = run.log.append_json(&record) {
            // The other threads end after their pairs.
            run.begun = run.spsa.pairs;
            return Err(error);
        }
    }
}
