//! Book shelf: several opening books, in the order in which they are consulted.

use std::fmt;
use std::path::Path;
use std::sync::LazyLock;

use super::weights::draw;
use super::{Book, Choice, OpenError};
use crate::board::{Board, Move};
use crate::rules::Game;

/// The name of the embedded book, among the names of files.
pub const BUILTIN: &str = "builtin";

/// The most choices that the text of a [`Pick`] lists.
const LISTED: usize = 8;

/// Books and their names. Copies share them.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    books: Vec<(String, Book)>,
}

impl Shelf {
    /// Opens the books of a list of files, separated by `;`, among which [`BUILTIN`] is the embedded one. Also returns what is
    /// wrong with those that cannot be opened. The list may be empty.
    ///
    /// ```
    /// use chuhe::book::Shelf;
    /// let (shelf, faults) = Shelf::open("builtin; nothing.dat");
    /// assert!(shelf.books().map(|(name, _)| name).eq(["builtin"]));
    /// assert!(faults[0].starts_with("cannot read nothing.dat: "));
    /// ```
    pub fn open(files: &str) -> (Shelf, Vec<String>) {
        let mut shelf = Shelf::default();
        let names = files.split(';').map(str::trim);
        let faults = names
            .filter(|name| !name.is_empty())
            .filter_map(|name| Some(shelf.add(name).err()?.to_string()))
            .collect();
        (shelf, faults)
    }

    /// Opens the books of files, among which [`BUILTIN`] is the embedded one.
    ///
    /// # Errors
    /// At the first file that cannot be read or is no book.
    pub fn open_all(names: &[String]) -> Result<Shelf, OpenError> {
        let mut shelf = Shelf::default();
        names.iter().try_for_each(|name| shelf.add(name))?;
        Ok(shelf)
    }

    /// Adds the book of a file, or [`BUILTIN`], behind the others.
    ///
    /// # Errors
    /// When the file cannot be read, or is no book.
    pub fn add(&mut self, name: &str) -> Result<(), OpenError> {
        let (name, book) = match name.eq_ignore_ascii_case(BUILTIN) {
            true => (BUILTIN, builtin()),
            false => (file_name(name), Book::open(Path::new(name))?),
        };
        self.push(name, book);
        Ok(())
    }

    /// Adds a book behind the others.
    pub fn push(&mut self, name: &str, book: Book) {
        self.books.push((name.to_owned(), book));
    }

    /// The books and their names, those of files without their folders.
    pub fn books(&self) -> impl Iterator<Item = (&str, &Book)> {
        self.books.iter().map(|(name, book)| (name.as_str(), book))
    }

    /// The choices of the first book that knows a position, and that book's name.
    pub fn choices(&self, board: &Board) -> Option<(&str, Vec<Choice>)> {
        self.books().find_map(|(name, book)| {
            let choices = book.choices(board);
            (!choices.is_empty()).then_some((name, choices))
        })
    }

    /// The move to play, from the first book that has a playable one. With `random` it is drawn by weight, without it has the
    /// greatest weight.
    ///
    /// A move is playable if it has a weight, is not banned, and does not repeat a position of the game: the cost of a repetition
    /// is left to the search.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::book::Shelf;
    /// use chuhe::rules::Game;
    /// assert!(Shelf::default().pick(&Game::new(Board::startpos()), &[], None).is_none());
    /// ```
    pub fn pick(
        &self,
        game: &Game,
        banned: &[Move],
        mut random: Option<&mut fastrand::Rng>,
    ) -> Option<Pick> {
        let mut board = game.board().clone();
        self.books.iter().find_map(|(name, book)| {
            let mut choices = book.choices(game.board());
            choices.retain(|&Choice { mv, weight }| {
                let key = board.after(mv, |board| board.key());
                let repeats = game.history().iter().any(|entry| entry.key == key);
                weight > 0 && !banned.contains(&mv) && !repeats
            });
            let first = choices.first()?.mv;
            let weights = choices.iter().map(|choice| choice.weight.into());
            let drawn = random
                .as_deref_mut()
                .and_then(|random| draw(weights, random));
            let mv = drawn.map_or(first, |index| choices[index].mv);
            let book = name.clone();
            Some(Pick { mv, book, choices })
        })
    }
}

/// A book's answer to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    pub mv: Move,
    pub book: String,
    /// All playable moves, the greatest weight first.
    pub choices: Vec<Choice>,
}

/// The book and its choices: `book builtin: h2e2 5, b0c2 3`.
impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "book {}:", self.book)?;
        for (index, Choice { mv, weight }) in self.choices.iter().take(LISTED).enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma} {mv} {weight}")?;
        }
        match self.choices.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, ", {more} more"),
        }
    }
}

/// The embedded book; `docs/book.md` describes how it was made.
fn builtin() -> Book {
    static BOOK: LazyLock<Book> = LazyLock::new(|| {
        let book = Book::read(include_bytes!("../../positions/book.dat"));
        book.expect("the embedded book is valid")
    });
    BOOK.clone()
}

