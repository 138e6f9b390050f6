//! What a run of rounds is to be: a TOML file.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::arena::Control;
use crate::arena::control::read_control;
use crate::cli::Failure;
use crate::config::toml_file::{Entries, Wrong, parse};
use crate::search::resources::{HASH_MIB, THREADS, thread_count};
use crate::train::network::Plan;
use crate::train::selfplay::{TRACE, Terms};

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Config {
    /// How many rounds.
    pub rounds: u32,
    /// Threads of data and training.
    pub threads: usize,
    /// `[data]`.
    pub data: Data,
    /// `[train]`.
    pub train: Train,
    /// `[match]`.
    #[serde(rename = "match")]
    pub games: Match,
}

/// What each round learns from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Data {
    /// Positions to learn from.
    pub positions: u64,
    /// Positions to check with, of games of their own.
    pub check: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// How much of a score is what was said later in the game, in hundredths.
    pub trace: u8,
    /// Hash table of each game, MiB.
    pub hash: u32,
    /// The seed of the first round; each round has its own.
    pub seed: u64,
}

/// How each round learns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Train {
    /// From how many rounds' positions, the newest and those before; 0: from all.
    pub window: u32,
    /// How often every position is seen.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The first steps.
    pub rate: f64,
    /// How fast weights fade that nothing holds.
    pub decay: f64,
    /// How much of the target is the result.
    pub lambda: f64,
    /// How steep the sigmoid is; fitted when none.
    pub k: Option<f64>,
    /// Whether the network scores alone; else it is added to the terms.
    pub alone: bool,
    /// Whether a round begins from the numbers of the one before, or anew.
    #[serde(rename = "start", serialize_with = "start")]
    pub previous: bool,
    /// What the order of the positions comes from, and the first numbers.
    pub seed: u64,
}

/// How each round is measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Match {
    /// How many games, an even number; 0: none.
    pub games: u64,
    /// How long the engines may think.
    pub control: Control,
    /// Hash table of each engine, MiB.
    pub hash: u32,
    /// Where the games begin.
    pub openings: PathBuf,
    /// Games at a time.
    pub concurrency: u16,
}

/// The word of a configuration for where a round begins.
fn start<S: Serializer>(previous: &bool, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(if *previous { "previous" } else { "fresh" })
}

