//! `--ascii` and `--color`: the board as text in a terminal.

use std::io::{IsTerminal, Stdout, stdout};

use anstream::{AutoStream, ColorChoice};
use clap::Args;

use super::args::OptionWords;
use crate::notation::text_diagram::CharacterSet;

/// `--ascii`, `--color`.
#[derive(Debug, Args)]
pub struct BoardTextArgs {
    /// Letters on a board of plain ASCII: upper case for red, no colour.
    #[arg(long)]
    ascii: bool,

    /// When to use colour.
    #[arg(long, value_name = "WHEN", value_parser = COLORS.parser(), default_value = "auto")]
    color: ColorChoice,
}

static COLORS: OptionWords<ColorChoice> = OptionWords(
    "auto: In a terminal, unless NO_COLOR is set\nalways: Always\nnever: Never",
    &[
        ColorChoice::Auto,
        ColorChoice::AlwaysAnsi,
        ColorChoice::Never,
    ],
);

impl BoardTextArgs {
    /// The characters of the board.
    pub fn characters(&self) -> CharacterSet {
        match (self.ascii, self.choice()) {
            (true, _) => CharacterSet::Ascii,
            (false, ColorChoice::Never) => CharacterSet::HanziBracketed,
            (false, _) => CharacterSet::Hanzi,
        }
    }

    /// Standard output, in colour if the arguments say so.
    pub fn stdout(&self) -> AutoStream<Stdout> {
        AutoStream::new(stdout(), self.choice())
    }

    fn choice(&self) -> ColorChoice {
        match self.color {
            _ if self.ascii => ColorChoice::Never,
            // Environment variables such as `CLICOLOR_FORCE` do not force colour on a pipe.
            ColorChoice::Auto if !stdout().is_terminal() => ColorChoice::Never,
            ColorChoice::Auto => AutoStream::choice(&stdout()),
            chosen => chosen,
        }
    }
}
