//! The table format, for people: a row for each puzzle, and all defences below it if requested. On a terminal rows, names of
//! files and ids are cut at their widths.

use std::path::Path;

use super::formatter::{RecordFormatter, no_mate_text, score_text};
use crate::columns::{self, fit, fit_end, pad, pad_left, plies};
use crate::games::GameFormat;
use crate::solve::batch::audit_record::AuditRecord;
use crate::solve::batch::record::{PuzzleRecord, PuzzleStatus};
use crate::solve::batch::tally::BatchTally;
use crate::solve::{Continuation, StrategyTree};

/// The columns of an id.
const ID_WIDTH: usize = 12;
/// The columns of the name of a file on a terminal.
const FILE_WIDTH: usize = 12;

/// A table of plain text.
pub struct TableFormatter {
    /// True if the puzzles come from several files.
    pub several: bool,
    /// The game files among them, or the only one. Their puzzles have numbers of games, as have those of other files with the
    /// extension of a format of games but text.
    pub games: Vec<String>,
    /// The width at which rows are cut, in columns; `None` for whole rows.
    pub width: Option<usize>,
    /// Translates English words and sentences; `str::to_owned` leaves them English.
    pub translate: fn(&str) -> String,
}

impl TableFormatter {
    /// The columns of the place of a puzzle: its file, if there are several, and its line or game.
    fn place_width(&self) -> usize {
        if self.several { FILE_WIDTH + 12 } else { 9 }
    }

    fn place(&self, record: &PuzzleRecord) -> String {
        let (Some(file), true) = (&record.file, self.several) else {
            return record.line.to_string();
        };
        let unit = if self.is_game(record) { "game" } else { "line" };
        let file = (self.width).map_or_else(|| file.clone(), |_| fit_end(file, FILE_WIDTH));
        (self.translate)(&format!("{file}, {unit} {}", record.line))
    }

    /// True if the number of a puzzle is that of a game.
    pub(super) fn is_game(&self, record: &PuzzleRecord) -> bool {
        let is_in_games = match &record.file {
            Some(file) => is_game_file(file) || self.games.contains(file),
            None => !self.games.is_empty(),
        };
        record.source.is_some() || is_in_games
    }

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
            for (name, moves) in position.lists(|mv| &mv.zh, self.translate) {
                rows.push(format!("{name}{after}: {moves}"));
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
                    let loses = (self.translate)(&format!(" ({loses})"));
                    *text += &format!("{indent}  ... {reply}{loses}\n");
                }
            }
        }
    }
}

/// True if the extension of a file shows that it has games. A text file may also have lines of puzzles.
fn is_game_file(name: &str) -> bool {
    let format = GameFormat::from_extension(Path::new(name), GameFormat::READ);
    format.is_some_and(|format| format != GameFormat::Text)
}

