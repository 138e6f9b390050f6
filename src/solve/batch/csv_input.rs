//! Puzzles in a table: CSV with commas, semicolons or tabs, and a column with positions.

use super::puzzle_line::{header_value, split_label, without_comment};

/// The names of a column of positions in a heading. Of several columns the first of these names that has text counts, here and
/// in [`OPERATIONS`].
const POSITION: [&str; 4] = ["fen", "局面", "fen局面", "局面fen"];

/// The operations of a puzzle that are read, each with the names of its column.
const OPERATIONS: [(&str, &[&str]); 4] = [
    (
        "id",
        &[
            "id", "名称", "名稱", "题名", "題名", "题号", "題號", "编号", "編號", "序号", "序號",
        ],
    ),
    ("dm", &["dm", "步数", "步數"]),
    ("bm", &["bm"]),
    ("am", &["am", "错着", "錯著"]),
];

/// Beginnings of texts that a spreadsheet takes for a formula. CSV output has an apostrophe before them.
pub(super) const FORMULA_STARTS: [char; 6] = ['=', '+', '-', '@', '\'', '\t'];

/// The columns of a table, by its heading.
pub(super) struct Columns {
    delimiter: u8,
    /// The names in the heading, in lower case and without blanks.
    names: Vec<String>,
}

impl Columns {
    /// The columns of a heading, which has a column with positions, or several columns of which one is known. `None` for other
    /// lines.
    pub fn of_heading(line: &str) -> Option<Columns> {
        let columns = [b',', b';', b'\t'].map(|delimiter| {
            let names = fields(line, delimiter).into_iter();
            let names = names.map(|name| name.to_lowercase().replace(char::is_whitespace, ""));
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

    /// The EPD line of a row. It is empty for an empty row, a comment (from `#` on, without a position), and without a column of
    /// positions.
    pub fn epd(&self, row: &str) -> String {
        let fields = fields(row, self.delimiter);
        if !self.have_position() || fields.iter().all(String::is_empty) {
            return String::new();
        }
        let field = |name: &&str| {
            let index = self.names.iter().position(|known| known == name)?;
            fields.get(index).filter(|text| !text.is_empty())
        };
        let position = POSITION.iter().find_map(field);
        // What follows the position in its cell must not end the line.
        let position = position.map_or("", |text| without_comment(text));
        if row.starts_with('#') && position.is_empty() {
            return String::new();
        }
        let position = match split_label(position) {
            Some(_) => position,
            None => header_value(position),
        };
        let mut line = format!("{position};");
        for (operation, names) in OPERATIONS {
            if let Some(text) = names.iter().find_map(field) {
                line += &format!(" {operation} \"{}\";", text.replace('"', "'"));
            }
        }
        line
    }
}

/// True for a row of which at most one of three or more cells has text, such as a title above the heading of a table.
pub(super) fn is_title(line: &str) -> bool {
    [b',', b';', b'\t'].into_iter().any(|delimiter| {
        let fields = fields(line, delimiter);
        fields.len() > 2 && fields.iter().filter(|text| !text.is_empty()).count() <= 1
    })
}

/// The fields of a row; `None` for an empty line.
pub(super) fn read_row(line: &str, delimiter: u8) -> Option<csv::Result<csv::StringRecord>> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .delimiter(delimiter)
        .from_reader(line.as_bytes())
        .into_records()
        .next()
}

/// The texts of a row, empty if it cannot be read.
fn fields(line: &str, delimiter: u8) -> Vec<String> {
    let fields = read_row(line, delimiter).and_then(Result::ok);
    let fields = fields.unwrap_or_default();
    let text = |field: &str| {
        let field = field.trim();
        let escaped = field.strip_prefix('\'');
        let escaped = escaped.filter(|text| text.starts_with(FORMULA_STARTS));
        escaped.unwrap_or(field).to_owned()
    };
    fields.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_rows_are_read() {
        let columns = Columns::of_heading("ID,FEN,rating").unwrap();
        let row = columns.epd("\"one, two\",4k4/9 w,7");
        assert_eq!(row, "4k4/9 w; id \"one, two\";");
        assert_eq!(columns.epd("'-x,4k4/9 w,7"), "4k4/9 w; id \"-x\";");
        assert_eq!(columns.epd("8,4k4/9 w # easy,7"), "4k4/9 w; id \"8\";");
        assert_eq!(
            columns.epd("9,\"[FEN \"\"4k4/9 w\"\"]\",7"),
            "4k4/9 w; id \"9\";"
        );
        assert_eq!(columns.epd("9,#N/A,7"), "; id \"9\";");
        let first = Columns::of_heading("fen,id").unwrap();
        for comment in ["# end", "#N/A,9"] {
            assert_eq!(first.epd(comment), "", "{comment}");
        }
        let labelled = "[4] 4k4/9/9/9/9/9/9/9/9/3K5 w";
        assert_eq!(first.epd(labelled), format!("{labelled};"));
        let chinese = Columns::of_heading("序号,题名,局面").unwrap();
        let row = chinese.epd("7,双车错,4k4/9 w");
        assert_eq!(row, "4k4/9 w; id \"双车错\";");
        assert!(Columns::of_heading("4k4/9 w; id \"fen\";").is_none());
        assert!(!Columns::of_heading("名称,棋盘").unwrap().have_position());
    }
}
