//! Puzzles in a table: CSV with commas, semicolons or tabs, and a column `fen`.

/// The columns that become operations of a puzzle.
const OPERATIONS: [&str; 4] = ["id", "dm", "bm", "am"];

/// The columns of a table, by its heading.
pub struct Columns {
    delimiter: u8,
    names: Vec<String>,
}

impl Columns {
    /// The columns of a heading; `None` for a line without a column `fen`.
    pub fn of_heading(line: &str) -> Option<Columns> {
        let mut delimiters = [b',', b';', b'\t'].into_iter();
        delimiters.find_map(|delimiter| {
            let names = fields(line, delimiter);
            let names: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
            let has_position = names.iter().any(|name| name == "fen");
            has_position.then_some(Columns { delimiter, names })
        })
    }

    /// The EPD line of a row.
    ///
    /// ```
    /// use chuhe::solve::batch::Columns;
    /// let columns = Columns::of_heading("ID,FEN,rating").unwrap();
    /// assert_eq!(columns.epd("\"one, two\",4k4/9 w,7"), "4k4/9 w; id \"one, two\";");
    /// assert!(Columns::of_heading("4k4/9 w; id \"fen\";").is_none());
    /// ```
    pub fn epd(&self, row: &str) -> String {
        let fields = fields(row, self.delimiter);
        let field = |name: &str| {
            let index = self.names.iter().position(|known| known == name)?;
            fields.get(index).filter(|text| !text.is_empty())
        };
        let mut line = field("fen").cloned().unwrap_or_default() + ";";
        for name in OPERATIONS {
            if let Some(operand) = field(name) {
                line += &format!(" {name} \"{}\";", operand.replace('"', "'"));
            }
        }
        line
    }
}

fn fields(line: &str, delimiter: u8) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).delimiter(delimiter);
    let mut reader = reader.from_reader(line.as_bytes());
    let fields = reader.records().next().and_then(Result::ok);
    let fields = fields.unwrap_or_default();
    fields.iter().map(|field| field.trim().to_owned()).collect()
}
