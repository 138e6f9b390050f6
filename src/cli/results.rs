//! The file of results of `chuhe solve` and `chuhe puzzles`: its options, and results that are read and written again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Arg, Args};
use tracing::warn;

use super::Failure;
use super::game_file::{check_different_files, read_bytes};
use super::output::{output_format, terminal_width};
use crate::games::game_file::UTF8_MARK;
use crate::locale;
use crate::solve::batch::output::{OutputFormat, TableFormatter};
use crate::solve::batch::store::{EarlierResults, Existing, Store};
use crate::solve::batch::tally::BatchTally;
use crate::solve::batch::{PuzzleError, PuzzleRecord, Shard};
use crate::storage::line_error;

/// The options of the file of results.
#[derive(Debug, Args)]
pub struct ResultsArgs {
    /// Format of the results [default: the format of the --out file, else table].
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<OutputFormat>,

    /// Write JSON, an object on a line for each puzzle: the same as --format jsonl.
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Write the results to a new file; `-` is standard output [default: -].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Continue the results in the --out file (jsonl or csv), or create it if it is missing.
    #[arg(long, requires = "out")]
    resume: bool,

    /// Overwrite an existing --out file.
    #[arg(long, requires = "out", conflicts_with = "resume")]
    force: bool,
}

/// Makes every option conflict with `--from-results`, except those that choose the format and the file of its output.
pub fn refuse_from_results(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "from_results" | "format" | "json" | "out" | "force" => arg,
        _ => arg.conflicts_with("from_results"),
    }
}

/// Parses `--shard`.
pub fn parse_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(number, of)| {
        let shard = Shard {
            number: number.parse().ok()?,
            of: of.parse().ok()?,
        };
        (1 <= shard.number && shard.number <= shard.of).then_some(shard)
    });
    parts.ok_or_else(|| "expected a part and the number of parts, such as 2/8".to_owned())
}

impl ResultsArgs {
    /// Opens the file, or standard output. The results that it has are added to `earlier`. `has_several` is true if the results
    /// are those of several inputs; `games` has the names of the game files among these.
    pub fn open<'a>(
        &self,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
        has_several: bool,
        games: Vec<String>,
        earlier: &mut dyn EarlierResults,
    ) -> Result<Store, Failure> {
        let formatter = self.format()?.formatter(TableFormatter {
            several: has_several,
            games,
            width: terminal_width(),
            translate: |english| locale::text(english).into_owned(),
        });
        let existing = match (self.resume, self.force) {
            (true, _) => Existing::Continue,
            (false, true) => Existing::Replace,
            (false, false) => Existing::Refuse,
        };
        let out = self.out_file();
        if let Some(out) = out {
            let mut inputs = inputs.into_iter();
            inputs.try_for_each(|input| check_different_files(input, out))?;
        }
        Ok(Store::open(out, existing, formatter, earlier)?)
    }

    /// The file of `--out`; `None` for standard output.
    pub fn out_file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|path| *path != "-")
    }

    /// True if the results are in a file that can be continued.
    pub fn can_resume(&self) -> bool {
        self.out_file().is_some() && self.format().is_ok_and(OutputFormat::can_resume)
    }

    /// The format of the results.
    pub fn format(&self) -> Result<OutputFormat, Failure> {
        let given = self.json.then_some(OutputFormat::Jsonl).or(self.format);
        let format = output_format(given, self.out_file())?;
        if self.resume && (!format.can_resume() || self.out_file().is_none()) {
            let text = "--resume: only a jsonl or csv file can be continued";
            return Err(Failure::Input(text.to_owned()));
        }
        Ok(format)
    }
}

/// Reads the results in a JSONL file, which may be empty, and sorts them by their lines, file by file. Damaged lines are skipped,
/// unless all are.
pub fn read_results(path: &Path) -> Result<Vec<PuzzleRecord>, Failure> {
    let bytes = read_bytes(path)?;
    let (mut results, mut damaged) = (Vec::new(), Vec::new());
    let bytes = bytes.strip_prefix(UTF8_MARK).unwrap_or(&bytes);
    for (number, line) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
        let line = match std::str::from_utf8(line.trim_ascii_end()) {
            Ok(line) => line,
            Err(error) => {
                let what = PuzzleError::NotText(error);
                damaged.push(format!("line {number}: {what}"));
                continue;
            }
        };
        match PuzzleRecord::from_json(line) {
            Ok(result) => results.push(result),
            Err(error) => {
                let (reason, column) = (line_error(&error), error.column());
                let what = match error.is_data() && line.starts_with('{') {
                    true => {
                        format!("not a result in JSON, as `chuhe solve --json` writes it: {reason}")
                    }
                    false => "not a result in JSON, as `chuhe solve --json` writes it".to_owned(),
                };
                damaged.push(format!("line {number}, column {column}: {what}"));
            }
        }
    }
    if let (true, Some(text)) = (results.is_empty(), damaged.first()) {
        return Err(Failure::file(path, text));
    }
    for text in damaged {
        warn!("{}: {text}; the line is skipped", path.display());
    }
    let mut files = BTreeMap::new();
    for result in &results {
        let next = files.len();
        files.entry(result.file.clone()).or_insert(next);
    }
    results.sort_by_key(|result| (files[&result.file], result.line));
    PuzzleRecord::remove_corrected(&mut results);
    Ok(results)
}

/// Writes results into a store.
pub fn rewrite(results: &[PuzzleRecord], mut store: Store) -> Result<(), Failure> {
    let mut tally = BatchTally::default();
    for result in results {
        let written = store.add(result);
        written.map_err(|error| store.failure(&error, tally.count()))?;
        tally.add(result);
    }
    let finished = store.finish(&tally);
    Ok(finished.map_err(|error| store.failure(&error, tally.count()))?)
}
