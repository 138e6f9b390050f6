//! PGN reader: text to game trees.

use std::collections::HashMap;

use thiserror::Error;

use super::lexer::{Lexer, Location, Token, TokenSource, is_digit};
use crate::board::{Board, Color, FenError};
use crate::games::chinese_names::result;
use crate::games::tree::is_own_tag;
use crate::games::{GameLine, GameNode, GameTree, MAX_NESTING, RESULTS, SIGNS};
use crate::notation::{self, Notation, ReadError};

/// An error in a PGN file with its location.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {}, column {}: {kind}", .location.line, .location.column)]
pub struct PgnError {
    /// The location of the error.
    pub location: Location,
    /// The kind of error.
    pub kind: PgnErrorKind,
}

/// The kinds of errors in a PGN file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PgnErrorKind {
    /// The file has no game.
    #[error("no game in the file")]
    Empty,
    /// A line begins with a bracket and is not a tag.
    #[error("expected a tag such as [Event \"...\"]")]
    Tag,
    /// The FEN tag is not a valid FEN.
    #[error("the FEN tag: {0}")]
    Fen(FenError),
    /// A word is not a legal move.
    #[error("{0}")]
    Move(ReadError),
    /// Dots say that black moves first, but red is to move.
    #[error(
        "dots as in '1...' say that black moves, but red is to move; check the FEN, or remove the dots"
    )]
    BlackNumber,
    /// A brace is never closed.
    #[error("the comment that begins here is never closed")]
    UnclosedComment,
    /// A variation begins before any move.
    #[error("a variation must follow a move")]
    NothingToVary,
    /// The nesting exceeds [`MAX_NESTING`].
    #[error("variations are nested more than {MAX_NESTING} deep")]
    TooDeep,
    /// A `)` without its `(`.
    #[error("')' without a '('")]
    NothingToClose,
    /// The game ends within a variation.
    #[error("the game ends before its variation is closed")]
    UnclosedVariation,
}

impl Location {
    fn error(self, kind: PgnErrorKind) -> PgnError {
        PgnError {
            location: self,
            kind,
        }
    }
}

/// Reads all games of a file.
///
/// # Errors
/// If the text is not valid PGN: the first error with its location.
///
/// ```
/// use chuhe::games::pgn::read;
/// let error = read("[Red \"甲\"]\n\n1. 炮二平五 炮八平五\n2. 炮三平五 *").unwrap_err();
/// assert_eq!(error.to_string(), "line 4, column 4: '炮三平五': red has no cannon on its file 3");
/// ```
pub fn read(text: &str) -> Result<Vec<GameTree>, PgnError> {
    read_each(text).into_iter().collect()
}

/// Reads the games of a file and goes on after a game with an error. The error stands in place of its game.
///
/// ```
/// use chuhe::games::pgn::read_each;
/// let games = read_each("[Red \"甲\"]\n\n1. 炮二平五 炮三平五 *\n\n[Red \"乙\"]\n\n1. 炮二平五 *");
/// assert_eq!((games.len(), games[0].is_err()), (2, true));
/// assert_eq!(games[1].as_ref().unwrap().tag("Red"), Some("乙"));
/// ```
pub fn read_each(text: &str) -> Vec<Result<GameTree, PgnError>> {
    read_each_of_tokens(Lexer::new(text))
}

/// Reads the games of a sequence of tokens, with an error in place of each game that has one.
pub(in crate::games) fn read_each_of_tokens(
    mut lexer: impl TokenSource + Clone,
) -> Vec<Result<GameTree, PgnError>> {
    let mut games = Vec::new();
    let mut reader: Option<GameReader> = None;
    while let Some((location, token)) = lexer.next() {
        if let Token::Tag(name, _) = &token
            && let Some(reader) = reader
                .take_if(|reader| reader.is_before(location, name, || has_fen(name, lexer.clone())))
        {
            games.push(reader.finish(location));
        }
        let reading = reader.get_or_insert_with(GameReader::new);
        match token {
            Token::Word(word) if reading.is_end(&word) => {
                // A tag may have no result, or an unknown one.
                if reading.game.result() == RESULTS[0]
                    && let Some(result) = result(&word)
                {
                    reading.game.set_tag("Result", result);
                }
                games.extend(reader.take().map(|reader| reader.finish(location)));
                lexer.skip_to_game();
            }
            token => reading.add(location, token),
        }
    }
    if let Some(reader) = reader {
        games.push(reader.finish(lexer.location()));
    }
    if games.is_empty() {
        games.push(Err(lexer.location().error(PgnErrorKind::Empty)));
    }
    games
}

/// True if a tag or one of those that follow it, before any other token, has the position of a game.
fn has_fen(name: &str, tokens: impl TokenSource) -> bool {
    let is_fen = |name: &str| name.eq_ignore_ascii_case("FEN");
    let mut tags = tokens.map_while(|(_, token)| match token {
        Token::Tag(name, _) => Some(name),
        _ => None,
    });
    is_fen(name) || tags.any(|name| is_fen(&name))
}

