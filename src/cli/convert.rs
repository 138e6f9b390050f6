//! `chuhe convert`: game files from one format to another.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::game_file::{self, Format, TREE_FORMATS};
use super::output::print;
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
    #[arg(long, value_name = "FORMAT", value_parser = TREE_FORMATS.parser())]
    from: Option<Format>,

    /// The format of OUT.
    #[arg(long, value_name = "FORMAT", value_parser = TREE_FORMATS.parser())]
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
    pub fn run(&self) -> Result<(), Failure> {
        let (input, output) = (&self.input, &self.output);
        let from = Format::of(self.from, input, &TREE_FORMATS, ".pgn, .xqf or --from")?;
        let to = Format::of(self.to, output, &TREE_FORMATS, ".pgn, .xqf or --to")?;
        game_file::not_over(input, output)?;
        let games = game_file::read(input, from, self.from_encoding, Some("--from-encoding"))?;
        let write = |game| pgn::write_for(game, self.notation, self.encoding);
        let bytes = match (to, &games[..]) {
            (Format::Xqf, [game]) => xqf::write(game, None),
            (Format::Xqf, games) => {
                let text = format!("XQF holds one game, there are {}", games.len());
                return Err(Failure::file(output, text));
            }
            (_, games) => {
                let texts: Vec<String> = games.iter().map(write).collect();
                self.encoding.encode(&texts.join("\n"))
            }
        };
        let bytes = bytes.map_err(|error| Failure::file(output, error))?;
        match output == Path::new("-") {
            true => print(&bytes),
            false => {
                std::fs::write(output, bytes).map_err(|error| Failure::not_written(output, &error))
            }
        }
    }
}
