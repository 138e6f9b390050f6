//! `chuhe learn run`: data, training and a match, round after round.
//!
//! | room | idea |
//! |---|---|
//! | [`config`] | what the run is to be, from a TOML file |
//! | [`round`] | the steps of a round, each left out when its output is there |
//! | [`table`] | what came of the rounds |

pub mod config;
pub mod round;
pub mod table;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use self::config::Config;
use self::round::Round;
use self::table::{Row, Table};
use super::job::{write, wrong};
use crate::cli::Failure;
use crate::cli::interrupt::{SecondPress, stop_flag};
use crate::storage::RunLock;

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
    /// Plays, trains and measures, and prints what came of each round.
    ///
    /// # Errors
    /// When the configuration makes no sense or is not that of the files, or a step fails.
    pub fn run(&self) -> Result<(), Failure> {
        let config = Config::read(&self.config)?;
        let folder = match (&self.folder, self.config.file_stem()) {
            (Some(folder), _) => folder.clone(),
            (None, stem) => stem.map_or_else(|| "run".into(), PathBuf::from),
        };
        round::openings(&config, &self.config)?;
        let stop = stop_flag(SecondPress::Exits)?;
        fs::create_dir_all(&folder).map_err(|error| {
            Failure::Work(format!(
                "cannot make the folder {}: {error}",
                folder.display()
            ))
        })?;
        let folder = folder.canonicalize().unwrap_or(folder);
        let _alone = lock(&folder)?;
        keep(&config, &folder)?;
        let mut rows: Vec<Row> = Vec::new();
        for number in 0..config.rounds {
            let round = Round {
                config: &config,
                place: &self.config,
                folder: &folder,
                number,
                stop,
            };
            rows.push(round.play()?);
            // One file of what the rounds' own files say.
            let mut lines = Vec::new();
            for row in &rows {
                serde_json::to_writer(&mut lines, row).map_err(io::Error::from)?;
                lines.push(b'\n');
            }
            write(&folder.join("rounds.jsonl"), &lines)?;
            let mut out = io::stdout().lock();
            write!(out, "{}", Table(&rows[rows.len() - 1..], number == 0))?;
            out.flush()?;
        }
        Ok(())
    }
}

/// Keeps other runs out of the folder as long as the value lives.
fn lock(folder: &Path) -> Result<RunLock, Failure> {
    let path = folder.join("lock");
    match RunLock::acquire(&path) {
        Ok(Some(lock)) => Ok(lock),
        Ok(None) => Err(Failure::Work(format!(
            "{}: another run is at work in this folder; wait for it, or choose another --folder",
            folder.display()
        ))),
        Err(error) => Err(Failure::cannot_write(&path, &error)),
    }
}

/// Notes the configuration of a run that begins, and refuses another for one that goes on.
fn keep(config: &Config, folder: &Path) -> Result<(), Failure> {
    let path = folder.join("config.json");
    match fs::read_to_string(&path) {
        Ok(before) => {
            let different = config
                .differences(&before)
                .map_err(|error| wrong(&path, &error))?;
            if !different.is_empty() {
                let told = format!(
                    "the run was begun with other settings: {}; another --folder begins another run",
                    different.join("; ")
                );
                return Err(wrong(folder, &told));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(wrong(&path, &error)),
    }
    let text = serde_json::to_vec_pretty(config).map_err(io::Error::from)?;
    write(&path, &text)
}
