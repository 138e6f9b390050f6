//! A new book on the disk: all of it, or nothing.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::book::Book;
use crate::cli::Failure;
use crate::storage::atomic_file;

/// `-o`, `--force`.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// The book to write.
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,

    /// Write over a file that is there.
    #[arg(long)]
    force: bool,
}

impl OutputArgs {
    /// Whether the file may be written, before any work is done for it.
    ///
    /// # Errors
    /// When it is there already and may not be written over.
    pub fn check(&self) -> Result<(), Failure> {
        if self.out.exists() && !self.force {
            let name = self.out.display();
            let text = format!("{name} is there already; --force to write over it");
            return Err(Failure::Input(text));
        }
        Ok(())
    }

    /// Writes the book beside the place where it belongs, and moves it there when it is whole. Says what
    /// it holds.
    ///
    /// # Errors
    /// When there is nothing to write, or it cannot be written; what was there is there still.
    pub fn write(&self, book: &Book) -> Result<(), Failure> {
        self.check()?;
        let name = self.out.display();
        if book.records().is_empty() {
            let text = format!("{name} is not written: no move is left to put into it");
            return Err(Failure::Work(text));
        }
        atomic_file::write(&self.out, |out| out.write_all(&book.bytes()))
            .map_err(|error| Failure::Work(format!("{name}: cannot write it: {error}")))?;
        let (positions, moves) = (book.positions(), book.records().len());
        let mut out = io::stdout().lock();
        writeln!(out, "{name}: {positions} positions, {moves} moves")?;
        Ok(out.flush()?)
    }
}