/// A file's name without its folders, with either separator.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::book::{Record, lock};

    fn shelf(board: &Board, books: &[(&str, &[(&str, u16)])]) -> Shelf {
        let mut shelf = Shelf::default();
        for (name, moves) in books {
            let record = |&(mv, weight): &(&str, u16)| Record {
                lock: lock(board),
                mv: mv.parse().unwrap(),
                weight,
            };
            shelf.push(name, Book::from_records(moves.iter().map(record).collect()));
        }
        shelf
    }

    #[test]
    fn first_book_with_a_playable_move_answers() {
        let game = Game::new(Board::startpos());
        let books: [(&str, &[(&str, u16)]); 3] = [
            ("illegal", &[("a0a9", 1)]),
            ("cannon", &[("h2e2", 1)]),
            ("horse", &[("h0g2", 1)]),
        ];
        let shelf = shelf(game.board(), &books);
        for (banned, answer) in [
            (&[][..], Some("cannon h2e2")),
            (&["h2e2"], Some("horse h0g2")),
            (&["h2e2", "h0g2"], None),
        ] {
            let banned: Vec<Move> = banned.iter().map(|text| text.parse().unwrap()).collect();
            let pick = shelf.pick(&game, &banned, None);
            let found = pick.map(|pick| format!("{} {}", pick.book, pick.mv));
            assert_eq!(found.as_deref(), answer);
        }
    }

    #[test]
    fn moves_are_drawn_by_weight() {
        let game = Game::new(Board::startpos());
        let moves = [("h2e2", 60), ("b0c2", 30), ("c3c4", 10), ("g3g4", 0)];
        let shelf = shelf(game.board(), &[("one", &moves)]);
        let mut random = fastrand::Rng::with_seed(1);
        let mut drawn = [0; 3];
        for _ in 0..10_000 {
            let mv = shelf.pick(&game, &[], Some(&mut random)).unwrap().mv;
            let place = moves.iter().position(|(text, _)| *text == mv.to_string());
            drawn[place.unwrap()] += 1;
        }
        for (drawn, expected) in drawn.iter().zip([6_000_i32, 3_000, 1_000]) {
            assert!((drawn - expected).abs() < 300, "{drawn}");
        }
        let first = shelf.pick(&game, &[], None).unwrap().mv;
        assert_eq!(first.to_string(), "h2e2");
    }

    #[test]
    fn positions_of_the_game_are_not_repeated() {
        let mut game = Game::new(Board::startpos());
        for mv in ["a0a1", "a9a8", "a1a2", "a8a9"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        // With the rook on a1 the game has been here; with it on a0 it was red's move.
        let moves: &[_] = &[("a2a1", 9), ("a2a0", 5), ("h2e2", 1)];
        let pick = shelf(game.board(), &[("one", moves)]).pick(&game, &[], None);
        assert_eq!(pick.unwrap().to_string(), "book one: a2a0 5, h2e2 1");
    }

    #[test]
    fn long_list_of_choices_is_cut() {
        let game = Game::new(Board::startpos());
        let all = game.board().legal_moves();
        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
        let all: Vec<(&str, u16)> = all.iter().map(|mv| (mv.as_str(), 65_535)).collect();
        let pick = shelf(game.board(), &[("BOOK.DAT", &all)]).pick(&game, &[], None);
        let text = pick.unwrap().to_string();
        assert!(text.starts_with("book BOOK.DAT: a0a1 65535, ") && text.ends_with(", 36 more"));
        assert!(text.len() < 200, "{text}");
    }

    /// The moves of a book on its lines from a position.
    fn reachable(book: &Book, board: &mut Board, seen: &mut HashSet<u64>) -> usize {
        if !seen.insert(board.key().min(board.mirrored().key())) {
            return 0;
        }
        let choices = book.choices(board).into_iter();
        let moves =
            choices.map(|choice| 1 + board.after(choice.mv, |next| reachable(book, next, seen)));
        moves.sum()
    }

    #[test]
    fn embedded_book_is_sound() {
        let book = builtin();
        // Lines that begin with a move that only the opponent plays are not reachable.
        let moves = reachable(&book, &mut Board::startpos(), &mut HashSet::new());
        assert!(moves * 2 > book.records().len(), "{moves}");
        assert!(book.records().iter().all(|record| record.weight > 0));
        assert!(book.positions() > 100);
    }

    #[test]
    fn folders_are_dropped_from_names() {
        for (path, name) in [
            ("BOOK.DAT", "BOOK.DAT"),
            ("a/b.dat", "b.dat"),
            (r"C:\x y\c.dat", "c.dat"),
        ] {
            assert_eq!(file_name(path), name);
        }
    }

    #[test]
    fn list_of_files_may_be_empty() {
        for files in ["", " ; ;", ";"] {
            let (shelf, faults) = Shelf::open(files);
            assert_eq!((shelf.books().count(), faults.len()), (0, 0));
        }
    }
}
