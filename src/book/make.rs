//! Makes books from games: counts moves and their results. A position and its mirror image are counted together.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};

use super::weights::records;
use super::{Book, lock, mirrored};
use crate::board::{Board, Color, Move};
use crate::config::numbers::number;
use crate::rules::{IllegalMove, Outcome};

/// What a move counts by the game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Counting {
    /// Moves of the side that won count one, others nothing
    Win,
    /// Moves of the side that won count two, those of drawn games one, others nothing
    Draw,
    /// Every move counts one
    Any,
}

impl Counting {
    fn points(self, outcome: Outcome, side: Color) -> u64 {
        let won = outcome == Outcome::Win(side);
        match self {
            Counting::Any => 1,
            Counting::Draw if won => 2,
            Counting::Draw => (outcome == Outcome::Draw).into(),
            Counting::Win => won.into(),
        }
    }
}

/// Settings of a [`Tally`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct Terms {
    /// Take so many plies of each game, up to 500.
    #[arg(long, value_name = "N", default_value_t = 40, allow_negative_numbers = true, value_parser = number::<usize>(1..=500))]
    pub plies: usize,

    /// Leave out moves that were played less often.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u64>(1..=i64::MAX))]
    pub min_count: u64,

    /// What a move counts by the game's result.
    #[arg(long = "results", value_name = "RESULTS", value_enum, default_value_t = Counting::Any)]
    pub counting: Counting,
}

/// Moves counted over many games.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::book::{Counting, Tally, Terms};
/// use chuhe::rules::Outcome;
/// let terms = Terms { plies: 30, min_count: 1, counting: Counting::Any };
/// let mut tally = Tally::new(terms);
/// let start = Board::startpos();
/// for moves in ["h2e2 h9g7", "b2e2 b9c7", "b0c2"] {
///     let moves: Vec<_> = moves.split(' ').map(|text| text.parse().unwrap()).collect();
///     tally.add(&start, &moves, Outcome::Undecided)?;
/// }
/// let book = tally.book();
/// let weights: Vec<u16> = book.choices(&start).iter().map(|choice| choice.weight).collect();
/// assert_eq!(weights, [2, 2, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tally {
    terms: Terms,
    /// By lock and key: positions that share a lock are counted apart.
    positions: BTreeMap<(u32, u64), Position>,
}

#[derive(Clone, Debug)]
struct Position {
    /// True if it is its own mirror image; then a move and its image are counted together.
    symmetric: bool,
    /// By the text of the move.
    moves: BTreeMap<String, Count>,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    mv: Move,
    times: u64,
    points: u64,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(terms: Terms) -> Tally {
        Tally {
            terms,
            positions: BTreeMap::new(),
        }
    }

    /// Counts a game.
    ///
    /// # Errors
    /// At the first move that is not legal, also behind the plies that count; nothing is counted then.
    pub fn add(
        &mut self,
        start: &Board,
        moves: &[Move],
        outcome: Outcome,
    ) -> Result<(), IllegalMove> {
        let mut board = start.clone();
        for (number, &mv) in (1..).zip(moves) {
            let side = board.side();
            let made = board.try_make(mv);
            let _ = made.map_err(|_| IllegalMove { number, mv, side })?;
        }
        let mut board = start.clone();
        for &mv in moves.iter().take(self.terms.plies) {
            self.count(&board, mv, outcome);
            let _ = board.make(mv);
        }
        Ok(())
    }

    fn count(&mut self, board: &Board, mv: Move, outcome: Outcome) {
        let image = board.mirrored();
        let (own, other) = ((lock(board), board.key()), (lock(&image), image.key()));
        let symmetric = own == other;
        // Of the two, the lower stands for both.
        let turned = other < own || (symmetric && mirrored(mv).to_string() < mv.to_string());
        let mv = if turned { mirrored(mv) } else { mv };
        let position = self.positions.entry(own.min(other));
        let position = position.or_insert_with(|| Position {
            symmetric,
            moves: BTreeMap::new(),
        });
        let count = position.moves.entry(mv.to_string()).or_insert(Count {
            mv,
            times: 0,
            points: 0,
        });
        count.times += 1;
        count.points += self.terms.counting.points(outcome, board.side());
    }

