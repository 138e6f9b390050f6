//! Puzzles in a table: CSV with commas, semicolons or tabs, and a column with positions.

use super::puzzle::{Puzzle, PuzzleError};
use super::puzzle_line::{self, PuzzleLine, has_placement, without_comment};
use crate::board::epd::{self, Operation};

/// The names of a column of positions in a heading. Of several columns the first of these names that has text counts, here and
/// in [`OPERATIONS`].
const POSITION: [&str; 5] = ["fen", "position", "局面", "fen局面", "局面fen"];

/// The operations of a puzzle that are read, each with the names of its column.
const OPERATIONS: [(&str, &[&str]); 4] = [
    (
        "id",
        &[
            "id", "name", "title", "名称", "名稱", "题名", "題名", "题号", "題號", "编号", "編號",
            "序号", "序號", "number", "no.", "no", "#",
        ],
    ),
    ("dm", &["dm", "步数", "步數"]),
    ("bm", &["bm"]),
    ("am", &["am", "错着", "錯著"]),
];

/// Beginnings of texts that a spreadsheet takes for a formula. CSV output has an apostrophe before them.
pub(super) const FORMULA_STARTS: [char; 6] = ['=', '+', '-', '@', '\'', '\t'];

/// The delimiters of cells: commas, semicolons and tabs.
pub(super) const DELIMITERS: [u8; 3] = *b",;\t";

/// The columns of a table, by its heading.
pub(super) struct Columns {
    /// One of [`DELIMITERS`].
    pub delimiter: u8,
    /// The names in the heading, in lower case, without blanks and without text in brackets.
    names: Vec<String>,
}

impl Columns {
    /// The columns of a heading, which has a column with positions, or several columns of which one is known. `None` for other
    /// lines.
    pub fn of_heading(line: &str) -> Option<Columns> {
        let columns = DELIMITERS.map(|delimiter| {
            let names = fields(line, delimiter).into_iter();
            let names = names.map(|name| {
                let name = name.to_lowercase().replace(char::is_whitespace, "");
                let end = name.find(['(', '（']).filter(|&end| end > 0);
                name[..end.unwrap_or(name.len())].to_owned()
            });
            Columns {
                delimiter,
                names: names.collect(),
            }
        });
        let has_ranks = line.contains('/');
        let is_known = |columns: &Columns| {
            let mut operations = OPERATIONS.iter();
            let has_operation = operations.any(|(_, names)| columns.have_one_of(names));
            columns.names.len() > 1 && has_operation && !has_ranks
        };
        let with_position = columns.iter().position(Columns::have_position);
        let index = with_position.or_else(|| columns.iter().position(is_known));
        columns.into_iter().nth(index?)
    }

    /// True if one of the columns has positions.
    pub fn have_position(&self) -> bool {
        self.have_one_of(&POSITION)
    }

    fn have_one_of(&self, names: &[&str]) -> bool {
        self.names.iter().any(|name| names.contains(&name.as_str()))
    }

    /// True for a row with a position.
    pub fn is_row(&self, line: &str) -> bool {
        // Most lines of a cell need not be parsed.
        if !line.contains('/') && !line.contains("startpos") {
            return false;
        }
        let fields = fields(line, self.delimiter);
        let position = self.field(&fields, &POSITION).unwrap_or_default();
        has_placement(position) || matches!(puzzle_line::read(position), PuzzleLine::Position(_))
    }

    /// The first text in the columns with these names.
    fn field<'f>(&self, fields: &'f [String], names: &[&str]) -> Option<&'f str> {
        names
            .iter()
            .find_map(|name| {
                let index = self.names.iter().position(|known| known == name)?;
                fields.get(index).filter(|text| !text.is_empty())
            })
            .map(String::as_str)
    }

    /// The puzzle of a row, and the `id` of an invalid one. `Nothing` for an empty row, a comment (from `#` on, without a position),
    /// and without a column of positions.
    pub fn read(&self, row: &str) -> (PuzzleLine, String) {
        let fields = fields(row, self.delimiter);
        let position = self.field(&fields, &POSITION).unwrap_or_default();
        let position = without_comment(position);
        let begins_comment = fields.first().is_some_and(|text| text.starts_with('#'));
        let is_comment = begins_comment && position.is_empty();
        if !self.have_position() || is_comment || fields.iter().all(String::is_empty) {
            return (PuzzleLine::Nothing, String::new());
        }
        let operations = OPERATIONS.into_iter().filter_map(|(operation, names)| {
            let text = self.field(&fields, names)?;
            Some((operation.to_owned(), text.to_owned()))
        });
        let operations = Vec::from_iter(operations);
        let id = epd::find(&operations, "id").map(str::to_owned);
        let puzzle = read_cell(position, operations);
        let id = match puzzle {
            Ok(_) => None,
            Err(_) => id.or_else(|| puzzle_line::id_of_invalid(position)),
        };
        (PuzzleLine::Puzzle(puzzle), id.unwrap_or_default())
    }
}

