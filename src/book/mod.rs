//! Layer 4: opening books: moves with weights for known positions, in the format `BOOK.DAT` of XQWizard and ElephantEye.
//!
//! How books are used and made is described in `docs/book.md`.
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

pub(crate) mod file;
pub mod grow;
pub mod lock;
pub(crate) mod make;
pub(crate) mod shelf;
mod weights;

pub use file::{Book, BookError, Choice, OpenError, Record, mirrored};
pub use lock::lock;
pub use make::{Counting, Tally, Terms, merge};
pub use shelf::{BUILTIN, Pick, Shelf};
