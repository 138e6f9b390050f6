//! `chuhe book merge`.

use std::path::PathBuf;

use clap::Args;

use super::output::OutputArgs;
use crate::book::{Book, BookFile, BookList, merge};
use crate::cli::Failure;

/// Merge books into one.
///
/// The weights of a move that several books have are added. So a book made from many games counts for more:
/// its weights are greater.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct MergeArgs {
    /// The books; the one in the program is `builtin`.
    #[arg(value_name = "BOOK", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    out: OutputArgs,
}

const EXAMPLES: &str = "\
Examples:
  chuhe book merge my.dat BOOK.DAT -o both.dat";

impl MergeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        self.out.check(&self.files)?;
        let books = BookList::open_all(&self.files)?;
        let dat = |(name, book): (&str, &BookFile)| match book {
            BookFile::Dat(book) => Ok(book.clone()),
            BookFile::Sqlite(_) => Err(Failure::Input(format!(
                "{name}: only a BOOK.DAT can be merged, whose keys an OBK or XQB does not have"
            ))),
        };
        let books: Vec<Book> = books.iter().map(dat).collect::<Result<_, _>>()?;
        self.out.write(&merge(&books))
    }
}
