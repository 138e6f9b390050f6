//! DhtmlXQ reader: text to game trees.

use std::collections::BTreeMap;
use std::ops::Range;

use thiserror::Error;

use super::escapes::{unescaped, unescaped_lines};
use super::layout::{ABSENT, TEXTS, square};
use crate::board::{Board, Color, FenError};
use crate::games::chinese_names::result;
use crate::games::records::{
    EMPTY, MoveRecord, Placement, RecordError, RecordErrorKind, RecordTree, numbered_piece,
};
use crate::games::tree::comment_text;
use crate::games::{GameTree, RESULTS};

/// An error in DhtmlXQ, with its offset in the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("byte {offset}: {kind}")]
pub struct DhtmlXqError {
    /// The offset in bytes from 0.
    pub offset: usize,
    /// The kind of error.
    pub kind: DhtmlXqErrorKind,
}

/// The kinds of errors in DhtmlXQ.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DhtmlXqErrorKind {
    /// The text has no tag of DhtmlXQ.
    #[error("no game in the file: expected a tag such as [DhtmlXQ_movelist]")]
    Empty,
    /// A tag without its end.
    #[error("the tag that begins here is never closed")]
    Unclosed,
    /// A character that is not a digit among squares.
    #[error("'{0}' is not a digit of a square")]
    NotADigit(char),
    /// A number of squares that does not fit the tag.
    #[error("expected {0}")]
    Squares(&'static str),
    /// The pieces form no valid position.
    #[error("the pieces form no valid position: {0}")]
    Position(FenError),
    /// A variation whose name does not say where it begins: expected a ply of the main line or of a line with a lower number.
    #[error("'{0}' names no ply at which a variation can begin")]
    Variation(String),
    /// A move that is not legal, or nested too deep.
    #[error(transparent)]
    Record(RecordErrorKind),
}

use DhtmlXqErrorKind::{NotADigit, Squares, Unclosed, Variation};

fn error<T>(offset: usize, kind: DhtmlXqErrorKind) -> Result<T, DhtmlXqError> {
    Err(DhtmlXqError { offset, kind })
}

/// Reads all games of a text.
///
/// # Errors
/// If the text is not valid DhtmlXQ: a tag that is never closed, or else the first error, with its offset.
///
/// ```
/// use chuhe::games::dhtmlxq::read;
/// let text = "<p>[DhtmlXQ][DhtmlXQ_red]甲[/DhtmlXQ_red][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]";
/// let game = &read(text)?[0];
/// assert_eq!((game.tag("Red"), game.main_line().len()), (Some("甲"), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str) -> Result<Vec<GameTree>, DhtmlXqError> {
    read_each(text)?.into_iter().collect()
}

/// Reads the games of a text as [`read`], but goes on after a game with an error. The error stands in place of its game.
///
/// # Errors
/// If a tag is never closed, or the text has no game.
pub(in crate::games) fn read_each(
    text: &str,
) -> Result<Vec<Result<GameTree, DhtmlXqError>>, DhtmlXqError> {
    let mut games = Vec::new();
    // The fields of the open game with the offset of its tag, and those outside of all games.
    let mut open: Option<(usize, Vec<Field>)> = None;
    let mut loose = Vec::new();
    let mut end = 0;
    while let Some(tag) = next_tag(text, end, open.is_some())? {
        end = tag.range.end;
        match (tag.is_closing, tag.name) {
            (false, "") => {
                if let Some((offset, _)) = open.replace((tag.range.start, Vec::new())) {
                    return error(offset, Unclosed);
                }
            }
            (true, "") => {
                if let Some((_, fields)) = open.take() {
                    games.push(read_game(&fields));
                }
            }
            (true, _) => {}
            (false, name) => {
                // Some files close a field by the name of another.
                let close = next_tag(text, end, true)?;
                let is_field = |close: &Tag| close.is_closing && !close.name.is_empty();
                let Some(close) = close.filter(is_field) else {
                    return error(tag.range.start, Unclosed);
                };
                let field = Field {
                    name,
                    tag: tag.range.start,
                    value: &text[end..close.range.start],
                    offset: end,
                };
                end = close.range.end;
                match &mut open {
                    Some((_, fields)) => fields.push(field),
                    None => loose.push(field),
                }
            }
        }
    }
    match open {
        Some((offset, _)) => error(offset, Unclosed),
        // A page may repeat its game outside of it.
        None if !games.is_empty() => Ok(games),
        None if !loose.is_empty() => Ok(vec![read_game(&loose)]),
        None => error(text.len(), DhtmlXqErrorKind::Empty),
    }
}

