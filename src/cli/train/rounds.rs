//! `chuhe learn run`: rounds of self-play, training and a match.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;

use super::bar::TrainingBar;
use crate::cli::Failure;
use crate::cli::interrupt::{SecondPress, stop_flag};
use crate::cli::matches::table::Progress;
use crate::cli::progress::{LiveLine, bar};
use crate::train::pipeline::Pipeline;
use crate::train::pipeline::round::{Event, Row};

/// The progress bar of self-play.
const BAR: &str = "{prefix} {wide_bar} {human_pos}/{human_len} positions, {per_sec:0}, {eta} left";

/// Let the network learn in rounds: play, train, measure.
///
/// In each round the newest network (the terms in round 0) plays games against itself, a network is trained with their
/// positions, and plays a match against the one before. Each step is left out when its output is there, so the same
/// command goes on with a run that was stopped, killed or is to have more rounds. With another configuration it is
/// refused. The files are told in docs/network.md.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe learn run docs/network/small.toml
  chuhe learn run my.toml --folder /data/run")]
pub struct RunArgs {
    /// What to do, as TOML; docs/network.md tells the keys.
    #[arg(value_name = "CONFIG")]
    config: PathBuf,

    /// Where all files go; when not given, a folder here with the name of CONFIG without its ending.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl RunArgs {
    /// Plays the rounds and prints the results of each.
    ///
    /// # Errors
    /// When the configuration is wrong or is not that of the folder, or a step fails.
    pub fn run(&self) -> Result<(), Failure> {
        let folder = match (&self.folder, self.config.file_stem()) {
            (Some(folder), _) => folder.clone(),
            (None, stem) => stem.map_or_else(|| "run".into(), PathBuf::from),
        };
        let mut pipeline = Pipeline::open(&self.config, &folder)?;
        let stop = stop_flag(SecondPress::Exits)?;
        let mut display = Display::None;
        while let Some(rows) = pipeline.next_round(stop, &mut |event| display.show(event))? {
            let mut out = io::stdout().lock();
            write!(out, "{}", Table(rows))?;
            out.flush()?;
        }
        Ok(())
    }
}

/// What is shown of the step at work.
enum Display {
    None,
    Data(ProgressBar),
    Training(TrainingBar),
    Match(LiveLine),
}

impl Display {
    fn show(&mut self, event: Event) {
        match event {
            Event::Data {
                round,
                what,
                positions,
                total,
            } => {
                if !matches!(self, Display::Data(_)) {
                    let bar = bar(total, BAR, 2);
                    bar.set_prefix(format!("round {round} {what}"));
                    *self = Display::Data(bar);
                }
                if let Display::Data(bar) = self {
                    bar.set_position(positions);
                }
            }
            Event::Training(progress, epochs) => {
                if !matches!(self, Display::Training(_)) {
                    *self = Display::Training(TrainingBar::new(epochs));
                }
                if let Display::Training(bar) = self {
                    bar.show(progress);
                }
            }
            Event::Game {
                game,
                standings,
                total,
            } => {
                if !matches!(self, Display::Match(_)) {
                    *self = Display::Match(LiveLine::on_stderr(standings.games() - 1));
                }
                if let Display::Match(line) = self {
                    if game.fault.is_some() {
                        line.note(&format!("game {}: {}", game.game + 1, game.detail));
                    }
                    let progress = Progress {
                        standings,
                        total,
                        sprt: None,
                    };
                    line.update(standings.games(), total, &progress);
                }
            }
            Event::StepEnd => match std::mem::replace(self, Display::None) {
                Display::None => {}
                Display::Data(bar) => bar.finish_and_clear(),
                Display::Training(bar) => bar.clear(),
                Display::Match(line) => line.clear(),
            },
        }
    }
}

/// The last of the rounds as a line, with a heading above the first.
struct Table<'a>(&'a [Row]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.len() == 1 {
            writeln!(
                f,
                "round  positions      loss  rounded   results  network           against   W-D-L        Elo"
            )?;
        }
        let Some(row) = self.0.last() else {
            return Ok(());
        };
        let rounded = 100.0 * (row.loss_whole / row.loss - 1.0);
        write!(
            f,
            "{:>5}  {:>9}  {:.6}  {rounded:>+5.2} %  {:.6}  {}",
            row.round, row.positions, row.loss, row.results, row.checksum
        )?;
        if let Some(games) = &row.games {
            let score = format!("{}-{}-{}", games.wins, games.draws, games.losses);
            write!(f, "  {:<8}  {score:<11}", games.against)?;
            match games.elo {
                Some([elo, low, high]) => write!(f, "  {elo:+.1} [{low:+.1}, {high:+.1}]")?,
                None => write!(f, "  -")?,
            }
        }
        writeln!(f)
    }
}
