//! `chuhe learn run`: rounds of self-play, training and a match.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;

use super::network::{show, training_bar};
use crate::cli::Failure;
use crate::cli::interrupt::stop_flag;
use crate::cli::matches::table::progress_line;
use crate::cli::progress::{LiveLine, bar};
use crate::locale;
use crate::train::pipeline::Pipeline;
use crate::train::pipeline::round::{MAX_ELO, RoundEvent, RoundResults};

/// The progress bar of self-play.
const BAR: &str = "{prefix} {wide_bar} {human_pos}/{human_len} positions, {per_sec:0}, {eta} left";

/// Train networks in rounds of self-play, training and a match.
///
/// In each round the newest network (piece-square tables in round 0) plays games against itself. A network is trained
/// with their positions, and plays a match against the last one. A step whose output exists is skipped, so the same command
/// continues a run that was stopped or killed, or with more rounds. Another configuration is refused. The files are described
/// in docs/network.md.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe learn run docs/network/small.toml
  chuhe learn run my.toml --folder /data/run")]
pub struct RunArgs {
    /// The configuration, as TOML; docs/network.md lists the keys.
    #[arg(value_name = "CONFIG")]
    config: PathBuf,

    /// The folder of all files [default: the name of CONFIG without its extension].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl RunArgs {
    /// Runs the rounds and prints the results of each.
    pub fn run(&self) -> Result<(), Failure> {
        let folder = match &self.folder {
            Some(folder) => folder.clone(),
            None => self.config.file_stem().unwrap_or_default().into(),
        };
        let mut pipeline = Pipeline::open(&self.config, &folder)?;
        let stop = stop_flag()?;
        let mut display = Display::default();
        while let Some(row) = pipeline.next_round(stop, &mut |event| display.show(event))? {
            print(&mut io::stdout().lock(), row)?;
        }
        Ok(())
    }
}

/// The display of the current step.
#[derive(Default)]
struct Display {
    bar: Option<ProgressBar>,
    line: Option<LiveLine>,
}

impl Display {
    fn show(&mut self, event: RoundEvent) {
        match event {
            RoundEvent::Data {
                round,
                file,
                positions,
                total,
            } => {
                let prefix = format!("round {round} {file}");
                let new = || bar(total, BAR).with_prefix(locale::text(&prefix).into_owned());
                self.bar.get_or_insert_with(new).set_position(positions);
            }
            RoundEvent::Training(progress, epochs) => {
                show(self.bar.get_or_insert_with(training_bar), progress, epochs);
            }
            RoundEvent::Game {
                game,
                standings,
                total,
            } => {
                let new = || LiveLine::on_stderr(standings.games() - 1);
                let line = self.line.get_or_insert_with(new);
                if game.played.fault.is_some() {
                    line.note(&format!("game {}: {}", game.game + 1, game.played.detail));
                }
                let progress = progress_line(standings, total, None);
                line.update(standings.games(), total, &progress);
            }
            RoundEvent::StepEnd => {
                self.bar
                    .take()
                    .iter()
                    .for_each(ProgressBar::finish_and_clear);
                self.line.take().iter().for_each(LiveLine::clear);
            }
        }
    }
}

/// Prints the results of a round, and before the first the names of the columns.
fn print(out: &mut impl Write, row: &RoundResults) -> io::Result<()> {
    if row.round == 0 {
        let heading = "round  positions      loss  rounded   results  network           against   W-D-L        Elo";
        writeln!(out, "{}", locale::text(heading))?;
    }
    let training = &row.training;
    let rounded = 100.0 * (training.quantised_loss / training.loss - 1.0);
    write!(
        out,
        "{:>5}  {:>9}  {:.6}  {rounded:>+5.2} %  {:.6}  {}",
        row.round, training.training_positions, training.loss, training.result_loss, row.checksum
    )?;
    if let Some(games) = &row.games {
        let score = format!("{}-{}-{}", games.wins, games.draws, games.losses);
        write!(out, "  {:<8}  {score:<11}", games.against)?;
        match games.elo {
            Some(ends) => {
                let [elo, low, high] = ends.map(|elo| match elo.abs() < MAX_ELO {
                    true => elo,
                    false => f64::INFINITY.copysign(elo),
                });
                write!(out, "  {elo:+.1} [{low:+.1}, {high:+.1}]")?;
            }
            None => write!(out, "  -")?,
        }
    }
    writeln!(out)?;
    out.flush()
}
