//! Makes books from games: counts moves and results. A position and its mirror image are counted together.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use clap::{Args, ValueEnum};

use super::weights::fit_weights;
use super::{Book, book_key};
use crate::board::{Board, Color, Move};
use crate::config::numbers::integer;
use crate::rules::{Game, Outcome};

/// The points of a move by the game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ResultPoints {
    /// Moves of the side that won count one, others nothing
    Win,
    /// Moves of the side that won count two, those of drawn games one, others nothing
    Draw,
    /// Every move counts one
    Any,
}

impl ResultPoints {
    /// The points of a move of `side` in a game with this outcome.
    fn points(self, outcome: Outcome, side: Color) -> u64 {
        let won = outcome == Outcome::Win(side);
        match self {
            ResultPoints::Any => 1,
            ResultPoints::Draw if won => 2,
            ResultPoints::Draw => (outcome == Outcome::Draw).into(),
            ResultPoints::Win => won.into(),
        }
    }
}

/// The settings for making a book from games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct MakeSettings {
    /// Plies of each game that count, up to 500.
    #[arg(long, value_name = "N", default_value_t = 40, allow_negative_numbers = true, value_parser = integer::<usize>(1..=500))]
    pub plies: usize,

    /// Omit moves that were played less often.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u64>(1..=i64::MAX))]
    pub min_count: u64,

    /// Points of a move by the game's result.
    #[arg(long = "results", value_name = "RESULTS", value_enum, default_value_t = ResultPoints::Any)]
    pub counting: ResultPoints,
}

/// Counts of moves over many games.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::book::{ResultPoints, MoveStatistics, MakeSettings};
/// use chuhe::rules::{Game, Outcome};
/// let settings = MakeSettings { plies: 30, min_count: 1, counting: ResultPoints::Any };
/// let mut statistics = MoveStatistics::new(settings);
/// let start = Game::new(Board::startpos());
/// for moves in ["h2e2 h9g7", "b2e2 b9c7", "b0c2"] {
///     let mut game = start.clone();
///     for mv in moves.split(' ') {
///         game.play(mv.parse()?)?;
///     }
///     statistics.add(&game, Outcome::Undecided);
/// }
/// let book = statistics.book();
/// let weights: Vec<u32> = book.moves(start.board()).iter().map(|choice| choice.weight).collect();
/// assert_eq!(weights, [2, 2, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveStatistics {
    settings: MakeSettings,
    /// By book key and board key, so that positions with the same book key are counted apart.
    positions: BTreeMap<(u32, u64), Vec<MoveCount>>,
}

/// The count of a move.
#[derive(Clone, Copy, Debug)]
struct MoveCount {
    mv: Move,
    /// How often it was played.
    times: u64,
    /// The sum of its points.
    points: u64,
}

impl MoveStatistics {
    /// Counts without games.
    pub fn new(settings: MakeSettings) -> MoveStatistics {
        MoveStatistics {
            settings,
            positions: BTreeMap::new(),
        }
    }

    /// Counts a game with this outcome.
    pub fn add(&mut self, game: &Game, outcome: Outcome) {
        let mut board = game.start().clone();
        for &mv in game.moves().iter().take(self.settings.plies) {
            self.count(&board, mv, outcome);
            let _ = board.make(mv);
        }
    }

    fn count(&mut self, board: &Board, mv: Move, outcome: Outcome) {
        let keys = |board: &Board| (book_key(board), board.key());
        let (own, other) = (keys(board), keys(&board.mirrored()));
        let points = self.settings.counting.points(outcome, board.side());
        // The position with the lower keys represents both.
        let moves = self.positions.entry(own.min(other)).or_default();
        let mut add = |mv: Move, points: u64| match moves.iter_mut().find(|count| count.mv == mv) {
            Some(count) => {
                count.times += 1;
                count.points += points;
            }
            None => moves.push(MoveCount {
                mv,
                times: 1,
                points,
            }),
        };
        let image = mv.mirrored();
        match own.cmp(&other) {
            Ordering::Less => add(mv, points),
            Ordering::Greater => add(image, points),
            // In a position that is its own image each of the two moves has half of the points. To keep whole numbers,
            // a move that is its own image gets them twice.
            Ordering::Equal if image == mv => add(mv, 2 * points),
            Ordering::Equal => {
                add(mv, points);
                add(image, points);
            }
        }
    }