/// A tag: `[DhtmlXQ]`, `[/DhtmlXQ]`, or with a name, `[DhtmlXQ_red]`.
struct Tag<'a> {
    is_closing: bool,
    name: &'a str,
    range: Range<usize>,
}

/// The next tag from an offset on. One without its bracket is an error within a game, otherwise other text.
fn next_tag(text: &str, mut from: usize, in_game: bool) -> Result<Option<Tag<'_>>, DhtmlXqError> {
    const WORD: &str = "DhtmlXQ";
    while let Some(found) = text[from..].find(WORD) {
        let before = &text[..from + found];
        from += found + WORD.len();
        let opening = before.strip_suffix('/').unwrap_or(before);
        let Some(outside) = opening.strip_suffix('[') else {
            continue;
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let rest = text[from..].trim_start_matches(is_name);
        let name = &text[from..text.len() - rest.len()];
        let name = match name.strip_prefix('_') {
            Some("") => continue,
            Some(name) => name,
            None if name.is_empty() => name,
            // Others, such as `[DhtmlXQiFrame]`, have no value.
            None => continue,
        };
        if !rest.starts_with(']') {
            if in_game {
                return error(outside.len(), Unclosed);
            }
            continue;
        }
        return Ok(Some(Tag {
            is_closing: opening.len() < before.len(),
            name,
            range: outside.len()..text.len() - rest.len() + 1,
        }));
    }
    Ok(None)
}

/// A tag with its value.
struct Field<'a> {
    name: &'a str,
    /// The offset of the tag.
    tag: usize,
    value: &'a str,
    /// The offset of the value.
    offset: usize,
}

impl Field<'_> {
    fn is_blank(&self) -> bool {
        self.value.trim().is_empty()
    }

    /// The numbers of two digits in the value, with their offsets.
    fn numbers(&self) -> Result<Vec<(usize, u8)>, DhtmlXqError> {
        let mut digits = Vec::new();
        for (index, character) in self.value.char_indices() {
            let offset = self.offset + index;
            match character.to_digit(10) {
                Some(digit) => digits.push((offset, digit as u8)),
                None if character.is_whitespace() => {}
                None => return error(offset, NotADigit(character)),
            }
        }
        let (pairs, rest) = digits.as_chunks::<2>();
        if !rest.is_empty() {
            return error(self.offset, Squares("two digits for each square"));
        }
        let number = |&[(offset, file), (_, rank)]: &[(usize, u8); 2]| (offset, file * 10 + rank);
        Ok(pairs.iter().map(number).collect())
    }

    /// The pieces of `binit`.
    fn placement(&self) -> Result<Placement, DhtmlXqError> {
        let numbers = self.numbers()?;
        if numbers.len() != 32 {
            return error(self.offset, Squares("the squares of 32 pieces"));
        }
        let mut placement = EMPTY;
        for (piece, (offset, number)) in numbers.into_iter().enumerate() {
            match square(number) {
                Ok(square) if placement[square.index()].is_none() => {
                    placement[square.index()] = Some(numbered_piece(piece));
                }
                Ok(_) => return error(offset, Squares("another square for each piece")),
                Err(ABSENT) => {}
                Err(_) => return error(offset, Squares("a square of the board, or 99 for none")),
            }
        }
        Ok(placement)
    }
}

