//! Books from games: what was played, and how well it went.
//!
//! A position and its mirror image are one, and its moves are counted together.

use std::collections::BTreeMap;

use super::weights::records;
use super::{Book, lock, mirrored};
use crate::board::{Board, Color, Move};
use crate::rules::IllegalMove;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// This side won.
    Won(Color),
    /// Nobody did.
    Drawn,
    /// It is not known.
    Unknown,
}

impl Ended {
    /// The end that a game file's result names, such as `1-0`.
    ///
    /// ```
    /// use chuhe::{board::Color, book::Ended};
    /// assert_eq!(Ended::from_result("1-0"), Ended::Won(Color::Red));
    /// assert_eq!(Ended::from_result("*"), Ended::Unknown);
    /// ```
    pub fn from_result(result: &str) -> Ended {
        match result {
            "1-0" => Ended::Won(Color::Red),
            "0-1" => Ended::Won(Color::Black),
            "1/2-1/2" => Ended::Drawn,
            _ => Ended::Unknown,
        }
    }
}

/// What a move is worth by the game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Every move counts one.
    Any,
    /// A move of the side that won counts two, one of a drawn game one, any other nothing.
    Draw,
    /// A move of the side that won counts one, any other nothing.
    Win,
}

impl Counting {
    fn points(self, ended: Ended, side: Color) -> u64 {
        let won = ended == Ended::Won(side);
        match self {
            Counting::Any => 1,
            Counting::Draw if won => 2,
            Counting::Draw => (ended == Ended::Drawn).into(),
            Counting::Win => won.into(),
        }
    }
}

/// What makes a book of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// So many plies of a game are counted.
    pub plies: usize,
    /// A move that was played less often, whatever came of it, is left out.
    pub min_count: u64,
    /// What a move is worth.
    pub counting: Counting,
}

/// Moves counted over many games.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::book::{Counting, Ended, Tally, Terms};
/// let terms = Terms { plies: 30, min_count: 1, counting: Counting::Any };
/// let mut tally = Tally::new(terms);
/// let start = Board::startpos();
/// for moves in ["h2e2 h9g7", "b2e2 b9c7", "b0c2"] {
///     let moves: Vec<_> = moves.split(' ').map(|text| text.parse().unwrap()).collect();
///     tally.add(&start, &moves, Ended::Unknown)?;
/// }
/// let book = tally.book();
/// // Each of the cannons was moved twice, as it were, and so was each of the horses half as often.
/// let weights: Vec<u16> = book.choices(&start).iter().map(|choice| choice.weight).collect();
/// assert_eq!(weights, [2, 2, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tally {
    terms: Terms,
    /// By lock and key: positions that share a lock stay apart until they are written.
    positions: BTreeMap<(u32, u64), Position>,
}

#[derive(Clone, Debug)]
struct Position {
    /// It is its own mirror image, and so a move and its image are one.
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
    pub fn add(&mut self, start: &Board, moves: &[Move], ended: Ended) -> Result<(), IllegalMove> {
        let mut board = start.clone();
        for (index, &mv) in moves.iter().enumerate() {
            if !board.is_legal_move(mv) {
                let (number, side) = (index + 1, board.side());
                return Err(IllegalMove { number, mv, side });
            }
            let _ = board.make(mv);
        }
        let mut board = start.clone();
        for &mv in moves.iter().take(self.terms.plies) {
            self.count(&board, mv, ended);
            let _ = board.make(mv);
        }
        Ok(())
    }

    fn count(&mut self, board: &Board, mv: Move, ended: Ended) {
        let points = self.terms.counting.points(ended, board.side());
        let image = board.mirrored();
        let (own, other) = ((lock(board), board.key()), (lock(&image), image.key()));
        let symmetric = own == other;
        // Of the two, the lower stands for both.
        let turned = other < own || (symmetric && mirrored(mv).to_string() < mv.to_string());
        let (key, mv) = if turned {
            (other, mirrored(mv))
        } else {
            (own, mv)
        };
        let position = self.positions.entry(key).or_insert_with(|| Position {
            symmetric,
            moves: BTreeMap::new(),
        });
        let zero = Count {
            mv,
            times: 0,
            points: 0,
        };
        let count = position.moves.entry(mv.to_string()).or_insert(zero);
        count.times += 1;
        count.points += points;
    }

