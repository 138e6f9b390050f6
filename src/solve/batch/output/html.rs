//! The HTML format: the puzzle book, a page in one file in which the reader solves the puzzles.
//!
//! The page contains the results as lines of JSON, and `src/web/puzzle_book` shows them. So the page can be written as the results
//! are found.

use std::borrow::Cow;

use serde::Serialize;

use super::formatter::RecordFormatter;
use super::table::TableFormatter;
use crate::catalogue;
use crate::rules::Game;
use crate::solve::batch::puzzle::Puzzle;
use crate::solve::batch::record::PuzzleRecord;
use crate::solve::batch::tally::BatchTally;
use crate::web::{Page, modules, script_json};

/// The formatter of the page. The table knows which puzzles have numbers of games.
pub struct Html(pub TableFormatter);

/// A record as the page reads it.
#[derive(Serialize)]
struct PageRecord<'r> {
    #[serde(flatten)]
    record: &'r PuzzleRecord,
    /// The moves of the operation `bm`, which may be in any notation, in coordinates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    best: Vec<String>,
    /// True if `line` is the number of a game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    game: bool,
    /// The error in Chinese.
    #[serde(skip_serializing_if = "Option::is_none")]
    error_zh: Option<Cow<'r, str>>,
}

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

    fn record(&self, record: &PuzzleRecord) -> String {
        let error = record.error.as_deref();
        script_json(&PageRecord {
            record,
            best: best_moves(record),
            game: self.0.is_game(record),
            error_zh: error.map(|error| catalogue::text(error, true)),
        })
    }

    fn footer(&self, _tally: &BatchTally) -> String {
        PAGE.halves().1
    }

    fn must_be_complete(&self) -> bool {
        true
    }
}

/// The moves of the operation `bm`; none without it, and if one is not legal.
fn best_moves(record: &PuzzleRecord) -> Vec<String> {
    let Some(board) = record.board() else {
        return Vec::new();
    };
    let puzzle = Puzzle {
        operations: record.operations.clone(),
        ..Puzzle::new(Game::new(board))
    };
    let moves = puzzle.moves_of("bm").ok().flatten();
    moves.iter().flatten().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;
    use crate::web::tests::assert_self_contained;

    fn page(games: &[&str]) -> Html {
        Html(TableFormatter {
            several: false,
            games: games.iter().copied().map(str::to_owned).collect(),
            width: None,
            translate: str::to_owned,
        })
    }

    #[test]
    fn the_page_is_whole_and_loads_nothing() {
        let html = page(&[]);
        let record = html.record(&PuzzleRecord::default());
        let written = html.header() + &record + &html.footer(&BatchTally::default());
        assert_self_contained(&PAGE, &written);
    }

    #[test]
    fn games_are_marked_and_errors_are_in_both_languages() {
        let record = PuzzleRecord {
            error: Some("the position is missing".to_owned()),
            ..PuzzleRecord::default()
        };
        let text = page(&["games.pgn"]).record(&record);
        assert!(
            text.contains("\"game\":true") && text.contains("\"error_zh\":\"没有局面\""),
            "{text}"
        );
        let text = page(&[]).record(&PuzzleRecord::default());
        assert!(
            !text.contains("\"game\"") && !text.contains("error_zh"),
            "{text}"
        );
    }

    #[test]
    fn best_moves_are_in_coordinates_whatever_their_notation() {
        let bm = "炮2平5 b0c2,C3-C4 H8+7".to_owned();
        let record = PuzzleRecord {
            fen: Some(START_FEN.to_owned()),
            operations: vec![("bm".to_owned(), bm)],
            ..PuzzleRecord::default()
        };
        let text = page(&[]).record(&record);
        let found: serde_json::Value = serde_json::from_str(&text).unwrap();
        let best = serde_json::json!(["h2e2", "b0c2", "c3c4", "b0c2"]);
        assert_eq!(found["best"], best);
    }
}
