//! A book from nothing but our own search: the engine plays against itself, looks long at each position it
//! comes to, and what was seen further on corrects what was seen before.
//!
//! A walk begins at the start. In each position several moves are ranked by a search; those nearly as good as
//! the best are kept, and one of them, by lot, is played. So the walks are many in the good lines and
//! few beside them. When enough positions have been looked at, each move that was kept and
//! never played is looked at too. Then scores go back from the ends of the lines to the start, as in any
//! game tree, and decide what stays and with what weight.

use std::collections::{BTreeMap, HashMap};

use super::weights::records;
use super::{Book, lock, mirrored};
use crate::board::{Board, Move};
use crate::eval::Score;
use crate::search::ranking::look;
use crate::search::{Engine, Settings};

/// A look at what a kept move leads to has this part of the nodes of a position's own.
const CHECK_SHARE: u64 = 4;
/// The weight of a position's best move.
const FULL_WEIGHT: u64 = 1_000;
/// After so many walks in a row that came upon nothing new there is nothing more to be found.
const PATIENCE: u32 = 1_000;

/// How a book is grown. The same recipe, cooked by the same search, gives the same book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// So many positions are looked at.
    pub positions: usize,
    /// Nodes of a look.
    pub nodes: u64,
    /// Moves that are ranked in a position.
    pub lines: usize,
    /// How much worse than the best a move may be.
    pub margin: Score,
    /// The longest walk.
    pub plies: u32,
    /// What the lots are drawn from.
    pub seed: u64,
}

/// A position that was looked at: the one of the two mirror images whose lock is lower.
struct Seen {
    lock: u32,
    symmetric: bool,
    /// The moves kept, and what each leads to.
    moves: Vec<Kept>,
}

struct Kept {
    mv: Move,
    score: Score,
    /// The key of the position it leads to, see [`stand_in`].
    next: u64,
}

impl Seen {
    fn best(&self) -> Score {
        let scores = self.moves.iter().map(|kept| kept.score);
        scores.max().unwrap_or_default()
    }

    /// What a move is worth beside the best: nothing beyond the margin, and much more near it
    /// than at half of it.
    fn weight(&self, score: Score, margin: Score) -> u64 {
        let whole = u64::from(margin.unsigned_abs()) + 1;
        let behind = u64::from(self.best().abs_diff(score));
        let left = whole.saturating_sub(behind);
        FULL_WEIGHT * left * left / (whole * whole)
    }
}

/// Grows a book; `told` hears how many positions have been looked at.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::book::grow::{Recipe, grow};
/// let recipe = Recipe { positions: 4, nodes: 500, lines: 2, margin: 30, plies: 6, seed: 1 };
/// let book = grow(recipe, |_| {});
/// assert!(book.positions() <= 4 && !book.choices(&Board::startpos()).is_empty());
/// assert_eq!(grow(recipe, |_| {}), book);
/// ```
pub fn grow(recipe: Recipe, told: impl FnMut(usize)) -> Book {
    let mut garden = Garden {
        recipe,
        engine: Engine::new(Settings {
            hash_mib: 16,
            ..Settings::default()
        }),
        seen: BTreeMap::new(),
    };
    garden.walk(told);
    garden.check();
    garden.back_up();
    garden.book()
}

struct Garden {
    recipe: Recipe,
    engine: Engine,
    /// By key; in order, so that nothing depends on chance.
    seen: BTreeMap<u64, Seen>,
}

impl Garden {
    fn walk(&mut self, mut told: impl FnMut(usize)) {
        let mut lots = fastrand::Rng::with_seed(self.recipe.seed);
        let mut in_vain = 0;
        while self.seen.len() < self.recipe.positions && in_vain < PATIENCE {
            let before = self.seen.len();
            let mut board = stand_in(&Board::startpos());
            for _ in 0..self.recipe.plies {
                if !self.seen.contains_key(&board.key()) {
                    if self.seen.len() >= self.recipe.positions {
                        break;
                    }
                    let seen = self.look(&board);
                    self.seen.insert(board.key(), seen);
                    told(self.seen.len());
                }
                let Some(mv) = self.draw(&self.seen[&board.key()], &mut lots) else {
                    break;
                };
                let _ = board.make(mv);
                board = stand_in(&board);
            }
            in_vain = if self.seen.len() > before {
                0
            } else {
                in_vain + 1
            };
        }
    }

    /// Ranks the moves of a position.
    fn look(&mut self, board: &Board) -> Seen {
        let image = board.mirrored();
        let symmetric = image.key() == board.key();
        // Of a move and its image one is enough.
        let mut doubles = board.legal_moves().to_vec();
        doubles.retain(|&mv| symmetric && mirrored(mv).to_string() < mv.to_string());
        let Recipe { nodes, lines, .. } = self.recipe;
        let ranked = look(&mut self.engine, board, nodes, lines, &doubles);
        let best = ranked.first().map_or(0, |&(_, score)| score);
        let near = |&(_, score): &(Move, Score)| best - score <= self.recipe.margin;
        let kept = ranked.into_iter().filter(near).map(|(mv, score)| {
            let mut next = board.clone();
            let _ = next.make(mv);
            Kept {
                mv,
                score,
                next: stand_in(&next).key(),
            }
        });
        Seen {
            lock: lock(board),
            symmetric,
            moves: kept.collect(),
        }
    }

