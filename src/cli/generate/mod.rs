//! `chuhe generate`: what a package brings beside the program, made by the program itself, so that it is always of
//! the same version.

mod completions;
mod man;
mod place;

use clap::{Args, Subcommand};

use super::Failure;

/// Generate man pages and shell completions.
///
/// The program makes them from its own command line, so they fit it, however it was installed.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct GenerateArgs {
    #[command(subcommand)]
    what: What,
}

const EXAMPLES: &str = "\
Examples:
  chuhe generate man | man -l -               read the page of the program
  chuhe generate man --out ~/.local/share/man/man1
                                              then: man chuhe-solve
  chuhe generate completions bash --out ~/.local/share/bash-completion/completions
  chuhe generate completions fish > ~/.config/fish/completions/chuhe.fish

Exit codes:
  0  done
  1  a file could not be written
  2  wrong usage";

#[derive(Debug, Subcommand)]
enum What {
    Man(man::ManArgs),
    Completions(completions::CompletionsArgs),
}

impl GenerateArgs {
    /// Writes what was asked for about this command line.
    ///
    /// # Errors
    /// When it cannot be written, or it is not said for which shell.
    pub fn run(&self, command: clap::Command) -> Result<(), Failure> {
        match &self.what {
            What::Man(args) => args.run(command),
            What::Completions(args) => args.run(command),
        }
    }
}