/// Parses the cell of a table that has the position. The `operations` of the other cells replace those in it.
fn read_cell(text: &str, operations: Vec<Operation>) -> Result<Puzzle, PuzzleError> {
    if text.is_empty() {
        return Err(PuzzleError::EmptyPosition);
    }
    let mut puzzle = match puzzle_line::read(text) {
        PuzzleLine::Position(puzzle) | PuzzleLine::Puzzle(puzzle) => puzzle?,
        PuzzleLine::Nothing | PuzzleLine::Go(_) => return Err(PuzzleError::NoFen),
    };
    (puzzle.operations).retain(|(name, _)| epd::find(&operations, name).is_none());
    puzzle.operations.extend(operations);
    Ok(puzzle)
}

/// True for a line that may stand above the heading of a table: at most one of three or more cells has text, as in a title, or it
/// names the delimiter for Excel, as `sep=;`.
pub(super) fn is_above_heading(line: &str) -> bool {
    let is_title = DELIMITERS.into_iter().any(|delimiter| {
        let fields = fields(line, delimiter);
        fields.len() > 2 && fields.iter().filter(|text| !text.is_empty()).count() <= 1
    });
    let line = line.trim_start().trim_start_matches('"');
    is_title || line.to_lowercase().starts_with("sep=")
}

/// The first row of a text; `None` if it is empty.
pub(super) fn read_row(text: &str, delimiter: u8) -> Option<csv::Result<csv::StringRecord>> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .delimiter(delimiter)
        .from_reader(text.as_bytes())
        .into_records()
        .next()
}

/// The texts of a row, each in one line; empty if it cannot be read.
fn fields(line: &str, delimiter: u8) -> Vec<String> {
    let fields = read_row(line, delimiter).and_then(Result::ok);
    let fields = fields.unwrap_or_default();
    let text = |field: &str| {
        let field = field.trim().replace(['\r', '\n'], " ");
        let escaped = field.strip_prefix('\'');
        let escaped = escaped.filter(|text| text.starts_with(FORMULA_STARTS));
        escaped.unwrap_or(&field).to_owned()
    };
    fields.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FenError;

    const FEN: &str = "4k4/9/9/9/9/9/9/9/4A4/3K5 w";

    fn puzzle(columns: &Columns, row: &str) -> Puzzle {
        match columns.read(row) {
            (PuzzleLine::Puzzle(Ok(puzzle)), _) => puzzle,
            other => panic!("{row}: {other:?}"),
        }
    }

    #[test]
    fn headings_and_rows_are_read() {
        let columns = Columns::of_heading("ID,FEN,rating").unwrap();
        for (row, id) in [
            (
                format!("\"one, \"\"two\"\"; #3\",{FEN},7"),
                "one, \"two\"; #3",
            ),
            (format!("'-x,{FEN},7"), "-x"),
            (format!("8,{FEN} # easy,7"), "8"),
            (format!("9,\"[FEN \"\"{FEN}\"\"]\",7"), "9"),
            (format!("A,12. {FEN},7"), "A"),
            (format!("A,\"{FEN}; id \"\"B\"\"\",7"), "A"),
            (format!(",[4] {FEN},7"), "4"),
            ("A,position startpos,7".to_owned(), "A"),
        ] {
            assert_eq!(puzzle(&columns, &row).operand("id"), Some(id), "{row}");
        }
        for (row, id, error) in [
            ("9,#N/A,7", "9", PuzzleError::EmptyPosition),
            ("9,go depth 3,7", "9", PuzzleError::NoFen),
            (",4k4/9 w; id B,7", "B", FenError::RankCount(2).into()),
            (
                ",马后炮：4k4/9 w,7",
                "马后炮",
                FenError::RankCount(2).into(),
            ),
        ] {
            let (line, found) = columns.read(row);
            assert_eq!(found, id, "{row}");
            assert!(
                matches!(line, PuzzleLine::Puzzle(Err(found)) if found == error),
                "{row}"
            );
        }
        let first = Columns::of_heading("fen,id,dm").unwrap();
        for comment in ["# end", " # end", "#N/A,9", "\"# a, b\",", "\"#\"", ","] {
            assert!(
                matches!(first.read(comment).0, PuzzleLine::Nothing),
                "{comment}"
            );
        }
        let replaced = puzzle(&first, &format!("{FEN}; dm 5; am e0e1,x,3"));
        let operands = ["id", "dm", "am"].map(|name| replaced.operand(name));
        assert_eq!(operands, [Some("x"), Some("3"), Some("e0e1")]);
        for heading in [
            "序号,题名,局面（FEN）",
            "No.,Title,Position (red to move)",
            "#,Name,FEN",
        ] {
            let columns = Columns::of_heading(heading).unwrap();
            let found = puzzle(&columns, &format!("7,双车错,{FEN}"));
            assert_eq!(found.operand("id"), Some("双车错"), "{heading}");
        }
        assert!(Columns::of_heading("4k4/9 w; id \"fen\";").is_none());
        assert!(!Columns::of_heading("名称,棋盘").unwrap().have_position());
    }
}