impl RecordFormatter for TableFormatter {
    fn header(&self) -> String {
        let place = match (self.several, self.games.is_empty()) {
            (true, _) => "place",
            (false, true) => "line",
            (false, false) => "game",
        };
        let word = |english| (self.translate)(english);
        let left = [
            (place, self.place_width()),
            ("id", ID_WIDTH),
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

    fn record(&self, record: &PuzzleRecord) -> String {
        let answer = match (record.status, record.mate_in) {
            (PuzzleStatus::Mate, Some(moves)) if record.shortest => format!("mate in {moves}"),
            // A shorter mate is not ruled out.
            (PuzzleStatus::Mate, Some(moves)) => format!("mate ≤ {moves}"),
            (PuzzleStatus::Claimed, Some(moves)) => format!("mate {moves}?"),
            (PuzzleStatus::Draw, _) if record.is_at_least_draw() => "≥ draw".to_owned(),
            (PuzzleStatus::Holds, _) => plies(record.holds_for.unwrap_or_default().into()),
            _ => no_mate_text(record)
                .or_else(|| score_text(record.score))
                .unwrap_or_default(),
        };
        let word =
            |flag: Option<bool>, yes, no| flag.map_or("", |holds| if holds { yes } else { no });
        let unique = word(record.unique, "yes", "no");
        let right = word(record.right, "right:", "wrong:");
        let right = (self.translate)(right) + if right.is_empty() { "" } else { " " };
        let mut moves = record.pv_zh.join(" ");
        if !record.patterns_zh.is_empty() {
            let names = record.patterns_zh.join(", ");
            moves += &(self.translate)(&format!(" ({names})"));
        }
        let separator = (self.translate)("; ");
        if record.repetition && record.status == PuzzleStatus::Mate {
            moves += &separator;
            moves += &(self.translate)("a defender who repeats loses");
        }
        if let Some(error) = &record.error {
            if !moves.is_empty() {
                moves += &separator;
            }
            moves += &(self.translate)(error);
        }
        let id = (self.width).map_or_else(|| record.id.clone(), |_| fit(&record.id, ID_WIDTH));
        let row = format!(
            "{}  {}  {}  {}  {}  {:>9}  {:>6}  {right}{moves}",
            pad(&self.place(record), self.place_width()),
            pad(&id, ID_WIDTH),
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
        text
    }

    fn footer(&self, tally: &BatchTally) -> String {
        format!("{}\n", (self.translate)(&tally.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::ScoreKind;

    const TABLE: TableFormatter = TableFormatter {
        several: false,
        games: Vec::new(),
        width: None,
        translate: str::to_owned,
    };

    #[test]
    fn columns_align_behind_chinese_and_long_texts() {
        let table = TableFormatter {
            several: true,
            games: vec!["games.txt".to_owned()],
            width: Some(80),
            ..TABLE
        };
        let row = |file: &str, id: &str| {
            let record = PuzzleRecord {
                file: Some(file.to_owned()),
                id: id.to_owned(),
                ..PuzzleRecord::default()
            };
            table.record(&record)
        };
        let start =
            |row: &str| columns::widest([row.split_once("unsolved").unwrap().0].into_iter());
        for (file, id) in [
            ("a.epd", "三子归边"),
            ("a.epd", "a long name of a puzzle"),
            ("positions/mates.epd", "三子归边，先弃后取"),
            ("games.txt", "three"),
        ] {
            assert_eq!(start(&row(file, id)), start(&row("a.epd", "three")));
        }
        assert!(row("positions/mates.epd", "").starts_with("…s/mates.epd, line 0 "));
        for (file, unit) in [
            ("games.txt", "game"),
            ("games.pgn", "game"),
            ("lines.txt", "line"),
        ] {
            assert!(row(file, "").starts_with(&format!("{file}, {unit} 0 ")));
        }
    }

    #[test]
    fn scores_and_separators_are_translated() {
        let table = TableFormatter {
            translate: |english| crate::catalogue::text(english, true).into_owned(),
            ..TABLE
        };
        for (score, answer) in [
            (ScoreKind::Evaluation(48), "估值 48"),
            (ScoreKind::Rule(4), "规则胜 4"),
            (ScoreKind::Rule(-4), "规则负 4"),
        ] {
            let record = PuzzleRecord {
                status: PuzzleStatus::Best,
                score: Some(score),
                pv_zh: vec!["车九平六".to_owned()],
                error: Some("the position is missing".to_owned()),
                ..PuzzleRecord::default()
            };
            let row = table.record(&record);
            assert!(row.contains(answer), "{row}");
            assert!(row.contains("车九平六；没有局面"), "{row}");
        }
    }

    #[test]
    fn a_length_that_is_not_proved_the_shortest_is_marked() {
        for (shortest, answer) in [(true, "mate in 26"), (false, "mate ≤ 26")] {
            let record = PuzzleRecord {
                status: PuzzleStatus::Mate,
                mate_in: Some(26),
                shortest,
                ..PuzzleRecord::default()
            };
            assert!(TABLE.record(&record).contains(answer));
        }
    }
}
