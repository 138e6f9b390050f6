//! `chuhe analyze GAME`: every move of the games of a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};
use tracing::info;

use crate::board::Color;
use crate::cli::Failure;
use crate::cli::game_file::{self, format_parser};
use crate::cli::interrupt::stop_flag;
use crate::cli::numbers::{integer, real};
use crate::cli::output::{
    ForceArg, Output, check_extension, output_format, print_json, save, write_game_heading,
};
use crate::cli::progress::{bar, with_bar_hidden};
use crate::columns::{pad, pad_left};
use crate::config::paths::file;
use crate::games::game_file::GameFormat;
use crate::games::{Encoding, GameTree, pgn};
use crate::json::review_page::{self, PAGE};
use crate::json::{ReviewRecord, earlier_review};
use crate::locale;
use crate::notation::Notation;
use crate::review::reviewer::describe_score;
use crate::review::summary::annotation_sign;
use crate::review::{Review, ReviewedMove, Reviewer, annotate, chart};
use crate::search::{Limits, Settings};
use crate::solve::batch::tally::with_resume_hint;
use crate::storage::{Journal, regular_file};
use crate::web::script_json;

/// Options of one position, which conflict with each option of whole games: where GAME is missing because of one of
/// them, clap does not ask for it.
const ONE_POSITION: [&str; 3] = ["fen", "moves", "multipv"];

/// Options of whole games.
#[derive(Debug, Args)]
#[command(next_help_heading = "Whole games")]
pub struct GameFileArgs {
    /// A file of games in a format of `chuhe convert`: search every position of each. Without it, one position is searched.
    #[arg(value_name = "GAME", conflicts_with_all = ONE_POSITION)]
    pub file: Option<PathBuf>,

    /// The format of GAME [default: by its extension or contents].
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(GameFormat::READ), requires = "file", conflicts_with_all = ONE_POSITION)]
    from: Option<GameFormat>,

    /// The encoding of GAME [default: detected].
    #[arg(long, value_name = "ENCODING", requires = "file", conflicts_with_all = ONE_POSITION)]
    from_encoding: Option<Encoding>,

    /// Write to FILE, whose extension .pgn, .html, .jsonl or .json chooses the format; `-` is standard output [default: -].
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with_all = ONE_POSITION)]
    out: Option<PathBuf>,

    /// The format of the output [default: the format of the --out file, else table].
    #[arg(long, value_name = "FORMAT", value_enum, requires = "file", conflicts_with_all = ONE_POSITION)]
    format: Option<OutFormat>,

    /// The loss, in percent of a point, from which a move is marked ?!; ? from twice, ?? from four times as much.
    #[arg(long, value_name = "PERCENT", default_value_t = 100.0 * Reviewer::MARGIN, requires = "file", conflicts_with_all = ONE_POSITION, value_parser = real(0.1..=100.0))]
    margin: f64,

    /// Length of the better lines, in plies; 0 for none. JSON has the whole lines.
    #[arg(long, value_name = "PLIES", default_value_t = 8, requires = "file", conflicts_with_all = ONE_POSITION, allow_negative_numbers = true, value_parser = integer::<u16>(0..=100))]
    variations: u16,

    /// Draw a chart of red's expected points as SVG to FILE; for several games to FILE-1, FILE-2 and so on.
    #[arg(long, value_name = "FILE", value_parser = file(), requires = "file", conflicts_with_all = ONE_POSITION)]
    curve: Option<PathBuf>,

    /// Continue the review in the --out file (jsonl) after its last complete game, or create it if it is missing.
    #[arg(long, requires = "out", conflicts_with = "force", conflicts_with_all = ONE_POSITION)]
    resume: bool,

    #[command(flatten)]
    force: ForceArg,
}

/// `--format`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum OutFormat {
    /// The games, with scores as comments, glyphs on mistakes and better lines as variations
    Pgn,
    /// A row for each move, and a summary for each side
    #[default]
    #[value(alias = "txt")]
    Table,
    /// A page to open in a browser: board, curve, better lines, and the mistakes to be tried again
    #[value(alias = "htm")]
    Html,
    /// As --json
    #[value(alias = "json", hide = true)]
    Jsonl,
}

