//! A page for the browser, in one file: diagrams, keys, lines to step through.
//!
//! The results stand in the page as lines of JSON; `page/page.js` draws those that are in view. So the page is written as the
//! results come.

use std::io;

use super::layout::Layout;
use crate::board::{Piece, Square};
use crate::diagram::{board, position};
use crate::solve::batch::record::Record;
use crate::solve::batch::tally::Tally;

/// A page.
pub struct Html;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The page before and after the results.
fn halves() -> (&'static str, &'static str) {
    PAGE.split_once("{{results}}").unwrap_or((PAGE, ""))
}

impl Layout for Html {
    fn head(&self) -> String {
        halves().0.replace("{{style}}", STYLE)
    }

    fn record(&self, record: &Record) -> io::Result<String> {
        let json = serde_json::to_string(record)?;
        // Nothing in the data may end the element that it stands in.
        Ok(json.replace('<', "\\u003c") + "\n")
    }

    fn tail(&self, tally: &Tally) -> String {
        let tail = halves().1.replace("{{tally}}", &tally.to_string());
        tail.replace("{{diagram}}", &diagram())
            .replace("{{script}}", SCRIPT)
    }

    fn is_whole_only(&self) -> bool {
        true
    }
}

/// What the script draws with, as for `chuhe show`: the empty board and the strokes of the pieces.
fn diagram() -> String {
    let layout = board::Layout {
        flip: false,
        coordinates: true,
    };
    let (width, height) = layout.size();
    let shapes: Vec<String> = layout.draw().iter().map(ToString::to_string).collect();
    let (left, top) = layout.point(Square::new(0, 9));
    let pieces: serde_json::Map<String, serde_json::Value> = Piece::all()
        .map(|piece| (piece.letter().to_string(), position::strokes(piece).into()))
        .collect();
    let json = serde_json::json!({
        "width": width,
        "height": height,
        "left": left,
        "top": top,
        "step": board::STEP,
        "board": shapes.concat(),
        "pieces": pieces,
    });
    json.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_else_and_no_data_ends_it() {
        let record = Record {
            id: "</script><b>".to_owned(),
            ..Record::default()
        };
        let line = Html.record(&record).unwrap();
        assert!(!line.contains('<') && line.ends_with('\n'));
        let back: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(back["id"], "</script><b>");
        let page = Html.head() + &line + &Html.tail(&Tally::default());
        assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
        assert!(!page.contains("{{") && !page.contains("src=") && !page.contains("@import"));
        // The one address is the name of a language, and is never fetched.
        let count = |text| page.matches(text).count();
        assert_eq!(count("http"), count("http://www.w3.org/2000/svg"));
    }
}
