//! Openings for matches: read from a file of FEN or EPD lines, or made as short random walks that our own search finds sound.
//!
//! From the start a walk plays a few plies, each drawn at random from the moves that a short search finds at most a
//! little worse than the best. A longer search must find its end balanced, with nothing to be taken. So no
//! opening comes from a book of an engine.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use thiserror::Error;

use crate::board::positions::{self, Entry, PositionsError};
use crate::board::{Board, Move};
use crate::eval::Score;
use crate::rules::{Game, Outcome, RuleSet, judge};
use crate::search::ranking::look;
use crate::search::{Engine, Settings};

/// The short searches have this part of the nodes of the long one.
const SHARE: u64 = 10;
/// Moves of a position that are ranked.
const CHOICES: usize = 12;
/// Failed walks in a row after which the recipe gives no more openings.
const PATIENCE: u32 = 10_000;

/// How openings are made. The same recipe with the same search gives the same openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The length of a walk.
    pub plies: RangeInclusive<u32>,
    /// Nodes of the search at the end.
    pub nodes: u64,
    /// The most by which a move of the walk is worse than the best.
    pub margin: Score,
    /// The greatest distance of the score at the end from 0.
    pub window: Score,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            plies: 6..=10,
            nodes: 200_000,
            margin: 40,
            window: 50,
            seed: 1,
        }
    }
}

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position, with counters as at the start of a game.
    pub board: Board,
    /// The moves from the start.
    pub moves: Vec<Move>,
    /// The score for the side to move.
    pub score: Score,
}

/// An iterator over openings, no two of which are equal, mirrored or with the colours exchanged. None has a capture or a
/// check, and in none is a capture the best move.
///
/// ```
/// use chuhe::arena::openings::{Openings, Recipe};
/// let recipe = Recipe { nodes: 2_000, window: 100, ..Recipe::default() };
/// let opening = Openings::new(recipe.clone()).next().unwrap();
/// assert!((6..=10).contains(&opening.moves.len()));
/// assert!(opening.score.abs() <= 100);
/// assert_eq!(Openings::new(recipe).next(), Some(opening));
/// ```
#[derive(Debug)]
pub struct Openings {
    recipe: Recipe,
    random: fastrand::Rng,
    engine: Engine,
    /// Positions of walks, and their ranked moves.
    ranked: HashMap<u64, Vec<(Move, Score)>>,
    /// Ends of walks, in all symmetries.
    known: HashSet<u64>,
}

impl Openings {
    /// The openings of a recipe.
    pub fn new(recipe: Recipe) -> Openings {
        Openings {
            random: fastrand::Rng::with_seed(recipe.seed),
            recipe,
            engine: Engine::new(Settings {
                hash_mib: 16,
                ..Settings::default()
            }),
            ranked: HashMap::new(),
            known: HashSet::new(),
        }
    }

    /// A walk, `None` if it has a capture or a check.
    fn walk(&mut self) -> Option<(Board, Vec<Move>)> {
        let mut board = Board::startpos();
        let mut moves = Vec::new();
        for _ in 0..self.random.u32(self.recipe.plies.clone()) {
            let ranked = self.ranking(&board);
            let (_, best) = *ranked.first()?;
            let least = best - self.recipe.margin;
            let good = ranked.iter().filter(|&&(_, score)| score >= least).count();
            let (mv, _) = ranked[self.random.usize(..good)];
            if board.make(mv).captured().is_some() || board.safety().in_check() {
                return None;
            }
            moves.push(mv);
        }
        // The counters are as at the start of a game.
        let fen = board.to_fen();
        let fields: Vec<&str> = fen.split(' ').take(2).collect();
        let board = Board::from_fen(&fields.join(" ")).expect("a board's own FEN is sound");
        Some((board, moves))
    }

    /// The best moves of a position with their scores, the best first, by a short search.
    fn ranking(&mut self, board: &Board) -> Vec<(Move, Score)> {
        if let Some(ranked) = self.ranked.get(&board.key()) {
            return ranked.clone();
        }
        let nodes = (self.recipe.nodes / SHARE).max(1);
        let ranked = look(&mut self.engine, board, nodes, CHOICES, &[]);
        self.ranked.insert(board.key(), ranked.clone());
        ranked
    }

