//! The review page: games in one HTML file, in which the reader looks for the better moves.

use serde::Serialize;

use crate::games::GameTree;
use crate::web::{Page, modules, script_json};

/// The page, whose data are records on lines: of each game a start, its moves, and its summary.
pub const PAGE: Page = Page {
    html: include_str!("../web/review/page.html"),
    style: include_str!("../web/review/page.css"),
    modules: modules![
        "review/main.js",
        "curve.js",
        "review/record.js",
        "review/texts.js",
    ],
};

/// The start of a game.
#[derive(Serialize)]
struct StartRecord {
    r#type: &'static str,
    /// The number of the game, from 1.
    game: usize,
    title: String,
    fen: String,
}

/// The line of the start of a game.
pub fn start_line(number: usize, game: &GameTree) -> String {
    script_json(&StartRecord {
        r#type: "start",
        game: number,
        title: game.heading(),
        fen: game.start.to_fen(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tests::assert_self_contained;

    #[test]
    fn the_page_is_whole_and_loads_nothing() {
        let (head, foot) = PAGE.halves();
        assert_self_contained(&PAGE, &(head + &foot));
    }
}
