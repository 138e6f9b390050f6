//! Grows a book by searches along random walks, with the scores backed up by minimax.
//!
//! A walk begins at the initial position. In each position a search ranks several moves. Those within a margin of the best are
//! kept, and one of them is played, drawn at random by weight; so most walks follow good lines. When enough positions have been
//! searched, the position after each kept move that no walk has played is searched too. Then the scores of the last positions
//! are backed up to the start. The backed-up scores decide which moves are in the book, and their weights.

use std::collections::{BTreeMap, HashMap, HashSet};

use clap::Args;

use super::weights::{draw_index, fit_weights};
use super::{Book, book_key};
use crate::board::{Board, Move};
use crate::config::numbers::integer;
use crate::eval::Score;
use crate::search::ranking::rank_moves;
use crate::search::request::MULTIPV_RANGE;
use crate::search::{Engine, Settings};

/// The position after a kept move that no walk has played is searched with the nodes divided by this.
const UNPLAYED_DIVISOR: u64 = 4;
/// The weight of a position's best move.
const BEST_WEIGHT: u64 = 1_000;
/// The walks end after this number of walks in a row without a new position.
const MAX_FRUITLESS_WALKS: u32 = 1_000;

/// The settings for growing a book. The same settings and the same search give the same book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct GrowSettings {
    /// The number of positions to search on random walks.
    #[arg(long, value_name = "N", default_value_t = 1_000, allow_negative_numbers = true, value_parser = integer::<usize>(1..=1_000_000))]
    pub positions: usize,

    /// Nodes of each search; a quarter for a move that no walk has played.
    #[arg(long, value_name = "N", default_value_t = 200_000, allow_negative_numbers = true, value_parser = integer::<u64>(100..=i64::MAX))]
    pub nodes: u64,

    /// The number of moves that are ranked in a position, up to 128.
    #[arg(long, value_name = "K", default_value_t = 6, allow_negative_numbers = true, value_parser = integer::<usize>(MULTIPV_RANGE))]
    pub lines: usize,

    /// The greatest loss of a move against the best move, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 60, allow_negative_numbers = true, value_parser = integer::<Score>(0..=1_000))]
    pub margin: Score,

    /// The greatest length of a line, in plies.
    #[arg(long, value_name = "N", default_value_t = 16, allow_negative_numbers = true, value_parser = integer::<u32>(1..=100))]
    pub plies: u32,

    /// Seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u64>(0..=i64::MAX))]
    pub seed: u64,
}

/// A position that was searched.
struct SearchedPosition {
    board: Board,
    /// True if it is its own mirror image.
    is_symmetric: bool,
    moves: Vec<KeptMove>,
}

/// A move within the margin of the best.
struct KeptMove {
    mv: Move,
    /// The score in centipawns, from the view of the side to move.
    score: Score,
    /// The key of the next position, see [`canonical`].
    next: u64,
}

impl SearchedPosition {
    /// The score of the best move.
    fn best(&self) -> Score {
        let scores = self.moves.iter().map(|kept| kept.score);
        scores.max().unwrap_or_default()
    }

    /// The weight of a move with this score, from [`BEST_WEIGHT`] for the best score down to 0 beyond the margin. It is
    /// proportional to the square of the rest of the margin.
    fn weight(&self, score: Score, margin: Score) -> u64 {
        let whole = u64::from(margin.unsigned_abs()) + 1;
        let distance = u64::from(self.best().abs_diff(score));
        let left = whole.saturating_sub(distance);
        BEST_WEIGHT * left * left / (whole * whole)
    }
}

/// Grows a book; `report` receives the number of positions searched.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::book::grow::{GrowSettings, grow};
/// let settings = GrowSettings { positions: 4, nodes: 500, lines: 2, margin: 30, plies: 6, seed: 1 };
/// let book = grow(settings, |_| {});
/// assert!(book.positions() <= 4 && !book.moves(&Board::startpos()).is_empty());
/// assert_eq!(grow(settings, |_| {}), book);
/// ```
pub fn grow(settings: GrowSettings, report: impl FnMut(usize)) -> Book {
    let mut grower = Grower {
        settings,
        engine: Engine::new(Settings::with_hash_mib(16)),
        seen: BTreeMap::new(),
    };
    grower.walk(report);
    grower.search_unplayed();
    grower.back_up();
    grower.book()
}

struct Grower {
    settings: GrowSettings,
    engine: Engine,
    /// The searched positions by key; the order makes the result reproducible.
    seen: BTreeMap<u64, SearchedPosition>,
}

impl Grower {
    /// Searches positions along random walks until there are enough.
    fn walk(&mut self, mut report: impl FnMut(usize)) {
        let mut random = fastrand::Rng::with_seed(self.settings.seed);
        let mut fruitless_walks = 0;
        while self.seen.len() < self.settings.positions && fruitless_walks < MAX_FRUITLESS_WALKS {
            fruitless_walks += 1;
            let mut board = canonical(&Board::startpos());
            for _ in 0..self.settings.plies {
                if !self.seen.contains_key(&board.key()) {
                    if self.seen.len() >= self.settings.positions {
                        break;
                    }
                    let seen = self.search(&board);
                    self.seen.insert(board.key(), seen);
                    report(self.seen.len());
                    fruitless_walks = 0;
                }
                let seen = &self.seen[&board.key()];
                let scores = seen.moves.iter().map(|kept| kept.score);
                let weights = scores.map(|score| seen.weight(score, self.settings.margin));
                let Some(drawn) = draw_index(weights, &mut random) else {
                    break;
                };
                board = after(&board, seen.moves[drawn].mv);
            }
        }
    }

