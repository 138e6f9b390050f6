//! Which of a position's moves is played.

use std::fmt;

use super::{Book, Choice};
use crate::board::Move;
use crate::rules::Game;

/// So many of the moves are told.
const TOLD: usize = 8;

/// What a book has to say on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The move to play.
    pub mv: Move,
    /// The name of the book.
    pub book: String,
    /// All that might have been played, the greatest weight first.
    pub choices: Vec<Choice>,
}

/// Where the move is from, and what else there was: `book builtin: h2e2 (weight 5), b0c2 (3)`.
impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "book {}:", self.book)?;
        for (index, Choice { mv, weight }) in self.choices.iter().take(TOLD).enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma} {mv} {weight}")?;
        }
        match self.choices.len().saturating_sub(TOLD) {
            0 => Ok(()),
            more => write!(f, ", {more} more"),
        }
    }
}

/// The moves of a book that may be played in a game: of some weight, not banned, and not back to a
/// position that the game has seen. What a repetition costs depends on who forces it, and a book
/// knows nothing of that; the search does.
pub(super) fn playable(book: &Book, game: &Game, banned: &[Move]) -> Vec<Choice> {
    let mut choices = book.choices(game.board());
    choices.retain(|choice| {
        choice.weight > 0 && !banned.contains(&choice.mv) && !repeats(game, choice.mv)
    });
    choices
}

fn repeats(game: &Game, mv: Move) -> bool {
    let mut board = game.board().clone();
    let _ = board.make(mv);
    game.past().iter().any(|past| past.key == board.key())
}

/// The first of some choices, or one drawn by weight; `None` of none.
pub(super) fn one_of(choices: &[Choice], random: Option<&mut fastrand::Rng>) -> Option<Move> {
    let first = choices.first()?.mv;
    let Some(random) = random else {
        return Some(first);
    };
    let total: u64 = choices.iter().map(|choice| u64::from(choice.weight)).sum();
    // What can be picked has some weight, so there is a total to draw from.
    let mut lot = random.u64(..total.max(1));
    for &Choice { mv, weight } in choices {
        match lot.checked_sub(weight.into()) {
            Some(rest) => lot = rest,
            None => return Some(mv),
        }
    }
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::book::{Record, lock};

    fn book(board: &Board, moves: &[(&str, u16)]) -> Book {
        let record = |&(mv, weight): &(&str, u16)| Record {
            lock: lock(board),
            mv: mv.parse().unwrap(),
            weight,
        };
        Book::from_records(moves.iter().map(record).collect())
    }

    #[test]
    fn moves_are_drawn_by_weight() {
        let start = Board::startpos();
        let book = book(
            &start,
            &[("h2e2", 60), ("b0c2", 30), ("c3c4", 10), ("g3g4", 0)],
        );
        let choices = playable(&book, &Game::new(start), &[]);
        let mut random = fastrand::Rng::with_seed(1);
        let mut drawn = [0; 3];
        for _ in 0..10_000 {
            let mv = one_of(&choices, Some(&mut random)).unwrap();
            let place = choices.iter().position(|choice| choice.mv == mv);
            drawn[place.unwrap()] += 1;
        }
        for (drawn, expected) in drawn.iter().zip([6_000_i32, 3_000, 1_000]) {
            assert!((drawn - expected).abs() < 300, "{drawn}");
        }
        assert_eq!(one_of(&choices, None), "h2e2".parse().ok());
        assert_eq!(one_of(&[], None), None);
    }

    #[test]
    fn what_the_game_has_seen_is_not_played_again() {
        let mut game = Game::new(Board::startpos());
        for mv in ["a0a1", "a9a8", "a1a2", "a8a9"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let board = game.board().clone();
        let book = book(&board, &[("a2a1", 9), ("a2a0", 5), ("h2e2", 1)]);
        let moves: Vec<Move> = playable(&book, &game, &[]).iter().map(|c| c.mv).collect();
        // With the rook on a1 the game has been here; with it on a0 it was red's move.
        assert_eq!(
            moves,
            ["a2a0".parse().unwrap(), "h2e2".parse().unwrap()][..]
        );
    }

    #[test]
    fn no_more_is_told_than_a_line_holds() {
        let start = Board::startpos();
        let all: Vec<String> = start
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect();
        let all: Vec<(&str, u16)> = all.iter().map(|mv| (mv.as_str(), 65_535)).collect();
        let choices = playable(&book(&start, &all), &Game::new(start), &[]);
        let told = Pick {
            mv: choices[0].mv,
            book: "BOOK.DAT".to_owned(),
            choices,
        }
        .to_string();
        assert!(told.starts_with("book BOOK.DAT: a0a1 65535, ") && told.ends_with(", 36 more"));
        assert!(told.len() < 200, "{told}");
    }
}
