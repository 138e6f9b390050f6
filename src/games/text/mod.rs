//! Text: moves in Chinese notation with their numbers, as people write and paste them.
//!
//! ```text
//! 标题: 友谊赛
//! 红方: 甲
//! 黑方: 乙
//!
//! 1. 炮二平五 {中炮} 1... 马８进７ (1... 炮８平５)
//! 2. 马二进三 红胜
//! ```
//!
//! Lines `name: value` before the moves are tags, several on a line if their names are known; such lines below the moves belong to
//! the game if no other begins there. Other lines before a game, and between its tags and its moves, are skipped if they cannot be
//! mistaken for moves. Moves need no numbers and no blanks between them. Comments are in braces or square brackets, after a
//! semicolon, or in parentheses; parentheses with only moves before the next bracket are variations. A result ends a game. Tags,
//! moves and comments may also be written as in PGN, whose reader this one shares.

mod lexer;
mod lines;
mod tags;
mod write;

use lexer::TextLexer;

use super::chinese_names::result;
use super::pgn::{PgnError, Token, read_each_of_tokens};
use super::{GameTree, RESULTS};
use crate::board::Board;
use crate::notation::chinese_move_prefix;

pub use write::write;

/// Reads all games of a text.
///
/// # Errors
/// If the text is not games: the first error with its location.
///
/// ```
/// use chuhe::games::text::read;
/// let games = read("红方：甲\n1.炮二平五马8进72.馬二進三（正着）車９平８ 和棋")?;
/// let comment = &games[0].line[2].comment;
/// assert_eq!((games[0].tag("Red"), games[0].result(), &**comment), (Some("甲"), "1/2-1/2", "正着"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str) -> Result<Vec<GameTree>, PgnError> {
    read_each(text).into_iter().collect()
}

/// Reads the games of a text as [`read`], but goes on after a game with an error. The error stands in place of its game.
pub fn read_each(text: &str) -> Vec<Result<GameTree, PgnError>> {
    let mut lexer = TextLexer::new(text);
    lexer.skip_heading();
    let mut games = read_each_of_tokens(lexer);
    let mut is_first = true;
    // After the result there may be more lines such as a comment.
    games.retain(|game| {
        let is_game = |game: &GameTree| !game.line.is_empty() || game.start != Board::startpos();
        std::mem::take(&mut is_first) || game.as_ref().map_or(true, is_game)
    });
    games
}

/// True if a text begins with a game: a move in Chinese notation after headings, tags and comments, or a result among tags or after
/// them.
pub(crate) fn is_game(text: &str) -> bool {
    let mut lexer = TextLexer::new(text);
    lexer.skip_heading();
    let (mut has_tag, mut has_result) = (false, false);
    let mut tokens = lexer.map(|(_, token)| token);
    let word = tokens.find(|token| {
        if let Token::Tag(name, value) = token {
            has_tag = true;
            has_result |= name == "Result" && value != RESULTS[0];
        }
        !matches!(token, Token::Tag(..) | Token::Comment(_))
    });
    let Some(Token::Word(word)) = word else {
        return has_result;
    };
    // Dots are put before a move of black.
    chinese_move_prefix(word.trim_start_matches('.')).is_some()
        || has_tag && result(&word).is_some()
}