    /// Ranks the moves of a position.
    fn search(&mut self, board: &Board) -> SearchedPosition {
        let is_symmetric = board.mirrored().key() == board.key();
        // Of a move and its mirror image in a symmetric position only one is ranked.
        let mut excluded = board.legal_moves().to_vec();
        excluded.retain(|&mv| is_symmetric && mv.mirrored().to_string() < mv.to_string());
        let GrowSettings { nodes, lines, .. } = self.settings;
        let ranked = rank_moves(&mut self.engine, board, nodes, lines, &excluded);
        let best = ranked.first().map_or(0, |&(_, score)| score);
        let is_within_margin = |&(_, score): &(Move, Score)| best - score <= self.settings.margin;
        let kept = ranked
            .into_iter()
            .filter(is_within_margin)
            .map(|(mv, score)| KeptMove {
                mv,
                score,
                next: after(board, mv).key(),
            });
        SearchedPosition {
            board: board.clone(),
            is_symmetric,
            moves: kept.collect(),
        }
    }

    /// Searches the position after each kept move that no walk has played.
    fn search_unplayed(&mut self) {
        let searched: HashSet<u64> = self.seen.keys().copied().collect();
        let mut found: HashMap<u64, Score> = HashMap::new();
        for seen in self.seen.values_mut() {
            let kept = seen.moves.iter_mut();
            for kept in kept.filter(|kept| !searched.contains(&kept.next)) {
                kept.score = *found.entry(kept.next).or_insert_with(|| {
                    let nodes = self.settings.nodes / UNPLAYED_DIVISOR;
                    let next = after(&seen.board, kept.mv);
                    let ranked = rank_moves(&mut self.engine, &next, nodes, 1, &[]);
                    ranked.first().map_or(0, |&(_, score)| -score)
                });
            }
        }
    }

    /// Backs up the scores by minimax, one ply in each round. The number of rounds is bounded, because lines may return to
    /// earlier positions.
    fn back_up(&mut self) {
        for _ in 0..self.settings.plies {
            let seen = self.seen.iter();
            let values: HashMap<_, _> = seen.map(|(&key, seen)| (key, seen.best())).collect();
            for kept in self.seen.values_mut().flat_map(|seen| &mut seen.moves) {
                if let Some(value) = values.get(&kept.next) {
                    kept.score = -value;
                }
            }
        }
    }

    /// The book of all moves within the margin after the scores were backed up.
    fn book(&self) -> Book {
        let mut all = Vec::new();
        for seen in self.seen.values() {
            let mut moves = Vec::new();
            for kept in &seen.moves {
                let weight = seen.weight(kept.score, self.settings.margin);
                if weight > 0 {
                    let image = kept.mv.mirrored();
                    moves.push((kept.mv, weight));
                    if seen.is_symmetric && image != kept.mv {
                        moves.push((image, weight));
                    }
                }
            }
            all.extend(fit_weights(book_key(&seen.board), &moves));
        }
        Book::from_records(all)
    }
}

/// The canonical form of the position after a move.
fn after(board: &Board, mv: Move) -> Board {
    canonical(&board.after_line(&[mv]))
}

/// The position or its mirror image, whichever has the lower book key, with the counters of a new game.
fn canonical(board: &Board) -> Board {
    let image = board.mirrored();
    let lower = (book_key(&image), image.key()) < (book_key(board), board.key());
    let board = if lower { &image } else { board };
    board.with_new_counters()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> GrowSettings {
        GrowSettings {
            positions: 30,
            nodes: 1_000,
            lines: 3,
            margin: 40,
            plies: 8,
            seed: 3,
        }
    }

    /// The length in plies of the longest line of the book from a position, up to `most`.
    fn longest(book: &Book, board: &mut Board, most: usize) -> usize {
        let choices = book.moves(board);
        let lines = choices.iter().filter(|_| most > 0);
        let plies =
            lines.map(|choice| 1 + board.after(choice.mv, |next| longest(book, next, most - 1)));
        plies.max().unwrap_or(0)
    }

    #[test]
    fn grown_book_has_lines_as_long_as_the_walks() {
        let mut reported = 0;
        let book = grow(settings(), |positions| reported = positions);
        assert_eq!(reported, 30);
        let plies = longest(&book, &mut Board::startpos(), 9);
        assert!((2..=8).contains(&plies), "{plies}");
        let weights = book.moves(&Board::startpos());
        assert_eq!(weights[0].weight, 1_000);
        assert!(book.records().iter().all(|record| record.weight > 0));
    }

    #[test]
    fn growing_ends_without_new_positions() {
        let settings = GrowSettings {
            plies: 1,
            ..settings()
        };
        assert_eq!(grow(settings, |_| {}).positions(), 1);
    }

    #[test]
    fn weights_fall_to_zero_at_the_margin() {
        let kept = |score| KeptMove {
            mv: "h2e2".parse().unwrap(),
            score,
            next: 0,
        };
        let seen = SearchedPosition {
            board: Board::startpos(),
            is_symmetric: false,
            moves: vec![kept(30), kept(10)],
        };
        let weights = [30, 20, 11, 10, -32_000].map(|score| seen.weight(score, 19));
        assert_eq!(weights, [1_000, 250, 2, 0, 0]);
    }
}
