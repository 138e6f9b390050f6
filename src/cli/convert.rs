//! `chuhe convert`: game files from one format to another.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::game_file::{self, format_parser, unknown_format};
use super::numbers::integer;
use super::output::{ForceArg, check_extension, save};
use crate::games::{Encoding, GameFormat};
use crate::notation::Notation;

/// Convert a game file: PGN in any notation and encoding, XQF, CBR and CBL, DhtmlXQ, Chinese moves.
///
/// The extensions .pgn, .xqf, .cbr, .cbl, .ubb (DhtmlXQ) and .txt (moves) choose the formats, unless --from
/// and --to do. Other files are recognised by their contents, such as web pages with games in DhtmlXQ. CBR
/// and CBL are not written. `-` is standard input or output. An XQF file holds one game, a file of any other
/// format that is written can hold many. The encoding of text is detected (UTF-8, UTF-16 with a byte order
/// mark, or GB18030). Big5 needs --from-encoding big5: Chinese moves give an error that says so; with ICCS, WXF
/// or DhtmlXQ, names and comments are garbled without an error, and a Chinese result becomes *.
///
/// A .txt file has moves in Chinese notation as people paste them, with or without numbers, comments, and variations
/// in parentheses.
///
/// A file with an error is not converted; the message has its location. OUT cannot be IN.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ConvertArgs {
    /// The file to read.
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The file to write; an existing one only with --force.
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// The format of IN [default: by its extension or contents].
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(GameFormat::READ))]
    from: Option<GameFormat>,

    /// The format of OUT [default: by its extension].
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(GameFormat::WRITTEN))]
    to: Option<GameFormat>,

    /// Convert one game only, by its number in IN.
    #[arg(long = "game", value_name = "N", allow_negative_numbers = true, value_parser = integer::<usize>(1..=i64::MAX))]
    number: Option<usize>,

    /// How moves are written in PGN: iccs, chinese or wxf [default: iccs].
    #[arg(long, value_name = "NOTATION")]
    notation: Option<Notation>,

    /// The encoding of text in OUT, except in XQF: utf-8, gb18030, big5 (with moves in traditional characters) or utf-16
    /// [default: utf-8].
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<Encoding>,

    /// The encoding of IN [default: detected].
    #[arg(long, value_name = "ENCODING")]
    from_encoding: Option<Encoding>,

    #[command(flatten)]
    force: ForceArg,
}

const EXAMPLES: &str = "\
Examples:
  chuhe convert game.xqf game.pgn --notation chinese
  chuhe convert old.pgn new.pgn --notation wxf --encoding gb18030
  chuhe convert game.xqf - --to pgn
  chuhe convert library.cbl library.pgn
  chuhe convert library.cbl third.xqf --game 3
  chuhe convert page.html game.txt

Exit codes:
  0  converted
  1  OUT could not be written
  2  IN could not be read, or wrong usage";

impl ConvertArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let (input, output) = (&self.input, &self.output);
        let to = self
            .to
            .or_else(|| GameFormat::from_extension(output, GameFormat::WRITTEN));
        let to = to.ok_or_else(|| unknown_format(output, GameFormat::WRITTEN, "--to"))?;
        let name = to.extension();
        check_extension("OUT", output, &[name])?;
        for (option, is_given, has_effect) in [
            ("--notation", self.notation.is_some(), to == GameFormat::Pgn),
            ("--encoding", self.encoding.is_some(), to != GameFormat::Xqf),
        ] {
            if is_given && !has_effect {
                return Err(game_file::no_effect(option, to));
            }
        }
        game_file::check_different_files(input, output)?;
        self.force.check(output)?;
        let (from, encoding, option) = (self.from, self.from_encoding, Some("--from-encoding"));
        let games = match self.number {
            Some(number) => {
                let (format, each) = game_file::read_each(input, from, encoding)?;
                game_file::check_encoding(encoding, &[format])?;
                vec![game_file::choose(input, each, number)?]
            }
            None => game_file::read(input, GameFormat::READ, from, encoding, option)?,
        };
        let notation = self.notation.unwrap_or(Notation::Iccs);
        let bytes = to.to_bytes(&games, notation, self.encoding.unwrap_or_default());
        let hint = match to {
            GameFormat::Xqf if games.len() > 1 => "; choose one with --game N",
            GameFormat::Xqf => "",
            _ => "; use --encoding utf-8 or gb18030",
        };
        let bytes = bytes.map_err(|error| Failure::file(output, format!("{error}{hint}")))?;
        save(output, &bytes)
    }
}
