//! The table format, for people: a row for each puzzle, cut at the width of the terminal, and all defences below it if requested.

use std::io;

use super::formatter::{RecordFormatter, location, score_text};
use crate::columns::{self, pad};
use crate::solve::batch::audit_record::AuditRecord;
use crate::solve::batch::record::{PuzzleRecord, PuzzleStatus};
use crate::solve::batch::tally::BatchTally;
use crate::solve::{Continuation, StrategyTree};

/// A table of plain text.
pub struct TableFormatter {
    /// True if the puzzles come from several files.
    pub several: bool,
    /// The width at which rows are cut, in columns; `None` for whole rows.
    pub width: Option<usize>,
}

impl TableFormatter {
    fn cut(&self, line: &str) -> String {
        let line = self.width.map_or(line, |width| columns::cut(line, width));
        format!("{line}\n")
    }
}

impl RecordFormatter for TableFormatter {
    fn header(&self) -> String {
        let place = if self.several { "file, line" } else { "line" };
        self.cut(&format!(
            "{place:<9}  {:<12}  {:<8}  {:<9}  {:<6}  {:>9}  {:>6}  moves",
            "id", "status", "answer", "unique", "nodes", "ms"
        ))
    }

    fn record(&self, record: &PuzzleRecord) -> io::Result<String> {
        let place = match self.several {
            true => location(record),
            false => record.line.to_string(),
        };
        let answer = match (record.status, record.mate_in) {
            (PuzzleStatus::Mate, Some(moves)) if record.shortest => format!("mate in {moves}"),
            // A shorter mate is not ruled out.
            (PuzzleStatus::Mate, Some(moves)) => format!("mate ≤ {moves}"),
            (PuzzleStatus::None, _) if record.reason.as_deref() != Some("length") => {
                (record.lost_in).map_or("no mate".to_owned(), |moves| format!("mated in {moves}"))
            }
            (PuzzleStatus::None | PuzzleStatus::Unsolved, _) if record.no_mate_in > 0 => {
                format!("not in {}", record.no_mate_in)
            }
            _ => score_text(record.score).unwrap_or_default(),
        };
        let word =
            |flag: Option<bool>, yes, no| flag.map_or("", |holds| if holds { yes } else { no });
        let unique = word(record.unique, "yes", "no");
        let right = word(record.right, "right: ", "wrong: ");
        let mut moves = record.pv_zh.join(" ");
        if !record.patterns_zh.is_empty() {
            moves += &format!(" ({})", record.patterns_zh.join(", "));
        }
        if record.repetition {
            moves.push_str("; a defender who repeats loses");
        }
        if let Some(error) = &record.error {
            moves += if moves.is_empty() { "" } else { "; " };
            moves += error;
        }
        let row = format!(
            "{}  {}  {:<8}  {answer:<9}  {unique:<6}  {:>9}  {:>6}  {right}{moves}",
            pad(&place, 9),
            pad(&record.id, 12),
            record.status.name(),
            record.nodes,
            record.ms
        );
        let mut text = self.cut(row.trim_end());
        if let Some(audit) = &record.audit {
            for row in audit_rows(audit) {
                text += &self.cut(&format!("    {row}"));
            }
        }
        if let Some(tree) = &record.lines {
            write_tree(tree, 1, &mut text);
        }
        Ok(text)
    }

    fn footer(&self, tally: &BatchTally) -> String {
        format!("{tally}\n")
    }
}

/// The rows of an audit: its counts, and one for each group of moves in each position.
fn audit_rows(audit: &AuditRecord) -> Vec<String> {
    let mut rows = vec![format!("audit of {}", audit.summary())];
    for position in &audit.found {
        let after = match position.line_zh.is_empty() {
            true => String::new(),
            false => format!(" after {}", position.line_zh.join(" ")),
        };
        for (name, moves) in position.groups() {
            let texts = moves.iter().map(|mv| match mv.mate_in {
                Some(length) if name == "slower" => format!("{} (mate ≤ {length})", mv.zh),
                _ => mv.zh.clone(),
            });
            if !moves.is_empty() {
                rows.push(format!(
                    "{name}{after}: {}",
                    Vec::from_iter(texts).join(", ")
                ));
            }
        }
    }
    rows
}

/// Writes a row for each of the winner's moves, indented by its depth, and one for each reply before its subtree.
fn write_tree(tree: &StrategyTree, depth: usize, text: &mut String) {
    let indent = "    ".repeat(depth);
    *text += &format!("{indent}{depth}. {}\n", tree.mv);
    for (reply, next) in &tree.replies {
        match next {
            Continuation::Tree(tree) => {
                *text += &format!("{indent}  ... {reply}\n");
                write_tree(tree, depth + 1, text);
            }
            Continuation::Repetition => {
                *text += &format!("{indent}  ... {reply} (repetition, loses)\n")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_align_behind_chinese_ids() {
        let table = TableFormatter {
            several: false,
            width: Some(40),
        };
        let start = |id: &str| {
            let record = PuzzleRecord {
                id: id.to_owned(),
                ..PuzzleRecord::default()
            };
            let row = table.record(&record).unwrap();
            columns::widest([row.split_once("unsolved").unwrap().0].into_iter())
        };
        assert_eq!(start("三子归边"), start("three"));
    }

    #[test]
    fn a_length_that_is_not_proved_the_shortest_is_marked() {
        let table = TableFormatter {
            several: false,
            width: None,
        };
        for (shortest, answer) in [(true, "mate in 26"), (false, "mate ≤ 26")] {
            let record = PuzzleRecord {
                status: PuzzleStatus::Mate,
                mate_in: Some(26),
                shortest,
                ..PuzzleRecord::default()
            };
            assert!(table.record(&record).unwrap().contains(answer));
        }
    }
}
