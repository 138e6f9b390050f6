//! Grows a book by self-play searches, with their scores backed up by minimax.
//!
//! A walk begins at the start. In each position a search ranks several moves; those nearly as good as the best are kept, and one of
//! them, drawn by weight, is played. So there are many walks in the good lines and few beside them. When enough positions were
//! searched, so is the position after each kept move that was never played. Then the scores of the last positions are backed up
//! to the start, and decide which moves stay and with what weight.

use std::collections::{BTreeMap, HashMap, HashSet};

use clap::Args;

use super::weights::{draw, records};
use super::{Book, lock, mirrored};
use crate::board::{Board, Move};
use crate::config::numbers::number;
use crate::eval::Score;
use crate::search::ranking::look;
use crate::search::request::LINES;
use crate::search::{Engine, Settings};

/// The position after a kept move is searched with this part of the nodes.
const CHECK_SHARE: u64 = 4;
/// The weight of a position's best move.
const FULL_WEIGHT: u64 = 1_000;
/// The walks end after so many in a row without a new position.
const PATIENCE: u32 = 1_000;

/// Settings. The same recipe and the same search give the same book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct Recipe {
    /// Positions that are looked at.
    #[arg(long, value_name = "N", default_value_t = 1_000, allow_negative_numbers = true, value_parser = number::<usize>(1..=1_000_000))]
    pub positions: usize,

    /// Nodes of a look; a quarter of that where a move is only checked.
    #[arg(long, value_name = "N", default_value_t = 200_000, allow_negative_numbers = true, value_parser = number::<u64>(100..=i64::MAX))]
    pub nodes: u64,

    /// Moves that are ranked in a position, up to 128.
    #[arg(long, value_name = "K", default_value_t = 6, allow_negative_numbers = true, value_parser = number::<usize>(LINES))]
    pub lines: usize,

    /// How much worse than the best a move may be, in hundredths of a pawn.
    #[arg(long, value_name = "CP", default_value_t = 60, allow_negative_numbers = true, value_parser = number::<Score>(0..=1_000))]
    pub margin: Score,

    /// The longest line, in plies.
    #[arg(long, value_name = "N", default_value_t = 16, allow_negative_numbers = true, value_parser = number::<u32>(1..=100))]
    pub plies: u32,

    /// What the random numbers begin with.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u64>(0..=i64::MAX))]
    pub seed: u64,
}

/// A position that was searched.
struct Seen {
    board: Board,
    symmetric: bool,
    moves: Vec<Kept>,
}

struct Kept {
    mv: Move,
    score: Score,
    /// The key of the next position, see [`canonical`].
    next: u64,
}

impl Seen {
    fn best(&self) -> Score {
        let scores = self.moves.iter().map(|kept| kept.score);
        scores.max().unwrap_or_default()
    }

    /// The weight of a move with this score: it falls with the square of the distance to the best, to 0 beyond the margin.
    fn weight(&self, score: Score, margin: Score) -> u64 {
        let whole = u64::from(margin.unsigned_abs()) + 1;
        let behind = u64::from(self.best().abs_diff(score));
        let left = whole.saturating_sub(behind);
        FULL_WEIGHT * left * left / (whole * whole)
    }
}

/// Grows a book; `report` receives the number of positions searched.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::book::grow::{Recipe, grow};
/// let recipe = Recipe { positions: 4, nodes: 500, lines: 2, margin: 30, plies: 6, seed: 1 };
/// let book = grow(recipe, |_| {});
/// assert!(book.positions() <= 4 && !book.choices(&Board::startpos()).is_empty());
/// assert_eq!(grow(recipe, |_| {}), book);
/// ```
pub fn grow(recipe: Recipe, report: impl FnMut(usize)) -> Book {
    let mut grower = Grower {
        recipe,
        engine: Engine::new(Settings {
            hash_mib: 16,
            ..Settings::default()
        }),
        seen: BTreeMap::new(),
    };
    grower.walk(report);
    grower.check();
    grower.back_up();
    grower.book()
}

struct Grower {
    recipe: Recipe,
    engine: Engine,
    /// By key; the order makes the result reproducible.
    seen: BTreeMap<u64, Seen>,
}

impl Grower {
    fn walk(&mut self, mut report: impl FnMut(usize)) {
        let mut random = fastrand::Rng::with_seed(self.recipe.seed);
        let mut in_vain = 0;
        while self.seen.len() < self.recipe.positions && in_vain < PATIENCE {
            in_vain += 1;
            let mut board = canonical(&Board::startpos());
            for _ in 0..self.recipe.plies {
                if !self.seen.contains_key(&board.key()) {
                    if self.seen.len() >= self.recipe.positions {
                        break;
                    }
                    let seen = self.search(&board);
                    self.seen.insert(board.key(), seen);
                    report(self.seen.len());
                    in_vain = 0;
                }
                let seen = &self.seen[&board.key()];
                let scores = seen.moves.iter().map(|kept| kept.score);
                let weights = scores.map(|score| seen.weight(score, self.recipe.margin));
                let Some(drawn) = draw(weights, &mut random) else {
                    break;
                };
                board = after(&board, seen.moves[drawn].mv);
            }
        }
    }

