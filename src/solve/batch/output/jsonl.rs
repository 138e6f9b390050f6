//! A JSON object on each line.

use std::io;

use super::layout::{Earlier, Layout};
use crate::solve::batch::record::Record;

/// JSON lines.
pub struct Jsonl;

impl Layout for Jsonl {
    fn record(&self, record: &Record) -> io::Result<String> {
        Ok(serde_json::to_string(record)? + "\n")
    }

    fn read_back(&self, line: &str) -> Result<Earlier, String> {
        serde_json::from_str(line).map_err(|error| error.to_string())
    }
}