    fn draw(&self, seen: &Seen, lots: &mut fastrand::Rng) -> Option<Move> {
        let weight = |kept: &Kept| seen.weight(kept.score, self.recipe.margin);
        let total: u64 = seen.moves.iter().map(weight).sum();
        let mut lot = lots.u64(..total.max(1));
        for kept in &seen.moves {
            match lot.checked_sub(weight(kept)) {
                Some(rest) => lot = rest,
                None => return Some(kept.mv),
            }
        }
        None
    }

    /// Looks at what each kept move leads to, where no walk has been.
    fn check(&mut self) {
        let boards = self.boards();
        let mut found: HashMap<u64, Score> = HashMap::new();
        let keys: Vec<u64> = self.seen.keys().copied().collect();
        for key in keys {
            for index in 0..self.seen[&key].moves.len() {
                let Kept { mv, next, .. } = self.seen[&key].moves[index];
                if self.seen.contains_key(&next) {
                    continue;
                }
                let score = *found.entry(next).or_insert_with(|| {
                    let mut board = boards[&key].clone();
                    let _ = board.make(mv);
                    let nodes = self.recipe.nodes / CHECK_SHARE;
                    let ranked = look(&mut self.engine, &stand_in(&board), nodes, 1, &[]);
                    ranked.first().map_or(0, |&(_, score)| -score)
                });
                if let Some(seen) = self.seen.get_mut(&key) {
                    seen.moves[index].score = score;
                }
            }
        }
    }

    /// The positions themselves, found again from the start.
    fn boards(&self) -> HashMap<u64, Board> {
        let start = stand_in(&Board::startpos());
        let (mut boards, mut open) = (HashMap::new(), vec![start]);
        while let Some(board) = open.pop() {
            let key = board.key();
            let Some(seen) = self.seen.get(&key).filter(|_| !boards.contains_key(&key)) else {
                continue;
            };
            for kept in &seen.moves {
                let mut next = board.clone();
                let _ = next.make(kept.mv);
                open.push(stand_in(&next));
            }
            boards.insert(key, board);
        }
        boards
    }

    /// Takes scores from the ends of the lines to the start. As often as a walk is long: a move more
    /// each time; and lines that come back to where they were cannot go on for ever.
    fn back_up(&mut self) {
        for _ in 0..self.recipe.plies {
            let values: HashMap<u64, Score> = self
                .seen
                .iter()
                .map(|(&key, seen)| (key, seen.best()))
                .collect();
            for kept in self.seen.values_mut().flat_map(|seen| &mut seen.moves) {
                if let Some(value) = values.get(&kept.next) {
                    kept.score = -value;
                }
            }
        }
    }

    fn book(&self) -> Book {
        let mut all = Vec::new();
        for seen in self.seen.values() {
            let mut moves = Vec::new();
            for kept in &seen.moves {
                let weight = seen.weight(kept.score, self.recipe.margin);
                let image = mirrored(kept.mv);
                if weight > 0 {
                    moves.push((kept.mv, weight));
                }
                if weight > 0 && seen.symmetric && image != kept.mv {
                    moves.push((image, weight));
                }
            }
            all.extend(records(seen.lock, &moves));
        }
        Book::from_records(all)
    }
}

/// The one of a position and its mirror image that stands for both, as if the game began there: what has
/// been used up of the natural limit is no matter of the opening.
fn stand_in(board: &Board) -> Board {
    let image = board.mirrored();
    let lower = (lock(&image), image.key()) < (lock(board), board.key());
    let board = if lower { image } else { board.clone() };
    let fen = board.to_fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    Board::from_fen(&fields.join(" ")).unwrap_or(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe() -> Recipe {
        Recipe {
            positions: 30,
            nodes: 1_000,
            lines: 3,
            margin: 40,
            plies: 8,
            seed: 3,
        }
    }

    /// The plies of the longest line that the book knows from here, nine at most.
    fn longest(book: &Book, board: &mut Board) -> usize {
        fn go(book: &Book, board: &mut Board, left: usize) -> usize {
            let choices = book.choices(board);
            let lines = choices.iter().filter(|_| left > 0).map(|choice| {
                let undo = board.make(choice.mv);
                let plies = 1 + go(book, board, left - 1);
                board.undo(undo);
                plies
            });
            lines.max().unwrap_or(0)
        }
        go(book, board, 9)
    }

    #[test]
    fn a_grown_book_answers_along_its_lines() {
        let mut heard = 0;
        let book = grow(recipe(), |positions| heard = positions);
        assert_eq!(heard, 30);
        let plies = longest(&book, &mut Board::startpos());
        assert!((2..=8).contains(&plies), "{plies}");
        let weights = book.choices(&Board::startpos());
        assert_eq!(weights[0].weight, 1_000);
        assert!(book.records().iter().all(|record| record.weight > 0));
    }

    #[test]
    fn a_recipe_that_gives_little_comes_to_an_end() {
        let recipe = Recipe {
            plies: 1,
            ..recipe()
        };
        assert_eq!(grow(recipe, |_| {}).positions(), 1);
    }

    #[test]
    fn weights_fall_to_nothing_at_the_margin() {
        let kept = |score| Kept {
            mv: "h2e2".parse().unwrap(),
            score,
            next: 0,
        };
        let seen = Seen {
            lock: 0,
            symmetric: false,
            moves: vec![kept(30), kept(10)],
        };
        let weight = |score| seen.weight(score, 19);
        assert_eq!(
            [weight(30), weight(20), weight(11), weight(10)],
            [1_000, 250, 2, 0]
        );
        assert_eq!(weight(-32_000), 0);
    }
}
