//! Openings to begin the games of a match with: short random walks that our own search finds sound.
//!
//! From the start a walk plays a few plies, each drawn by lot from the moves that a short look finds
//! at most a little worse than the best. Where it ends a longer look must find nothing for either side
//! and nothing hanging. So no opening is anybody's book, and both engines have to think from their
//! first move.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::mpsc::channel;

use crate::board::{Board, Move};
use crate::eval::Score;
use crate::rules::Game;
use crate::search::{Engine, Event, Limits, Line, Request, Settings};

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
        let ranked = look(&mut self.engine, board, nodes, CHOICES);
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
        let best = look(&mut self.engine, &board, self.recipe.nodes, 1);
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

/// As if the game began there: what the walk has used up of the natural limit is given back.
fn with_counters_at_the_beginning(board: &Board) -> Board {
    let fen = board.to_fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    Board::from_fen(&fields.join(" ")).expect("a board's own FEN is sound")
}

/// The best moves and their scores for the side to move, the best first, as the deepest iteration
/// that ranked all of them saw it. Nothing is remembered from another look, so that it always sees the
/// same.
fn look(engine: &mut Engine, board: &Board, nodes: u64, choices: usize) -> Vec<(Move, Score)> {
    engine.clear();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut request = Request::new(Game::new(board.clone()), limits);
    request.multipv = choices;
    let (sender, lines) = channel();
    let outcome = engine.search(request, move |event| {
        if let Event::Line(line) = event {
            // The receiver waits for the end of the search.
            let _ = sender.send(line);
        }
    });
    if choices == 1 {
        return outcome
            .best
            .map(|mv| (mv, outcome.score))
            .into_iter()
            .collect();
    }
    let mut depths: Vec<Vec<(Move, Score)>> = Vec::new();
    for Line {
        depth,
        rank,
        score,
        pv,
        ..
    } in lines
    {
        let depth = depth as usize;
        depths.resize_with(depths.len().max(depth + 1), Vec::new);
        let (Some(&mv), place) = (pv.first(), rank - 1) else {
            continue;
        };
        // The lines of an iteration come by their rank; a rank may be told again, then it is better known.
        let ranked = &mut depths[depth];
        ranked.truncate(place);
        if ranked.len() == place {
            ranked.push((mv, score));
        }
    }
    let most = depths.iter().map(Vec::len).max().unwrap_or(0);
    let deepest = depths.into_iter().rev().find(|ranked| ranked.len() == most);
    deepest.unwrap_or_default()
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
        let ranked = look(&mut engine, &Board::startpos(), 20_000, 8);
        assert_eq!(ranked.len(), 8);
        assert!(ranked.is_sorted_by(|(_, one), (_, other)| one >= other));
    }
}
