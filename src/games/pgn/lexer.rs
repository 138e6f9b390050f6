//! PGN lexer: text to tokens with their locations.

use crate::games::SIGNS;
use crate::games::chinese_names::result;
use crate::games::tree::comment_text;
use crate::notation::{Notation, chinese_move_prefix};

/// The longest line that may have several tags, in bytes: each of them looks for the end of the line.
pub(in crate::games) const MAX_TAGS_LINE: usize = 1 << 12;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::games) enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// A tag of a text below the moves of its game.
    LateTag(String, String),
    /// A bracket that opens no valid tag. The rest of the line is skipped.
    BadTag,
    /// The text in braces, or after a semicolon.
    Comment(String),
    /// A brace that is never closed. The rest of the line is skipped.
    UnclosedComment,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// Other text, up to a blank, a parenthesis, a brace or a semicolon; also a stray `}`.
    Word(String),
}

/// True if a text begins with a tag.
pub(in crate::games) fn begins_with_tag(text: &str) -> bool {
    matches!(Lexer::new(text).next(), Some((_, Token::Tag(..))))
}

/// A location in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The offset in the text, in bytes from 0.
    pub offset: usize,
}

/// An iterator over tokens that can skip to the next game.
pub(in crate::games) trait TokenSource:
    Iterator<Item = (Location, Token)>
{
    /// The location of the next character.
    fn location(&self) -> Location;

    /// Skips text between a result and the next game.
    fn skip_to_game(&mut self);
}

/// An iterator over the tokens of the text.
#[derive(Clone)]
pub(in crate::games) struct Lexer<'a> {
    pub rest: &'a str,
    location: Location,
    /// True after a brace that is never closed: the rest of the text closes none.
    is_unclosed: bool,
}

impl TokenSource for Lexer<'_> {
    fn location(&self) -> Location {
        self.location
    }

    /// Skips to a line that begins with a bracket or, in a game without tags, with move 1.
    fn skip_to_game(&mut self) {
        self.skip_to_line(begins_game);
    }
}

/// The byte order mark, which stands between the games of files that were joined.
pub(in crate::games) const BYTE_ORDER_MARK: char = '\u{feff}';

/// True for a character between words, also of no width, as in text of web pages.
pub(in crate::games) fn is_blank(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            BYTE_ORDER_MARK | '\u{200b}'..='\u{200d}' | '\u{2060}'
        )
}

/// True for a character between words: a blank or a mark.
pub(in crate::games) fn is_separator(character: char) -> bool {
    is_blank(character) || ",，。、；".contains(character)
}

/// True for a character that ends a word.
pub(in crate::games) fn ends_word(character: char) -> bool {
    is_separator(character) || ends_name(character)
}

/// True for a character that ends the name of a tag, or a move of a variation: a comma makes it a comment.
pub(in crate::games) fn ends_name(character: char) -> bool {
    is_blank(character) || "(){};（）[]【】".contains(character)
}

/// True for a digit, also of full width.
pub(in crate::games) fn is_digit(character: char) -> bool {
    character.is_ascii_digit() || ('０'..='９').contains(&character)
}

/// The line with which a text begins.
pub(in crate::games) fn line_of(text: &str) -> &str {
    text.split('\n').next().unwrap_or_default()
}

/// The line with which a text begins, without the blanks at its beginning.
pub(in crate::games) fn trimmed_line(text: &str) -> &str {
    line_of(text).trim_start_matches(is_blank)
}

/// True if the line with which a text begins is the first of a game: it begins with a bracket, move number 1 or a move.
pub(in crate::games) fn begins_game(text: &str) -> bool {
    let line = trimmed_line(text);
    match line.starts_with('[') {
        // Other text in brackets may be indented, too.
        true => text.starts_with('[') || line.trim_end().ends_with("\"]"),
        false => {
            let word = line.split(is_blank).next().unwrap_or_default();
            has_first_number(line) || is_move(word)
        }
    }
}

/// True if a line begins with move number 1. Without dots moves or a comment must follow, because other text may begin with the same
/// number.
pub(in crate::games) fn has_first_number(line: &str) -> bool {
    let Some(rest) = line.strip_prefix(['1', '１']) else {
        return false;
    };
    let after = rest.trim_start_matches(|c| is_separator(c) || c == '·');
    let marks = &rest[..rest.len() - after.len()];
    // The move may be on the next line.
    let is_alone = after.is_empty() && marks.starts_with(['。', '、', '·']);
    is_alone
        || after.starts_with(['.', '．', '…', '{'])
        || begins_with_moves(after) && (!marks.is_empty() || chinese_move_prefix(after).is_some())
}

/// True if a line begins with a move, and no word but a move or a result follows directly.
pub(in crate::games) fn begins_with_moves(line: &str) -> bool {
    let first_move = |text| {
        let word = first_word(text);
        chinese_move_prefix(text).or(is_move(word).then_some(word))
    };
    let Some(mv) = first_move(line) else {
        return false;
    };
    let rest = line[mv.len()..].trim_start_matches(|c: char| is_blank(c) || ",，。、".contains(c));
    !rest.starts_with(char::is_alphabetic)
        || first_move(rest).is_some()
        || result(first_word(rest)).is_some()
}

