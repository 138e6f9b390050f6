//! Openings for matches: generates them as balanced random walks, and reads a file of FEN or EPD lines.
//!
//! A random walk plays a few plies from the start, each drawn from the moves that a short search scores nearly as high as the
//! best. A longer search must score the final position as balanced, with no capture as best move. So no opening comes from
//! the book of an engine.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use thiserror::Error;

use crate::board::positions::{self, EpdPosition, PositionsError};
use crate::board::{Board, Move};
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

/// How openings are generated. The same settings with the same search give the same openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSettings {
    /// The range of the length of a walk, in plies.
    pub plies: RangeInclusive<u32>,
    /// Nodes of the search of the final position.
    pub nodes: u64,
    /// Maximum number of centipawns by which a move of the walk may be worse than the best.
    pub max_loss: Score,
    /// Maximum absolute score of the final position, in centipawns.
    pub max_score: Score,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for OpeningSettings {
    fn default() -> OpeningSettings {
        OpeningSettings {
            plies: 6..=10,
            nodes: 200_000,
            max_loss: 40,
            max_score: 50,
            seed: 1,
        }
    }
}

/// A generated opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The final position, with the move counters of the start of a game.
    pub board: Board,
    /// The moves from the start.
    pub moves: Vec<Move>,
    /// The score in centipawns for the side to move.
    pub score: Score,
}

/// An iterator over generated openings. No two are equal, also not after mirroring or exchanging the colours. None has a
/// capture or a check, and in no final position a capture is the best move.
///
/// ```
/// use chuhe::arena::openings::{Openings, OpeningSettings};
/// let settings = OpeningSettings { nodes: 2_000, max_score: 100, ..OpeningSettings::default() };
/// let opening = Openings::new(settings.clone()).next().unwrap();
/// assert!((6..=10).contains(&opening.moves.len()));
/// assert!(opening.score.abs() <= 100);
/// assert_eq!(Openings::new(settings).next(), Some(opening));
/// ```
#[derive(Debug)]
pub struct Openings {
    settings: OpeningSettings,
    random: fastrand::Rng,
    engine: Engine,
    /// The ranked moves of each position of a walk, by its key.
    ranked: HashMap<u64, Vec<(Move, Score)>>,
    /// The keys of the final positions so far, in all symmetries.
    seen_keys: HashSet<u64>,
}

impl Openings {
    /// Creates an iterator with these settings.
    pub fn new(settings: OpeningSettings) -> Openings {
        Openings {
            random: fastrand::Rng::with_seed(settings.seed),
            settings,
            engine: Engine::new(Settings::with_hash_mib(16)),
            ranked: HashMap::new(),
            seen_keys: HashSet::new(),
        }
    }

    /// Plays a random walk, `None` if it has a capture or a check, or if no move of a position is ranked.
    fn walk(&mut self) -> Option<(Board, Vec<Move>)> {
        let mut board = Board::startpos();
        let mut moves = Vec::new();
        for _ in 0..self.random.u32(self.settings.plies.clone()) {
            let ranked = self.ranking(&board);
            let (_, best) = *ranked.first()?;
            let least = best - self.settings.max_loss;
            let candidates = ranked.iter().filter(|&&(_, score)| score >= least).count();
            let (mv, _) = ranked[self.random.usize(..candidates)];
            if board.make(mv).captured().is_some() || board.check_info().in_check() {
                return None;
            }
            moves.push(mv);
        }
        // The counters are as at the start of a game.
        let fen = board.to_fen();
        let fields: Vec<&str> = fen.split(' ').take(2).collect();
        let board = Board::from_fen(&fields.join(" ")).expect("the FEN of a board is valid");
        Some((board, moves))
    }

    /// The best moves of a position with their scores, the best first, by a short search.
    fn ranking(&mut self, board: &Board) -> Vec<(Move, Score)> {
        if let Some(ranked) = self.ranked.get(&board.key()) {
            return ranked.clone();
        }
        let nodes = (self.settings.nodes / SHORT_SEARCH_DIVISOR).max(1);
        let ranked = rank_moves(&mut self.engine, board, nodes, MAX_RANKED, &[]);
        self.ranked.insert(board.key(), ranked.clone());
        ranked
    }

    /// Returns a walk as an opening if its final position is new, balanced and quiet.
    fn opening_if_suitable(&mut self, board: Board, moves: Vec<Move>) -> Option<Opening> {
        let mirrored = board.mirrored();
        let (flipped, both) = (board.flipped(), mirrored.flipped());
        let keys = [&board, &mirrored, &flipped, &both].map(Board::key);
        if keys.iter().any(|key| self.seen_keys.contains(key)) {
            return None;
        }
        self.seen_keys.extend(keys);
        let best = rank_moves(&mut self.engine, &board, self.settings.nodes, 1, &[]);
        let &(best_move, score) = best.first()?;
        let is_opening = score.abs() <= self.settings.max_score && board.is_empty(best_move.to());
        is_opening.then_some(Opening {
            board,
            moves,
            score,
        })
    }
}

impl Iterator for Openings {
    type Item = Opening;

    /// The next opening; `None` when too many walks in a row fail.
    fn next(&mut self) -> Option<Opening> {
        (0..MAX_FAILED_WALKS).find_map(|_| {
            let (board, moves) = self.walk()?;
            self.opening_if_suitable(board, moves)
        })
    }
}

/// Writes `count` openings as EPD, after a comment with their settings, and calls `on_written` with their number after each.
/// Returns how many were generated.
///
/// # Errors
/// If they cannot be written.
pub fn write(
    settings: OpeningSettings,
    count: usize,
    out: &mut impl Write,
    mut on_written: impl FnMut(usize),
) -> io::Result<usize> {
    let (nodes, seed) = (settings.nodes, settings.seed);
    let (max_loss, max_score) = (settings.max_loss, settings.max_score);
    let (plies, short) = (&settings.plies, nodes / SHORT_SEARCH_DIVISOR);
    let (least, most) = (plies.start(), plies.end());
    let version = env!("CARGO_PKG_VERSION");
    write!(
        out,
        "# Openings for matches, made by Chuhe {version} with
#
#     chuhe openings --count {count} --plies {least}..{most} --nodes {nodes} --margin {max_loss} --window {max_score} --seed {seed}
#
# Random walks of {least} to {most} plies from the start, without captures and checks. Each move is at most {max_loss}
# centipawns worse than the best by a search of {short} nodes. A search of {nodes} nodes scores the final position
# within {max_score} centipawns of 0, and its best move is no capture. None is another one mirrored or with the
# colours exchanged.
#
# A line: the FEN with the move counters of the start of a game, `id` with the name, `ce` with the score in
# centipawns for the side to move, `c0` with the moves from the start.

"
    )?;
    let width = count.to_string().len();
    let mut generated = 0;
    for opening in Openings::new(settings).take(count) {
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

/// Reads the openings of a file; without a file the only opening is the start position.
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
            max_loss: 0,
            nodes: 2_000,
            max_score: 80,
            ..OpeningSettings::default()
        };
        assert!(Openings::new(settings).count() <= 2);
    }
}
