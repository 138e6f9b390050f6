//! The HTML format: a page in one file with diagrams, keys and variations to step through.
//!
//! The page contains the results as lines of JSON, and `page/page.js` draws those that are shown. So the page can be written as
//! the results are found.

use std::io;

use super::formatter::RecordFormatter;
use crate::board::{Piece, Square};
use crate::diagram::{board, position};
use crate::solve::batch::record::PuzzleRecord;
use crate::solve::batch::tally::BatchTally;

/// The formatter of the page.
pub struct Html;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The page before and after the results.
fn halves() -> (&'static str, &'static str) {
    PAGE.split_once("{{results}}").unwrap_or((PAGE, ""))
}

impl RecordFormatter for Html {
    fn header(&self) -> String {
        halves().0.replace("{{style}}", STYLE)
    }

    fn record(&self, record: &PuzzleRecord) -> io::Result<String> {
        let json = serde_json::to_string(record)?;
        // A `</script>` in the data must not end the element that contains the data.
        Ok(json.replace('<', "\\u003c") + "\n")
    }

    fn footer(&self, tally: &BatchTally) -> String {
        let footer = halves().1.replace("{{tally}}", &tally.to_string());
        footer
            .replace("{{diagram}}", &diagram())
            .replace("{{script}}", SCRIPT)
    }

    fn must_be_complete(&self) -> bool {
        true
    }
}

/// The empty board and the strokes of the pieces as JSON, from which the script draws the same diagrams as `chuhe show`.
fn diagram() -> String {
    let layout = board::BoardLayout {
        flip: false,
        coordinates: true,
    };
    let (width, height) = layout.size();
    let shapes: Vec<String> = layout.draw().iter().map(ToString::to_string).collect();
    let (left, top) = layout.point(Square::new(0, 9));
    let pieces: serde_json::Map<String, serde_json::Value> = Piece::all()
        .map(|piece| {
            (
                piece.letter().to_string(),
                position::piece_svg_path(piece).into(),
            )
        })
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
    fn the_page_loads_no_other_file_and_data_cannot_end_its_script_element() {
        let record = PuzzleRecord {
            id: "</script><b>".to_owned(),
            ..PuzzleRecord::default()
        };
        let line = Html.record(&record).unwrap();
        assert!(!line.contains('<') && line.ends_with('\n'));
        let back: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(back["id"], "</script><b>");
        let page = Html.header() + &line + &Html.footer(&BatchTally::default());
        assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
        assert!(!page.contains("{{") && !page.contains("src=") && !page.contains("@import"));
        // The only address is the XML namespace of SVG, which browsers do not fetch.
        let count = |text| page.matches(text).count();
        assert_eq!(count("http"), count("http://www.w3.org/2000/svg"));
    }
}
