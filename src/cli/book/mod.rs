//! `chuhe book`: opening books, shown and made.

mod grow;
mod make;
mod merge;
mod output;
mod show;

use clap::Subcommand;

use super::Failure;

pub const EXAMPLES: &str = "\
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
pub enum BookCommand {
    Show(Box<show::BookShowArgs>),
    Make(make::MakeArgs),
    Merge(merge::MergeArgs),
    Grow(grow::GrowArgs),
}

impl BookCommand {
    pub fn run(&self) -> Result<(), Failure> {
        match self {
            BookCommand::Show(args) => args.run(),
            BookCommand::Make(args) => args.run(),
            BookCommand::Merge(args) => args.run(),
            BookCommand::Grow(args) => args.run(),
        }
    }
}