/// Numbers that are separated by underscores.
fn numbers_of<const N: usize>(name: &str) -> Option<[u32; N]> {
    let numbers: Option<Vec<u32>> = name.split('_').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// The lines of a game that is being read.
struct Lines {
    tree: RecordTree,
    /// The record before each ply, by line and ply; a line may also be varied at the ply after its last move.
    before: BTreeMap<[u32; 2], usize>,
    /// The comments by line and ply.
    comments: BTreeMap<[u32; 2], String>,
}

impl Lines {
    /// Adds a line whose first move has this ply, from 1, and follows the record `parent`.
    fn add(
        &mut self,
        line: u32,
        mut ply: u32,
        parent: usize,
        field: &Field,
    ) -> Result<(), DhtmlXqError> {
        let numbers = field.numbers()?;
        let (moves, rest) = numbers.as_chunks::<2>();
        if !rest.is_empty() {
            return error(field.offset, Squares("two squares for each move"));
        }
        let records = &mut self.tree.0;
        let mut before = parent;
        for &[(offset, from), (_, to)] in moves {
            let comment = self.comments.remove(&[line, ply]).unwrap_or_default();
            let index = records.len();
            records.push(MoveRecord::new(offset, square(from), square(to), comment));
            records[before].next.push(index);
            self.before.insert([line, ply], before);
            (before, ply) = (index, ply + 1);
        }
        self.before.insert([line, ply], before);
        Ok(())
    }
}

fn read_game(fields: &[Field]) -> Result<GameTree, DhtmlXqError> {
    let mut game = GameTree::new(Board::startpos());
    let (mut binit, mut fen, mut moves) = (None, None, None);
    let mut comments = BTreeMap::new();
    let mut variations = BTreeMap::new();
    game.set_tag("Result", RESULTS[0]);
    for field in fields.iter().filter(|field| !field.is_blank()) {
        if let Some(name) = field.name.strip_prefix("comment") {
            let key = numbers_of(name).or_else(|| numbers_of(name).map(|[ply]| [0, ply]));
            if let Some(key) = key {
                comments.insert(key, comment_text(&unescaped_lines(field.value)));
            }
        } else if let Some(name) = field.name.strip_prefix("move_") {
            let named = numbers_of(name).filter(|[_, _, number]| *number > 0);
            let added =
                named.map(|[line, ply, number]| variations.insert(number, (line, ply, field)));
            if !matches!(added, Some(None)) {
                return error(field.tag, Variation(field.name.to_owned()));
            }
        } else {
            match field.name {
                "binit" => binit = Some(field),
                "fen" => fen = Some(field),
                "movelist" => moves = Some(field),
                "result" => {
                    let result = result(unescaped(field.value).trim());
                    game.set_tag("Result", result.unwrap_or(RESULTS[0]));
                }
                name => {
                    if let Some((_, tag)) = TEXTS.iter().find(|(known, _)| *known == name) {
                        game.set_tag(tag, unescaped(field.value).trim());
                    }
                }
            }
        }
    }
    let comment = comments.remove(&[0, 0]).unwrap_or_default();
    let start = MoveRecord::new(0, Err(0), Err(0), comment);
    let mut lines = Lines {
        tree: RecordTree(vec![start]),
        before: BTreeMap::new(),
        comments,
    };
    if let Some(field) = moves {
        lines.add(0, 1, 0, field)?;
    }
    // A line begins at a ply of the main line or of a line with a lower number.
    for (number, (line, ply, field)) in variations {
        let Some(&parent) = lines.before.get(&[line, ply]) else {
            return error(field.tag, Variation(field.name.to_owned()));
        };
        lines.add(number, ply, parent, field)?;
    }
    let start = start_position(&lines.tree, binit, fen)?;
    match lines.tree.game(start) {
        Ok(read) => Ok(GameTree {
            tags: game.tags,
            ..read
        }),
        Err(RecordError { offset, kind }) => error(offset, DhtmlXqErrorKind::Record(kind)),
    }
}

/// The first position, of `fen` if there is one.
fn start_position(
    tree: &RecordTree,
    binit: Option<&Field>,
    fen: Option<&Field>,
) -> Result<Board, DhtmlXqError> {
    let (offset, board) = match (binit, fen) {
        (_, Some(field)) => (field.offset, Board::from_fen(&unescaped(field.value))),
        (Some(field), None) => (
            field.offset,
            tree.start_position(&field.placement()?, Color::Red),
        ),
        (None, None) => {
            let mut placement = EMPTY;
            for (piece, square) in Board::startpos().all_pieces() {
                placement[square.index()] = Some(piece);
            }
            (0, tree.start_position(&placement, Color::Red))
        }
    };
    board.or_else(|fault| error(offset, DhtmlXqErrorKind::Position(fault)))
}