    /// The book of what was counted.
    pub fn book(&self) -> Book {
        let mut all = Vec::new();
        for (&(lock, _), position) in &self.positions {
            let mut moves = Vec::new();
            for &Count { mv, times, points } in position.moves.values() {
                if times < self.terms.min_count || points == 0 {
                    continue;
                }
                // A move of a symmetric position was counted with its image. The two share the points; the others get them twice.
                let image = Some(mirrored(mv)).filter(|_| position.symmetric);
                match image.filter(|&image| image != mv) {
                    Some(image) => moves.extend([(mv, points), (image, points)]),
                    None => moves.push((mv, points * if image.is_some() { 2 } else { 1 })),
                }
            }
            moves.sort_by_key(|&(mv, weight)| (std::cmp::Reverse(weight), mv.to_string()));
            all.extend(records(lock, &moves));
        }
        Book::from_records(all)
    }
}

/// Merges books: the weights of a move that more than one has are added.
pub fn merge(books: &[Book]) -> Book {
    let mut positions: BTreeMap<u32, Vec<(Move, u64)>> = BTreeMap::new();
    for record in books.iter().flat_map(Book::records) {
        let moves = positions.entry(record.lock).or_default();
        match moves.iter_mut().find(|(mv, _)| *mv == record.mv) {
            Some((_, weight)) => *weight += u64::from(record.weight),
            None => moves.push((record.mv, record.weight.into())),
        }
    }
    let merged = positions
        .iter()
        .flat_map(|(lock, moves)| records(*lock, moves));
    Book::from_records(merged.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        let words = text.split_whitespace();
        words.map(|word| word.parse().unwrap()).collect()
    }

    fn made(counting: Counting, min_count: u64, games: &[(&str, Outcome)]) -> Book {
        let mut tally = Tally::new(Terms {
            plies: 3,
            min_count,
            counting,
        });
        for (text, outcome) in games {
            let added = tally.add(&Board::startpos(), &moves(text), *outcome);
            added.unwrap();
        }
        tally.book()
    }

    fn choices(book: &Book, after: &str) -> String {
        let mut board = Board::startpos();
        for mv in moves(after) {
            let _ = board.make(mv);
        }
        let choices = book.choices(&board).into_iter();
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
    fn mirror_images_results_and_counts_decide() {
        for (counting, min_count, after, expected) in [
            (Counting::Any, 1, "", "b2e2 3, h2e2 3, e3e4 2"),
            (Counting::Any, 1, "h2e2", "h9g7 2, b7e7 1"),
            (Counting::Any, 1, "b2e2", "b9c7 2, h7e7 1"),
            (Counting::Any, 1, "h2e2 h9g7", "h0g2 2"),
            // Three plies, no more.
            (Counting::Any, 1, "h2e2 h9g7 h0g2", ""),
            (Counting::Draw, 1, "", "b2e2 3, h2e2 3"),
            (Counting::Draw, 1, "h2e2", "b7e7 2, h9g7 1"),
            (Counting::Win, 1, "b2e2", "h7e7 1"),
            (Counting::Win, 2, "", "b2e2 1, h2e2 1"),
            (Counting::Win, 2, "b2e2", ""),
        ] {
            let book = made(counting, min_count, GAMES);
            assert_eq!(choices(&book, after), expected, "{counting:?} {after}");
        }
    }

    #[test]
    fn illegal_game_is_refused_and_not_counted() {
        let mut tally = Tally::new(Terms {
            plies: 1,
            min_count: 1,
            counting: Counting::Any,
        });
        let game = moves("h2e2 h0g2");
        let added = tally.add(&Board::startpos(), &game, Outcome::Draw);
        let error = added.unwrap_err().to_string();
        assert!(error.contains("move 2 of the list, h0g2"), "{error}");
        assert!(tally.book().records().is_empty());
    }

    #[test]
    fn merged_weights_add_up() {
        let one = made(Counting::Any, 1, &GAMES[..1]);
        let other = made(Counting::Any, 1, &GAMES[1..]);
        let both = merge(&[one.clone(), other]);
        assert_eq!(choices(&both, ""), "b2e2 3, h2e2 3, e3e4 2");
        assert_eq!(merge(std::slice::from_ref(&one)), one);
        assert_eq!(both, made(Counting::Any, 1, GAMES));
    }
}