    /// The book of all games counted.
    pub fn book(&self) -> Book {
        let mut all = Vec::new();
        for (&(key, _), counts) in &self.positions {
            let is_kept =
                |count: &&MoveCount| count.times >= self.settings.min_count && count.points > 0;
            let kept = counts.iter().filter(is_kept);
            let mut moves: Vec<(Move, u64)> = kept.map(|count| (count.mv, count.points)).collect();
            moves.sort_by_key(|&(mv, weight)| (Reverse(weight), mv.to_string()));
            all.extend(fit_weights(key, &moves));
        }
        Book::from_records(all)
    }
}

/// Merges books. The weights of a move that is in several books are added.
pub fn merge(books: &[Book]) -> Book {
    let mut positions: BTreeMap<u32, Vec<(Move, u64)>> = BTreeMap::new();
    for record in books.iter().flat_map(Book::records) {
        let moves = positions.entry(record.key).or_default();
        match moves.iter_mut().find(|(mv, _)| *mv == record.mv) {
            Some((_, weight)) => *weight += u64::from(record.weight),
            None => moves.push((record.mv, record.weight.into())),
        }
    }
    let merged = positions.iter();
    let merged = merged.flat_map(|(key, moves)| fit_weights(*key, moves));
    Book::from_records(merged.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Board::startpos());
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    fn make_book(counting: ResultPoints, min_count: u64, games: &[(&str, Outcome)]) -> Book {
        let mut statistics = MoveStatistics::new(MakeSettings {
            plies: 3,
            min_count,
            counting,
        });
        for (moves, outcome) in games {
            statistics.add(&game(moves), *outcome);
        }
        statistics.book()
    }

    fn choices(book: &Book, after: &str) -> String {
        let choices = book.moves(game(after).board()).into_iter();
        let texts = choices.map(|choice| format!("{} {}", choice.mv, choice.weight));
        texts.collect::<Vec<_>>().join(", ")
    }

    const GAMES: &[(&str, Outcome)] = &[
        ("h2e2 h9g7 h0g2 i9h9", Outcome::Win(Color::Red)),
        ("b2e2 b9c7 b0c2 a9b9", Outcome::Draw),
        ("b2e2 h7e7", Outcome::Win(Color::Black)),
        ("e3e4", Outcome::Undecided),
    ];

    #[test]
    fn weights_follow_results_counts_and_mirror_images() {
        for (counting, min_count, after, expected) in [
            (ResultPoints::Any, 1, "", "b2e2 3, h2e2 3, e3e4 2"),
            (ResultPoints::Any, 1, "h2e2", "h9g7 2, b7e7 1"),
            (ResultPoints::Any, 1, "b2e2", "b9c7 2, h7e7 1"),
            (ResultPoints::Any, 1, "h2e2 h9g7", "h0g2 2"),
            // Only three plies are counted.
            (ResultPoints::Any, 1, "h2e2 h9g7 h0g2", ""),
            (ResultPoints::Draw, 1, "", "b2e2 3, h2e2 3"),
            (ResultPoints::Draw, 1, "h2e2", "b7e7 2, h9g7 1"),
            (ResultPoints::Win, 1, "b2e2", "h7e7 1"),
            (ResultPoints::Win, 2, "", "b2e2 1, h2e2 1"),
            (ResultPoints::Win, 2, "b2e2", ""),
        ] {
            let book = make_book(counting, min_count, GAMES);
            assert_eq!(choices(&book, after), expected, "{counting:?} {after}");
        }
    }
}
