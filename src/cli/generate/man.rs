//! `chuhe generate man`: the manual of each subcommand as a page for `man`.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::Failure;
use super::place::{PlaceArgs, write};

/// Generate man pages.
///
/// Without --out the page of the program alone is written to standard output; with it a page for
/// the program and for every subcommand: chuhe.1, chuhe-solve.1, chuhe-book-make.1.
#[derive(Debug, Args)]
pub struct ManArgs {
    #[command(flatten)]
    place: PlaceArgs,
}

impl ManArgs {
    /// Writes them.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn run(&self, command: Command) -> Result<(), Failure> {
        // A page for `help` would say what `man` says.
        let mut command = command.disable_help_subcommand(true);
        command.build();
        if let Some(folder) = self.place.folder()? {
            return write_all(&command, folder);
        }
        let mut out = io::stdout().lock();
        out.write_all(&page(&command)?)?;
        Ok(out.flush()?)
    }
}

fn write_all(command: &Command, folder: &std::path::Path) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    write(folder, &format!("{name}.1"), &page(command)?)?;
    let mut subcommands = command.get_subcommands();
    subcommands.try_for_each(|subcommand| write_all(subcommand, folder))
}

/// The page of a command.
fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    // What follows the options in `--help` is in tables, and would be run together.
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
    Ok(page)
}

/// The sections of the end of a manual: each begins with a line that is not indented and ends with a colon. What is in
/// them stands as it is.
fn sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    let mut open = false;
    for line in text.lines() {
        match line.strip_suffix(':') {
            Some(title) if !line.starts_with(' ') => {
                if open {
                    roff.control("fi", []);
                }
                roff.control("SH", [title.to_uppercase().as_str()]);
                roff.control("nf", []);
                open = true;
            }
            _ => {
                roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
            }
        }
    }
    if open {
        roff.control("fi", []);
    }
    roff
}
