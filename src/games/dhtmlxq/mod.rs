//! DhtmlXQ, the game format of dpxq.com (东萍象棋网) in web pages and forum posts (UBB code).
//!
//! A game stands between `[DhtmlXQ]` and `[/DhtmlXQ]`; other text is skipped. A page may have one game without these two. Each
//! item is a tag with its name, `[DhtmlXQ_red]...[/DhtmlXQ_red]`:
//!
//! | name | value |
//! |---|---|
//! | `binit` | the squares of the 32 pieces, `99` for none; empty for the initial position |
//! | `fen` | the first position with the side to move; some programs write it instead of `binit` |
//! | `movelist` | the main line, four digits a move: file from the left and rank from the top, of both squares |
//! | `move_P_F_N` | line number N, a variation of line P from ply F on; line 0 is the main line |
//! | `commentF`, `commentN_F` | the comment after ply F of the main line, or of line N; ply 0 is the start |
//! | others | texts such as names and dates |
//!
//! In comments `||` and `<br>` are line breaks. In values `\u70ae` is a character by its number in hexadecimal digits. HTML entities
//! are read.

mod escapes;
mod layout;
mod read;
mod write;

pub(super) use read::read_each;
pub use read::{DhtmlXqError, DhtmlXqErrorKind, read};
pub use write::write;
