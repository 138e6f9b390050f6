//! The findings of a search for a program: a JSON object on a line.

use std::io::Write;

use serde::Serialize;

use super::report::Report;
use crate::board::{Board, Move};
use crate::cli::Failure;
use crate::cli::output::{per_second, print_json};
use crate::cli::score::{ScoreRecord, bound_name};
use crate::search::score::mated_in;
use crate::search::{Line, Outcome};

/// Writes JSON lines.
pub struct JsonLines<W> {
    out: W,
}

/// A line of JSON. The names are promised to whoever reads them: add some, rename none.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Record {
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
        score: ScoreRecord,
        depth: u32,
        nodes: u64,
        time_ms: u128,
        nps: u64,
        pv: Vec<String>,
    },
}

impl<W: Write> JsonLines<W> {
    /// Lines to `out`.
    pub fn new(out: W) -> JsonLines<W> {
        JsonLines { out }
    }

    fn end(&mut self, status: &'static str, outcome: &Outcome) -> Result<(), Failure> {
        let record = Record::Result {
            status,
            best: outcome.best.map(|mv| mv.to_string()),
            ponder: outcome.ponder.map(|mv| mv.to_string()),
            score: outcome.score.into(),
            depth: outcome.depth,
            nodes: outcome.nodes,
            time_ms: outcome.elapsed.as_millis(),
            nps: per_second(outcome.nodes, outcome.elapsed),
            pv: words(&outcome.pv),
        };
        print_json(&mut self.out, &record)
    }
}

impl<W: Write> Report for JsonLines<W> {
    fn line(&mut self, line: &Line) -> Result<(), Failure> {
        let record = Record::Line {
            depth: line.depth,
            seldepth: line.seldepth,
            rank: line.rank,
            score: line.score.into(),
            bound: bound_name(line.bound),
            nodes: line.nodes,
            time_ms: line.elapsed.as_millis(),
            nps: per_second(line.nodes, line.elapsed),
            hashfull: line.hashfull,
            pv: words(&line.pv),
        };
        print_json(&mut self.out, &record)
    }

    fn result(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        self.end("searched", outcome)
    }

    fn over(&mut self, board: &Board) -> Result<(), Failure> {
        let status = if board.in_check() {
            "mated"
        } else {
            "stalemated"
        };
        let lost = Outcome {
            score: mated_in(0),
            ..Outcome::default()
        };
        self.end(status, &lost)
    }
}

fn words(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
