//! Openings to begin the games of a match with: short random walks that our own search finds sound.
//!
//! From the start a walk plays a few plies, each drawn by lot from the moves that a short look finds
//! at most a little worse than the best. Where it ends a longer look must find nothing for either side
//! and nothing hanging. So no opening is anybody's book, and both engines have to think from their
//! first move.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::ops::RangeInclusive;

use crate::board::{Board, Move};
use crate::eval::Score;
use crate::search::ranking::look;
use crate::search::{Engine, Settings};

/// The short looks have this part of the nodes of the long one.
const SHARE: u64 = 10;
/// So many moves of a position are ranked.
const CHOICES: usize = 12;
/// After so many walks in a row that came to nothing there is nothing more to be found.
const PATIENCE: u32 = 10_000;

/// How openings are made. The same recipe, cooked by the same search, gives the same openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Length of a walk, drawn by lot.
    pub plies: RangeInclusive<u32>,
    /// Nodes of the look at the end.
    pub nodes: u64,
    /// A move of the walk may be so much worse than the best.
    pub margin: Score,
    /// The score at the end may be so far from 0.
    pub window: Score,
    /// What the lots are drawn from.
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
    /// The position, its counters at the beginning.
    pub board: Board,
    /// The moves from the start to there.
    pub moves: Vec<Move>,
    /// Its score for the side to move.
    pub score: Score,
}

/// Openings one after the other, no two of them alike: not as they are, nor mirrored, nor with the
/// colours exchanged. In none has anything been taken or is in check, and in none does the side to
/// move do best to take something.
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
    lots: fastrand::Rng,
    engine: Engine,
    /// Positions that were walked through, and what was found there.
    ranked: HashMap<u64, Vec<(Move, Score)>>,
    /// Positions that were given, or looked at in vain, in all their guises.
    known: HashSet<u64>,
}

impl Openings {
    /// Openings by a recipe.
    pub fn new(recipe: Recipe) -> Openings {
        Openings {
            lots: fastrand::Rng::with_seed(recipe.seed),
            recipe,
            engine: Engine::new(Settings {
                hash_mib: 16,
                ..Settings::default()
            }),
            ranked: HashMap::new(),
            known: HashSet::new(),
        }
    }

    /// A walk, `None` when it came upon a capture or a check.
    fn walk(&mut self) -> Option<(Board, Vec<Move>)> {
        let mut board = Board::startpos();
        let mut moves = Vec::new();
        for _ in 0..self.lots.u32(self.recipe.plies.clone()) {
            let ranked = self.ranking(&board);
            let (_, best) = *ranked.first()?;
            let good = ranked
                .iter()
                .filter(|&&(_, score)| score >= best - self.recipe.margin);
            let good: Vec<Move> = good.map(|&(mv, _)| mv).collect();
            let mv = good[self.lots.usize(..good.len())];
            if board.make(mv).captured().is_some() || board.safety().in_check() {
                return None;
            }
            moves.push(mv);
        }
        Some((with_counters_at_the_beginning(&board), moves))
    }

    /// The best moves of a position and their scores, the best first, by a short look.
    fn ranking(&mut self, board: &Board) -> Vec<(Move, Score)> {
        if let Some(ranked) = self.ranked.get(&board.key()) {
            return ranked.clone();
        }
        let nodes = (self.recipe.nodes / SHARE).max(1);
        let ranked = look(&mut self.engine, board, nodes, CHOICES, &[]);
        self.ranked.insert(board.key(), ranked.clone());
        ranked
    }

    /// What becomes of a walk: an opening, if it is new, balanced and quiet.
    fn judged(&mut self, board: Board, moves: Vec<Move>) -> Option<Opening> {
        let mirrored = board.mirrored();
        let guises = [
            board.key(),
            mirrored.key(),
            board.flipped().key(),
            mirrored.flipped().key(),
        ];
        if guises.iter().any(|key| self.known.contains(key)) {
            return None;
        }
        self.known.extend(guises);
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

/// Writes `count` openings as EPD, under a heading that says how they were made, and calls `written` after each with the number so
/// far. Returns how many were found.
///
/// # Errors
/// If they cannot be written.
pub fn write(
    recipe: Recipe,
    count: usize,
    out: &mut impl Write,
    mut written: impl FnMut(usize),
) -> io::Result<usize> {
    write_heading(&recipe, count, out)?;
    let width = count.to_string().len();
    let mut made = 0;
    for opening in Openings::new(recipe).take(count) {
        made += 1;
        let moves: Vec<String> = opening.moves.iter().map(ToString::to_string).collect();
        let (fen, score, moves) = (opening.board.to_fen(), opening.score, moves.join(" "));
        writeln!(
            out,
            "{fen} id \"open.{made:0width$}\"; ce {score}; c0 \"{moves}\";"
        )?;
        out.flush()?;
        written(made);
    }
    Ok(made)
}

fn write_heading(recipe: &Recipe, count: usize, out: &mut impl Write) -> io::Result<()> {
    let Recipe {
        plies,
        nodes,
        margin,
        window,
        seed,
    } = recipe;
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

",
        short = nodes / SHARE
    )
}

/// As if the game began there: what the walk has used up of the natural limit is given back.
fn with_counters_at_the_beginning(board: &Board) -> Board {
    let fen = board.to_fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    Board::from_fen(&fields.join(" ")).expect("a board's own FEN is sound")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe() -> Recipe {
        Recipe {
            nodes: 2_000,
            window: 80,
            ..Recipe::default()
        }
    }

    #[test]
    fn openings_are_quiet_balanced_and_all_different() {
        let mut seen = HashSet::new();
        let openings: Vec<Opening> = Openings::new(recipe()).take(20).collect();
        for opening in &openings {
            let mut board = Board::startpos();
            for &mv in &opening.moves {
                assert!(board.is_legal_move(mv));
                assert_eq!(board.make(mv).captured(), None);
            }
            assert_eq!(board.key(), opening.board.key());
            assert_eq!(
                (opening.board.quiet_plies(), opening.board.move_number()),
                (0, 1)
            );
            assert!(!board.safety().in_check());
            assert!(opening.score.abs() <= 80);
            assert!(seen.insert(board.key()) && seen.insert(board.flipped().key()));
            assert!(!seen.contains(&board.mirrored().key()));
        }
        assert!(openings.iter().any(|opening| opening.moves.len() % 2 == 1));
    }

    #[test]
    fn a_recipe_that_gives_little_comes_to_an_end() {
        // One ply, and of the best moves only: there are but so many.
        let recipe = Recipe {
            plies: 1..=1,
            margin: 0,
            ..recipe()
        };
        assert!(Openings::new(recipe).count() <= 2);
    }

    #[test]
    fn moves_are_ranked() {
        let mut engine = Engine::new(Settings {
            hash_mib: 1,
            ..Settings::default()
        });
        let ranked = look(&mut engine, &Board::startpos(), 20_000, 8, &[]);
        assert_eq!(ranked.len(), 8);
        assert!(ranked.is_sorted_by(|(_, one), (_, other)| one >= other));
    }
}
