//! The HTML format: the puzzle book, a page in one file in which the reader solves the puzzles.
//!
//! The page contains the results as lines of JSON, and `src/web/puzzle_book` shows them. So the page can be written as the results
//! are found.

use std::io;

use super::formatter::RecordFormatter;
use crate::solve::batch::record::PuzzleRecord;
use crate::solve::batch::tally::BatchTally;
use crate::web::{Page, modules, script_json};

/// The formatter of the page.
pub struct Html;

const PAGE: Page = Page {
    html: include_str!("../../../web/puzzle_book/page.html"),
    style: include_str!("../../../web/puzzle_book/page.css"),
    modules: modules![
        "puzzle_book/main.js",
        "puzzle_book/attempt.js",
        "puzzle_book/facts.js",
        "puzzle_book/filter.js",
        "puzzle_book/overview.js",
        "puzzle_book/printing.js",
        "puzzle_book/progress.js",
        "puzzle_book/puzzle_view.js",
        "puzzle_book/record.js",
        "puzzle_book/solution.js",
        "puzzle_book/texts.js",
    ],
};

impl RecordFormatter for Html {
    fn header(&self) -> String {
        PAGE.halves().0
    }

    fn record(&self, record: &PuzzleRecord) -> io::Result<String> {
        script_json(record)
    }

    fn footer(&self, _tally: &BatchTally) -> String {
        PAGE.halves().1
    }

    fn must_be_complete(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tests::assert_self_contained;

    #[test]
    fn the_page_is_whole_and_loads_nothing() {
        let record = Html.record(&PuzzleRecord::default()).unwrap();
        let written = Html.header() + &record + &Html.footer(&BatchTally::default());
        assert_self_contained(&PAGE, &written);
    }
}
