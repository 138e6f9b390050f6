//! A collection of puzzles: mines games in parallel, leaves out duplicates, continues earlier runs and merges parts.
//!
//! Records are written in the order of the games. So a run that continues a file begins with the game of its last record, and
//! finds the records that are there already as duplicates.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Miner, MinerSettings};
use crate::games::GameTree;
use crate::solve::batch::PuzzleRecord;
use crate::solve::batch::pool::{BatchEnd, run_jobs};
use crate::solve::batch::store::EarlierResults;

/// A game with its place in the input.
#[derive(Clone, Debug)]
pub struct InputGame {
    /// The file.
    pub file: Arc<str>,
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The game.
    pub tree: GameTree,
}

/// What the records of earlier runs contain.
#[derive(Debug, Default)]
pub struct EarlierCollection {
    /// The [symmetry keys](crate::board::Board::symmetry_key) of their positions.
    pub seen: HashSet<u64>,
    /// The number of records.
    pub count: u64,
    /// The file and game of the last record before the first damaged line.
    last: Option<(String, u64)>,
    is_damaged: bool,
}

impl EarlierResults for EarlierCollection {
    fn add(&mut self, record: PuzzleRecord) -> Result<(), String> {
        let (Some(board), Some(file)) = (record.board(), record.file) else {
            return Err("it has no game and position, as `chuhe puzzles` writes them".to_owned());
        };
        self.seen.insert(board.symmetry_key());
        self.count += 1;
        if !self.is_damaged {
            self.last = Some((file, record.line));
        }
        Ok(())
    }

    fn add_damaged(&mut self) {
        self.is_damaged = true;
    }
}

impl EarlierCollection {
    /// Checks that no game counts as finished by an earlier run of other files.
    ///
    /// # Errors
    /// A message if one does, because the file of the last record is no input.
    pub fn check_files(&self, games: &[InputGame]) -> Result<(), String> {
        let is_input = |file: &str| games.iter().any(|game| *game.file == *file);
        let is_finished = |game: &InputGame| self.has_finished(&game.file, game.number);
        match &self.last {
            Some((file, _)) if !is_input(file) && games.iter().any(is_finished) => Err(format!(
                "the results to resume end with {file}, which is not an input"
            )),
            _ => Ok(()),
        }
    }

    /// Returns true if an earlier run has written all puzzles of a game. Files are mined in the order of their names.
    pub fn has_finished(&self, file: &str, number: u64) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|(last_file, last)| (file, number) < (last_file.as_str(), *last))
    }
}

/// Mines games with `jobs` threads, each with the tables of the settings, and calls `on_game` with the new puzzles of each game, in
/// order. A puzzle is new if `seen` and the games before do not have its position. Ends early if `stop` is set.
///
/// # Errors
/// If `on_game` fails.
pub fn mine(
    settings: &MinerSettings,
    jobs: usize,
    games: impl Iterator<Item = InputGame> + Send + 'static,
    mut seen: HashSet<u64>,
    stop: &AtomicBool,
    mut on_game: impl FnMut(Vec<PuzzleRecord>) -> io::Result<()>,
) -> io::Result<BatchEnd> {
    let new_worker = || {
        let mut miner = Miner::new(settings.clone());
        move |game: InputGame| records(&mut miner, &game, stop)
    };
    run_jobs(jobs, true, games, new_worker, stop, |mut records| {
        // After a stop there may be games between without records, so that a run that continues would leave them out.
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        records.retain(|record| is_new(&mut seen, record));
        on_game(records)
    })
}

/// The puzzles of a game, with its place.
fn records(miner: &mut Miner, game: &InputGame, stop: &AtomicBool) -> Vec<PuzzleRecord> {
    let mut records = miner.mine(&game.tree, stop);
    for record in &mut records {
        let ply = record.source.as_ref().map_or(0, |source| source.ply);
        let name = Path::new(&*game.file).file_stem().unwrap_or_default();
        record.id = format!("{} {}, ply {ply}", name.display(), game.number);
        record.file = Some(game.file.to_string());
        record.line = game.number;
    }
    records
}

/// Returns true if neither the position of a record nor a mirror image of it was seen before.
fn is_new(seen: &mut HashSet<u64>, record: &PuzzleRecord) -> bool {
    let board = record.board();
    board.is_some_and(|board| seen.insert(board.symmetry_key()))
}

/// Merges the records of several runs: in the order of the games, without duplicates. The parts of a run give the records of the
/// whole run.
pub fn merge(mut records: Vec<PuzzleRecord>) -> Vec<PuzzleRecord> {
    records.sort_by_cached_key(|record| {
        let ply = record.source.as_ref().map(|source| source.ply);
        (record.file.clone(), record.line, ply)
    });
    let mut seen = HashSet::new();
    records.retain(|record| is_new(&mut seen, record));
    records
}
