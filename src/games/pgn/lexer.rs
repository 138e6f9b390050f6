//! PGN lexer: text to tokens with their locations.

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// A bracket that opens no valid tag. The rest of the line is skipped.
    BadTag,
    /// The text in braces, or after a semicolon.
    Comment(String),
    /// A brace that is never closed.
    UnclosedComment,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// Other text, up to a blank, a parenthesis, a brace or a semicolon; also a stray `}`.
    Word(String),
}

/// A location in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// An iterator over the tokens of the text.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    /// The location of the next character.
    pub location: Location,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            rest: text,
            location: Location { line: 1, column: 1 },
        }
    }

    /// Skips to the next game: a line that begins with a bracket or, in a game without tags, with move 1.
    pub fn skip_to_game(&mut self) {
        let begins_game = |rest: &str| rest.starts_with('[') || rest.starts_with("1.");
        while !self.rest.is_empty() && (self.location.column > 1 || !begins_game(self.rest)) {
            self.take_until(|c| c == '\n');
            self.take_one();
        }
    }

    /// Takes a character; empty at the end.
    fn take_one(&mut self) -> &'a str {
        let mut first = true;
        self.take_until(|_| !std::mem::take(&mut first))
    }

    /// Takes the characters before the first for which `stop` holds.
    fn take_until(&mut self, stop: impl FnMut(char) -> bool) -> &'a str {
        let end = self.rest.find(stop).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
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

    /// Takes a line, and parses it as a tag.
    fn tag(&mut self) -> Option<Token> {
        let line = self.take_until(|c| c == '\n').trim();
        let inner = line.strip_prefix('[')?.strip_suffix(']')?;
        let (name, value) = inner.trim().split_once(char::is_whitespace)?;
        let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        Some(Token::Tag(name.to_owned(), value))
    }
}

impl Iterator for Lexer<'_> {
    type Item = (Location, Token);

    fn next(&mut self) -> Option<(Location, Token)> {
        self.take_until(|c| !c.is_whitespace());
        // PGN reserves lines that begin with a percent sign for other programs.
        while self.location.column == 1 && self.rest.starts_with('%') {
            self.take_until(|c| c == '\n');
            self.take_until(|c| !c.is_whitespace());
        }
        let location = self.location;
        let first = self.rest.chars().next()?;
        if first == '[' {
            return Some((location, self.tag().unwrap_or(Token::BadTag)));
        }
        if !"{;(（)）}".contains(first) {
            let ends = |c: char| c.is_whitespace() || "(){};（）".contains(c);
            return Some((location, Token::Word(self.take_until(ends).to_owned())));
        }
        self.take_one();
        let token = match first {
            '{' => {
                let text = self.take_until(|c| c == '}').trim().to_owned();
                match self.take_one() {
                    "" => Token::UnclosedComment,
                    _ => Token::Comment(text),
                }
            }
            ';' => Token::Comment(self.take_until(|c| c == '\n').trim().to_owned()),
            '(' | '（' => Token::OpenParen,
            ')' | '）' => Token::CloseParen,
            // A closing brace without an opening one; the reader reports that it is not a move.
            stray => Token::Word(stray.to_string()),
        };
        Some((location, token))
    }
}
