//! The page for playing, analysing and solving, as `build.sh` makes it in a folder, but for the native engine.

use super::{COMMON, Module, PUZZLE_VIEW, modules};

/// The page itself. Its import map has the folder in which it is served.
const INDEX: &str = include_str!("app/index.html");

/// The modules of the page. The first is run.
const MODULES: &[Module] = modules![
    "app/main.js",
    "app/analysis.js",
    "app/clock.js",
    "app/editor.js",
    "app/engine_client.js",
    "app/evaluation.js",
    "app/files.js",
    "app/game_tree.js",
    "app/move_list.js",
    "app/native_engine.js",
    "app/play.js",
    "app/puzzles.js",
    "app/review.js",
    "app/sound.js",
    "app/texts.js",
    "app/verdict.js",
    "curve.js",
    "puzzle_book/attempt.js",
    "puzzle_book/facts.js",
    "puzzle_book/progress.js",
    "puzzle_book/puzzle_view.js",
    "puzzle_book/record.js",
    "puzzle_book/solution.js",
    "puzzle_book/texts.js",
];

/// The other files, by the path at which they are served.
const OTHERS: &[Module] = &[
    ("board.css", include_str!("board.css")),
    ("page.css", include_str!("page.css")),
    ("app/app.css", include_str!("app/app.css")),
    ("icon.svg", include_str!("app/icon.svg")),
    ("puzzles.epd", include_str!("../../positions/mates.epd")),
];

/// What is replaced in the page. The page for the native engine says so, and has no link for an app that needs no program.
const REPLACED: [(&str, &str); 3] = [
    ("data-engine=\"wasm\"", "data-engine=\"native\""),
    (
        "<link rel=\"manifest\" href=\"manifest.webmanifest\">\n",
        "",
    ),
    ("{{puzzle_view}}\n", PUZZLE_VIEW),
];

/// Returns the page.
pub fn index() -> String {
    let replace = |html: String, (from, to): (&str, &str)| html.replace(from, to);
    REPLACED.into_iter().fold(INDEX.to_owned(), replace)
}

/// Returns the other file that is served at a path; `None` if there is none.
pub fn file(path: &str) -> Option<&'static str> {
    let mut files = COMMON.iter().chain(MODULES).chain(OTHERS);
    files
        .find(|(known, _)| *known == path)
        .map(|(_, text)| *text)
}

/// Returns the Content-Security-Policy of the page.
pub fn policy() -> &'static str {
    let (_, after) = INDEX
        .split_once("http-equiv=\"Content-Security-Policy\" content=\"")
        .expect("the page has a policy");
    after.split('"').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tests::assert_imports_exist;

    #[test]
    fn the_page_has_all_that_it_loads() {
        let modules: Vec<Module> = COMMON.iter().chain(MODULES).copied().collect();
        assert_imports_exist(&modules);
        let html = index();
        for (from, _) in REPLACED {
            assert!(INDEX.contains(from) && !html.contains(from), "{from}");
        }
        let attributes = [" src=\"", " href=\""].into_iter();
        let paths = attributes.flat_map(|name| html.split(name).skip(1));
        let paths: Vec<&str> = paths.filter_map(|after| after.split('"').next()).collect();
        assert_eq!(paths.len(), 5, "{paths:?}");
        for path in paths {
            assert!(file(path).is_some(), "{path}");
        }
        assert!(policy().starts_with("default-src 'none'; ") && policy().ends_with("'none'"));
    }
}
