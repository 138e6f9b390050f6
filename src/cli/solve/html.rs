//! A page to look at: diagrams, keys, lines to step through. All that it needs is in it.
//!
//! The results stand in the page as lines of JSON; what draws them is `page/page.js`, and it draws only what is
//! looked at. So the page is written as the results come, and its size is theirs.

use std::io;

use super::format::Layout;
use super::tally::Tally;
use crate::solve::batch::Record;

/// A page.
pub struct Html;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Where the results stand, between the two halves of the page.
const RESULTS: &str = "{{results}}";

impl Layout for Html {
    fn head(&self) -> String {
        let (head, _) = PAGE.split_once(RESULTS).unwrap_or((PAGE, ""));
        head.replace("{{style}}", STYLE)
    }

    fn record(&self, record: &Record) -> io::Result<String> {
        let json = serde_json::to_string(record)?;
        // Nothing in the data may end the element that it stands in.
        Ok(json.replace('<', "\\u003c") + "\n")
    }

    fn tail(&self, tally: &Tally) -> String {
        let (_, tail) = PAGE.split_once(RESULTS).unwrap_or((PAGE, ""));
        tail.replace("{{tally}}", &tally.to_string())
            .replace("{{script}}", SCRIPT)
    }

    fn is_whole_only(&self) -> bool {
        true
    }
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
        // The one address is the name of a language, and nobody fetches it.
        let addresses = page.matches("http").count();
        assert_eq!(
            addresses,
            page.matches("http://www.w3.org/2000/svg").count()
        );
    }
}
