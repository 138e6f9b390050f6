//! The configuration of a pipeline: a TOML file.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use crate::arena::Control;
use crate::arena::control::read_control;
use crate::config::options::read_options;
use crate::config::toml_file::{Entries, Wrong, parse};
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
    /// With the line and what is wrong there, or when the file cannot be read.
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
    /// let error = Config::parse("[data]\nnode = 300\n").unwrap_err();
    /// assert_eq!(error, "line 2: 'node' is not known here; nodes is near to it");
    /// ```
    ///
    /// # Errors
    /// With the line and what is wrong there.
    pub fn parse(text: &str) -> Result<Config, String> {
        let read = || {
            let table = parse(text)?;
            checked(&Entries::new(text, table.as_ref(), 0))
        };
        read().map_err(|Wrong { line, what }| format!("line {line}: {what}"))
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

fn checked(file: &Entries) -> Result<Config, Wrong> {
    file.only(&["rounds", "threads", "data", "train", "match"])?;
    let part = |name: &str, such_as: &str| file.table(name, such_as);
    let data = match part("data", "[data]")? {
        Some(table) => data(&table)?,
        None => DataSettings::default(),
    };
    let train = match part("train", "[train]")? {
        Some(table) => train(&table)?,
        None => TrainingSettings::default(),
    };
    let rounds = file.whole("rounds", 1..=1_000)?.unwrap_or(1);
    let Some(games) = part("match", "[match]")? else {
        return Err(file.wrong("match", "want a table [match] with its openings".to_owned()));
    };
    Ok(Config {
        rounds,
        threads: file.whole("threads", THREADS)?.unwrap_or(1),
        data,
        train,
        games: games_of(&games)?,
    })
}

fn data(table: &Entries) -> Result<DataSettings, Wrong> {
    let settings: DataSettings = read_options(table, &["check"], &["threads"])?;
    Ok(DataSettings {
        check: table
            .whole("check", 1..=i64::MAX)?
            .unwrap_or(settings.check),
        ..settings
    })
}

fn train(table: &Entries) -> Result<TrainingSettings, Wrong> {
    let settings: TrainingSettings = read_options(table, &["window", "start"], &["threads"])?;
    let start = match (table.text("start")?, table.value("start")) {
        (Some("previous"), _) | (_, None) => Start::Previous,
        (Some("fresh"), _) => Start::Fresh,
        (_, Some(value)) => {
            return Err(table.complaint("start", value, "want \"previous\" or \"fresh\""));
        }
    };
    Ok(TrainingSettings {
        window: table.whole("window", 0..=1_000)?.unwrap_or(settings.window),
        start,
        ..settings
    })
}

fn games_of(table: &Entries) -> Result<MatchSettings, Wrong> {
    table.only(&[
        "games",
        "openings",
        "tc",
        "movetime",
        "nodes",
        "depth",
        "hash",
        "concurrency",
    ])?;
    let games = table.whole("games", 0..=1_000_000)?.unwrap_or(100);
    if games % 2 == 1 {
        let what = format!("want an even number, not {games}, for each opening is played twice");
        return Err(table.wrong("games", what));
    }
    // Without openings all games at fixed nodes would be the same two.
    let Some(openings) = table.text("openings")? else {
        return Err(table.wrong("openings", "openings: want the name of a file".to_owned()));
    };
    Ok(MatchSettings {
        games,
        control: read_control(table)?.unwrap_or(Control::Nodes(10_000)),
        hash: table.whole("hash", HASH_MIB)?.unwrap_or(16),
        openings: openings.into(),
        concurrency: table.whole("concurrency", 1..=256)?.unwrap_or(1),
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
    fn errors_name_their_line() {
        for (text, told) in [
            ("rounds =", "line 1: "),
            (
                "round = 3",
                "line 1: 'round' is not known here; rounds is near to it",
            ),
            (
                "rounds = 0",
                "line 1: rounds = 0: want a whole number from 1 to 1000",
            ),
            (
                "\ndata = 3",
                "line 2: data = 3: want a table, such as [data]",
            ),
            (
                "[data]\nnodes = 'many'",
                "line 2: nodes = 'many': want a whole number, 1 or more",
            ),
            (
                "[train]\nstart = 'before'",
                "line 2: start = 'before': want \"previous\" or \"fresh\"",
            ),
            (
                "[train]\nrate = 3.5",
                "line 2: rate = 3.5: want a number from 0 to 1",
            ),
            (
                "[train]\nlambda = 'x'",
                "line 2: lambda = 'x': want a number from 0 to 1",
            ),
            (
                "rounds = 2",
                "line 1: want a table [match] with its openings",
            ),
            (
                "[match]\ngames = 3\nopenings = 'a'",
                "line 2: want an even number, not 3",
            ),
            (
                "\n[match]\ngames = 4",
                "line 2: openings: want the name of a file",
            ),
            (
                "[match]\nopenings = 'a'\nnodes = 1\ndepth = 2",
                "line 4: want but one of tc",
            ),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert!(error.starts_with(told), "{text}: {error}");
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
