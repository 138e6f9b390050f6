//! Comma-separated values with a heading (RFC 4180, but a line ends with a line feed alone).

use std::io;

use super::layout::{Earlier, Layout, score_text};
use crate::board::epd::Operation;
use crate::solve::batch::record::Record;

/// Comma-separated values.
pub struct Csv;

const HEADING: [&str; 24] = [
    "id",
    "file",
    "line",
    "fen",
    "status",
    "mate_in",
    "plies",
    "key",
    "pv",
    "pv_zh",
    "unique",
    "shortest",
    "no_mate_in",
    "verified",
    "repetition",
    "by",
    "prover",
    "score",
    "right",
    "nodes",
    "ms",
    "given",
    "lines",
    "error",
];

/// The columns that are read back.
const FILE: usize = 1;
const LINE: usize = 2;
const FEN: usize = 3;
const STATUS: usize = 4;
const RIGHT: usize = 18;
const ERROR: usize = 23;

impl Layout for Csv {
    fn head(&self) -> String {
        HEADING.join(",") + "\n"
    }

    fn record(&self, record: &Record) -> io::Result<String> {
        let number = |number: Option<u32>| number.map_or_else(String::new, |n| n.to_string());
        let yes = |yes: Option<bool>| yes.map_or_else(String::new, |yes| yes.to_string());
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let words = |words: &[String]| words.join(" ");
        let fields: [String; HEADING.len()] = [
            record.id.clone(),
            text(&record.file),
            record.line.to_string(),
            text(&record.fen),
            record.status.name().to_owned(),
            number(record.mate_in),
            number(record.plies),
            text(&record.key),
            words(&record.pv),
            words(&record.pv_zh),
            yes(record.unique),
            record.shortest.to_string(),
            record.no_mate_in.to_string(),
            record.verified.to_string(),
            record.repetition.to_string(),
            record.by.unwrap_or_default().to_owned(),
            record.prover.unwrap_or_default().to_owned(),
            score_text(record.score).unwrap_or_default(),
            yes(record.right),
            record.nodes.to_string(),
            record.ms.to_string(),
            given(&record.operations),
            record
                .lines
                .as_ref()
                .map_or_else(String::new, |tree| tree.text()),
            text(&record.error),
        ];
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        writer.write_record(&fields)?;
        let bytes = writer.into_inner().map_err(|error| error.into_error())?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }

    fn read_back(&self, line: &str) -> Result<Earlier, String> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(line.as_bytes());
        let fields = reader.records().next().ok_or("it is empty")?;
        let fields = fields.map_err(|error| error.to_string())?;
        if fields.len() != HEADING.len() {
            return Err(format!(
                "want {} columns, found {}",
                HEADING.len(),
                fields.len()
            ));
        }
        let about = [FEN, ERROR].map(|column| &fields[column]);
        Ok(Earlier {
            file: fields[FILE].to_owned(),
            line: fields[LINE]
                .parse()
                .map_err(|_| format!("'{}' is no line number", &fields[LINE]))?,
            about: about
                .into_iter()
                .find(|text| !text.is_empty())
                .unwrap_or_default()
                .to_owned(),
            status: fields[STATUS].to_owned(),
            right: fields[RIGHT].parse().ok(),
        })
    }
}

/// `dm 3; bm h2e2`.
fn given(operations: &[Operation]) -> String {
    let told = operations.iter().filter(|(name, _)| name != "id");
    let told: Vec<String> = told
        .map(|(name, operand)| format!("{name} {operand}"))
        .collect();
    told.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::batch::record::Status;

    #[test]
    fn what_is_written_can_be_read_back() {
        let record = Record {
            id: "a \"quoted\", id".to_owned(),
            line: 12,
            status: Status::Invalid,
            right: Some(false),
            error: Some("rank 3 of the FEN, and so on".to_owned()),
            ..Record::default()
        };
        let line = Csv.record(&record).unwrap();
        assert_eq!(line.lines().count(), 1);
        let earlier = Csv.read_back(line.trim_end()).unwrap();
        assert_eq!((earlier.line, earlier.right), (12, Some(false)));
        assert_eq!(
            (earlier.about.as_str(), earlier.status.as_str()),
            (record.about(), "invalid")
        );
        assert!(Csv.read_back("1,2,3").unwrap_err().contains("found 3"));
    }
}