/// A line that is being read, with the boards before and after its last move.
struct OpenLine {
    line: GameLine,
    before: Board,
    now: Board,
    /// The comment before the first move.
    comment: String,
    /// The dots in move numbers so far, as [`count_dots`] counts them.
    dots: usize,
}

impl OpenLine {
    fn new(board: &Board) -> OpenLine {
        OpenLine {
            line: GameLine::new(),
            before: board.clone(),
            now: board.clone(),
            comment: String::new(),
            dots: 0,
        }
    }
}

/// A game that is being read.
struct GameReader {
    game: GameTree,
    main: OpenLine,
    /// The variations being read, the innermost last.
    open: Vec<OpenLine>,
    /// True after anything but tags and the comments before and between them.
    past_tags: bool,
    /// The names of the tags in lower case, each with its index in the tags of the game if it is one of them.
    names: HashMap<String, Option<usize>>,
    /// The name of the first tag.
    first_name: Option<String>,
    /// The line of the last tag, or of a comment below it.
    tag_line: usize,
    /// True if there is an empty line between the tags.
    has_gap: bool,
    /// The first error. The rest of the game is not read.
    error: Option<PgnError>,
}

impl GameReader {
    fn new() -> GameReader {
        let board = Board::startpos();
        GameReader {
            main: OpenLine::new(&board),
            game: GameTree::new(board),
            open: Vec::new(),
            past_tags: false,
            names: HashMap::new(),
            first_name: None,
            tag_line: 0,
            has_gap: false,
            error: None,
        }
    }

    /// True if a word is the result that ends the game. After an error it may stand in a variation.
    fn is_end(&self, word: &str) -> bool {
        result(word).is_some() && (self.open.is_empty() || self.error.is_some())
    }

    /// True if a tag begins the next game. A game may have neither moves nor a result after its tags: then it is a tag that the game
    /// has already, after an empty line or in a game with a position; or, in such a game, one after an empty line with which or
    /// behind which the next position follows (`has_position`), unless the tags are separated by empty lines.
    fn is_before(
        &self,
        location: Location,
        name: &str,
        has_position: impl FnOnce() -> bool,
    ) -> bool {
        let has = |name: &str| self.names.contains_key(&name.to_ascii_lowercase());
        let is_any = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let first = self.first_name.as_deref().unwrap_or("FEN");
        let is_repeated = has(name) && is_any(&["FEN", "Event", first]);
        let is_after_gap = location.line > self.tag_line + 1;
        self.past_tags
            || is_repeated && (is_after_gap || has("FEN"))
            || has("FEN") && is_after_gap && !self.has_gap && has_position()
    }

    /// Adds a token, unless there was an error.
    fn add(&mut self, location: Location, token: Token) {
        match &token {
            Token::Tag(name, _) => {
                self.has_gap |= !self.names.is_empty() && location.line > self.tag_line + 1;
                self.names.entry(name.to_ascii_lowercase()).or_default();
                self.first_name.get_or_insert_with(|| name.clone());
                self.tag_line = location.line;
            }
            Token::BadTag => {}
            Token::Comment(_) if self.names.is_empty() => {}
            Token::Comment(text) if location.line <= self.tag_line + 1 => {
                self.tag_line = location.line + text.matches('\n').count();
            }
            _ => self.past_tags = true,
        }
        if self.error.is_none() {
            let added = self.add_token(token);
            self.error = added.map_err(|kind| location.error(kind)).err();
        }
    }

    fn current(&mut self) -> &mut OpenLine {
        self.open.last_mut().unwrap_or(&mut self.main)
    }

    fn add_token(&mut self, token: Token) -> Result<(), PgnErrorKind> {
        match token {
            Token::BadTag => return Err(PgnErrorKind::Tag),
            Token::UnclosedComment => return Err(PgnErrorKind::UnclosedComment),
            // Below the moves a FEN is not the position that they begin from.
            Token::LateTag(name, _) if name.eq_ignore_ascii_case("FEN") => {}
            Token::Tag(name, value) | Token::LateTag(name, value) => self.add_tag(&name, &value)?,
            Token::Comment(text) => self.add_comment(&text),
            Token::Word(word) => self.add_word(&word)?,
            Token::OpenParen if self.open.len() >= MAX_NESTING => {
                return Err(PgnErrorKind::TooDeep);
            }
            Token::OpenParen if self.current().line.is_empty() => {
                return Err(PgnErrorKind::NothingToVary);
            }
            Token::OpenParen => {
                let variation = OpenLine::new(&self.current().before);
                self.open.push(variation);
            }
            Token::CloseParen => {
                let closed = self.open.pop().ok_or(PgnErrorKind::NothingToClose)?;
                if closed.line.is_empty() {
                    self.add_comment(&closed.comment);
                } else if let Some(node) = self.current().line.last_mut() {
                    node.variations.push(closed.line);
                }
            }
        }
        Ok(())
    }

