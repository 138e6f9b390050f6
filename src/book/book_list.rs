//! Book list: several opening books in the order in which they are consulted.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::weights::draw_index;
use super::{Book, BookChoice, BookFile, BookMove, OpenError};
use crate::board::{Board, Move};
use crate::rules::Game;

/// The name of the embedded book.
pub const BUILTIN: &str = "builtin";

/// The maximum number of moves in the text of a [`PickedMove`].
const MAX_LISTED_MOVES: usize = 8;

/// Books with their names. Clones share the books' records.
#[derive(Clone, Debug, Default)]
pub struct BookList {
    books: Vec<(String, BookFile)>,
}

impl BookList {
    /// Opens the books of a list of files separated by `;`, in which [`BUILTIN`] in upper or lower case is the embedded
    /// book. Returns the books and the errors of those that cannot be opened. The list may be empty.
    ///
    /// ```
    /// use chuhe::book::BookList;
    /// let (list, errors) = BookList::open("builtin; nothing.dat");
    /// assert!(list.iter().map(|(name, _)| name).eq(["builtin"]));
    /// assert!(errors[0].starts_with("cannot read nothing.dat: "));
    /// ```
    pub fn open(files: &str) -> (BookList, Vec<String>) {
        let mut list = BookList::default();
        let names = files.split(';').map(str::trim);
        let errors = names
            .filter(|name| !name.is_empty())
            .filter_map(|name| Some(list.add(name).err()?.to_string()))
            .collect();
        (list, errors)
    }

    /// Opens the books of files, among which [`BUILTIN`] in upper or lower case is the embedded book.
    ///
    /// # Errors
    /// If a file cannot be read or is not a book.
    pub fn open_all(paths: &[PathBuf]) -> Result<BookList, OpenError> {
        let mut list = BookList::default();
        paths.iter().try_for_each(|path| list.add(path))?;
        Ok(list)
    }

    /// Adds the book of a file after the others; [`BUILTIN`] in upper or lower case adds the embedded book.
    ///
    /// # Errors
    /// If the file cannot be read or is not a book.
    pub fn add(&mut self, path: impl AsRef<Path>) -> Result<(), OpenError> {
        let path = path.as_ref();
        let (name, book) = match path.as_os_str().eq_ignore_ascii_case(BUILTIN) {
            true => (BUILTIN.to_owned(), BookFile::Dat(builtin())),
            false => (path.display().to_string(), BookFile::open(path)?),
        };
        self.books.push((name, book));
        Ok(())
    }

    /// Adds a `BOOK.DAT` after the others.
    pub fn push(&mut self, name: &str, book: Book) {
        self.books.push((name.to_owned(), BookFile::Dat(book)));
    }

    /// The books with their names, which are the paths of the files.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &BookFile)> {
        self.books.iter().map(|(name, book)| (name.as_str(), book))
    }

    /// The moves of the first book that has any with a weight for a position, or else of the first that has any, and that book's
    /// name.
    ///
    /// # Errors
    /// If a book can no longer be read, the text says which and why.
    pub fn moves(
        &self,
        board: &Board,
        choice: BookChoice,
    ) -> Result<Option<(&str, Vec<BookMove>)>, String> {
        let mut without_weight = None;
        for (name, book) in self.iter() {
            let choices = book.moves(board, choice);
            let choices = choices.map_err(|error| format!("{name}: {error}"))?;
            if choices.iter().any(|choice| choice.weight > 0) {
                return Ok(Some((name, choices)));
            }
            if !choices.is_empty() {
                without_weight.get_or_insert((name, choices));
            }
        }
        Ok(without_weight)
    }

    /// Picks a move from the first book that has a playable one: with `random` at random by weight, without it the one with
    /// the greatest weight.
    ///
    /// A move is playable if its weight is not 0, it is not banned, and it does not repeat a position of the game, so that
    /// the search decides about repetitions. `report` receives the error of each book that can no longer be read. Books are named
    /// without their folders.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::book::{BookChoice, BookList};
    /// use chuhe::rules::Game;
    /// let game = Game::new(Board::startpos());
    /// assert!(BookList::default().pick(&game, &[], BookChoice::Weight, None, |_| {}).is_none());
    /// ```
    pub fn pick(
        &self,
        game: &Game,
        banned: &[Move],
        choice: BookChoice,
        mut random: Option<&mut fastrand::Rng>,
        mut report: impl FnMut(String),
    ) -> Option<PickedMove> {
        self.iter().find_map(|(name, book)| {
            let name = file_name(name);
            let choices = book.moves(game.board(), choice);
            let choices = choices.map_err(|error| report(format!("{name}: {error}")));
            let mut choices = choices.ok()?;
            choices.retain(|&BookMove { mv, weight }| {
                let key = game.board().key_after(mv);
                let repeats = game.history().iter().any(|entry| entry.key == key);
                weight > 0 && !banned.contains(&mv) && !repeats
            });
            let first = choices.first()?.mv;
            let weights = choices.iter().map(|choice| choice.weight.into());
            let drawn = random
                .as_deref_mut()
                .and_then(|random| draw_index(weights, random));
            let mv = drawn.map_or(first, |index| choices[index].mv);
            let book = name.to_owned();
            Some(PickedMove { mv, book, choices })
        })
    }
}

