//! The PGN reader.

use thiserror::Error;

use super::lexer::{Lexer, Place, Token};
use crate::board::{Board, FenError};
use crate::games::{GameTree, Line, MAX_NESTING, Node, RESULTS};
use crate::notation::{self, Notation, ReadError};

/// What is wrong with a PGN file, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {}, column {}: {fault}", .place.line, .place.column)]
pub struct PgnError {
    /// Where it is.
    pub place: Place,
    pub fault: Fault,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("no game in the file")]
    Empty,
    #[error("want a header such as [Event \"...\"]")]
    Header,
    #[error("the header FEN: {0}")]
    Fen(FenError),
    #[error("{0}")]
    Move(ReadError),
    #[error("the comment that begins here is never closed")]
    OpenComment,
    #[error("a variation, but no move before it to which it is one")]
    NothingToVary,
    #[error("variations are nested more than {MAX_NESTING} deep")]
    TooDeep,
    #[error("')' closes nothing")]
    NothingToClose,
    #[error("the game ends before its variation is closed")]
    OpenVariation,
}

impl Place {
    fn error(self, fault: Fault) -> PgnError {
        PgnError { place: self, fault }
    }
}

/// Reads all games of a file.
///
/// # Errors
/// At the first fault, with its place.
///
/// ```
/// use chuhe::games::pgn::read;
/// let error = read("[Red \"甲\"]\n\n1. 炮二平五 炮八平五\n2. 炮三平五 *").unwrap_err();
/// assert_eq!(error.to_string(), "line 4, column 4: '炮三平五': red has no cannon on its file 3");
/// ```
pub fn read(text: &str) -> Result<Vec<GameTree>, PgnError> {
    let mut games = Vec::new();
    let mut reader: Option<Reader> = None;
    let mut lexer = Lexer::new(text);
    while let Some((place, token)) = lexer.next() {
        if matches!(token, Token::Tag(..))
            && let Some(reader) = reader.take_if(|reader| reader.moving)
        {
            games.push(reader.finish(place)?);
        }
        let reading = reader.get_or_insert_with(Reader::new);
        match token {
            Token::Word(word) if RESULTS.contains(&word.as_str()) && reading.open.is_empty() => {
                if reading.game.tag("Result").is_none() {
                    reading.game.set_tag("Result", &word);
                }
                games.extend(
                    reader
                        .take()
                        .map(|reader| reader.finish(place))
                        .transpose()?,
                );
                lexer.skip_to_tag();
            }
            token => reading.token(token).map_err(|fault| place.error(fault))?,
        }
    }
    if let Some(reader) = reader {
        games.push(reader.finish(lexer.place)?);
    }
    if games.is_empty() {
        return Err(lexer.place.error(Fault::Empty));
    }
    Ok(games)
}

/// A line that is being read, with the boards before and after its last move.
struct Open {
    line: Line,
    before: Board,
    now: Board,
    /// The comment before the first move.
    comment: String,
}

impl Open {
    fn new(board: &Board) -> Open {
        Open {
            line: Line::new(),
            before: board.clone(),
            now: board.clone(),
            comment: String::new(),
        }
    }
}

/// A game that is being read.
struct Reader {
    game: GameTree,
    main: Open,
    /// The variations that are open, the innermost last.
    open: Vec<Open>,
    /// True behind the headers.
    moving: bool,
}

impl Reader {
    fn new() -> Reader {
        let board = Board::startpos();
        Reader {
            main: Open::new(&board),
            game: GameTree::new(board),
            open: Vec::new(),
            moving: false,
        }
    }

    fn current(&mut self) -> &mut Open {
        self.open.last_mut().unwrap_or(&mut self.main)
    }

    fn token(&mut self, token: Token) -> Result<(), Fault> {
        self.moving |= !matches!(token, Token::Tag(..));
        match token {
            Token::BadTag => return Err(Fault::Header),
            Token::OpenComment => return Err(Fault::OpenComment),
            Token::Tag(name, value) => self.tag(&name, &value)?,
            Token::Comment(text) => self.comment(&text),
            Token::Word(word) => self.word(&word)?,
            Token::Open if self.open.len() >= MAX_NESTING => return Err(Fault::TooDeep),
            Token::Open if self.current().line.is_empty() => return Err(Fault::NothingToVary),
            Token::Open => {
                let variation = Open::new(&self.current().before);
                self.open.push(variation);
            }
            Token::Close => {
                let closed = self.open.pop().ok_or(Fault::NothingToClose)?;
                if let Some(node) = self.current().line.last_mut()
                    && !closed.line.is_empty()
                {
                    node.variations.push(closed.line);
                }
            }
        }
        Ok(())
    }

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let is = |own: &str| own.eq_ignore_ascii_case(name);
        if is("FEN") && !value.trim().is_empty() {
            let board = Board::from_fen(value).map_err(Fault::Fen)?;
            self.main = Open::new(&board);
            self.game.start = board;
        } else if !is("FEN") && !is("Format") {
            self.game.set_tag(name, value);
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let in_main_line = self.open.is_empty();
        let current = self.open.last_mut().unwrap_or(&mut self.main);
        let comment = match current.line.last_mut() {
            Some(node) => &mut node.comment,
            None if in_main_line => &mut self.game.comment,
            None => &mut current.comment,
        };
        // Several comments at one place become lines of one.
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    fn word(&mut self, word: &str) -> Result<(), Fault> {
        let (word, glyph) = split_glyph(without_number(word));
        let current = self.current();
        if !word.is_empty() && !RESULTS.contains(&word) {
            let mv = notation::read(&current.now, word).map_err(Fault::Move)?;
            current.before = current.now.clone();
            let _ = current.now.make(mv);
            current.line.push(Node {
                before: std::mem::take(&mut current.comment),
                ..Node::new(mv)
            });
        }
        if let (Some(glyph), Some(node)) = (glyph, current.line.last_mut()) {
            node.glyphs.push(glyph);
        }
        Ok(())
    }

    fn finish(mut self, place: Place) -> Result<GameTree, PgnError> {
        if !self.open.is_empty() {
            return Err(place.error(Fault::OpenVariation));
        }
        self.game.line = self.main.line;
        Ok(self.game)
    }
}

/// A word without the move number before it: `12.`, `12...`, `1.C2.5`. Some moves look like one with a number (`33.4`).
fn without_number(word: &str) -> &str {
    if Notation::of(word) == Some(Notation::Wxf) {
        return word;
    }
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.trim_start_matches(['.', '．', '…', '、']);
    // A bare number counts as one; a digit before a letter does not (1卒平6).
    if numbered.len() < rest.len() || rest.is_empty() {
        numbered
    } else {
        word
    }
}

/// A move, and the glyph behind it: `h2e2!`, `$4`.
fn split_glyph(word: &str) -> (&str, Option<u8>) {
    if let Some(number) = word.strip_prefix('$') {
        return ("", Some(number.parse().unwrap_or(0)));
    }
    let signs = ["!!", "??", "!?", "?!", "!", "?"];
    let mut glyphs = signs.into_iter().zip([3, 4, 5, 6, 1, 2]);
    glyphs
        .find_map(|(sign, glyph)| Some((word.strip_suffix(sign)?, Some(glyph))))
        .unwrap_or((word, None))
}
