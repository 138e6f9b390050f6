//! `chuhe generate completions`: what a shell wants to know to complete a command line.

use std::io::{self, Write};

use clap::{Args, Command, ValueEnum};
use clap_complete::{Generator, Shell};

use super::Failure;
use super::place::{PlaceArgs, write};

/// Generate completions for a shell.
///
/// With them the Tab key completes subcommands, options and their values.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell; without it that of the variable SHELL, or with --out every shell.
    #[arg(value_enum)]
    shell: Option<Shell>,

    #[command(flatten)]
    place: PlaceArgs,
}

impl CompletionsArgs {
    /// Writes them.
    ///
    /// # Errors
    /// When they cannot be written, or it is not known for which shell.
    pub fn run(&self, mut command: Command) -> Result<(), Failure> {
        let mut script = |shell: Shell| {
            let mut bytes = Vec::new();
            clap_complete::generate(shell, &mut command, "chuhe", &mut bytes);
            bytes
        };
        if let Some(folder) = self.place.folder()? {
            let shells = self
                .shell
                .as_ref()
                .map_or(Shell::value_variants(), |one| std::slice::from_ref(one));
            for &shell in shells {
                write(folder, &shell.file_name("chuhe"), &script(shell))?;
            }
            return Ok(());
        }
        let shell = self.shell.or_else(Shell::from_env).ok_or_else(|| {
            Failure::Input("which shell? SHELL names none that is known, so say it".to_owned())
        })?;
        let mut out = io::stdout().lock();
        out.write_all(&script(shell))?;
        Ok(out.flush()?)
    }
}
