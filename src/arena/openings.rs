//! Openings for matches: generates them as balanced random walks, and reads a file of FEN or EPD lines.
//!
//! A random walk plays a few plies from the start, each drawn from the moves that a short search scores nearly as high as the
//! best. A longer search must score the final position as balanced, with no capture as best move. So no opening comes from
//! the book of an engine.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use thiserror::Error;

use crate::board::positions::{self, EpdPosition, PositionsError};
use crate::board::{Board, Move};
use crate::config::numbers::integer;
use crate::eval::Score;
use crate::games::encoding;
use crate::rules::{Game, Outcome, RuleSet, judge};
use crate::search::ranking::rank_moves;
use crate::search::{Engine, Settings};

/// The short searches have the nodes of the long one divided by this.
const SHORT_SEARCH_DIVISOR: u64 = 10;
/// Maximum number of moves of a position that are ranked.
const MAX_RANKED: usize = 12;
/// Maximum number of consecutive failed walks, after which no more openings are generated.
const MAX_FAILED_WALKS: u32 = 10_000;
/// The maximum length of a walk, in plies.
const MAX_PLIES: u32 = 100;

/// The options that decide how openings are generated. The same values with the same search give the same openings.
#[derive(Clone, Debug, Args)]
pub struct OpeningSettings {
    /// The least and the greatest number of plies from the initial position.
    #[arg(long, value_name = "FROM..TO", default_value = "6..10", value_parser = parse_plies)]
    pub plies: RangeInclusive<u32>,

    /// Nodes of the search that scores a position; the search for each random ply has a tenth of them.
    #[arg(long, value_name = "N", default_value_t = 200_000, allow_negative_numbers = true, value_parser = integer::<u64>(100..=i64::MAX))]
    pub nodes: u64,

    /// The greatest loss of a random ply against the best move, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 40, allow_negative_numbers = true, value_parser = integer::<Score>(0..=1_000))]
    pub margin: Score,

    /// The greatest absolute score of a position, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 50, allow_negative_numbers = true, value_parser = integer::<Score>(0..=1_000))]
    pub window: Score,

    /// The seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u64>(0..=i64::MAX))]
    pub seed: u64,
}

fn parse_plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let range = text.split_once("..").and_then(|(least, most)| {
        let (least, most) = (least.parse().ok()?, most.parse().ok()?);
        (1 <= least && least <= most && most <= MAX_PLIES).then_some(least..=most)
    });
    range.ok_or_else(|| {
        format!("expected two numbers from 1 to {MAX_PLIES}, the smaller one first, such as 6..10")
    })
}

/// A generated opening.
struct Opening {
    /// The final position, with the move counters of the start of a game.
    board: Board,
    /// The moves from the start.
    moves: Vec<Move>,
    /// The score in centipawns for the side to move.
    score: Score,
}

/// An iterator over generated openings. No two are equal, also not after mirroring or exchanging the colours. None has a
/// capture or a check, and in no final position a capture is the best move.
struct Openings<'a> {
    settings: OpeningSettings,
    random: fastrand::Rng,
    engine: Engine,
    /// The ranked moves of each position of a walk, by its key.
    ranked: HashMap<u64, Vec<(Move, Score)>>,
    /// The [symmetry keys](Board::symmetry_key) of the final positions so far.
    seen_keys: HashSet<u64>,
    /// Ends the generation when set.
    stop: &'a AtomicBool,
}

impl<'a> Openings<'a> {
    fn new(settings: OpeningSettings, stop: &'a AtomicBool) -> Openings<'a> {
        Openings {
            random: fastrand::Rng::with_seed(settings.seed),
            settings,
            engine: Engine::new(Settings::with_hash_mib(16)),
            ranked: HashMap::new(),
            seen_keys: HashSet::new(),
            stop,
        }
    }

    /// Plays a random walk, `None` if it has a capture or a check, or if no move of a position is ranked.
    fn walk(&mut self) -> Option<(Board, Vec<Move>)> {
        let mut board = Board::startpos();
        let mut moves = Vec::new();
        for _ in 0..self.random.u32(self.settings.plies.clone()) {
            let ranked = self.ranking(&board);
            let (_, best) = *ranked.first()?;
            let least = best - self.settings.margin;
            let candidates = ranked.iter().filter(|&&(_, score)| score >= least).count();
            let (mv, _) = ranked[self.random.usize(..candidates)];
            if board.make(mv).captured().is_some() || board.check_info().in_check() {
                return None;
            }
            moves.push(mv);
        }
        Some((board.with_new_counters(), moves))
    }

    /// The best moves of a position with their scores, the best first, by a short search.
    fn ranking(&mut self, board: &Board) -> Vec<(Move, Score)> {
        if let Some(ranked) = self.ranked.get(&board.key()) {
            return ranked.clone();
        }
        let nodes = self.settings.nodes / SHORT_SEARCH_DIVISOR;
        let ranked = rank_moves(&mut self.engine, board, nodes, MAX_RANKED, &[]);
        self.ranked.insert(board.key(), ranked.clone());
        ranked
    }

    /// Returns a walk as an opening if its final position is new, balanced and quiet.
    fn opening_if_suitable(&mut self, board: Board, moves: Vec<Move>) -> Option<Opening> {
        if !self.seen_keys.insert(board.symmetry_key()) {
            return None;
        }
        let best = rank_moves(&mut self.engine, &board, self.settings.nodes, 1, &[]);
        let &(best_move, score) = best.first()?;
        let is_opening = score.abs() <= self.settings.window && board.is_empty(best_move.to());
        is_opening.then_some(Opening {
            board,
            moves,
            score,
        })
    }
}

impl Iterator for Openings<'_> {
    type Item = Opening;

