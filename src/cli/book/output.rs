//! Writes a new book, completely or not at all.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::book::Book;
use crate::cli::Failure;
use crate::cli::output::print;
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
    /// Refuses a file that exists, before any work is done for it.
    pub fn check(&self) -> Result<(), Failure> {
        if self.out.exists() && !self.force {
            let text = format!(
                "{} is there already; --force to write over it",
                self.out.display()
            );
            return Err(Failure::Input(text));
        }
        Ok(())
    }

    /// Writes the book, and prints its size. After an error the old file is still there.
    pub fn write(&self, book: &Book) -> Result<(), Failure> {
        self.check()?;
        let name = self.out.display();
        let (positions, moves) = (book.positions(), book.records().len());
        if moves == 0 {
            let text = format!("{name} is not written: no move is left to put into it");
            return Err(Failure::Work(text));
        }
        atomic_file::write(&self.out, |out| out.write_all(&book.bytes()))
            .map_err(|error| Failure::not_written(&self.out, &error))?;
        print(format!("{name}: {positions} positions, {moves} moves\n").as_bytes())
    }
}
