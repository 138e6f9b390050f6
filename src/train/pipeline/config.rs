//! The configuration of a training pipeline, read from a TOML file.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::arena::TimeControl;
use crate::arena::control::LimitArgs;
use crate::config::difference::differences;
use crate::config::numbers::{even_games, integer, real};
use crate::config::toml_file::{ConfigError, Table, parse};
use crate::games::encoding;
use crate::search::resources::{HASH_MIB_RANGE, THREAD_RANGE};
use crate::train::data::DataSettings;
use crate::train::error::TrainError;
use crate::train::network::TrainingSettings;

/// The configuration of a pipeline.
#[derive(Clone, Debug, Serialize)]
pub struct Config {
    /// The number of rounds.
    pub rounds: u32,
    /// Threads of self-play and training; 0 for as many as the machine has processors.
    pub threads: u16,
    /// The self-play of each round.
    pub data: DataTable,
    /// The training of each round.
    pub train: TrainTable,
    /// The match of each round.
    #[serde(rename = "match")]
    pub games: MatchTable,
    /// What later rounds have instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub later: Option<LaterTable>,
}

/// The keys outside the tables.
#[derive(Args)]
struct TopLevelKeys {
    #[arg(long, default_value_t = 1, value_parser = integer::<u32>(1..=1_000))]
    rounds: u32,
    #[arg(long, default_value_t = 1, value_parser = integer::<u16>(THREAD_RANGE))]
    threads: u16,
}

/// The self-play of each round: `[data]`.
#[derive(Args, Clone, Debug, Serialize)]
pub struct DataTable {
    /// How the positions are generated.
    #[command(flatten)]
    #[serde(flatten)]
    pub settings: DataSettings,
    /// Positions for validation, from other games.
    #[arg(long, default_value_t = 25_000, value_parser = integer::<u64>(1..=i64::MAX))]
    pub check: u64,
}

/// The training of each round: `[train]`.
#[derive(Args, Clone, Debug, Serialize)]
pub struct TrainTable {
    /// How the network is trained.
    #[command(flatten)]
    #[serde(flatten)]
    pub settings: TrainingSettings,
    /// The number of latest rounds whose positions are used for training; 0 for all.
    #[arg(long, default_value_t = 0, value_parser = integer::<u32>(0..=1_000))]
    pub window: u32,
    /// The parameters that the training begins with.
    #[arg(long, value_enum, default_value_t)]
    pub start: Start,
}

/// The parameters that the training of a round begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// Those of the last round.
    #[default]
    Previous,
    /// Random parameters.
    Fresh,
}

/// The match of each round: `[match]`.
#[derive(Args, Clone, Debug, Serialize)]
pub struct MatchTable {
    /// The number of games; 0 for no match.
    #[arg(long, default_value_t = 100, value_parser = even_games(0..=1_000_000))]
    pub games: u64,
    /// The time control.
    #[command(flatten)]
    #[serde(rename = "control", serialize_with = "serialize_control")]
    pub limits: LimitArgs,
    /// Hash table of each engine, MiB.
    #[arg(long, default_value_t = 16, value_parser = integer::<u32>(HASH_MIB_RANGE))]
    pub hash: u32,
    /// The file of the openings. It is required, because at fixed nodes each opening gives the same two games.
    #[arg(long)]
    pub openings: PathBuf,
    /// Games at a time.
    #[arg(long, default_value_t = 1, value_parser = integer::<u16>(1..=256))]
    pub concurrency: u16,
}

/// What rounds have instead of the settings of `[data]` and `[train]`, from a round on: `[later]`.
#[derive(Args, Clone, Debug, Serialize)]
pub struct LaterTable {
    /// The first round that has them.
    #[arg(long, value_parser = integer::<u32>(1..=1_000))]
    pub from: u32,
    /// The number of positions for training.
    #[arg(long, value_parser = integer::<u64>(1..=i64::MAX))]
    pub positions: Option<u64>,
    /// The number of latest rounds whose positions are used for training; 0 for all.
    #[arg(long, value_parser = integer::<u32>(0..=1_000))]
    pub window: Option<u32>,
    /// The learning rate at the beginning.
    #[arg(long, value_parser = real(0.0..=1.0))]
    pub rate: Option<f64>,
}

/// The time control of a match; 10,000 nodes per move by default.
pub fn control(limits: &LimitArgs) -> TimeControl {
    limits.control().unwrap_or(TimeControl::Nodes(10_000))
}

fn serialize_control<S: Serializer>(limits: &LimitArgs, serializer: S) -> Result<S::Ok, S::Error> {
    control(limits).serialize(serializer)
}

/// The settings that a resumed run may change.
const CHANGEABLE: [&str; 3] = ["rounds", "threads", "match.concurrency"];

impl Config {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// If it cannot be read or is wrong.
    pub fn read(path: &Path) -> Result<Config, TrainError> {
        let text = encoding::read_file(path).map_err(|error| TrainError::wrong(path, &error))?;
        Config::parse(&text).map_err(|error| TrainError::wrong(path, &error))
    }

