//! A new book on the disk: all of it, or nothing.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::book::Book;
use crate::cli::Failure;

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
        let part = beside(&self.out);
        let written = fill(&part, &book.bytes()).and_then(|()| fs::rename(&part, &self.out));
        if let Err(error) = written {
            let _ = fs::remove_file(&part);
            return Err(Failure::Work(format!("{name}: cannot write it: {error}")));
        }
        let (positions, moves) = (book.positions(), book.records().len());
        let mut out = io::stdout().lock();
        writeln!(out, "{name}: {positions} positions, {moves} moves")?;
        Ok(out.flush()?)
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    name.into()
}

fn fill(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
