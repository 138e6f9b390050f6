//! `chuhe bench`: searches the same positions to the same depth, to compare searches.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use tracing::{debug, info};

use super::Failure;
use super::args::{KNOWLEDGE, OptionWords, ResourceArgs, RulesArgs, evaluator};
use super::game_file::read_bytes;
use super::numbers::integer;
use super::output::{print_json, stdout};
use crate::board::positions::{self, EpdPosition};
use crate::columns::pad_left;
use crate::games::encoding;
use crate::locale;
use crate::protocol::options::{Grade, OptionEnum};
use crate::search::bench::{self, DEPTH, POSITIONS};
use crate::search::request::MAX_DEPTH;
use crate::search::resources::thread_count;
use crate::search::score::{ScoreKind, ScoreText, classify};
use crate::search::{Engine, NullMove, SearchResult, Settings, Techniques};

/// Search a set of positions to a fixed depth, and count the nodes.
///
/// The total of `chuhe bench` without options is the same on every run and every machine. It is the signature
/// of the search: a change that does not alter the search keeps it. Only the speed depends on the machine.
///
/// The hash table is cleared before each position. With several threads the counts vary.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct BenchArgs {
    /// Depth in plies, up to 100.
    #[arg(long, value_name = "D", default_value_t = DEPTH, allow_negative_numbers = true, value_parser = integer::<u32>(1..=MAX_DEPTH.into()))]
    depth: u32,

    /// Search without this technique, to measure its effect; may be given again.
    #[arg(long, value_name = "TECHNIQUE", value_parser = PossibleValuesParser::new(Techniques::NAMES))]
    without: Vec<String>,

    /// The form of null move pruning [default: deep].
    #[arg(long, value_name = "FORM", value_parser = NULL_MOVES.parser())]
    null_move: Option<NullMove>,

    /// What scores the positions.
    #[arg(long, value_name = "LEVEL", value_parser = KNOWLEDGE.parser(), default_value = "large")]
    knowledge: Grade,

    /// Search the positions of this file: a FEN or EPD on each line, # starts a comment line.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    machine: ResourceArgs,

    /// Score positions by the network in this file; --knowledge large uses it.
    #[arg(long, value_name = "FILE")]
    evalfile: Option<PathBuf>,

    /// Set a parameter of the search (tuning build only); may be given again.
    #[cfg(feature = "tuning")]
    #[arg(long, value_name = "NAME=VALUE")]
    param: Vec<String>,

    /// Print JSON: an object on a line for each position, and one for the total.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chuhe bench
  chuhe bench --without null-move
  chuhe bench --without lmr --without null-move --depth 6
  chuhe bench --null-move adaptive
  chuhe bench --positions my.epd --json | jq .nodes

JSON:
  {\"type\":\"position\",\"number\":1,\"id\":\"start\",\"fen\":\"...\",\"nodes\":12345,\"best\":\"h2e2\",\"score\":{\"cp\":12}}
  {\"type\":\"total\",\"positions\":40,\"depth\":10,\"without\":[],\"knowledge\":\"large\",\"hash_mib\":16,
   \"threads\":1,\"nodes\":1234567,\"time_ms\":1500,\"nps\":823044}

  Each object is on one line. best is null where no move is legal. A score is one of
  {\"cp\":N}, {\"mate\":PLIES} and {\"rule\":PLIES} (a win by the repetition rules), for the side to
  move; the plies are negative for the loser.";

static NULL_MOVES: OptionWords<NullMove> = OptionWords(
    "off: No null move\n\
     fixed: R = 2\n\
     adaptive: R by depth and material (Heinz)\n\
     verified: Fail highs verified one ply shallower (Tabibi and Netanyahu)\n\
     deep: R grows with depth and evaluation",
    NullMove::ALL,
);

/// A line of JSON. Programs depend on the names: add some, rename none.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum BenchRecord<'a> {
    Position {
        number: usize,
        id: &'a str,
        fen: String,
        nodes: u64,
        best: Option<String>,
        score: ScoreKind,
    },
    Total {
        positions: usize,
        depth: u32,
        without: &'a [String],
        knowledge: &'static str,
        hash_mib: usize,
        threads: usize,
        nodes: u64,
        time_ms: u128,
        nps: u64,
    },
}

impl BenchArgs {
    pub fn run(&self) -> Result<(), Failure> {
        #[cfg(feature = "tuning")]
        for param in &self.param {
            let (name, value) = param.split_once('=').unwrap_or((param, ""));
            crate::protocol::Options::default()
                .set(name, value)
                .map_err(|error| Failure::Input(format!("--param {param}: {error}")))?;
        }
        let entries = self.entries()?;
        let mut engine = Engine::new(self.settings()?);
        info!(positions = entries.len(), depth = self.depth, "bench");
        let mut out = stdout();
        if !self.json {
            writeln!(out, "{}", locale::lines(&bench::heading(self.depth)))?;
        }
        let print = |number, entry: &EpdPosition, result: &SearchResult| {
            debug!(number, nodes = result.nodes, "position done");
            let id = entry.id.as_str();
            if self.json {
                let record = BenchRecord::Position {
                    number,
                    id,
                    fen: entry.board.to_fen(),
                    nodes: result.nodes,
                    best: result.best.map(|mv| mv.to_string()),
                    score: classify(result.score),
                };
                print_json(&mut out, &record)?;
            } else {
                let score = ScoreText(result.score).to_string();
                let score = pad_left(&locale::text(&score), 13);
                writeln!(out, "{}", bench::row(number, id, result, &score))?;
                out.flush()?;
            }
            Ok::<(), Failure>(())
        };
        let stop = AtomicBool::new(false);
        let speed = bench::run(&mut engine, &entries, self.depth, &stop, print)?;
        let speed = speed.expect("no other thread stops it");
        if !self.json {
            writeln!(out, "\n{}", locale::lines(&speed.to_string()))?;
            return Ok(out.flush()?);
        }
        let record = BenchRecord::Total {
            positions: entries.len(),
            depth: self.depth,
            without: &self.without,
            knowledge: Grade::NAMES[self.knowledge.index()],
            // The values in use, where the choice was left to the engine.
            hash_mib: engine.hash_mib(),
            threads: thread_count(engine.settings().threads),
            nodes: speed.nodes,
            time_ms: speed.elapsed.as_millis(),
            nps: speed.per_second(),
        };
        print_json(&mut out, &record)
    }

    fn entries(&self) -> Result<Vec<EpdPosition>, Failure> {
        let Some(path) = &self.positions else {
            return Ok(positions::read(POSITIONS).expect("the benchmark is valid"));
        };
        let decoded = encoding::decode(&read_bytes(path)?);
        let (text, _) = decoded.map_err(|error| Failure::file(path, error))?;
        positions::read(&text).map_err(|error| Failure::file(path, error))
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let all = Techniques {
            null_move: self.null_move.unwrap_or(Techniques::ALL.null_move),
            ..Techniques::ALL
        };
        let mut without = self.without.iter();
        let techniques = without
            .try_fold(all, |techniques, name| techniques.without(name))
            .map_err(|error| Failure::Input(error.to_string()))?;
        Ok(Settings {
            techniques,
            evaluator: evaluator(self.knowledge, self.evalfile.as_deref())?,
            ..self.machine.settings(&self.rules)
        })
    }
}
