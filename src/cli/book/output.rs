//! Writes a new book, completely or not at all.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::book::Book;
use crate::cli::Failure;
use crate::cli::game_file::check_different_files;
use crate::cli::output::{ForceArg, check_extension, print, save};
use crate::locale;

/// `-o`, `--force`.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// The book to write; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,

    #[command(flatten)]
    force: ForceArg,
}

impl OutputArgs {
    /// Checks that the file does not exist, is none of the inputs and has no extension of another format.
    pub fn check(&self, inputs: &[impl AsRef<Path>]) -> Result<(), Failure> {
        (inputs.iter()).try_for_each(|path| check_different_files(path.as_ref(), &self.out))?;
        self.check_new()
    }

    /// Checks that the file does not exist, and has no extension of another format.
    pub fn check_new(&self) -> Result<(), Failure> {
        check_extension("--out", &self.out, &["dat"])?;
        self.force.check(&self.out)
    }

    /// Writes the book, and prints its size. After an error the old file is still there.
    pub fn write(&self, book: &Book) -> Result<(), Failure> {
        self.check_new()?;
        let name = self.out.display();
        let (positions, moves) = (book.positions(), book.records().len());
        if moves == 0 {
            let text = format!("{name} is not written: the book has no moves");
            return Err(Failure::Work(text));
        }
        save(&self.out, &book.bytes())?;
        match self.out == Path::new("-") {
            true => Ok(()),
            false => print(
                locale::lines(&format!("{name}: {positions} positions, {moves} moves\n"))
                    .as_bytes(),
            ),
        }
    }
}
