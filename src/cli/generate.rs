//! `chuhe generate`: man pages and shell completions, made by the program itself so that they are of its version.

use std::path::{Path, PathBuf};

use clap::{Arg, Args, Command, Id, Subcommand, ValueEnum};
use clap_complete::{Generator, Shell};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::Failure;
use super::output::{create_folder, print, save};
use crate::locale::help::{translate_built, translate_page};

pub const EXAMPLES: &str = "\
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
pub enum GenerateCommand {
    Man(ManArgs),
    Completions(CompletionsArgs),
}

impl GenerateCommand {
    pub fn run(&self, command: Command) -> Result<(), Failure> {
        let built = |mut command: Command| {
            command.build();
            translate_built(command)
        };
        match self {
            // A page for `help` would repeat `man`.
            GenerateCommand::Man(args) => args.run(built(command.disable_help_subcommand(true))),
            GenerateCommand::Completions(args) => args.run(with_mutual_conflicts(built(command))),
        }
    }
}

/// Declares each conflict between two arguments for both. In a script for zsh an option excludes those with which it declares a
/// conflict itself.
fn with_mutual_conflicts(command: Command) -> Command {
    let options = command.get_arguments().filter(|arg| !arg.is_positional());
    let conflicts = options.flat_map(|arg| {
        let pair = move |other: &Arg| (other.get_id().clone(), arg.get_id().clone());
        command.get_arg_conflicts_with(arg).into_iter().map(pair)
    });
    let conflicts: Vec<(Id, Id)> = conflicts.collect();
    let command = command.mut_args(|arg| {
        let of_arg = conflicts.iter().filter(|(id, _)| id == arg.get_id());
        let others: Vec<Id> = of_arg.map(|(_, other)| other.clone()).collect();
        arg.conflicts_with_all(others)
    });
    command.mut_subcommands(with_mutual_conflicts)
}

/// `--out`.
#[derive(Debug, Args)]
struct OutArgs {
    /// Write into this folder, which is created if it is missing; `-` is standard output [default: -].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl OutArgs {
    /// The folder, created if it is missing.
    fn folder(&self) -> Result<Option<&Path>, Failure> {
        let folder = self.out.as_deref().filter(|folder| *folder != "-");
        if let Some(folder) = folder {
            create_folder(folder)?;
        }
        Ok(folder)
    }
}

/// Generate man pages.
///
/// Without --out the page of the program alone is written to standard output; with it a page for
/// the program and for every subcommand: chuhe.1, chuhe-solve.1, chuhe-book-make.1.
#[derive(Debug, Args)]
pub struct ManArgs {
    #[command(flatten)]
    out: OutArgs,
}

impl ManArgs {
    pub fn run(&self, command: Command) -> Result<(), Failure> {
        match self.out.folder()? {
            Some(folder) => write_all(&command, folder),
            None => print(&page(&command)?),
        }
    }
}

fn write_all(command: &Command, folder: &Path) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    save(&folder.join(format!("{name}.1")), &page(command)?)?;
    let mut subcommands = command.get_subcommands();
    subcommands.try_for_each(|subcommand| write_all(subcommand, folder))
}

fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    // The end of `--help` is in tables, which `Man` would reflow.
    let end = command.get_after_long_help().map(ToString::to_string);
    let man = Man::new(command.clone()).manual("Chuhe");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    sections(&end.unwrap_or_default()).to_writer(&mut page)?;
    Ok(translate_page(&String::from_utf8_lossy(&page)).into_bytes())
}

/// The sections at the end of a manual, with their text as it is. A section begins with an unindented line that ends with a colon.
fn sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    let mut open = false;
    for line in text.lines() {
        match line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
            Some(title) => {
                if open {
                    roff.control("fi", []);
                }
                roff.control("SH", [title.to_uppercase().as_str()]);
                roff.control("nf", []);
                open = true;
            }
            None => {
                roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
            }
        }
    }
    if open {
        roff.control("fi", []);
    }
    roff
}

/// Generate completions for a shell.
///
/// With them the Tab key completes subcommands, options and their values.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell; without it that of the variable SHELL, or with --out every shell.
    #[arg(value_enum)]
    shell: Option<Shell>,

    #[command(flatten)]
    out: OutArgs,
}

impl CompletionsArgs {
    pub fn run(&self, mut command: Command) -> Result<(), Failure> {
        let mut script = |shell: Shell| {
            let mut bytes = Vec::new();
            clap_complete::generate(shell, &mut command, "chuhe", &mut bytes);
            bytes
        };
        if let Some(folder) = self.out.folder()? {
            let one = self.shell.as_ref().map(std::slice::from_ref);
            let mut shells = one.unwrap_or(Shell::value_variants()).iter();
            return shells.try_for_each(|shell| {
                save(&folder.join(shell.file_name("chuhe")), &script(*shell))
            });
        }
        let shell = self.shell.or_else(Shell::from_env).ok_or_else(|| {
            Failure::Input(
                "the variable SHELL names no known shell; name one, such as bash".to_owned(),
            )
        })?;
        print(&script(shell))
    }
}
