//! The configuration of a pipeline: a TOML file.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use crate::arena::Control;
use crate::arena::control::LimitArgs;
use crate::config::numbers::{even_games, number};
use crate::config::toml_file::{ConfigError, Table, parse};
use crate::search::resources::{HASH_MIB, THREADS};
use crate::train::data::DataSettings;
use crate::train::error::TrainError;
use crate::train::network::TrainingSettings;
use crate::train::network::settings::Start;

/// The configuration of a pipeline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Config {
    /// How many rounds.
    pub rounds: u32,
    /// Threads of self-play and training; 0 for as many as the machine has processors.
    pub threads: u16,
    /// What each round learns from: `[data]`.
    pub data: DataSettings,
    /// How each round learns: `[train]`.
    pub train: TrainingSettings,
    /// How each round is measured: `[match]`.
    #[serde(rename = "match")]
    pub games: MatchSettings,
}

/// How each round is measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchSettings {
    /// How many games, an even number; 0 for no match.
    pub games: u64,
    /// The time control.
    pub control: Control,
    /// Hash table of each engine, MiB.
    pub hash: u32,
    /// The file of the openings.
    pub openings: PathBuf,
    /// Games at a time.
    pub concurrency: u16,
}

/// The settings that a resumed run may change.
const FREE: [&str; 3] = ["rounds", "threads", "match.concurrency"];

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// With the place and what is wrong there, or when the file cannot be read.
    pub fn read(path: &Path) -> Result<Config, TrainError> {
        let text = fs::read_to_string(path).map_err(|error| TrainError::wrong(path, &error))?;
        Config::parse(&text).map_err(|error| TrainError::wrong(path, &error))
    }

    /// Reads the text of a file.
    ///
    /// ```
    /// use chuhe::train::pipeline::config::Config;
    /// let config = Config::parse("[match]\nopenings = 'a.epd'\nnodes = 500\n").unwrap();
    /// assert_eq!((config.rounds, config.data.nodes), (1, 1500));
    /// let error = Config::parse("[data]\nnode = 300\n").unwrap_err().to_string();
    /// assert_eq!(error, "line 2, column 1: 'node' is not known here; nodes is near to it");
    /// ```
    ///
    /// # Errors
    /// With the place and what is wrong there.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        read(&Table::new(text, &parse(text)?))
    }

    /// Each setting that differs from those of a stored configuration, with both values.
    ///
    /// # Errors
    /// When the stored configuration cannot be read.
    pub fn differences(&self, before: &str) -> Result<Vec<String>, serde_json::Error> {
        let before: Value = serde_json::from_str(before)?;
        // JSON rounds numbers; so both are rounded.
        let now: Value = serde_json::from_str(&serde_json::to_string(self)?)?;
        let mut different = Vec::new();
        differences("", &before, &now, &mut different);
        Ok(different)
    }
}

fn differences(name: &str, before: &Value, now: &Value, different: &mut Vec<String>) {
    if FREE.contains(&name) || before == now {
        return;
    }
    if name == "match.control" {
        different.push(format!(
            "match.tc, movetime, nodes or depth: {before} before, now {now}"
        ));
        return;
    }
    if let (Value::Object(old), Value::Object(new)) = (before, now) {
        let mut keys: Vec<&String> = old.keys().chain(new.keys()).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let of = |table: &serde_json::Map<_, _>| table.get(key).cloned().unwrap_or_default();
            let name = match name {
                "" => key.clone(),
                _ => format!("{name}.{key}"),
            };
            differences(&name, &of(old), &of(new), different);
        }
        return;
    }
    different.push(format!("{name}: {before} before, now {now}"));
}

/// The keys outside the tables.
#[derive(Args)]
struct RunKeys {
    #[arg(long, default_value_t = 1, value_parser = number::<u32>(1..=1_000))]
    rounds: u32,
    #[arg(long, default_value_t = 1, value_parser = number::<u16>(THREADS))]
    threads: u16,
}

/// The keys of `[data]`.
#[derive(Args)]
struct DataKeys {
    #[command(flatten)]
    settings: DataSettings,
    #[arg(long, default_value_t = DataSettings::default().check, value_parser = number::<u64>(1..=i64::MAX))]
    check: u64,
}

/// The keys of `[train]`.
#[derive(Args)]
struct TrainKeys {
    #[command(flatten)]
    settings: TrainingSettings,
    #[arg(long, default_value_t = TrainingSettings::default().window, value_parser = number::<u32>(0..=1_000))]
    window: u32,
    #[arg(long, value_enum, default_value_t)]
    start: Start,
}