impl GameFileArgs {
    pub fn run(
        &self,
        path: &Path,
        settings: Settings,
        limits: Limits,
        notation: Notation,
        json: bool,
    ) -> Result<(), Failure> {
        let given = json.then_some(OutFormat::Jsonl).or(self.format);
        let format = output_format(given, self.out.as_deref())?;
        self.check(path, format)?;
        let (from, encoding, option) = (self.from, self.from_encoding, Some("--from-encoding"));
        let games = game_file::read(path, GameFormat::READ, from, encoding, option)?;
        info!(games = games.len(), ?limits, "analyze");
        // Before a file is created; but a review that is continued has the curves of its complete games.
        let is_continued = self.resume && self.out.as_deref().is_some_and(Path::exists);
        if !is_continued {
            self.check_curves(0, false, games.len())?;
        }
        let (out, complete, is_judged) = self.open(format, &games)?;
        if is_continued {
            self.check_curves(complete, is_judged, games.len())?;
        }
        let mut writer = Writer {
            out,
            format,
            notation,
            plies: self.variations.into(),
        };
        let mut reviewer = Reviewer::new(settings, limits);
        reviewer.margin = self.margin / 100.0;
        let stop = stop_flag()?;
        let plies: usize = games[complete..].iter().map(|game| game.line.len()).sum();
        let template = "{wide_bar} {pos}/{len} moves, {msg}, {eta} left";
        let bar = bar(plies as u64, template);
        let mut stopped = None;
        for (number, game) in (1..).zip(&games).skip(complete) {
            info!(game = number, "review");
            writer.write_heading(number, game)?;
            let review = reviewer.review_until(game, stop, |judged| {
                let message = format!("game {number} of {}", games.len());
                bar.set_message(locale::text(&message).into_owned());
                bar.inc(1);
                with_bar_hidden(&bar, || writer.write_move(number, judged))
            })?;
            if stop.load(Ordering::Relaxed) && review.moves.len() < game.line.len() {
                stopped = Some((number, review.moves.len()));
            }
            if format != OutFormat::Jsonl {
                with_bar_hidden(&bar, || writer.write_end(number, game, &review))?;
            }
            if stopped.is_some() {
                break;
            }
            if let Some(path) = &self.curve {
                let path = curve_path(path, number, games.len());
                let title = game.heading();
                let chinese = locale::is_chinese();
                let picture = chart::review_chart(&title, &review, notation, chinese);
                save(&path, picture.to_svg().as_bytes())?;
            }
            // Without the object at its end a game is known to be incomplete. So it follows the curve.
            if format == OutFormat::Jsonl {
                with_bar_hidden(&bar, || writer.write_end(number, game, &review))?;
            }
        }
        bar.finish_and_clear();
        // A file without any move would only be in the way of the next run.
        if stopped != Some((complete + 1, 0)) {
            writer.write_foot()?;
            writer.out.commit()?;
        }
        let Some((number, moves)) = stopped else {
            return Ok(());
        };
        let count = games.len();
        let reason = format!("stopped in game {number} of {count} (moves judged in it: {moves})");
        Err(Failure::Work(with_resume_hint(
            reason,
            self.is_journal(format),
        )))
    }

    /// Checks the names of the files to be written, before any work is done for them.
    fn check(&self, input: &Path, format: OutFormat) -> Result<(), Failure> {
        if let Some(out) = &self.out {
            game_file::check_different_files(input, out)?;
            match (self.is_journal(format), self.resume) {
                (true, true) => {}
                (true, false) => self.force.check(out).map_err(|_| {
                    let text = "it exists already; --resume continues it, --force overwrites it";
                    Failure::file(out, text)
                })?,
                (false, true) => {
                    let text = "--resume: only a jsonl file can be continued";
                    return Err(Failure::Input(text.to_owned()));
                }
                (false, false) => self.force.check(out)?,
            }
        }
        if let Some(curve) = &self.curve {
            check_extension("--curve", curve, &["svg"])?;
            game_file::check_different_files(input, curve)?;
        }
        Ok(())
    }

    /// Checks that the curves of the games after those that are `complete` in a continued review can be written, and that none
    /// exists already. If all moves of the next game were judged, the earlier run may have written its curve.
    fn check_curves(&self, complete: usize, is_judged: bool, count: usize) -> Result<(), Failure> {
        let Some(path) = &self.curve else {
            return Ok(());
        };
        let first = complete + 1;
        (first..=count).try_for_each(|number| {
            let path = curve_path(path, number, count);
            if self.out.as_ref() == Some(&path) {
                let text = "it is the --out file; write to another file";
                return Err(Failure::file(&path, text));
            }
            let is_earlier = is_judged && number == first;
            match self.resume {
                true if path.is_file() && !is_earlier => {
                    let text = "it exists already; delete it, or choose another --curve";
                    return Err(Failure::file(&path, text));
                }
                true => {}
                false => self.force.check(&path)?,
            }
            // Nothing is left of a file that is not committed. The reader of a pipe would see its end.
            match regular_file::is_device(&path) {
                true => Ok(()),
                false => Output::create(&path).map(drop),
            }
        })
    }

    /// True if the output is a file of JSON lines, which a killed run leaves behind and a later one can continue.
    fn is_journal(&self, format: OutFormat) -> bool {
        format == OutFormat::Jsonl && self.out.as_deref().is_some_and(|out| out != "-")
    }

