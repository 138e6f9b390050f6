//! The JSON Lines format: a JSON object on each line.

use serde::Deserialize;

use super::formatter::RecordFormatter;
use crate::solve::batch::record::{PuzzleRecord, PuzzleStatus};

/// JSON Lines.
pub struct Jsonl;

impl RecordFormatter for Jsonl {
    fn record(&self, record: &PuzzleRecord) -> String {
        serde_json::to_string(record).expect("keys are text") + "\n"
    }

    fn read_back(&self, line: &str) -> Result<PuzzleRecord, String> {
        let read: EarlierResult = serde_json::from_str(line)
            .map_err(|error| format!("no JSON of a result from column {} on", error.column()))?;
        Ok(PuzzleRecord {
            file: read.file,
            line: read.line,
            fen: read.fen,
            status: read.status,
            right: read.right,
            error: read.error,
            ..PuzzleRecord::default()
        })
    }
}

/// What a resumed run needs of a result. The other fields, which may be long, are not parsed.
#[derive(Deserialize)]
struct EarlierResult {
    file: Option<String>,
    line: u64,
    fen: Option<String>,
    status: PuzzleStatus,
    right: Option<bool>,
    error: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_a_resumed_run_does_not_need_are_ignored() {
        let line = r#"{"line":2,"status":"mate","score":"of another version","audit":1}"#;
        let earlier = Jsonl.read_back(line).unwrap();
        assert_eq!((earlier.line, earlier.status), (2, PuzzleStatus::Mate));
    }
}
