//! Results for a person: a line for each puzzle, cut at the width of the terminal; below it all lines of defence, where asked for.

use std::io;

use super::layout::{Layout, place, score_text};
use crate::solve::batch::record::{Record, Status};
use crate::solve::batch::tally::Tally;
use crate::solve::{Next, Turn};

/// A table.
pub struct Table {
    /// The puzzles come from several files.
    pub several: bool,
    /// Where lines are cut.
    pub width: Option<usize>,
}

impl Table {
    fn cut(&self, line: &str) -> String {
        let width = self.width.unwrap_or(usize::MAX);
        line.chars().take(width).chain(['\n']).collect()
    }
}

impl Layout for Table {
    fn head(&self) -> String {
        let place = if self.several { "file, line" } else { "line" };
        self.cut(&format!(
            "{place:<9}  {:<12}  {:<8}  {:<9}  {:<6}  {:>9}  {:>6}  moves",
            "id", "status", "answer", "unique", "nodes", "ms"
        ))
    }

    fn record(&self, record: &Record) -> io::Result<String> {
        let place = match self.several {
            true => place(record),
            false => record.line.to_string(),
        };
        let answer = match (record.status, record.mate_in) {
            (Status::Mate, Some(moves)) if record.shortest => format!("mate in {moves}"),
            // It is not proved that none is shorter.
            (Status::Mate, Some(moves)) => format!("mate ≤ {moves}"),
            (Status::Unsolved, _) if record.no_mate_in > 0 => {
                format!("not in {}", record.no_mate_in)
            }
            _ => score_text(record.score).unwrap_or_default(),
        };
        let word =
            |known: Option<bool>, yes, no| known.map_or("", |holds| if holds { yes } else { no });
        let unique = word(record.unique, "yes", "no");
        let right = word(record.right, "right: ", "wrong: ");
        let mut moves = record.pv_zh.join(" ");
        if record.repetition {
            moves.push_str("; who repeats for ever loses");
        }
        if let Some(error) = &record.error {
            moves += if moves.is_empty() { "" } else { "; " };
            moves += error;
        }
        let row = format!(
            "{place:<9}  {:<12}  {:<8}  {answer:<9}  {unique:<6}  {:>9}  {:>6}  {right}{moves}",
            record.id,
            record.status.name(),
            record.nodes,
            record.ms
        );
        let mut text = self.cut(row.trim_end());
        if let Some(tree) = &record.lines {
            write_turn(tree, 1, &mut text);
        }
        Ok(text)
    }

    fn tail(&self, tally: &Tally) -> String {
        format!("{tally}\n")
    }
}

/// Writes a line for each of the winner's moves, indented by its depth, the replies to it in front of theirs.
fn write_turn(turn: &Turn, depth: usize, text: &mut String) {
    let indent = "    ".repeat(depth);
    *text += &format!("{indent}{depth}. {}\n", turn.mv);
    for (reply, answer) in &turn.replies {
        match answer {
            Next::Turn(turn) => {
                *text += &format!("{indent}  ... {reply}\n");
                write_turn(turn, depth + 1, text);
            }
            Next::Repetition => *text += &format!("{indent}  ... {reply} (repetition, loses)\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_that_is_not_proved_the_shortest_is_marked() {
        let table = Table {
            several: false,
            width: None,
        };
        for (shortest, answer) in [(true, "mate in 26"), (false, "mate ≤ 26")] {
            let record = Record {
                status: Status::Mate,
                mate_in: Some(26),
                shortest,
                ..Record::default()
            };
            assert!(table.record(&record).unwrap().contains(answer));
        }
    }
}
