//! The analysis of a position as JSON.

use serde::Serialize;

use crate::board::Move;
use crate::search::bench::Speed;
use crate::search::score::{ScoreKind, classify};
use crate::search::{PvLine, SearchResult};

/// A line of a search, or its result.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum AnalysisRecord {
    /// A variation of an iteration.
    Line {
        depth: u32,
        seldepth: u32,
        rank: usize,
        score: ScoreKind,
        bound: &'static str,
        nodes: u64,
        time_ms: u128,
        nps: u64,
        hashfull: u32,
        pv: Vec<String>,
    },
    /// The result of the search.
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
pub struct ResultScore {
    #[serde(flatten)]
    score: ScoreKind,
    /// Whether a mate is proved; left out without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
}

impl AnalysisRecord {
    /// The record of a line.
    pub fn of_line(line: &PvLine) -> AnalysisRecord {
        let &PvLine { nodes, elapsed, .. } = line;
        AnalysisRecord::Line {
            depth: line.depth,
            seldepth: line.seldepth,
            rank: line.rank,
            score: classify(line.score),
            bound: line.bound.name(),
            nodes,
            time_ms: elapsed.as_millis(),
            nps: Speed { nodes, elapsed }.per_second(),
            hashfull: line.hashfull,
            pv: words(&line.pv),
        }
    }

    /// The record of the result of a search, or of a position without a legal move. `proved` says whether its mate is.
    pub fn of_result(
        status: &'static str,
        result: &SearchResult,
        proved: Option<bool>,
    ) -> AnalysisRecord {
        let &SearchResult { nodes, elapsed, .. } = result;
        AnalysisRecord::Result {
            status,
            best: result.best.map(|mv| mv.to_string()),
            ponder: result.ponder.map(|mv| mv.to_string()),
            score: ResultScore {
                score: classify(result.score),
                proved,
            },
            depth: result.depth,
            nodes,
            time_ms: elapsed.as_millis(),
            nps: Speed { nodes, elapsed }.per_second(),
            pv: words(&result.pv),
        }
    }
}

fn words(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
