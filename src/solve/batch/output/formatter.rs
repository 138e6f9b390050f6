//! The trait of output formats: turns records into text.

use crate::search::score::ScoreKind;
use crate::solve::batch::input::line_of;
use crate::solve::batch::record::{NoMateReason, PuzzleRecord, PuzzleStatus};
use crate::solve::batch::tally::BatchTally;

/// Turns records into text. Every text ends with a line end.
pub trait RecordFormatter {
    /// The text before the first record.
    fn header(&self) -> String {
        String::new()
    }

    /// The text of a record.
    fn record(&self, record: &PuzzleRecord) -> String;

    /// The text after the last record.
    fn footer(&self, _tally: &BatchTally) -> String {
        String::new()
    }

    /// Parses a line that [`RecordFormatter::record`] wrote, without its line end. It reads at least what a run needs to resume: file,
    /// line, position, status, `right` and error.
    ///
    /// # Errors
    /// A message if the line is not a record, or the format cannot be resumed.
    fn read_back(&self, _line: &str) -> Result<PuzzleRecord, String> {
        Err("this format is not read back".to_owned())
    }

    /// True if the text is of use only when it is complete.
    fn must_be_complete(&self) -> bool {
        false
    }
}

/// What is known of a position without a known mate: `draw`, `no mate`, `mated in 2` or `not in 3`; `None` if nothing is.
pub(super) fn no_mate_text(record: &PuzzleRecord) -> Option<String> {
    match (record.status, record.reason) {
        (PuzzleStatus::None, Some(NoMateReason::Draw)) => Some("draw".to_owned()),
        (PuzzleStatus::None, reason) if reason != Some(NoMateReason::Length) => {
            Some((record.lost_in).map_or("no mate".to_owned(), |moves| format!("mated in {moves}")))
        }
        (PuzzleStatus::None | PuzzleStatus::Unsolved, _) if record.no_mate_in > 0 => {
            Some(format!("not in {}", record.no_mate_in))
        }
        _ => None,
    }
}

/// A score as `cp 35` or `rule -4`; `None` for a mate score, which is not proved.
pub(super) fn score_text(score: Option<ScoreKind>) -> Option<String> {
    match score? {
        ScoreKind::Evaluation(value) => Some(format!("cp {value}")),
        ScoreKind::Rule(plies) => Some(format!("rule {plies}")),
        ScoreKind::Mate(_) => None,
    }
}

/// The line number of an invalid puzzle, with the file name if there are several sources, and its error.
pub(super) fn located_error(record: &PuzzleRecord) -> String {
    let place = line_of(record.file.as_deref(), record.line);
    format!("{place}: {}", record.error.as_deref().unwrap_or_default())
}
