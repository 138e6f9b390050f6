//! Results for a person.

use std::io;

use super::layout::{Layout, place, score_text};
use crate::solve::batch::record::{Record, Status};
use crate::solve::batch::tally::Tally;
use crate::solve::{Next, Turn};

/// A line for each puzzle, cut at the width of the terminal; below it all lines of defence, where they are told.
pub struct Table {
    several: bool,
    width: Option<usize>,
}

impl Table {
    /// Lines are cut at `width`; `several` is true if the puzzles come from several files.
    pub fn new(several: bool, width: Option<usize>) -> Table {
        Table { several, width }
    }

    fn cut(&self, line: String) -> String {
        match self.width {
            Some(width) if line.chars().count() > width => line.chars().take(width).collect(),
            _ => line,
        }
    }
}

impl Layout for Table {
    fn head(&self) -> String {
        let place = if self.several { "file, line" } else { "line" };
        self.cut(format!(
            "{place:<9}  {:<12}  {:<8}  {:<9}  {:<6}  {:>9}  {:>6}  moves",
            "id", "status", "answer", "unique", "nodes", "ms"
        )) + "\n"
    }

    fn record(&self, record: &Record) -> io::Result<String> {
        let place = match self.several {
            true => place(record),
            false => record.line.to_string(),
        };
        let answer = match (record.status, record.mate_in) {
            (Status::Mate, Some(moves)) if record.shortest => format!("mate in {moves}"),
            // Nobody has proved that there is none shorter.
            (Status::Mate, Some(moves)) => format!("mate ≤ {moves}"),
            (Status::Unsolved, _) if record.no_mate_in > 0 => {
                format!("not in {}", record.no_mate_in)
            }
            _ => score_text(record.score).unwrap_or_default(),
        };
        let unique = match record.unique {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        };
        let right = match record.right {
            Some(true) => "right: ",
            Some(false) => "wrong: ",
            None => "",
        };
        let mut moves = record.pv_zh.join(" ");
        if record.repetition {
            moves.push_str("; who repeats for ever loses");
        }
        let words = match &record.error {
            Some(error) if moves.is_empty() => error.clone(),
            Some(error) => format!("{moves}; {error}"),
            None => moves,
        };
        let row = format!(
            "{place:<9}  {:<12}  {:<8}  {answer:<9}  {unique:<6}  {:>9}  {:>6}  {right}{words}",
            record.id,
            record.status.name(),
            record.nodes,
            record.ms
        );
        let mut text = self.cut(row.trim_end().to_owned()) + "\n";
        if let Some(tree) = &record.lines {
            tell(&tree.0, 1, &mut text);
        }
        Ok(text)
    }

    fn tail(&self, tally: &Tally) -> String {
        format!("{tally}\n")
    }
}

/// A line for each of the winner's moves, indented as deep as it stands, the replies to it in front of theirs.
fn tell(turn: &Turn, depth: usize, text: &mut String) {
    let indent = "    ".repeat(depth);
    text.push_str(&format!("{indent}{depth}. {}\n", turn.mv));
    for (reply, answer) in &turn.replies {
        match answer {
            Next::Turn(turn) => {
                text.push_str(&format!("{indent}  ... {reply}\n"));
                tell(turn, depth + 1, text);
            }
            Next::Repetition => {
                text.push_str(&format!("{indent}  ... {reply} (repetition, loses)\n"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_that_is_not_proved_the_shortest_is_marked() {
        let table = Table::new(false, None);
        let row = |shortest| {
            let record = Record {
                status: Status::Mate,
                mate_in: Some(26),
                shortest,
                ..Record::default()
            };
            table.record(&record).unwrap()
        };
        assert!(row(true).contains("mate in 26"));
        assert!(row(false).contains("mate ≤ 26"));
    }
}