    /// The next opening; `None` when too many walks in a row fail, or `stop` is set.
    fn next(&mut self) -> Option<Opening> {
        let stop = self.stop;
        let mut walks = (0..MAX_FAILED_WALKS).take_while(|_| !stop.load(Ordering::Relaxed));
        walks.find_map(|_| {
            let (board, moves) = self.walk()?;
            self.opening_if_suitable(board, moves)
        })
    }
}

/// Writes `count` openings as EPD, after a comment with their settings, and calls `on_written` with their number after each.
/// Returns how many were generated, fewer than `count` if `stop` is set before the end.
///
/// # Errors
/// If they cannot be written.
pub fn write(
    settings: &OpeningSettings,
    count: usize,
    out: &mut impl Write,
    stop: &AtomicBool,
    mut on_written: impl FnMut(usize),
) -> io::Result<usize> {
    let OpeningSettings {
        plies,
        nodes,
        margin,
        window,
        seed,
    } = settings;
    let (least, most) = (plies.start(), plies.end());
    let short = nodes / SHORT_SEARCH_DIVISOR;
    let version = env!("CARGO_PKG_VERSION");
    write!(
        out,
        "# Openings for matches, made by Chuhe {version} with
#
#     chuhe openings --count {count} --plies {least}..{most} --nodes {nodes} --margin {margin} --window {window} --seed {seed}
#
# Random walks of {least} to {most} plies from the start, without captures and checks. Each move is at most {margin}
# centipawns worse than the best by a search of {short} nodes. A search of {nodes} nodes scores the final position
# within {window} centipawns of 0, and its best move is no capture. None is another one mirrored or with the
# colours exchanged.
#
# A line: the FEN with the move counters of the start of a game, `id` with the name, `ce` with the score in
# centipawns for the side to move, `c0` with the moves from the start.

"
    )?;
    let width = count.to_string().len();
    let mut generated = 0;
    for opening in Openings::new(settings.clone(), stop).take(count) {
        generated += 1;
        let moves: Vec<String> = opening.moves.iter().map(ToString::to_string).collect();
        let (fen, score, moves) = (opening.board.to_fen(), opening.score, moves.join(" "));
        let id = format!("open.{generated:0width$}");
        writeln!(out, r#"{fen} id "{id}"; ce {score}; c0 "{moves}";"#)?;
        out.flush()?;
        on_written(generated);
    }
    Ok(generated)
}

/// Why the openings of a file cannot be used.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has an invalid FEN or no positions.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The game is over in this position.
    #[error("the game is over in {0}")]
    Over(String),
}

/// Reads the openings of a file; without a file the only opening is the initial position.
///
/// # Errors
/// If the file cannot be read, has an invalid FEN or no positions, or a game would be over by `rules` before it begins.
pub fn read_openings(
    path: Option<&Path>,
    rules: &RuleSet,
) -> Result<Vec<EpdPosition>, OpeningsError> {
    let Some(path) = path else {
        return Ok(vec![EpdPosition {
            board: Board::startpos(),
            id: String::new(),
            operations: Vec::new(),
        }]);
    };
    let entries = positions::read(&encoding::read_file(path)?)?;
    for EpdPosition { board, .. } in &entries {
        if judge(&Game::new(board.clone()), rules).outcome != Outcome::Undecided {
            return Err(OpeningsError::Over(board.to_fen()));
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generation_ends_when_no_more_openings_are_found() {
        let settings = OpeningSettings {
            plies: 1..=1,
            nodes: 2_000,
            margin: 0,
            window: 80,
            seed: 1,
        };
        assert!(Openings::new(settings, &AtomicBool::new(false)).count() <= 2);
    }

    #[test]
    fn plies_are_a_range() {
        assert_eq!(parse_plies("6..10"), Ok(6..=10));
        assert_eq!(parse_plies("8..8"), Ok(8..=8));
        for text in ["", "6", "10..6", "0..4", "6..101", "a..b", "6..=10"] {
            let error = parse_plies(text).unwrap_err();
            assert!(error.starts_with("expected two numbers"), "{text}");
        }
    }
}
