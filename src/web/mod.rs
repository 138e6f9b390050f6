//! Pages in one file: JavaScript modules, styles and data in an HTML page that loads nothing. Layer 1 of `docs/architecture.md`.
//!
//! The modules import each other by the names of an import map, as `chuhe/board.js`. The import map of a page in one file has the
//! modules as `data:` URLs; that of a page served from a folder has the folder instead. [`site`] has the files of the latter.

pub mod site;

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;

/// A module: its path in `src/web`, and its text.
pub type Module = (&'static str, &'static str);

/// Modules of `src/web` by path.
macro_rules! modules {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/", $path)))),*]
    };
}
pub(crate) use modules;

/// The modules of every page.
const COMMON: &[Module] = modules![
    "board.js",
    "diagram.js",
    "dom.js",
    "glyphs.js",
    "language.js",
    "notation.js",
    "position.js",
    "storage.js",
];

/// The styles of every page: the board, and the parts that pages share.
const STYLE: &str = concat!(include_str!("board.css"), include_str!("page.css"));

/// The elements that `puzzle_book/puzzle_view.js` uses, in the place of `{{puzzle_view}}`.
const PUZZLE_VIEW: &str = include_str!("puzzle_book/puzzle_view.html");

/// A page in one file.
#[derive(Debug)]
pub struct Page {
    /// The HTML, with `{{style}}` before `{{data}}` and `{{modules}}` after it; `{{puzzle_view}}` may be before it.
    pub html: &'static str,
    /// Its own style.
    pub style: &'static str,
    /// Its own modules; the first is run.
    pub modules: &'static [Module],
}

impl Page {
    /// The page before and after its data.
    pub fn halves(&self) -> (String, String) {
        let halves = self.html.split_once("{{data}}");
        let (head, foot) = halves.expect("the page has a place for data");
        (
            head.replace("{{style}}", &format!("{STYLE}{}", self.style))
                .replace("{{puzzle_view}}\n", PUZZLE_VIEW),
            foot.replace("{{modules}}", &self.import_map()),
        )
    }

    /// The import map, and the script that runs the first module.
    fn import_map(&self) -> String {
        let modules = COMMON.iter().chain(self.modules);
        let imports: BTreeMap<String, String> = modules
            .map(|(path, text)| {
                let text = BASE64_STANDARD.encode(text);
                let address = format!("data:text/javascript;base64,{text}");
                (format!("chuhe/{path}"), address)
            })
            .collect();
        let map = serde_json::json!({ "imports": imports });
        let (main, _) = self.modules[0];
        format!(
            "<script type=\"importmap\">{map}</script>\n<script type=\"module\">import \"chuhe/{main}\";</script>"
        )
    }
}

/// Writes data as JSON on a line, for a script element: a `</script>` in the data cannot end the element.
///
/// # Panics
/// If a map in it has a key that is not text.
pub fn script_json(data: &impl Serialize) -> String {
    let line = serde_json::to_string(data).expect("keys are text");
    line.replace('<', "\\u003c") + "\n"
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Asserts that a page is whole, loads nothing, and contains every module that its modules import.
    pub fn assert_self_contained(page: &Page, written: &str) {
        assert!(written.starts_with("<!DOCTYPE html>") && written.trim_end().ends_with("</html>"));
        for text in ["{{", " src=", "@import", "http:", "https:", "url("] {
            assert!(!written.contains(text), "{text}");
        }
        let modules: Vec<Module> = COMMON.iter().chain(page.modules).copied().collect();
        assert_imports_exist(&modules);
    }

    /// Asserts that modules import each other and nothing else, and that their types are checked.
    pub fn assert_imports_exist(modules: &[Module]) {
        for (path, text) in modules {
            for import in text.split("from \"").skip(1) {
                let (name, _) = import.split_once('"').unwrap_or_default();
                let known = name
                    .strip_prefix("chuhe/")
                    .is_some_and(|name| modules.iter().any(|(path, _)| *path == name));
                assert!(known, "{path} imports {name}");
            }
            assert!(text.starts_with("// @ts-check\n"), "{path} is not checked");
            assert!(text.lines().count() <= 400, "{path} is too long");
        }
    }

    #[test]
    fn data_cannot_end_its_script_element() {
        let line = script_json(&"</script><b>");
        assert!(!line.contains('<') && line.ends_with('\n'));
        assert_eq!(
            serde_json::from_str::<String>(&line).unwrap(),
            "</script><b>"
        );
    }
}
