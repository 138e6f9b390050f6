//! `chuhe book`: opening books, shown and made.

mod grow;
mod make;
mod merge;
mod output;
mod show;

use clap::{Args, Subcommand};

use super::Failure;

/// Show and make opening books (BOOK.DAT).
///
/// The format is that of XQWizard and ElephantEye. A book gives moves and weights for positions; a
/// position and its mirror image are one. The engine plays from the books that its option bookfiles
/// names.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct BookArgs {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  chuhe book show                                   the book in the program
  chuhe book show BOOK.DAT --depth 2 --notation chinese
  chuhe book make games/*.pgn -o my.dat --min-count 3
  chuhe book merge my.dat BOOK.DAT -o both.dat
  chuhe book grow -o own.dat --positions 100

Exit codes:
  0  done
  1  the book could not be written
  2  a book or game could not be read, or wrong usage";

#[derive(Debug, Subcommand)]
enum Command {
    Show(Box<show::ShowArgs>),
    Make(make::MakeArgs),
    Merge(merge::MergeArgs),
    Grow(grow::GrowArgs),
}

impl BookArgs {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Show(args) => args.run(),
            Command::Make(args) => args.run(),
            Command::Merge(args) => args.run(),
            Command::Grow(args) => args.run(),
        }
    }
}
