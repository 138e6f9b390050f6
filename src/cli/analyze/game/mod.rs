//! `chuhe analyze GAME`: every move of the games of a file.

mod write;

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tracing::info;

use crate::cli::Failure;
use crate::cli::ending;
use crate::cli::game_file::{self, Format};
use crate::cli::numbers::{number, real};
use crate::cli::progress::{aside, bar};
use crate::games::{Encoding, GameTree};
use crate::notation::Notation;
use crate::review::{Review, Reviewer, course};
use crate::search::{Limits, Settings};

use write::{Annotated, Report, Rows, Table};

/// Breadth of a curve, pixels.
const CURVE: u32 = 1_200;

/// What concerns one position. Each option of whole games is told that it does: where GAME cannot stand
/// beside one of these, clap does not ask for it.
const ONE_POSITION: [&str; 3] = ["fen", "moves", "multipv"];

/// What concerns whole games.
#[derive(Debug, Args)]
#[command(next_help_heading = "Whole games")]
pub struct GameFileArgs {
    /// A file of games, PGN or XQF: search every position of each. Without it, one position is searched.
    #[arg(value_name = "GAME", conflicts_with_all = ONE_POSITION)]
    file: Option<PathBuf>,

    /// The format of GAME, where its name does not tell; - is standard input.
    #[arg(long, value_name = "FORMAT", value_enum, requires = "file", conflicts_with_all = ONE_POSITION)]
    from: Option<Format>,

    /// The encoding of GAME, where it is not to be found out.
    #[arg(long, value_name = "ENCODING", requires = "file", conflicts_with_all = ONE_POSITION)]
    from_encoding: Option<Encoding>,

    /// Write to FILE instead of standard output; a name in .pgn or .jsonl tells the format, too.
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with_all = ONE_POSITION)]
    out: Option<PathBuf>,

    /// What is written [default: pgn or jsonl if FILE ends so, else table].
    #[arg(long, value_name = "FORMAT", value_enum, requires = "file", conflicts_with_all = ONE_POSITION)]
    format: Option<OutFormat>,

    /// From which loss on a move is marked, in hundredths of a point: ?! from there, ? from twice, ?? from four
    /// times as much.
    #[arg(long, value_name = "PERCENT", default_value_t = 100.0 * Reviewer::MARGIN, requires = "file", conflicts_with_all = ONE_POSITION, value_parser = real(0.1..=100.0))]
    margin: f64,

    /// Write better lines up to so many plies; 0 for none.
    #[arg(long, value_name = "PLIES", default_value_t = 8, requires = "file", conflicts_with_all = ONE_POSITION, allow_negative_numbers = true, value_parser = number::<u16>(0..=100))]
    variations: u16,

    /// Draw the course of the game as SVG to FILE; of several games, FILE-1, FILE-2 and so on.
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with_all = ONE_POSITION)]
    curve: Option<PathBuf>,
}

/// `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutFormat {
    /// The games, with scores as comments, glyphs on mistakes and better lines as variations
    Pgn,
    /// A row a move, and what it comes to for each side
    Table,
    /// A JSON object a move, and one a game
    Jsonl,
}

impl GameFileArgs {
    /// The file of games, if there is one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Reads the games, searches, and writes.
    ///
    /// # Errors
    /// When the file is broken, or something cannot be written.
    pub fn run(
        &self,
        path: &Path,
        settings: Settings,
        limits: Limits,
        notation: Notation,
        json: bool,
    ) -> Result<(), Failure> {
        self.check(path, json)?;
        let format = match path == Path::new("-") {
            true => self.from.unwrap_or(Format::Pgn),
            false => Format::of(self.from, path, "--from")?,
        };
        let games = game_file::read(path, format, self.from_encoding)?;
        info!(games = games.len(), ?limits, "analyze");
        let out: Box<dyn Write> = match &self.out {
            Some(path) => {
                Box::new(File::create(path).map_err(|error| Failure::cannot_write(path, &error))?)
            }
            None => Box::new(io::stdout().lock()),
        };
        let mut report: Box<dyn Report> = match self.out_format(json) {
            OutFormat::Pgn => Box::new(Annotated::new(out, notation, self.variations.into())),
            OutFormat::Table => Box::new(Table::new(out, notation, self.variations.into())),
            OutFormat::Jsonl => Box::new(Rows::new(out)),
        };
        let mut reviewer = Reviewer::new(settings, limits);
        reviewer.margin = self.margin / 100.0;
        let plies: usize = games.iter().map(|game| game.line.len()).sum();
        let bar = bar(
            plies as u64,
            "{wide_bar} {pos}/{len} moves, {msg}, {eta} left",
            4,
        );
        for (index, game) in games.iter().enumerate() {
            let number = index + 1;
            report.begin(number, game)?;
            let review = reviewer.review(game, |judged| {
                bar.set_message(format!("game {number} of {}", games.len()));
                bar.inc(1);
                aside(&bar, || report.judged(number, judged))
            })?;
            aside(&bar, || report.end(number, game, &review))?;
            if let Some(path) = &self.curve {
                let several = games.len() > 1;
                draw(path, several.then_some(number), game, &review, notation)?;
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Whether the files may be written, before any work is done for them.
    fn check(&self, input: &Path, json: bool) -> Result<(), Failure> {
        if let Some(out) = &self.out {
            let own: &[&str] = match json || self.format.is_some() {
                true => &["pgn", "jsonl", "json"],
                false => &["pgn", "jsonl"],
            };
            ending::fits("--out", out, own)?;
            game_file::not_over(input, out)?;
        }
        if let Some(curve) = &self.curve {
            ending::fits("--curve", curve, &["svg"])?;
            game_file::not_over(input, curve)?;
        }
        Ok(())
    }

    fn out_format(&self, json: bool) -> OutFormat {
        let end = self.out.as_deref().and_then(Path::extension);
        let named = end
            .and_then(|end| end.to_str())
            .and_then(|end| OutFormat::from_str(end, true).ok());
        let asked = if json { Some(OutFormat::Jsonl) } else { None };
        asked.or(self.format).or(named).unwrap_or(OutFormat::Table)
    }
}

/// Draws the course of a game, its number in the name of the file where there are several.
fn draw(
    path: &Path,
    number: Option<usize>,
    game: &GameTree,
    review: &Review,
    notation: Notation,
) -> Result<(), Failure> {
    let path = match number {
        None => path.to_owned(),
        Some(number) => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let end = path.extension().unwrap_or("svg".as_ref());
            path.with_file_name(format!("{stem}-{number}.{}", end.to_string_lossy()))
        }
    };
    let picture = course::course(&game.players_and_result(), review, notation, CURVE);
    std::fs::write(&path, picture.to_svg()).map_err(|error| Failure::cannot_write(&path, &error))
}
