//! `chuhe convert`: game files from one format to another.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::game_file::{self, Format};
use crate::games::{Encoding, pgn, xqf};
use crate::notation::Notation;

/// Convert a game file: PGN in any notation and encoding, XQF.
///
/// Formats are known by the ends of the names, .pgn and .xqf, unless --from and --to say otherwise.
/// `-` is standard input or output. A PGN file may have many games, an XQF file has one. The text encoding of
/// a PGN file is found out (UTF-8 or GB18030); Big5 must be asked for, for it looks like GB18030.
///
/// A file that is broken is not converted, and where it is broken is told. OUT may not be IN.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ConvertArgs {
    /// The file to read.
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The file to write.
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// The format of IN.
    #[arg(long, value_name = "FORMAT", value_enum)]
    from: Option<Format>,

    /// The format of OUT.
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<Format>,

    /// How moves are written in PGN: iccs, chinese or wxf.
    #[arg(long, value_name = "NOTATION", default_value_t = Notation::Iccs)]
    notation: Notation,

    /// The encoding in which PGN is written: utf-8, gb18030 or big5, the last with moves in traditional characters.
    #[arg(long, value_name = "ENCODING", default_value_t = Encoding::Utf8)]
    encoding: Encoding,

    /// The encoding of IN, where it is not to be found out.
    #[arg(long, value_name = "ENCODING")]
    from_encoding: Option<Encoding>,
}

const EXAMPLES: &str = "\
Examples:
  chuhe convert game.xqf game.pgn --notation chinese
  chuhe convert old.pgn new.pgn --notation wxf --encoding gb18030
  chuhe convert game.xqf - --to pgn

Exit codes:
  0  converted
  1  OUT could not be written
  2  IN could not be read, or wrong usage";

impl ConvertArgs {
    /// Reads, and writes.
    ///
    /// # Errors
    /// When a file cannot be read or written, or is broken.
    pub fn run(&self) -> Result<(), Failure> {
        let from = Format::of(self.from, &self.input, "--from")?;
        let to = Format::of(self.to, &self.output, "--to")?;
        game_file::not_over(&self.input, &self.output)?;
        let games = game_file::read(&self.input, from, self.from_encoding)?;
        let name = self.output.display();
        let wrong = |error: &dyn std::error::Error| Failure::Input(format!("{name}: {error}"));
        let bytes = match to {
            Format::Pgn => {
                let texts: Vec<String> = games
                    .iter()
                    .map(|game| pgn::write_for(game, self.notation, self.encoding))
                    .collect();
                let text = texts.join("\n");
                self.encoding.encode(&text).map_err(|error| wrong(&error))?
            }
            Format::Xqf => match &games[..] {
                [game] => xqf::write(game, None).map_err(|error| wrong(&error))?,
                _ => {
                    let count = games.len();
                    let text = format!("{name}: XQF holds one game, there are {count}");
                    return Err(Failure::Input(text));
                }
            },
        };
        if self.output == Path::new("-") {
            let mut out = io::stdout().lock();
            out.write_all(&bytes)?;
            return Ok(out.flush()?);
        }
        std::fs::write(&self.output, bytes)
            .map_err(|error| Failure::Work(format!("{name}: cannot write it: {error}")))
    }
}
