//! Game files. A [`GameTree`] is a game with tags, comments and variations; each format reads and writes it. Layer 3 of
//! `docs/architecture.md`.
//!
//! ```
//! use chuhe::games::pgn;
//! use chuhe::notation::Notation;
//!
//! let text = "[Red \"甲\"]\n[Result \"*\"]\n\n1. 炮二平五 {中炮} 马８进７ (1... 炮８平５) 2. 马二进三 *\n";
//! let games = pgn::read(text)?;
//! assert_eq!(games[0].tag("Red"), Some("甲"));
//! assert_eq!(games[0].main_line().len(), 3);
//! let written = pgn::write(&games[0], Notation::Wxf);
//! assert!(written.contains("1. C2.5 {中炮} 1... H8+7 (1... C8.5) 2. H2+3 *"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "cli")]
pub(crate) mod cases;
pub mod ccbridge;
pub(crate) mod chinese_names;
pub mod dhtmlxq;
pub mod encoding;
pub(crate) mod game_file;
pub(crate) mod move_list;
pub mod pgn;
mod records;
pub mod text;
pub(crate) mod tree;
pub mod xqf;

pub use encoding::Encoding;
pub use game_file::GameFormat;
pub use move_list::MoveListError;
pub use records::{RecordError, RecordErrorKind};
pub use tree::{GameLine, GameNode, GameTree};

/// The deepest nesting of variations that the readers accept. It bounds the recursion.
pub const MAX_NESTING: usize = 64;

/// The results in game files. The first is that of an unfinished game.
pub(crate) const RESULTS: [&str; 4] = ["*", "1-0", "0-1", "1/2-1/2"];

/// The signs after a move or a result.
const SIGNS: [char; 4] = ['!', '?', '！', '？'];