    /// Opens the output. Returns the number of games that are complete in it, and whether all moves of the next were judged.
    fn open(
        &self,
        format: OutFormat,
        games: &[GameTree],
    ) -> Result<(Output, usize, bool), Failure> {
        let path = self.out.as_deref().unwrap_or("-".as_ref());
        if !self.is_journal(format) {
            return Ok((Output::create(path)?, 0, false));
        }
        let opened = match self.resume {
            true => earlier_review::continue_review(path, games),
            false => Journal::replace(path).map(|journal| (journal, 0, false)),
        };
        let (journal, complete, is_judged) = opened.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => Failure::file(path, error),
            _ => Failure::cannot_write(path, &error),
        })?;
        Ok((Output::append_to(path, journal), complete, is_judged))
    }
}

/// The name of the file for the curve of one of `count` games.
fn curve_path(path: &Path, number: usize, count: usize) -> PathBuf {
    if count == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or("svg".as_ref());
    path.with_file_name(format!("{stem}-{number}.{}", extension.to_string_lossy()))
}

/// Writes reviews. Rows and objects are flushed as soon as a move is judged, and an annotated game as soon as it is done. Games are
/// numbered from 1.
struct Writer {
    out: Output,
    format: OutFormat,
    notation: Notation,
    /// The most plies of a better line.
    plies: usize,
}

impl Writer {
    fn write_heading(&mut self, number: usize, game: &GameTree) -> Result<(), Failure> {
        if self.format == OutFormat::Html {
            let head = match number {
                1 => PAGE.halves().0,
                _ => String::new(),
            };
            write!(self.out, "{head}{}", review_page::start_line(number, game))?;
        }
        if self.format == OutFormat::Table {
            write_game_heading(&mut self.out, number, game)?;
            let word = |word| locale::text(word);
            writeln!(
                self.out,
                "{:5}{}{}{} {}  {}",
                "",
                pad(&word("no move"), 14),
                pad_left(&word("before"), 19),
                pad_left(&word("after"), 19),
                pad_left(&word("loss"), 5),
                word("better")
            )?;
        }
        Ok(self.out.flush()?)
    }

    fn write_move(&mut self, game: usize, judged: &ReviewedMove) -> Result<(), Failure> {
        match self.format {
            OutFormat::Pgn => Ok(()),
            OutFormat::Table => self.write_row(judged),
            OutFormat::Html => {
                // The page asks for the first move, however short the line is.
                let mut shown = judged.clone();
                shown.best.truncate(self.plies.max(1));
                let line = script_json(&ReviewRecord::of_move(game, &shown));
                Ok(write!(self.out, "{line}")?)
            }
            OutFormat::Jsonl => print_json(&mut self.out, &ReviewRecord::of_move(game, judged)),
        }
    }

    fn write_row(&mut self, judged: &ReviewedMove) -> Result<(), Failure> {
        let dots = match judged.side {
            Color::Red => ".  ",
            Color::Black => "...",
        };
        let mv = self.notation.write(&judged.board, judged.mv) + annotation_sign(judged.mistake);
        let mv = pad(&mv, 11);
        let score = |red| pad_left(&locale::text(&describe_score(red)), 19);
        let before = score(judged.for_red(judged.before));
        let after = score(judged.for_red(judged.after));
        let mut row = format!(
            "{:>4}{dots} {mv}{before}{after} {:>4.0}%",
            judged.number,
            100.0 * judged.cost
        );
        if judged.mistake.is_some() {
            let best = &judged.best[..judged.best.len().min(self.plies)];
            let better = self.notation.write_line(&judged.board, best).join(" ");
            row += &format!("  {better}");
        }
        writeln!(self.out, "{}", row.trim_end())?;
        Ok(self.out.flush()?)
    }

    fn write_end(
        &mut self,
        number: usize,
        game: &GameTree,
        review: &Review,
    ) -> Result<(), Failure> {
        match self.format {
            OutFormat::Pgn => {
                let game = annotate::annotate(game, review, self.plies, locale::is_chinese());
                let gap = if number > 1 { "\n" } else { "" };
                write!(self.out, "{gap}{}", pgn::write(&game, self.notation))?;
            }
            OutFormat::Table => {
                writeln!(self.out)?;
                for side in Color::ALL {
                    let row = format!("{side}: {}", review.summary(side));
                    writeln!(self.out, "{}", locale::text(&row))?;
                }
            }
            OutFormat::Html => {
                let line = script_json(&ReviewRecord::of_game(number, game, review));
                write!(self.out, "{line}")?;
            }
            OutFormat::Jsonl => {
                print_json(&mut self.out, &ReviewRecord::of_game(number, game, review))?;
            }
        }
        Ok(self.out.flush()?)
    }

    /// Writes what follows the last game.
    fn write_foot(&mut self) -> Result<(), Failure> {
        if self.format == OutFormat::Html {
            self.out.write_all(PAGE.halves().1.as_bytes())?;
        }
        Ok(())
    }
}
