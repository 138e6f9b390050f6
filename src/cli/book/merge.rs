//! `chuhe book merge`.

use std::path::PathBuf;

use clap::Args;

use super::output::OutputArgs;
use crate::book::{Book, merge};
use crate::cli::Failure;

/// Merge books into one.
///
/// The weights of a move that more than one book knows are added. So a book of many games has more to
/// say than one of few: its weights are greater.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct MergeArgs {
    /// The books.
    #[arg(value_name = "BOOK", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    out: OutputArgs,
}

const EXAMPLES: &str = "\
Examples:
  chuhe book merge my.dat BOOK.DAT -o both.dat";

impl MergeArgs {
    /// Reads the books and writes the one.
    ///
    /// # Errors
    /// When a book is broken, or the new one is there already or cannot be written.
    pub fn run(&self) -> Result<(), Failure> {
        self.out.check()?;
        let open =
            |path: &PathBuf| Book::open(path).map_err(|error| Failure::Input(error.to_string()));
        let books: Result<Vec<Book>, Failure> = self.files.iter().map(open).collect();
        self.out.write(&merge(&books?))
    }
}