    /// Turns a walk into an opening if it is new, balanced and quiet.
    fn judged(&mut self, board: Board, moves: Vec<Move>) -> Option<Opening> {
        let mirrored = board.mirrored();
        let (flipped, both) = (board.flipped(), mirrored.flipped());
        let keys = [&board, &mirrored, &flipped, &both].map(Board::key);
        if keys.iter().any(|key| self.known.contains(key)) {
            return None;
        }
        self.known.extend(keys);
        let best = look(&mut self.engine, &board, self.recipe.nodes, 1, &[]);
        let &(reply, score) = best.first()?;
        let sound = score.abs() <= self.recipe.window && board.is_empty(reply.to());
        sound.then_some(Opening {
            board,
            moves,
            score,
        })
    }
}

impl Iterator for Openings {
    type Item = Opening;

    /// The next opening; `None` when the recipe gives no more.
    fn next(&mut self) -> Option<Opening> {
        (0..PATIENCE).find_map(|_| {
            let (board, moves) = self.walk()?;
            self.judged(board, moves)
        })
    }
}

/// Writes `count` openings as EPD, after a heading with their recipe, and calls `written` with their number after each. Returns
/// how many were found.
///
/// # Errors
/// If they cannot be written.
pub fn write(
    recipe: Recipe,
    count: usize,
    out: &mut impl Write,
    mut written: impl FnMut(usize),
) -> io::Result<usize> {
    let (nodes, margin, window, seed) = (recipe.nodes, recipe.margin, recipe.window, recipe.seed);
    let (plies, short) = (&recipe.plies, nodes / SHARE);
    let (least, most) = (plies.start(), plies.end());
    let version = env!("CARGO_PKG_VERSION");
    write!(
        out,
        "# Openings for matches, made by Chuhe {version} with
#
#     chuhe openings --count {count} --plies {least}..{most} --nodes {nodes} --margin {margin} --window {window} --seed {seed}
#
# From the start {least} to {most} random plies, each at most {margin} hundredths of a pawn worse than the best by a
# search of {short} nodes. Nothing is taken, nobody is in check, and a search of {nodes} nodes finds at most
# {window} for either side and no capture that is best. None is the like of another, mirrored or with the
# colours exchanged.
#
# A line: the FEN as if the game began there, `id` with its name, `ce` with the score for the side to
# move, `c0` with the moves from the start.

"
    )?;
    let width = count.to_string().len();
    let mut made = 0;
    for opening in Openings::new(recipe).take(count) {
        made += 1;
        let moves: Vec<String> = opening.moves.iter().map(ToString::to_string).collect();
        let (fen, score, moves) = (opening.board.to_fen(), opening.score, moves.join(" "));
        let id = format!("open.{made:0width$}");
        writeln!(out, r#"{fen} id "{id}"; ce {score}; c0 "{moves}";"#)?;
        out.flush()?;
        written(made);
    }
    Ok(made)
}

/// Why the openings of a file cannot be used.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It holds no positions.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The game is over in this position.
    #[error("the game is over in {0}")]
    Over(String),
}

/// Reads the openings of a file. Without a file all games begin at the start position.
///
/// # Errors
/// If the file cannot be read, or a game would be over by `rules` before it begins.
pub fn read_openings(path: Option<&Path>, rules: &RuleSet) -> Result<Vec<Entry>, OpeningsError> {
    let Some(path) = path else {
        return Ok(vec![Entry {
            board: Board::startpos(),
            id: String::new(),
            operations: Vec::new(),
        }]);
    };
    let entries = positions::read(&std::fs::read_to_string(path)?)?;
    for Entry { board, .. } in &entries {
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
    fn a_recipe_that_gives_little_comes_to_an_end() {
        let recipe = Recipe {
            plies: 1..=1,
            margin: 0,
            nodes: 2_000,
            window: 80,
            ..Recipe::default()
        };
        assert!(Openings::new(recipe).count() <= 2);
    }
}