/// A move picked from a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickedMove {
    /// The move.
    pub mv: Move,
    /// The name of the book without its folder.
    pub book: String,
    /// All playable moves, the greatest weight first.
    pub choices: Vec<BookMove>,
}

/// The book and its playable moves: `book builtin: h2e2 5, b0c2 3`. The text does not show which move was picked.
impl fmt::Display for PickedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = self.choices.iter().take(MAX_LISTED_MOVES);
        let listed = listed.map(|BookMove { mv, weight }| format!("{mv} {weight}"));
        let listed = Vec::from_iter(listed).join(", ");
        write!(f, "book {}: {listed}", self.book)?;
        match self.choices.len().saturating_sub(MAX_LISTED_MOVES) {
            0 => Ok(()),
            more => write!(f, ", {more} more"),
        }
    }
}

/// The embedded book. `docs/book.md` describes how it was made.
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
    use super::*;
    use crate::book::{BookRecord, book_key};

    fn list(board: &Board, books: &[(&str, &[(&str, u16)])]) -> BookList {
        let mut list = BookList::default();
        for (name, moves) in books {
            let record = |&(mv, weight): &(&str, u16)| BookRecord {
                key: book_key(board),
                mv: mv.parse().unwrap(),
                weight,
            };
            list.push(name, Book::from_records(moves.iter().map(record).collect()));
        }
        list
    }

    /// Picks a move of books that can be read.
    fn pick(
        list: &BookList,
        game: &Game,
        banned: &[Move],
        random: Option<&mut fastrand::Rng>,
    ) -> Option<PickedMove> {
        list.pick(game, banned, BookChoice::Weight, random, |error| {
            panic!("{error}")
        })
    }

    #[test]
    fn first_book_with_a_playable_move_is_used() {
        let game = Game::new(Board::startpos());
        let books: [(&str, &[(&str, u16)]); 3] = [
            ("illegal", &[("a0a9", 1)]),
            ("cannon", &[("h2e2", 1)]),
            ("horse", &[("h0g2", 1)]),
        ];
        let list = list(game.board(), &books);
        for (banned, expected) in [
            (&[][..], Some("cannon h2e2")),
            (&["h2e2"], Some("horse h0g2")),
            (&["h2e2", "h0g2"], None),
        ] {
            let banned: Vec<Move> = banned.iter().map(|text| text.parse().unwrap()).collect();
            let pick = pick(&list, &game, &banned, None);
            let found = pick.map(|pick| format!("{} {}", pick.book, pick.mv));
            assert_eq!(found.as_deref(), expected);
        }
    }

    #[test]
    fn moves_are_those_of_the_first_book_with_a_weight() {
        let game = Game::new(Board::startpos());
        let book_of = |books: &[(&str, &[(&str, u16)])]| {
            let list = list(game.board(), books);
            let moves = list.moves(game.board(), BookChoice::Weight).unwrap();
            moves.map(|(name, _)| name.to_owned())
        };
        let (none, cannon) = (("none", &[("b0c2", 0)][..]), ("cannon", &[("h2e2", 1)][..]));
        assert_eq!(book_of(&[none, cannon]).as_deref(), Some("cannon"));
        assert_eq!(book_of(&[none]).as_deref(), Some("none"));
    }

    #[test]
    fn moves_are_drawn_by_weight() {
        let game = Game::new(Board::startpos());
        let moves = [("h2e2", 60), ("b0c2", 30), ("c3c4", 10), ("g3g4", 0)];
        let list = list(game.board(), &[("one", &moves)]);
        let mut random = fastrand::Rng::with_seed(1);
        let mut drawn = [0; 3];
        for _ in 0..10_000 {
            let mv = pick(&list, &game, &[], Some(&mut random)).unwrap().mv;
            let index = moves.iter().position(|(text, _)| *text == mv.to_string());
            drawn[index.unwrap()] += 1;
        }
        for (drawn, expected) in drawn.iter().zip([6_000_i32, 3_000, 1_000]) {
            assert!((drawn - expected).abs() < 300, "{drawn}");
        }
        let first = pick(&list, &game, &[], None).unwrap().mv;
        assert_eq!(first.to_string(), "h2e2");
    }

    #[test]
    fn positions_of_the_game_are_not_repeated() {
        let mut game = Game::new(Board::startpos());
        for mv in ["a0a1", "a9a8", "a1a2", "a8a9"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        // The position with the rook on a1 and black to move has occurred; that with the rook on a0 occurred with red to move.
        let moves: &[_] = &[("a2a1", 9), ("a2a0", 5), ("h2e2", 1)];
        let pick = pick(&list(game.board(), &[("one", moves)]), &game, &[], None);
        assert_eq!(pick.unwrap().to_string(), "book one: a2a0 5, h2e2 1");
    }

    #[test]
    fn long_list_of_moves_is_truncated() {
        let game = Game::new(Board::startpos());
        let all = game.board().legal_moves();
        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
        let all: Vec<(&str, u16)> = all.iter().map(|mv| (mv.as_str(), 65_535)).collect();
        let pick = pick(&list(game.board(), &[("BOOK.DAT", &all)]), &game, &[], None);
        let text = pick.unwrap().to_string();
        assert!(text.starts_with("book BOOK.DAT: a0a1 65535, ") && text.ends_with(", 36 more"));
        assert!(text.len() < 200, "{text}");
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
            let (list, errors) = BookList::open(files);
            assert_eq!((list.iter().count(), errors.len()), (0, 0));
        }
    }
}
