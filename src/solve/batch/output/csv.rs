//! The CSV format: comma-separated values with a heading (RFC 4180, but lines end with a line feed alone).

use super::formatter::{RecordFormatter, score_text};
use crate::board::epd::Operation;
use crate::solve::batch::csv_input::{FORMULA_STARTS, read_row};
use crate::solve::batch::record::{NoMateReason, PuzzleRecord, PuzzleStatus};
use crate::solve::batch::tree;

/// Comma-separated values.
pub struct Csv;

/// The heading of a column, and its text in a record.
type Column = (&'static str, fn(&PuzzleRecord) -> String);

const COLUMNS: [Column; 36] = [
    ("id", |record| record.id.clone()),
    ("file", |record| text(&record.file)),
    ("line", |record| record.line.to_string()),
    ("fen", |record| text(&record.fen)),
    ("status", |record| record.status.name().to_owned()),
    ("reason", |record| {
        text(&record.reason.map(NoMateReason::name))
    }),
    ("lost_in", |record| text(&record.lost_in)),
    ("holds_for", |record| text(&record.holds_for)),
    ("mate_in", |record| text(&record.mate_in)),
    ("plies", |record| text(&record.plies)),
    ("key", |record| text(&record.key)),
    ("pv", |record| record.pv.join(" ")),
    ("pv_zh", |record| record.pv_zh.join(" ")),
    ("patterns", |record| record.patterns.join(" ")),
    ("patterns_zh", |record| record.patterns_zh.join(" ")),
    ("unique", |record| text(&record.unique)),
    ("shortest", |record| record.shortest.to_string()),
    ("no_mate_in", |record| record.no_mate_in.to_string()),
    ("verified", |record| record.verified.to_string()),
    ("repetition", |record| record.repetition.to_string()),
    ("by", |record| text(&record.by)),
    ("prover", |record| text(&record.prover)),
    ("score", |record| text(&score_text(record.score))),
    ("right", |record| text(&record.right)),
    ("nodes", |record| record.nodes.to_string()),
    ("ms", |record| record.ms.to_string()),
    ("given", |record| given(&record.operations)),
    ("lines", |record| {
        text(&record.lines.as_ref().map(tree::text))
    }),
    ("cooks", |record| audited(record, "cook")),
    ("duals", |record| audited(record, "dual")),
    ("minor_duals", |record| audited(record, "minor dual")),
    ("slower", |record| audited(record, "slower")),
    ("undecided", |record| audited(record, "undecided")),
    ("source", |record| text(&record.source)),
    ("difficulty", |record| text(&record.difficulty)),
    ("error", |record| text(&record.error)),
];

impl RecordFormatter for Csv {
    fn header(&self) -> String {
        COLUMNS.map(|(heading, _)| heading).join(",") + "\n"
    }

    fn record(&self, record: &PuzzleRecord) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let cells = COLUMNS.map(|(_, text)| cell(text(record)));
        let written = writer.write_record(cells);
        written.expect("writing to memory does not fail");
        let bytes = writer.into_inner();
        let bytes = bytes.expect("writing to memory does not fail");
        String::from_utf8(bytes).expect("cells are UTF-8")
    }

    fn read_back(&self, line: &str) -> Result<PuzzleRecord, String> {
        let fields = read_row(line, b',').ok_or("it is empty")?;
        let fields = fields.map_err(|error| error.to_string())?;
        let (expected, found) = (COLUMNS.len(), fields.len());
        if found != expected {
            return Err(format!("expected {expected} columns, found {found}"));
        }
        let field = |name: &str| {
            let mut columns = COLUMNS.iter().zip(&fields);
            let column = columns.find(|((heading, _), _)| *heading == name);
            let text = column.map_or("", |(_, field)| field);
            text.strip_prefix('\'').unwrap_or(text).to_owned()
        };
        let some = |name: &str| Some(field(name)).filter(|text| !text.is_empty());
        let (line, status) = (field("line"), field("status"));
        let mut statuses = PuzzleStatus::ALL.into_iter();
        Ok(PuzzleRecord {
            file: some("file"),
            line: (line.parse()).map_err(|_| format!("'{line}' is not a line number"))?,
            fen: some("fen"),
            status: (statuses.find(|known| known.name() == status))
                .ok_or_else(|| format!("'{status}' is not a status"))?,
            // A spreadsheet writes it in capitals.
            right: field("right").to_lowercase().parse().ok(),
            error: some("error"),
            ..PuzzleRecord::default()
        })
    }
}

/// The text of a cell. A spreadsheet takes one that begins with `=`, `+`, `-` or `@` for a formula, unless an apostrophe is
/// before it. Numbers are left alone.
fn cell(text: String) -> String {
    let is_formula = text.starts_with(FORMULA_STARTS);
    match is_formula && text.parse::<f64>().is_err() {
        true => format!("'{text}"),
        false => text,
    }
}

fn text(value: &Option<impl ToString>) -> String {
    value.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// The moves that an audit found, `none` if it found none; empty without an audit, and if they are not kept.
fn audited(record: &PuzzleRecord, group: &str) -> String {
    let Some(audit) = &record.audit else {
        return String::new();
    };
    let is_dropped = group == "slower" && audit.slower > 0;
    let none = if is_dropped { "" } else { "none" };
    audit.moves(group).unwrap_or_else(|| none.to_owned())
}

/// The operations of the line, as `dm 3; bm h2e2`.
fn given(operations: &[Operation]) -> String {
    let texts = operations.iter();
    let texts = texts.map(|(name, operand)| format!("{name} {operand}"));
    Vec::from_iter(texts).join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::batch::audit_record::AuditRecord;

    #[test]
    fn moves_that_an_audit_found_but_did_not_keep_are_not_called_none() {
        for (slower, text) in [(2, ""), (0, "none")] {
            let audit = AuditRecord {
                slower,
                ..AuditRecord::default()
            };
            let record = PuzzleRecord {
                audit: Some(audit),
                ..PuzzleRecord::default()
            };
            let texts = ["slower", "cook"].map(|group| audited(&record, group));
            assert_eq!(texts, [text, "none"]);
        }
    }

    #[test]
    fn a_written_record_can_be_read_back() {
        let record = PuzzleRecord {
            id: "a \"quoted\", id".to_owned(),
            line: 12,
            status: PuzzleStatus::Invalid,
            right: Some(false),
            error: Some("rank 3 of the FEN, and so on".to_owned()),
            ..PuzzleRecord::default()
        };
        let line = Csv.record(&record);
        assert_eq!(line.lines().count(), 1);
        let earlier = Csv.read_back(line.trim_end()).unwrap();
        assert_eq!((earlier.line, earlier.right), (12, Some(false)));
        assert_eq!((earlier.fen, earlier.error), (None, record.error));
        assert_eq!(earlier.status, PuzzleStatus::Invalid);
        let saved = Csv.read_back(&line.trim_end().replace("false", "FALSE"));
        assert_eq!(saved.unwrap().right, Some(false));
        for (text, written) in [
            ("=1+1", "'=1+1"),
            ("@x", "'@x"),
            ("-5", "-5"),
            ("-x", "'-x"),
            ("+x", "'+x"),
            ("'a", "''a"),
            ("a=1", "a=1"),
        ] {
            assert_eq!(cell(text.to_owned()), written);
            let record = PuzzleRecord {
                file: Some(text.to_owned()),
                ..PuzzleRecord::default()
            };
            let line = Csv.record(&record);
            assert_eq!(Csv.read_back(line.trim_end()).unwrap().file, record.file);
        }
        assert!(Csv.read_back("1,2,3").unwrap_err().contains("found 3"));
    }
}
