//! Several books, in the order in which they are asked.

use std::path::Path;
use std::sync::LazyLock;

use super::{Book, Choice, OpenError, Pick, pick};
use crate::board::{Board, Move};
use crate::rules::Game;

/// The name of the book in the program, among the names of files.
pub const BUILTIN: &str = "builtin";

/// What stands between names of books.
const SEPARATOR: char = ';';

/// Books and their names. Copies share them.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    books: Vec<(String, Book)>,
}

impl Shelf {
    /// The books of a list of files, separated by `;`, among which [`BUILTIN`] is the one in the
    /// program; and what is wrong with those that cannot be had. The list may be empty.
    ///
    /// ```
    /// use chuhe::book::Shelf;
    /// let (shelf, faults) = Shelf::open("builtin; nothing.dat");
    /// assert_eq!(shelf.names().collect::<Vec<_>>(), ["builtin"]);
    /// assert!(faults[0].starts_with("cannot read nothing.dat: "));
    /// ```
    pub fn open(files: &str) -> (Shelf, Vec<String>) {
        let (mut shelf, mut faults) = (Shelf::default(), Vec::new());
        let names = files.split(SEPARATOR).map(str::trim);
        for name in names.filter(|name| !name.is_empty()) {
            if let Err(fault) = shelf.add(name) {
                faults.push(fault.to_string());
            }
        }
        (shelf, faults)
    }

    /// Opens the books of files, among which [`BUILTIN`] is the one in the program.
    ///
    /// # Errors
    /// At the first file that cannot be read or is no book.
    pub fn open_all(names: &[String]) -> Result<Shelf, OpenError> {
        let mut shelf = Shelf::default();
        for name in names {
            shelf.add(name)?;
        }
        Ok(shelf)
    }

    /// Puts the book of a file, or [`BUILTIN`], behind the others.
    ///
    /// # Errors
    /// When the file cannot be read, or is no book.
    pub fn add(&mut self, name: &str) -> Result<(), OpenError> {
        let (name, book) = match name.eq_ignore_ascii_case(BUILTIN) {
            true => (BUILTIN.to_owned(), builtin()),
            false => (short(name), Book::open(Path::new(name))?),
        };
        self.books.push((name, book));
        Ok(())
    }

    /// Puts a book behind the others.
    pub fn push(&mut self, name: &str, book: Book) {
        self.books.push((name.to_owned(), book));
    }

    /// The books' names, those of files without their folders.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.books.iter().map(|(name, _)| name.as_str())
    }

    /// The books and their names.
    pub fn books(&self) -> impl Iterator<Item = (&str, &Book)> {
        self.books.iter().map(|(name, book)| (name.as_str(), book))
    }

    /// What the first book that knows a position says of it, and that book's name.
    pub fn choices(&self, board: &Board) -> Option<(&str, Vec<Choice>)> {
        self.books().find_map(|(name, book)| {
            let choices = book.choices(board);
            (!choices.is_empty()).then_some((name, choices))
        })
    }

    /// What to play: the word of the first book that has one. With `random` a move is drawn by weight,
    /// without it is the one with the greatest.
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
        self.books.iter().find_map(|(name, book)| {
            let choices = pick::playable(book, game, banned);
            let mv = pick::one_of(&choices, random.as_deref_mut())?;
            let book = name.clone();
            Some(Pick { mv, book, choices })
        })
    }
}

/// The book in the program: our own, see its making in `docs/book.md`.
fn builtin() -> Book {
    static BYTES: &[u8] = include_bytes!("../../positions/book.dat");
    static BOOK: LazyLock<Book> =
        LazyLock::new(|| Book::read(BYTES).expect("the program's own book is sound"));
    BOOK.clone()
}

/// A file's name without its folders, whichever way they are written.
fn short(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next();
    name.unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Record, lock};

    fn book(mv: &str) -> Book {
        Book::from_records(vec![Record {
            lock: lock(&Board::startpos()),
            mv: mv.parse().unwrap(),
            weight: 1,
        }])
    }

    #[test]
    fn the_first_book_with_a_word_is_heard() {
        let mut shelf = Shelf::default();
        shelf.push("illegal", book("a0a9"));
        shelf.push("cannon", book("h2e2"));
        shelf.push("horse", book("h0g2"));
        let game = Game::new(Board::startpos());
        let heard = |banned: &[&str]| {
            let banned: Vec<Move> = banned.iter().map(|text| text.parse().unwrap()).collect();
            let pick = shelf.pick(&game, &banned, None);
            pick.map(|pick| format!("{} {}", pick.book, pick.mv))
        };
        assert_eq!(heard(&[]).unwrap(), "cannon h2e2");
        assert_eq!(heard(&["h2e2"]).unwrap(), "horse h0g2");
        assert_eq!(heard(&["h2e2", "h0g2"]), None);
    }

    /// Its lines can be played. Some begin with a move that only an opponent plays, who is not warned of it:
    /// those cannot be come to by the book alone.
    #[test]
    fn the_programs_own_book_is_sound() {
        let book = builtin();
        let mut open = vec![Board::startpos()];
        let mut seen = std::collections::HashSet::new();
        let mut moves = 0;
        while let Some(board) = open.pop() {
            if !seen.insert(board.key().min(board.mirrored().key())) {
                continue;
            }
            for choice in book.choices(&board) {
                assert!(choice.weight > 0);
                moves += 1;
                let mut after = board.clone();
                let _ = after.make(choice.mv);
                open.push(after);
            }
        }
        assert!(moves * 2 > book.records().len(), "{moves}");
        assert!(book.positions() > 100);
    }

    #[test]
    fn names_are_without_folders() {
        for (path, name) in [
            ("BOOK.DAT", "BOOK.DAT"),
            ("a/b.dat", "b.dat"),
            (r"C:\x y\c.dat", "c.dat"),
        ] {
            assert_eq!(short(path), name);
        }
    }

    #[test]
    fn a_list_may_be_empty() {
        for files in ["", " ; ;", ";"] {
            let (shelf, faults) = Shelf::open(files);
            assert_eq!((shelf.names().count(), faults.len()), (0, 0));
        }
    }
}
