//! Book file: an opening book in any format.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

#[cfg(feature = "cli")]
use super::sqlite::{self, SqliteBook, SqliteError};
use super::{Book, BookChoice, BookError, BookMove};
use crate::board::Board;
use crate::storage::regular_file;

/// The maximum size of a `BOOK.DAT`, in bytes: ten times that of the largest known.
pub const MAX_FILE_SIZE: u64 = 1 << 28;

/// Why a file could not be read as a book.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Unreadable(PathBuf, #[source] io::Error),
    /// The file is longer than `MAX_FILE_SIZE`.
    #[error("{} is longer than {MAX_FILE_SIZE} bytes", .0.display())]
    TooLong(PathBuf),
    /// The content is not a `BOOK.DAT`.
    #[error("{}: {}", .0.display(), .1)]
    Broken(PathBuf, BookError),
    /// The content is a SQLite database, but not an OBK or XQB.
    #[cfg(feature = "cli")]
    #[error("{}: {}", .0.display(), .1)]
    Sqlite(PathBuf, SqliteError),
}

/// An opening book in any format. Copies share its content.
#[derive(Clone, Debug)]
pub enum BookFile {
    /// A `BOOK.DAT`.
    Dat(Book),
    /// An OBK or XQB.
    #[cfg(feature = "cli")]
    Sqlite(SqliteBook),
}

impl BookFile {
    /// Opens a file. Its content determines the format.
    ///
    /// # Errors
    /// If it cannot be read, is not a regular file, or is not a book.
    pub fn open(path: &Path) -> Result<BookFile, OpenError> {
        let name = || path.to_owned();
        let unreadable = |error| OpenError::Unreadable(name(), error);
        let mut bytes = Vec::new();
        let mut file = regular_file::open(path)
            .map_err(unreadable)?
            .take(MAX_FILE_SIZE + 1);
        #[cfg(feature = "cli")]
        {
            let magic = sqlite::MAGIC;
            let mut first = file.by_ref().take(magic.len() as u64);
            first.read_to_end(&mut bytes).map_err(unreadable)?;
            if bytes == magic {
                let book = SqliteBook::open(path);
                return book
                    .map(BookFile::Sqlite)
                    .map_err(|error| OpenError::Sqlite(name(), error));
            }
        }
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > MAX_FILE_SIZE {
            return Err(OpenError::TooLong(name()));
        }
        let book = Book::read(&bytes).map_err(|fault| OpenError::Broken(name(), fault))?;
        Ok(BookFile::Dat(book))
    }

    /// The moves for a position, sorted by descending weight, then by text.
    ///
    /// # Errors
    /// If a database can no longer be read, the text says why.
    #[cfg_attr(not(feature = "cli"), expect(unused_variables))]
    pub fn moves(&self, board: &Board, choice: BookChoice) -> Result<Vec<BookMove>, String> {
        match self {
            BookFile::Dat(book) => Ok(book.moves(board)),
            #[cfg(feature = "cli")]
            BookFile::Sqlite(book) => {
                let moves = book.moves(board, choice);
                moves.map_err(|error| error.to_string())
            }
        }
    }

    /// The numbers of positions and of moves. A database is read as a whole.
    ///
    /// # Errors
    /// If a database can no longer be read.
    #[cfg(feature = "cli")]
    pub fn size(&self) -> Result<(usize, usize), SqliteError> {
        match self {
            BookFile::Dat(book) => Ok((book.positions(), book.records().len())),
            BookFile::Sqlite(book) => book.size(),
        }
    }
}
