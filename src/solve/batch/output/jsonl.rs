//! A JSON object on each line.

use std::io;

use serde::Deserialize;

use super::layout::{Earlier, Layout};
use crate::solve::batch::record::Record;

/// JSON lines.
pub struct Jsonl;

/// What has to be known of a line that is there.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    file: String,
    line: u64,
    fen: Option<String>,
    status: String,
    right: Option<bool>,
    error: Option<String>,
}

impl Layout for Jsonl {
    fn record(&self, record: &Record) -> io::Result<String> {
        Ok(serde_json::to_string(record)? + "\n")
    }

    fn read_back(&self, line: &str) -> Result<Earlier, String> {
        let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
        Ok(Earlier {
            file: line.file,
            line: line.line,
            about: line.fen.or(line.error).unwrap_or_default(),
            status: line.status,
            right: line.right,
        })
    }
}