    /// Ranks the moves of a position.
    fn search(&mut self, board: &Board) -> Seen {
        let symmetric = board.mirrored().key() == board.key();
        // Of a move and its image one is enough.
        let mut doubles = board.legal_moves().to_vec();
        doubles.retain(|&mv| symmetric && mirrored(mv).to_string() < mv.to_string());
        let Recipe { nodes, lines, .. } = self.recipe;
        let ranked = look(&mut self.engine, board, nodes, lines, &doubles);
        let best = ranked.first().map_or(0, |&(_, score)| score);
        let near = |&(_, score): &(Move, Score)| best - score <= self.recipe.margin;
        let kept = ranked.into_iter().filter(near).map(|(mv, score)| Kept {
            mv,
            score,
            next: after(board, mv).key(),
        });
        Seen {
            board: board.clone(),
            symmetric,
            moves: kept.collect(),
        }
    }

    /// Searches the position after each kept move that no walk has played.
    fn check(&mut self) {
        let searched: HashSet<u64> = self.seen.keys().copied().collect();
        let mut found: HashMap<u64, Score> = HashMap::new();
        for seen in self.seen.values_mut() {
            let kept = seen.moves.iter_mut();
            for kept in kept.filter(|kept| !searched.contains(&kept.next)) {
                kept.score = *found.entry(kept.next).or_insert_with(|| {
                    let nodes = self.recipe.nodes / CHECK_SHARE;
                    let next = after(&seen.board, kept.mv);
                    let ranked = look(&mut self.engine, &next, nodes, 1, &[]);
                    ranked.first().map_or(0, |&(_, score)| -score)
                });
            }
        }
    }

    /// Backs the scores up, one ply at a time. The number of rounds is bounded, because lines may return to earlier positions.
    fn back_up(&mut self) {
        for _ in 0..self.recipe.plies {
            let seen = self.seen.iter();
            let values: HashMap<_, _> = seen.map(|(&key, seen)| (key, seen.best())).collect();
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
                if weight > 0 {
                    let image = Some(mirrored(kept.mv)).filter(|_| seen.symmetric);
                    let image = image.filter(|&image| image != kept.mv);
                    moves.push((kept.mv, weight));
                    moves.extend(image.map(|image| (image, weight)));
                }
            }
            all.extend(records(lock(&seen.board), &moves));
        }
        Book::from_records(all)
    }
}

/// The canonical form of the position after a move.
fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    let _ = next.make(mv);
    canonical(&next)
}

/// The one of a position and its mirror image with the lower lock, with its counters at the beginning.
fn canonical(board: &Board) -> Board {
    let image = board.mirrored();
    let lower = (lock(&image), image.key()) < (lock(board), board.key());
    let board = if lower { &image } else { board };
    let fen = board.to_fen();
    let fields = fen.split(" - ").next().unwrap_or(&fen);
    Board::from_fen(fields).unwrap_or_else(|_| board.clone())
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

    /// The plies of the longest line that the book has from here.
    fn longest(book: &Book, board: &mut Board, most: usize) -> usize {
        let choices = book.choices(board);
        let lines = choices.iter().filter(|_| most > 0);
        let plies =
            lines.map(|choice| 1 + board.after(choice.mv, |next| longest(book, next, most - 1)));
        plies.max().unwrap_or(0)
    }

    #[test]
    fn grown_book_has_lines_as_long_as_the_walks() {
        let mut reported = 0;
        let book = grow(recipe(), |positions| reported = positions);
        assert_eq!(reported, 30);
        let plies = longest(&book, &mut Board::startpos(), 9);
        assert!((2..=8).contains(&plies), "{plies}");
        let weights = book.choices(&Board::startpos());
        assert_eq!(weights[0].weight, 1_000);
        assert!(book.records().iter().all(|record| record.weight > 0));
    }

    #[test]
    fn growing_ends_without_new_positions() {
        let recipe = Recipe {
            plies: 1,
            ..recipe()
        };
        assert_eq!(grow(recipe, |_| {}).positions(), 1);
    }

    #[test]
    fn weights_fall_to_zero_at_the_margin() {
        let kept = |score| Kept {
            mv: "h2e2".parse().unwrap(),
            score,
            next: 0,
        };
        let seen = Seen {
            board: Board::startpos(),
            symmetric: false,
            moves: vec![kept(30), kept(10)],
        };
        let weights = [30, 20, 11, 10, -32_000].map(|score| seen.weight(score, 19));
        assert_eq!(weights, [1_000, 250, 2, 0, 0]);
    }
}