    fn add_tag(&mut self, name: &str, value: &str) -> Result<(), PgnErrorKind> {
        if name.eq_ignore_ascii_case("FEN") && !value.trim().is_empty() {
            let board = Board::from_fen(value).map_err(PgnErrorKind::Fen)?;
            self.main = OpenLine::new(&board);
            self.game.start = board;
        } else if !is_own_tag(name) {
            let is_result = name.eq_ignore_ascii_case("Result");
            let known = result(value).filter(|_| is_result);
            self.set_tag(name, known.unwrap_or(value));
        }
        Ok(())
    }

    /// Sets a tag as [`GameTree::set_tag`] does, but in a time that does not grow with the number of tags.
    fn set_tag(&mut self, name: &str, value: &str) {
        let tags = &mut self.game.tags;
        let index = self.names.entry(name.to_ascii_lowercase()).or_default();
        let index = *index.get_or_insert(tags.len());
        match tags.get_mut(index) {
            Some((_, old)) => value.clone_into(old),
            None => tags.push((name.to_owned(), value.to_owned())),
        }
    }

    fn add_comment(&mut self, text: &str) {
        let in_main_line = self.open.is_empty();
        let current = self.open.last_mut().unwrap_or(&mut self.main);
        let comment = match current.line.last_mut() {
            Some(node) => &mut node.comment,
            None if in_main_line => &mut self.game.comment,
            None => &mut current.comment,
        };
        // Several comments after one move become lines of one comment.
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    fn add_word(&mut self, word: &str) -> Result<(), PgnErrorKind> {
        let unnumbered = without_number(word);
        if let Some(result) = result(unnumbered) {
            // Of a variation; `is_end` takes that of the game.
            if result != RESULTS[0] && !self.open.is_empty() {
                self.add_comment(unnumbered);
            }
            return Ok(());
        }
        let dots = count_dots(&word[..word.len() - unnumbered.len()]);
        let (word, nag) = split_nag(unnumbered);
        let current = self.current();
        current.dots += dots;
        if !word.is_empty() {
            // Chinese and WXF moves could be read for the wrong side.
            let is_first = current.line.is_empty();
            if is_first && current.dots >= BLACK_DOTS && current.now.side() == Color::Red {
                return Err(PgnErrorKind::BlackNumber);
            }
            let mv = notation::read(&current.now, word).map_err(PgnErrorKind::Move)?;
            current.before = current.now.clone();
            let _ = current.now.make(mv);
            current.line.push(GameNode {
                before: std::mem::take(&mut current.comment),
                ..GameNode::new(mv)
            });
        }
        if let (Some(nag), Some(node)) = (nag, current.line.last_mut()) {
            node.nags.push(nag);
        }
        Ok(())
    }

    fn finish(mut self, location: Location) -> Result<GameTree, PgnError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if !self.open.is_empty() {
            return Err(location.error(PgnErrorKind::UnclosedVariation));
        }
        self.game.line = self.main.line;
        Ok(self.game)
    }
}

/// A word without the move number at its beginning: `12.`, `12...`, `1.C2.5`, `１．`. The WXF move `33.4` has none.
fn without_number(word: &str) -> &str {
    if Notation::detect(word.trim_end_matches(SIGNS)) == Some(Notation::Wxf) {
        return word;
    }
    let rest = word.trim_start_matches(is_digit);
    let numbered = rest.trim_start_matches(['.', '．', '…', '、']);
    // A word of digits is a move number; a digit before a letter is not (1卒平6).
    if numbered.len() < rest.len() || rest.is_empty() {
        numbered
    } else {
        word
    }
}

/// The least number of dots after the number of a black move.
pub(in crate::games) const BLACK_DOTS: usize = 3;

/// The number of dots in a move number. An ellipsis counts as two, because one may also stand for a full stop.
pub(in crate::games) fn count_dots(number: &str) -> usize {
    let dots = number.chars().filter(|&c| !is_digit(c));
    dots.map(|c| if c == '…' { 2 } else { 1 }).sum()
}

/// Splits a word into a move and the NAG after it: `h2e2!`, `$4`. Signs that no NAG stands for, such as `!!!`, are dropped.
fn split_nag(word: &str) -> (&str, Option<u8>) {
    if let Some(number) = word.strip_prefix('$') {
        return ("", number.parse().ok());
    }
    let mv = word.trim_end_matches(SIGNS);
    let sign = word[mv.len()..].replace('！', "!").replace('？', "?");
    let mut signs = ["!", "?", "!!", "??", "!?", "?!"].into_iter().zip(1..);
    let found = signs.find(|(known, _)| *known == sign);
    (mv, found.map(|(_, nag)| nag))
}