/// What may be another number when a run goes on.
const FREE: [&str; 3] = ["rounds", "threads", "match.concurrency"];

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// With the line and what is wrong there, when the file cannot be read or makes no sense.
    pub fn read(path: &Path) -> Result<Config, Failure> {
        let wrong = |what: String| Failure::Input(format!("{}: {what}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        Config::parse(&text).map_err(wrong)
    }

    /// Reads the text of a file.
    ///
    /// ```
    /// use chuhe::cli::train::run::config::Config;
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

    /// What is not the same in the run that was begun, in words and with both values.
    ///
    /// # Errors
    /// When what was written of it cannot be read.
    pub fn differences(&self, before: &str) -> Result<Vec<String>, serde_json::Error> {
        let before: Value = serde_json::from_str(before)?;
        // Through the text, so that both have lost what a text loses.
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

/// A whole number from 1 on.
const SOME: std::ops::RangeInclusive<i64> = 1..=i64::MAX;
/// A number of a seed.
const SEED: std::ops::RangeInclusive<i64> = 0..=i64::MAX;

fn checked(file: &Entries) -> Result<Config, Wrong> {
    file.only(&["rounds", "threads", "data", "train", "match"])?;
    let part = |name: &str, such_as: &str| file.table(name, such_as);
    let data = match part("data", "[data]")? {
        Some(table) => data(&table)?,
        None => usual_data(),
    };
    let train = match part("train", "[train]")? {
        Some(table) => train(&table)?,
        None => usual_training(),
    };
    let rounds = file.whole("rounds", 1..=1_000)?.unwrap_or(1);
    let threads: Option<u16> = file.whole("threads", THREADS)?;
    let Some(games) = part("match", "[match]")? else {
        return Err(file.wrong("match", "want a table [match] with its openings".to_owned()));
    };
    Ok(Config {
        rounds,
        threads: thread_count(threads.unwrap_or(1).into()),
        data,
        train,
        games: games_of(&games)?,
    })
}

fn data(table: &Entries) -> Result<Data, Wrong> {
    table.only(&["positions", "check", "nodes", "trace", "hash", "seed"])?;
    let usual = usual_data();
    Ok(Data {
        positions: table.whole("positions", SOME)?.unwrap_or(usual.positions),
        check: table.whole("check", SOME)?.unwrap_or(usual.check),
        nodes: table.whole("nodes", SOME)?.unwrap_or(usual.nodes),
        trace: table.whole("trace", TRACE)?.unwrap_or(usual.trace),
        hash: table.whole("hash", HASH_MIB)?.unwrap_or(usual.hash),
        seed: table.whole("seed", SEED)?.unwrap_or(usual.seed),
    })
}

fn usual_data() -> Data {
    let terms = Terms::default();
    Data {
        positions: 1_000_000,
        check: 25_000,
        nodes: terms.nodes,
        trace: terms.trace,
        hash: 2,
        seed: 1,
    }
}

fn usual_training() -> Train {
    let plan = Plan::default();
    Train {
        window: 0,
        epochs: plan.epochs,
        batch: plan.batch,
        rate: plan.rate,
        decay: plan.decay,
        lambda: plan.lambda,
        k: plan.k,
        alone: false,
        previous: true,
        seed: plan.seed,
    }
}

fn train(table: &Entries) -> Result<Train, Wrong> {
    table.only(&[
        "window", "epochs", "batch", "rate", "decay", "lambda", "k", "alone", "start", "seed",
    ])?;
    let usual = usual_training();
    let previous = match (table.text("start")?, table.value("start")) {
        (None, _) | (_, None) => usual.previous,
        (Some("previous"), _) => true,
        (Some("fresh"), _) => false,
        (Some(_), Some(value)) => {
            return Err(table.complaint("start", value, "want \"previous\" or \"fresh\""));
        }
    };
    Ok(Train {
        window: table.whole("window", 0..=1_000)?.unwrap_or(usual.window),
        epochs: table.whole("epochs", 1..=10_000)?.unwrap_or(usual.epochs),
        batch: table.whole("batch", 1..=10_000_000)?.unwrap_or(usual.batch),
        rate: table.real("rate", 0.0..=1.0)?.unwrap_or(usual.rate),
        decay: table.real("decay", 0.0..=100.0)?.unwrap_or(usual.decay),
        lambda: table.real("lambda", 0.0..=1.0)?.unwrap_or(usual.lambda),
        k: table.real("k", 0.0001..=0.1)?,
        alone: table.truth("alone")?.unwrap_or(usual.alone),
        previous,
        seed: table.whole("seed", SEED)?.unwrap_or(usual.seed),
    })
}

fn games_of(table: &Entries) -> Result<Match, Wrong> {
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
    // Without them all games of two engines at fixed nodes would be the same two.
    let Some(openings) = table.text("openings")? else {
        return Err(table.wrong("openings", "openings: want the name of a file".to_owned()));
    };
    Ok(Match {
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
    fn a_file_in_full() {
        let config = Config::parse(FULL).unwrap();
        assert_eq!((config.rounds, config.threads), (4, 2));
        assert_eq!(
            config.data,
            Data {
                positions: 2_000_000,
                check: 50_000,
                nodes: 3_000,
                trace: 80,
                hash: 4,
                seed: 77,
            }
        );
        assert_eq!((config.train.window, config.train.previous), (3, false));
        assert_eq!((config.train.rate, config.train.k), (0.002, Some(0.004)));
        assert_eq!(config.train.decay, 0.5);
        assert_eq!((config.games.games, config.games.concurrency), (200, 2));
        assert_eq!(
            config.games.control,
            crate::arena::control::parse_clock("1+0.02").unwrap()
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
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
    fn a_run_goes_on_by_what_it_was_begun_with() {
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
