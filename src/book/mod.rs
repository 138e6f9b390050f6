//! Floor 4: opening books: moves to play at once, each with a weight that says how often.
//!
//! The format is `BOOK.DAT`, that of XQWizard and ElephantEye and of what else was made for UCCI; one is
//! in the program itself.
//!
//! | room | idea |
//! |---|---|
//! | [`lock`](mod@lock) | the 32-bit key by which the format knows a position |
//! | [`record`] | eight bytes: position, move, weight |
//! | [`file`](mod@file) | a whole book: read, checked, asked, written |
//! | [`shelf`] | several books, the one in the program among them |
//! | [`pick`] | which of a position's moves is played |
//! | [`make`] | books from games, and one book of several |
//! | [`grow`](mod@grow) | a book from our own search alone |
//! | `weights` | weights that fit sixteen bits |
//!
//! A book is asked by [`protocol`](crate::protocol) before the search is; what it says, and how
//! books are made, is told in `docs/book.md`.
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::book::{Book, Record, lock};
//! let (board, mv) = (Board::startpos(), "h2e2".parse().unwrap());
//! let book = Book::from_records(vec![Record { lock: lock(&board), mv, weight: 7 }]);
//! let again = Book::read(&book.bytes())?;
//! assert_eq!(again.choices(&board)[0].mv, mv);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod file;
pub mod grow;
pub mod lock;
pub mod make;
pub mod pick;
pub mod record;
pub mod shelf;
mod weights;

pub use file::{Book, BookError, Choice, OpenError};
pub use lock::lock;
pub use make::{Counting, Ended, Tally, Terms, merge};
pub use pick::Pick;
pub use record::{Record, mirrored};
pub use shelf::{BUILTIN, Shelf};