    /// The book of what was counted.
    pub fn book(&self) -> Book {
        let mut all = Vec::new();
        for (&(lock, _), position) in &self.positions {
            let mut moves = Vec::new();
            for count in position.moves.values() {
                if count.times < self.terms.min_count || count.points == 0 {
                    continue;
                }
                let image = mirrored(count.mv);
                match position.symmetric {
                    // Either of the two will do, so they share: each half, or the others twice.
                    true if image != count.mv => {
                        moves.push((count.mv, count.points));
                        moves.push((image, count.points));
                    }
                    true => moves.push((count.mv, 2 * count.points)),
                    false => moves.push((count.mv, count.points)),
                }
            }
            moves.sort_by_key(|&(mv, weight)| (std::cmp::Reverse(weight), mv.to_string()));
            all.extend(records(lock, &moves));
        }
        Book::from_records(all)
    }
}

/// One book of several: the weights of a move that more than one knows are added.
pub fn merge(books: &[Book]) -> Book {
    let mut positions: BTreeMap<u32, Vec<(Move, u64)>> = BTreeMap::new();
    for record in books.iter().flat_map(Book::records) {
        let moves = positions.entry(record.lock).or_default();
        match moves.iter_mut().find(|(mv, _)| *mv == record.mv) {
            Some((_, weight)) => *weight += u64::from(record.weight),
            None => moves.push((record.mv, record.weight.into())),
        }
    }
    let mut all = Vec::new();
    for (lock, moves) in &positions {
        all.extend(records(*lock, moves));
    }
    Book::from_records(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        let words = text.split(' ');
        words.map(|word| word.parse().unwrap()).collect()
    }

    fn made(counting: Counting, min_count: u64, games: &[(&str, Ended)]) -> Book {
        let mut tally = Tally::new(Terms {
            plies: 3,
            min_count,
            counting,
        });
        for (text, ended) in games {
            tally.add(&Board::startpos(), &moves(text), *ended).unwrap();
        }
        tally.book()
    }

    fn told(book: &Book, after: &str) -> String {
        let mut board = Board::startpos();
        if !after.is_empty() {
            for mv in moves(after) {
                let _ = board.make(mv);
            }
        }
        let choices = book.choices(&board);
        let texts: Vec<String> = choices
            .iter()
            .map(|choice| format!("{} {}", choice.mv, choice.weight))
            .collect();
        texts.join(", ")
    }

    const GAMES: &[(&str, Ended)] = &[
        ("h2e2 h9g7 h0g2 i9h9", Ended::Won(Color::Red)),
        ("b2e2 b9c7 b0c2 a9b9", Ended::Drawn),
        ("b2e2 h7e7", Ended::Won(Color::Black)),
        ("e3e4", Ended::Unknown),
    ];

    #[test]
    fn mirror_images_are_counted_together() {
        let book = made(Counting::Any, 1, GAMES);
        assert_eq!(told(&book, ""), "b2e2 3, h2e2 3, e3e4 2");
        assert_eq!(told(&book, "h2e2"), "h9g7 2, b7e7 1");
        assert_eq!(told(&book, "b2e2"), "b9c7 2, h7e7 1");
        assert_eq!(told(&book, "h2e2 h9g7"), "h0g2 2");
        assert_eq!(told(&book, "h2e2 h9g7 h0g2"), "", "three plies, no more");
    }

    #[test]
    fn results_and_counts_decide() {
        let book = made(Counting::Draw, 1, GAMES);
        assert_eq!(told(&book, ""), "b2e2 3, h2e2 3");
        assert_eq!(told(&book, "h2e2"), "b7e7 2, h9g7 1");
        let book = made(Counting::Win, 1, GAMES);
        assert_eq!(told(&book, "b2e2"), "h7e7 1");
        let book = made(Counting::Win, 2, GAMES);
        assert_eq!(told(&book, ""), "b2e2 1, h2e2 1");
        assert_eq!(told(&book, "b2e2"), "");
    }

    #[test]
    fn an_illegal_game_is_told_and_not_counted() {
        let mut tally = Tally::new(Terms {
            plies: 1,
            min_count: 1,
            counting: Counting::Any,
        });
        let game = moves("h2e2 h0g2");
        let error = tally.add(&Board::startpos(), &game, Ended::Drawn);
        assert!(
            error
                .unwrap_err()
                .to_string()
                .contains("move 2 of the list, h0g2")
        );
        assert!(tally.book().records().is_empty());
    }

    #[test]
    fn merged_books_add_up() {
        let one = made(Counting::Any, 1, &GAMES[..1]);
        let other = made(Counting::Any, 1, &GAMES[1..]);
        let both = merge(&[one.clone(), other]);
        assert_eq!(told(&both, ""), "b2e2 3, h2e2 3, e3e4 2");
        assert_eq!(merge(std::slice::from_ref(&one)), one);
        assert_eq!(both, made(Counting::Any, 1, GAMES));
    }
}
