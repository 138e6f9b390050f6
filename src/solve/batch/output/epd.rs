//! The puzzles as EPD, with the operations of the input and the results.

use std::io;

use super::layout::{Layout, place, score_text};
use crate::solve::batch::record::{Record, Status};
use crate::solve::batch::tree;

/// EPD lines; a comment for a line that is no puzzle.
pub struct Epd;

/// Operations of the input that are replaced by ours.
const OURS: [&str; 5] = ["pv", "acn", "acs", "c8", "c9"];

impl Layout for Epd {
    fn record(&self, record: &Record) -> io::Result<String> {
        let Some(fen) = &record.fen else {
            let error = record.error.as_deref().unwrap_or_default();
            return Ok(format!("# {}: {error}\n", place(record)));
        };
        let mut line = fen.clone();
        let mut add = |name: &str, operand: &str| {
            let operand = operand.replace('"', "'");
            // A string to EPD, and whatever would not be read back as it was.
            let quoted = name == "id" || name.starts_with('c') || operand.contains(';');
            let mark = if quoted { "\"" } else { "" };
            line += &format!(" {name} {mark}{operand}{mark};");
        };
        for (name, operand) in &record.operations {
            let found = name == "dm" && record.mate_in.is_some();
            if !found && !OURS.contains(&name.as_str()) {
                add(name, operand);
            }
        }
        if let Some(moves) = record.mate_in {
            add("dm", &moves.to_string());
        }
        let has_key = record.operations.iter().any(|(known, _)| known == "bm");
        if let (Some(true), Some(key), false) = (record.unique, &record.key, has_key) {
            add("bm", key);
        }
        if !record.pv.is_empty() {
            add("pv", &record.pv.join(" "));
        }
        add("acn", &record.nodes.to_string());
        add("acs", &record.ms.div_ceil(1000).to_string());
        if let Some(tree) = &record.lines {
            add("c8", &tree::text(tree));
        }
        add("c9", &findings(record));
        Ok(line + "\n")
    }
}

/// What has no operation of its own.
fn findings(record: &Record) -> String {
    let mut words = vec![record.status.name().to_owned()];
    let known = [
        (record.verified, "verified"),
        (record.repetition, "by repetition"),
        (record.shortest, "shortest"),
        (record.unique == Some(true), "unique"),
        (record.unique == Some(false), "not unique"),
        (record.right == Some(true), "right"),
        (record.right == Some(false), "wrong"),
    ];
    words.extend((known.iter().filter(|(holds, _)| *holds)).map(|(_, word)| (*word).to_owned()));
    words.extend(score_text(record.score));
    words.extend(record.by.map(|by| format!("by {by}")));
    if record.status == Status::Unsolved && record.no_mate_in > 0 {
        words.push(format!("no mate in {}", record.no_mate_in));
    }
    words.extend(record.error.clone());
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_kept_and_results_added() {
        let operation = |(name, operand): (&str, &str)| (name.to_owned(), operand.to_owned());
        let operations = [("dm", "3"), ("id", "x"), ("c9", "old"), ("c0", "a; b")].map(operation);
        let mut record = Record {
            line: 4,
            fen: Some("FEN w".to_owned()),
            status: Status::Mate,
            operations: operations.to_vec(),
            mate_in: Some(2),
            key: Some("h2e2".to_owned()),
            pv: vec!["h2e2".to_owned(), "e9d9".to_owned()],
            unique: Some(true),
            verified: true,
            nodes: 7,
            ms: 1001,
            ..Record::default()
        };
        assert_eq!(
            Epd.record(&record).unwrap(),
            "FEN w id \"x\"; c0 \"a; b\"; dm 2; bm h2e2; pv h2e2 e9d9; acn 7; acs 2; c9 \"mate, verified, unique\";\n"
        );
        (record.fen, record.error) = (None, Some("the FEN is empty".to_owned()));
        let line = Epd.record(&record).unwrap();
        assert_eq!(line, "# line 4: the FEN is empty\n");
    }
}