    /// Parses the text of a configuration file.
    ///
    /// ```
    /// use chuhe::train::pipeline::config::Config;
    /// let config = Config::parse("[match]\nopenings = 'a.epd'\nnodes = 500\n").unwrap();
    /// assert_eq!((config.rounds, config.data.settings.nodes), (1, 1500));
    /// let error = Config::parse("[data]\nnode = 300\n").unwrap_err().to_string();
    /// assert_eq!(error, "line 2, column 1: unknown key 'node'; did you mean 'nodes'?");
    /// ```
    ///
    /// # Errors
    /// If it is not TOML, a key is unknown or missing, or a value is wrong.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let (parsed, nothing) = (parse(text)?, parse("")?);
        let (file, defaults) = (Table::new(text, &parsed), Table::new("", &nothing));
        let TopLevelKeys { rounds, threads } = file.read(&["data", "train", "match", "later"])?;
        let data = file.table("data")?.unwrap_or(defaults).read(&[])?;
        let train = file.table("train")?.unwrap_or(defaults).read(&[])?;
        let later = file.table("later")?;
        let Some(games) = file.table("match")? else {
            let message = "expected a table [match] with its openings";
            return Err(file.error("match", message.to_owned()));
        };
        Ok(Config {
            rounds,
            threads,
            data,
            train,
            games: games.read(&[])?,
            later: later.map(|later| later.read(&[])).transpose()?,
        })
    }

    /// The configuration of a round, from 0.
    pub(super) fn of_round(&self, round: u32) -> Config {
        let mut config = self.clone();
        if let Some(later) = self.later.as_ref().filter(|later| round >= later.from) {
            let (data, train) = (&mut config.data.settings, &mut config.train);
            data.positions = later.positions.unwrap_or(data.positions);
            train.window = later.window.unwrap_or(train.window);
            train.settings.rate = later.rate.unwrap_or(train.settings.rate);
        }
        config
    }

    /// Each setting that differs from those of a stored configuration, with both values.
    ///
    /// # Errors
    /// If the configuration cannot be converted to JSON.
    pub fn differences(&self, before: Value) -> Result<Vec<String>, serde_json::Error> {
        // Through JSON, which rounds numbers as in the stored configuration.
        let now: Value = serde_json::from_str(&serde_json::to_string(self)?)?;
        let [before, now] = [before, now].map(|value| flat_settings("", value));
        Ok(differences(&before, &now))
    }
}

/// The settings in a JSON value that a resumed run may not change, each with its path.
fn flat_settings(path: &str, value: Value) -> Vec<(String, String)> {
    match value {
        _ if CHANGEABLE.contains(&path) => Vec::new(),
        Value::Null => Vec::new(),
        _ if path == "match.control" => {
            let name = "match.tc, movetime, nodes or depth";
            vec![(name.to_owned(), value.to_string())]
        }
        Value::Object(table) => table
            .into_iter()
            .flat_map(|(key, value)| match path {
                "" => flat_settings(&key, value),
                _ => flat_settings(&format!("{path}.{key}"), value),
            })
            .collect(),
        _ => vec![(path.to_owned(), value.to_string())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = r#"
rounds = 4
threads = 2

[data]
positions = 2_000_000
check = 50_000
nodes = 3000
trace = 80
hash = 4
seed = 77

[train]
window = 3
epochs = 15
batch = 8192
rate = 0.002
decay = 0.5
lambda = 0.3
k = 0.004
start = "fresh"
seed = 5

[match]
games = 200
tc = "1+0.02"
openings = "positions/openings.epd"
concurrency = 2

[later]
from = 2
positions = 3_000_000
rate = 0.001
"#;

    #[test]
    fn every_key_is_read() {
        let config = Config::parse(FULL).unwrap();
        assert_eq!((config.rounds, config.threads), (4, 2));
        assert_eq!(config.data.check, 50_000);
        assert_eq!(
            config.data.settings,
            DataSettings {
                positions: 2_000_000,
                nodes: 3_000,
                trace: 80,
                hash: 4,
                seed: 77,
            }
        );
        assert_eq!((config.train.window, config.train.start), (3, Start::Fresh));
        let TrainingSettings { rate, k, decay, .. } = config.train.settings;
        assert_eq!((rate, k, decay), (0.002, Some(0.004), 0.5));
        assert_eq!((config.games.games, config.games.concurrency), (200, 2));
        let clock = crate::arena::control::parse_clock("1+0.02").unwrap();
        assert_eq!(control(&config.games.limits), clock);
    }

    #[test]
    fn later_rounds_have_their_own_settings() {
        let config = Config::parse(FULL).unwrap();
        for (round, positions, rate) in [(1, 2_000_000, 0.002), (2, 3_000_000, 0.001)] {
            let Config { data, train, .. } = config.of_round(round);
            let found = (data.settings.positions, train.settings.rate, train.window);
            assert_eq!(found, (positions, rate, 3), "round {round}");
        }
    }

    #[test]
    fn errors_have_line_and_column() {
        for case in [
            "rounds = => 1:9 ",
            "round = 3 => 1:1 unknown key 'round'; did you mean 'rounds'?",
            "rounds = 0 => 1:10 rounds = 0: expected a whole number from 1 to 1000",
            "\ndata = 3 => 2:8 data = 3: expected a table",
            "[data]\nthreads = 3 => 2:1 unknown key 'threads'; expected one of ",
            "[data]\nnodes = 'many' => 2:9 nodes = 'many': expected a whole number, 1 or more",
            "[train]\nstart = 'before' => 2:9 start = 'before': expected one of previous, fresh",
            "[train]\nrate = 3.5 => 2:8 rate = 3.5: expected a number from 0 to 1",
            "[train]\nlambda = 'x' => 2:10 lambda = 'x': expected a number from 0 to 1",
            "rounds = 2 => 1:1 expected a table [match] with its openings",
            "[match]\ngames = 3\nopenings = 'a' => 2:9 games = 3: expected an even number, not 3",
            "\n[match]\ngames = 4 => 2:1 openings: it is missing",
            "[match]\nopenings = 'a'\n[later]\nwindow = 3 => 3:1 from: it is missing",
            "[match]\nopenings = 'a'\nnodes = 1\ndepth = 2 => 4:9 depth = 2: cannot be used with nodes",
        ] {
            let (text, expected) = case.split_once(" => ").unwrap();
            let error = Config::parse(text).unwrap_err();
            let error = format!("{}:{} {}", error.line, error.column, error.message);
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
