//! The table format, for people: a row for each puzzle, cut at the width of the terminal, and all defences below it if requested.

use std::io;

use super::formatter::{RecordFormatter, location, score_text};
use crate::columns::{self, pad, pad_left, plies};
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
    /// Translates English words and sentences; `str::to_owned` leaves them English.
    pub translate: fn(&str) -> String,
}

impl TableFormatter {
    fn cut(&self, line: &str) -> String {
        let line = self.width.map_or(line, |width| columns::cut(line, width));
        format!("{line}\n")
    }

    /// The rows of an audit: its counts, and one for each group of moves in each position.
    fn audit_rows(&self, audit: &AuditRecord) -> Vec<String> {
        let mut rows = vec![format!("audit of {}", audit.summary())];
        for position in &audit.found {
            let after = match position.line_zh.is_empty() {
                true => String::new(),
                false => format!(" after {}", position.line_zh.join(" ")),
            };
            for (name, moves) in position.groups() {
                let texts = moves.iter().map(|mv| match mv.mate_in {
                    Some(length) if name == "slower" => {
                        let length = (self.translate)(&format!("mate ≤ {length}"));
                        format!("{} ({length})", mv.zh)
                    }
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
    fn write_tree(&self, tree: &StrategyTree, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        *text += &format!("{indent}{depth}. {}\n", tree.mv);
        for (reply, next) in &tree.replies {
            match next {
                Continuation::Tree(tree) => {
                    *text += &format!("{indent}  ... {reply}\n");
                    self.write_tree(tree, depth + 1, text);
                }
                Continuation::Repetition => {
                    let loses = (self.translate)("repetition, loses");
                    *text += &format!("{indent}  ... {reply} ({loses})\n");
                }
            }
        }
    }
}

impl RecordFormatter for TableFormatter {
    fn header(&self) -> String {
        let place = if self.several { "file, line" } else { "line" };
        let word = |english| (self.translate)(english);
        let left = [
            (place, 9),
            ("id", 12),
            ("status", 8),
            ("answer", 9),
            ("unique", 6),
        ];
        let left = left.map(|(name, columns)| pad(&word(name), columns));
        let right = [("nodes", 9), ("ms", 6)];
        let right = right.map(|(name, columns)| pad_left(&word(name), columns));
        let cells = [&left[..], &right[..], &[word("moves")]].concat();
        self.cut(&cells.join("  "))
    }

    fn record(&self, record: &PuzzleRecord) -> io::Result<String> {
        let place = match self.several {
            true => (self.translate)(&location(record)),
            false => record.line.to_string(),
        };
        let answer = match (record.status, record.mate_in) {
            (PuzzleStatus::Mate, Some(moves)) if record.shortest => format!("mate in {moves}"),
            // A shorter mate is not ruled out.
            (PuzzleStatus::Mate, Some(moves)) => format!("mate ≤ {moves}"),
            (PuzzleStatus::Claimed, Some(moves)) => format!("mate {moves}?"),
            (PuzzleStatus::None, _) if record.reason.as_deref() == Some("draw") => {
                "draw".to_owned()
            }
            (PuzzleStatus::None, _) if record.reason.as_deref() != Some("length") => {
                (record.lost_in).map_or("no mate".to_owned(), |moves| format!("mated in {moves}"))
            }
            (PuzzleStatus::Draw, _) if record.is_at_least_draw() => "≥ draw".to_owned(),
            (PuzzleStatus::Holds, _) => plies(record.holds_for.unwrap_or_default().into()),
            (PuzzleStatus::None | PuzzleStatus::Unsolved, _) if record.no_mate_in > 0 => {
                format!("not in {}", record.no_mate_in)
            }
            _ => score_text(record.score).unwrap_or_default(),
        };
        let word =
            |flag: Option<bool>, yes, no| flag.map_or("", |holds| if holds { yes } else { no });
        let unique = word(record.unique, "yes", "no");
        let right = word(record.right, "right:", "wrong:");
        let right = (self.translate)(right) + if right.is_empty() { "" } else { " " };
        let mut moves = record.pv_zh.join(" ");
        if !record.patterns_zh.is_empty() {
            moves += &format!(" ({})", record.patterns_zh.join(", "));
        }
        if record.repetition && record.status == PuzzleStatus::Mate {
            moves += &format!("; {}", (self.translate)("a defender who repeats loses"));
        }
        if let Some(error) = &record.error {
            moves += if moves.is_empty() { "" } else { "; " };
            moves += &(self.translate)(error);
        }
        let row = format!(
            "{}  {}  {}  {}  {}  {:>9}  {:>6}  {right}{moves}",
            pad(&place, 9),
            pad(&record.id, 12),
            pad(&(self.translate)(record.status.name()), 8),
            pad(&(self.translate)(&answer), 9),
            pad(&(self.translate)(unique), 6),
            record.nodes,
            record.ms
        );
        let mut text = self.cut(row.trim_end());
        if let Some(audit) = &record.audit {
            for row in self.audit_rows(audit) {
                text += &self.cut(&format!("    {}", (self.translate)(&row)));
            }
        }
        if let Some(tree) = &record.lines {
            self.write_tree(tree, 1, &mut text);
        }
        Ok(text)
    }

    fn footer(&self, tally: &BatchTally) -> String {
        format!("{}\n", (self.translate)(&tally.to_string()))
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
            translate: str::to_owned,
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
            translate: str::to_owned,
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
