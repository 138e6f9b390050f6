//! Xiangqi PGN: tags in brackets, then the moves.
//!
//! Moves may be in ICCS, Chinese or WXF notation. Comments are in braces or after a semicolon, variations in parentheses, and
//! numeric annotation glyphs (NAGs) are `$1` or `!`. Text between a result and the next tag is skipped, because some
//! collections have advertisements there.

mod lexer;
mod read;
mod write;

pub use lexer::Location;
pub(super) use lexer::{
    BYTE_ORDER_MARK, Lexer, MAX_TAGS_LINE, Token, TokenSource, begins_game, begins_with_moves,
    begins_with_tag, ends_name, ends_word, has_first_number, is_blank, is_digit, is_separator,
    line_of, trimmed_line,
};
pub(super) use read::{BLACK_DOTS, count_dots, read_each_of_tokens};
pub use read::{PgnError, PgnErrorKind, read, read_each};
#[cfg(feature = "cli")]
pub(crate) use write::iccs;
pub(crate) use write::{comment, tag_pair, wrap};
pub(super) use write::{move_text, push_line};
pub use write::{write, write_for};
