//! `chuhe learn wdl`: fits the chances of winning, drawing and losing to the results of games.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tracing::warn;

use crate::cli::Failure;
use crate::cli::output::{ForceArg, check_extension, save, stdout};
use crate::config::paths::file;
use crate::diagram::wdl_chart::{ScoreShares, wdl_chart};
use crate::locale;
use crate::train::reader::SampleReader;
use crate::train::wdl_fit::ResultsByScore;

/// The width of a picture in pixels.
const PIXELS: u32 = 900;
/// The fewest positions of a class of scores that is drawn.
const FEWEST: u64 = 100;

/// Fit the chances of winning, drawing and losing to the results of games.
///
/// Counts the positions by score and by the result of their game, and prints the two numbers of the model in
/// src/search/score.rs that fit best. Use positions of many nodes, with their own scores (--trace 0).
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe learn data --out games.bin --positions 100000 --nodes 3000 --trace 0 --evalfile NET
  chuhe learn wdl games.bin --svg wdl.svg")]
pub struct WdlArgs {
    /// The files of positions, as `chuhe learn data` makes them.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Draw the shares of wins, draws and losses by score, and the model.
    #[arg(long, value_name = "FILE", value_parser = file())]
    svg: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArg,
}

impl WdlArgs {
    /// Reads the files, fits the model, and prints and draws it.
    pub fn run(&self) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            check_extension("--svg", path, &["svg"])?;
            self.force.check(path)?;
        }
        let mut results = ResultsByScore::default();
        for path in &self.files {
            let wrong = |error| Failure::file(path, error);
            let reader = SampleReader::open(path).map_err(wrong)?;
            let trace = reader.header.provenance.trace;
            if trace > 0 {
                warn!(
                    "{} was made with trace {trace}; the fit needs the search's own scores (--trace 0)",
                    path.display()
                );
            }
            for sample in reader {
                results.add(&sample.map_err(wrong)?);
            }
        }
        let count = results.count();
        if count == 0 {
            let error = "no position has a score from -1500 to 1500";
            return Err(Failure::Input(error.to_owned()));
        }
        let model = results.fit();
        if let Some(path) = &self.svg {
            let shares = results.classes().filter_map(|(score, counts)| {
                let all: u64 = counts.iter().sum();
                let share = |count: u64| count as f64 / all as f64;
                (all >= FEWEST).then(|| ScoreShares {
                    score,
                    played: counts.map(share),
                    model: model.chances(score),
                })
            });
            let shares: Vec<ScoreShares> = shares.collect();
            let title = locale::text("results by score: wins red, draws brown, losses black");
            let picture = locale::picture(wdl_chart(&title, &shares, PIXELS));
            save(path, picture.to_svg().as_bytes())?;
        }
        let text = format!(
            "positions  {count}\n\
             half wins  {:.0} centipawns, at which a side wins half of its games\n\
             scale      {:.0} centipawns",
            model.half_wins, model.scale
        );
        writeln!(stdout(), "{}", locale::lines(&text))?;
        Ok(())
    }
}
