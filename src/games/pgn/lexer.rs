//! The PGN lexer.

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// A bracket at the beginning of a line that opens no valid header.
    BadTag,
    /// The text that braces or a semicolon enclose.
    Comment(String),
    /// A brace that is never closed.
    OpenComment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// Anything else between blanks.
    Word(String),
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

pub(super) struct Lexer<'a> {
    rest: &'a str,
    pub place: Place,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            rest: text,
            place: Place { line: 1, column: 1 },
        }
    }

    /// Skips to the next line that begins with a bracket: to the next game.
    pub fn skip_to_tag(&mut self) {
        while !self.rest.is_empty() && (self.place.column > 1 || !self.rest.starts_with('[')) {
            self.take_until(|c| c == '\n');
            self.take_one();
        }
    }

    fn take_one(&mut self) -> &'a str {
        let mut first = true;
        self.take_until(|_| !std::mem::take(&mut first))
    }

    fn take_until(&mut self, stop: impl FnMut(char) -> bool) -> &'a str {
        let end = self.rest.find(stop).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        for character in taken.chars() {
            self.place.column += 1;
            if character == '\n' {
                self.place.line += 1;
                self.place.column = 1;
            }
        }
        self.rest = rest;
        taken
    }

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
    type Item = (Place, Token);

    fn next(&mut self) -> Option<(Place, Token)> {
        self.take_until(|c| !c.is_whitespace());
        // A line with a percent sign is an escape for other programs.
        while self.place.column == 1 && self.rest.starts_with('%') {
            self.take_until(|c| c == '\n');
            self.take_until(|c| !c.is_whitespace());
        }
        let place = self.place;
        let first = self.rest.chars().next()?;
        if first == '[' {
            return Some((place, self.tag().unwrap_or(Token::BadTag)));
        }
        if !"{;(（)）}".contains(first) {
            let ends = |c: char| c.is_whitespace() || "(){};（）".contains(c);
            return Some((place, Token::Word(self.take_until(ends).to_owned())));
        }
        self.take_one();
        let token = match first {
            '{' => {
                let text = self.take_until(|c| c == '}').trim().to_owned();
                match self.take_one() {
                    "" => Token::OpenComment,
                    _ => Token::Comment(text),
                }
            }
            ';' => Token::Comment(self.take_until(|c| c == '\n').trim().to_owned()),
            '(' | '（' => Token::Open,
            ')' | '）' => Token::Close,
            // A stray brace, which is no move.
            stray => Token::Word(stray.to_string()),
        };
        Some((place, token))
    }
}