/// The keys of `[match]`.
#[derive(Args)]
struct MatchKeys {
    #[arg(long, default_value_t = 100, value_parser = even_games(0..=1_000_000))]
    games: u64,
    #[command(flatten)]
    limits: LimitArgs,
    #[arg(long, default_value_t = 16, value_parser = number::<u32>(HASH_MIB))]
    hash: u32,
    // Without openings all games at fixed nodes would be the same two.
    #[arg(long)]
    openings: PathBuf,
    #[arg(long, default_value_t = 1, value_parser = number::<u16>(1..=256))]
    concurrency: u16,
}

fn read(file: &Table) -> Result<Config, ConfigError> {
    let RunKeys { rounds, threads } = file.read(&["data", "train", "match"], &[])?;
    let mut data = DataSettings::default();
    if let Some(table) = file.table("data")? {
        let DataKeys { settings, check } = table.read(&[], &["threads"])?;
        data = DataSettings { check, ..settings };
    }
    let mut train = TrainingSettings::default();
    if let Some(table) = file.table("train")? {
        let TrainKeys {
            settings,
            window,
            start,
        } = table.read(&[], &["threads"])?;
        train = TrainingSettings {
            window,
            start,
            ..settings
        };
    }
    let Some(table) = file.table("match")? else {
        return Err(file.error("match", "want a table [match] with its openings".to_owned()));
    };
    let keys: MatchKeys = table.read(&[], &[])?;
    let games = MatchSettings {
        games: keys.games,
        control: keys.limits.control().unwrap_or(Control::Nodes(10_000)),
        hash: keys.hash,
        openings: keys.openings,
        concurrency: keys.concurrency,
    };
    Ok(Config {
        rounds,
        threads,
        data,
        train,
        games,
    })
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
"#;

    #[test]
    fn every_key_is_read() {
        let config = Config::parse(FULL).unwrap();
        assert_eq!((config.rounds, config.threads), (4, 2));
        assert_eq!(
            config.data,
            DataSettings {
                positions: 2_000_000,
                check: 50_000,
                nodes: 3_000,
                trace: 80,
                threads: 1,
                hash: 4,
                seed: 77,
            }
        );
        assert_eq!((config.train.window, config.train.start), (3, Start::Fresh));
        assert_eq!((config.train.rate, config.train.k), (0.002, Some(0.004)));
        assert_eq!(config.train.decay, 0.5);
        assert_eq!((config.games.games, config.games.concurrency), (200, 2));
        assert_eq!(
            config.games.control,
            crate::arena::control::parse_clock("1+0.02").unwrap()
        );
    }

    #[test]
    fn errors_name_their_place() {
        for case in [
            "rounds = => 1:9 ",
            "round = 3 => 1:1 'round' is not known here; rounds is near to it",
            "rounds = 0 => 1:10 rounds = 0: want a whole number from 1 to 1000",
            "\ndata = 3 => 2:8 data = 3: want a table",
            "[data]\nthreads = 3 => 2:1 'threads' is not known here; want one of ",
            "[data]\nnodes = 'many' => 2:9 nodes = 'many': want a whole number, 1 or more",
            "[train]\nstart = 'before' => 2:9 start = 'before': want one of previous, fresh",
            "[train]\nrate = 3.5 => 2:8 rate = 3.5: want a number from 0 to 1",
            "[train]\nlambda = 'x' => 2:10 lambda = 'x': want a number from 0 to 1",
            "rounds = 2 => 1:1 want a table [match] with its openings",
            "[match]\ngames = 3\nopenings = 'a' => 2:9 games = 3: want an even number, not 3",
            "\n[match]\ngames = 4 => 2:1 openings: want a value",
            "[match]\nopenings = 'a'\nnodes = 1\ndepth = 2 => 4:9 depth = 2: cannot be used with nodes",
        ] {
            let (text, expected) = case.split_once(" => ").unwrap();
            let error = Config::parse(text).unwrap_err();
            let error = format!("{}:{} {}", error.line, error.column, error.what);
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_resumed_run_may_change_only_free_settings() {
        let config = Config::parse(FULL).unwrap();
        let kept = serde_json::to_string(&config).unwrap();
        assert_eq!(config.differences(&kept).unwrap(), Vec::<String>::new());
        let more = FULL
            .replace("rounds = 4", "rounds = 9")
            .replace("threads = 2", "threads = 1");
        let more = Config::parse(&more).unwrap();
        assert_eq!(more.differences(&kept).unwrap(), Vec::<String>::new());
        let other = FULL
            .replace("nodes = 3000", "nodes = 1000")
            .replace("rate = 0.002", "rate = 0.01");
        let other = Config::parse(&other).unwrap();
        assert_eq!(
            other.differences(&kept).unwrap(),
            [
                "data.nodes: 3000 before, now 1000",
                "train.rate: 0.002 before, now 0.01"
            ]
        );
    }
}