/// The first word of a line, which ends at a blank, a mark or a bracket.
fn first_word(line: &str) -> &str {
    line.split(ends_word).next().unwrap_or_default()
}

/// True if a word has the form of a move, which signs may follow.
fn is_move(word: &str) -> bool {
    let word = word.trim_end_matches(SIGNS);
    match Notation::detect(word) {
        // Any Chinese text may be meant as a move.
        Some(Notation::Chinese) => {
            chinese_move_prefix(word).is_some_and(|mv| mv.len() == word.len())
        }
        found => found.is_some(),
    }
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            rest: text,
            location: Location {
                line: 1,
                column: 1,
                offset: 0,
            },
            is_unclosed: false,
        }
    }

    /// Skips to the next line, or byte order mark, for which `is_wanted` holds, which gets the text from there on.
    pub fn skip_to_line(&mut self, mut is_wanted: impl FnMut(&str) -> bool) {
        while !self.rest.is_empty() {
            let is_begin = self.location.column == 1 || self.rest.starts_with(BYTE_ORDER_MARK);
            if is_begin && is_wanted(self.rest) {
                return;
            }
            let skipped = self.take_until(|c| c == '\n' || c == BYTE_ORDER_MARK);
            if skipped.is_empty() {
                self.take_one();
            }
        }
    }

    /// Takes a character; empty at the end.
    pub fn take_one(&mut self) -> &'a str {
        let first = self.rest.chars().next();
        self.take_bytes(first.map_or(0, char::len_utf8))
    }

    /// Takes the characters before the first for which `stop` holds.
    pub fn take_until(&mut self, stop: impl FnMut(char) -> bool) -> &'a str {
        self.take_bytes(self.rest.find(stop).unwrap_or(self.rest.len()))
    }

    /// Takes this many bytes, which end between two characters.
    pub fn take_bytes(&mut self, end: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(end);
        self.location.offset += end;
        for character in taken.chars() {
            self.location.column += 1;
            if character == '\n' {
                self.location.line += 1;
                self.location.column = 1;
            }
        }
        self.rest = rest;
        taken
    }

    /// Takes a line, or its part before another tag, and parses it as a tag: its name and value.
    pub fn tag(&mut self) -> Option<(String, String)> {
        let line = line_of(self.rest);
        let is_escaped = |end: usize| {
            let before = &line[..end];
            (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
        };
        let opening = line.find('"');
        let ends = line.match_indices("\"]").map(|(end, _)| end);
        let ends = ends.filter(|&end| Some(end) != opening && !is_escaped(end));
        let mut ends = ends.map(|end| end + 2);
        let is_short = line.len() <= MAX_TAGS_LINE;
        let end = ends.find(|&end| is_short && line[end..].trim_start().starts_with('['));
        let line = self.take_bytes(end.unwrap_or(line.len())).trim();
        let inner = line.strip_prefix('[')?.strip_suffix(']')?;
        let (name, value) = inner.trim().split_once(char::is_whitespace)?;
        let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        Some((name.to_owned(), value))
    }
}

impl Iterator for Lexer<'_> {
    type Item = (Location, Token);

    fn next(&mut self) -> Option<(Location, Token)> {
        self.take_until(|c| !is_blank(c));
        // PGN reserves lines that begin with a percent sign for other programs.
        while self.location.column == 1 && self.rest.starts_with('%') {
            self.take_until(|c| c == '\n');
            self.take_until(|c| !is_blank(c));
        }
        let location = self.location;
        let first = self.rest.chars().next()?;
        if first == '[' {
            let tag = self.tag();
            let token = tag.map_or(Token::BadTag, |(name, value)| Token::Tag(name, value));
            return Some((location, token));
        }
        if !"{;(（)）}".contains(first) {
            let ends = |c: char| is_blank(c) || "(){};（）".contains(c);
            return Some((location, Token::Word(self.take_until(ends).to_owned())));
        }
        self.take_one();
        let token = match first {
            // The games after an unclosed comment can be read.
            '{' if self.is_unclosed || !self.rest.contains('}') => {
                self.is_unclosed = true;
                self.take_until(|c| c == '\n');
                Token::UnclosedComment
            }
            '{' => {
                let text = comment_text(self.take_until(|c| c == '}'));
                self.take_one();
                Token::Comment(text)
            }
            ';' => Token::Comment(comment_text(self.take_until(|c| c == '\n'))),
            '(' | '（' => Token::OpenParen,
            ')' | '）' => Token::CloseParen,
            // A closing brace without an opening one; the reader reports that it is not a move.
            stray => Token::Word(stray.to_string()),
        };
        Some((location, token))
    }
}
