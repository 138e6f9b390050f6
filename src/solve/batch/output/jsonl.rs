//! The JSON Lines format: a JSON object on each line.

use std::io;

use super::formatter::RecordFormatter;
use crate::solve::batch::record::PuzzleRecord;

/// JSON Lines.
pub struct Jsonl;

impl RecordFormatter for Jsonl {
    fn record(&self, record: &PuzzleRecord) -> io::Result<String> {
        Ok(serde_json::to_string(record)? + "\n")
    }

    fn read_back(&self, line: &str) -> Result<PuzzleRecord, String> {
        PuzzleRecord::from_json(line)
            .map_err(|error| format!("no JSON of a result from column {} on", error.column()))
    }
}
