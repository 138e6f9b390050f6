//! JSON lines of `chuhe analyze`.

use std::io::Write;

use serde::Serialize;

use crate::board::Move;
use crate::cli::Failure;
use crate::cli::output::print_json;
use crate::json::ScoreRecord;
use crate::search::bench::Speed;
use crate::search::{Bound, PvLine, SearchResult};

/// A line of JSON. Programs depend on the names: add some, rename none.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum AnalysisRecord {
    Line {
        depth: u32,
        seldepth: u32,
        rank: usize,
        score: ScoreRecord,
        bound: &'static str,
        nodes: u64,
        time_ms: u128,
        nps: u64,
        hashfull: u32,
        pv: Vec<String>,
    },
    Result {
        status: &'static str,
        best: Option<String>,
        ponder: Option<String>,
        score: ResultScore,
        depth: u32,
        nodes: u64,
        time_ms: u128,
        nps: u64,
        pv: Vec<String>,
    },
}

/// The score of a result.
#[derive(Debug, Serialize)]
struct ResultScore {
    #[serde(flatten)]
    score: ScoreRecord,
    /// Whether a mate is proved; left out without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
}

pub fn print_line(out: &mut impl Write, line: &PvLine) -> Result<(), Failure> {
    let &PvLine { nodes, elapsed, .. } = line;
    let record = AnalysisRecord::Line {
        depth: line.depth,
        seldepth: line.seldepth,
        rank: line.rank,
        score: line.score.into(),
        bound: match line.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        },
        nodes,
        time_ms: elapsed.as_millis(),
        nps: Speed { nodes, elapsed }.per_second(),
        hashfull: line.hashfull,
        pv: words(&line.pv),
    };
    print_json(out, &record)
}

/// Prints the result of a search, or of a position without a legal move. `proved` says whether its mate is.
pub fn print_result(
    out: &mut impl Write,
    status: &'static str,
    result: &SearchResult,
    proved: Option<bool>,
) -> Result<(), Failure> {
    let &SearchResult { nodes, elapsed, .. } = result;
    let record = AnalysisRecord::Result {
        status,
        best: result.best.map(|mv| mv.to_string()),
        ponder: result.ponder.map(|mv| mv.to_string()),
        score: ResultScore {
            score: result.score.into(),
            proved,
        },
        depth: result.depth,
        nodes,
        time_ms: elapsed.as_millis(),
        nps: Speed { nodes, elapsed }.per_second(),
        pv: words(&result.pv),
    };
    print_json(out, &record)
}

fn words(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
