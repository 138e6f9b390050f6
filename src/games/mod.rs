//! Floor 4: games as files: a tree of moves with headers and comments, and the formats that hold one.
//!
//! | room | idea |
//! |---|---|
//! | [`tree`] | a game with its variations, whatever file it came from |
//! | [`encoding`] | bytes to text: which encoding, and what where it is none |
//! | [`pgn`] | the text format, read and written, moves in any notation |
//! | [`move_list`] | bare lists of moves in any notation |
//! | [`cases`] | files of rule cases: cycles of moves and their winners |
//! | [`xqf`] | the format of XQStudio and of most collections, read and written |
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

pub mod cases;
pub mod encoding;
pub mod move_list;
pub mod pgn;
pub mod tree;
pub mod xqf;

pub use encoding::Encoding;
pub use tree::{GameTree, Line, Node};

/// How deep variations may stand in variations: deeper than anybody's, and shallower than what
/// would exhaust a stack.
pub const MAX_NESTING: usize = 64;
