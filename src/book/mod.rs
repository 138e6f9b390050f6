//! Opening books: weighted moves by position, in the format `BOOK.DAT` of XQWizard and ElephantEye, and in the SQLite formats OBK
//! and XQB. Layer 4 of `docs/architecture.md`.
//!
//! `docs/book.md` describes how books are used and made.
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::book::{Book, BookRecord, book_key};
//! let (board, mv) = (Board::startpos(), "h2e2".parse().unwrap());
//! let book = Book::from_records(vec![BookRecord { key: book_key(&board), mv, weight: 7 }]);
//! let again = Book::read(&book.bytes())?;
//! assert_eq!(again.moves(&board)[0].mv, mv);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book_file;
mod book_list;
mod book_move;
mod choice;
mod file;
#[cfg(feature = "cli")]
pub mod grow;
mod key;
#[cfg(feature = "cli")]
mod make;
#[cfg(feature = "cli")]
mod sqlite;
mod weights;

pub use book_file::{BookFile, OpenError};
pub use book_list::{BUILTIN, BookList, PickedMove};
pub use book_move::BookMove;
pub use choice::BookChoice;
pub use fastrand::Rng;
pub use file::{Book, BookError, BookRecord};
pub use key::book_key;
#[cfg(feature = "cli")]
pub use make::{MakeSettings, MoveStatistics, ResultPoints, merge};
#[cfg(feature = "cli")]
pub use sqlite::{SqliteBook, SqliteError};
