//! The words of a PGN file, and where they stand.

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// A bracket at the beginning of a line that opens no sound header.
    BadTag,
    /// What braces or a semicolon enclose.
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

/// Where a word begins: line and column from 1, the latter in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub line: usize,
    pub column: usize,
}

pub(super) struct Lexer<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            rest: text,
            place: Place { line: 1, column: 1 },
        }
    }

    /// Where it stands.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Skips to the next line that begins with a bracket: to the next game.
    pub fn skip_to_tag(&mut self) {
        while !self.rest.is_empty() && (self.place.column > 1 || !self.rest.starts_with('[')) {
            self.take_until(|c| c == '\n');
            self.take(1);
        }
    }

    /// Takes so many characters.
    fn take(&mut self, count: usize) -> &'a str {
        let mut left = count;
        self.take_until(|_| {
            left = left.wrapping_sub(1);
            left == usize::MAX
        })
    }

    fn take_until(&mut self, stop: impl FnMut(char) -> bool) -> &'a str {
        let end = self.rest.find(stop).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        for character in taken.chars() {
            match character {
                '\n' => {
                    self.place = Place {
                        line: self.place.line + 1,
                        column: 1,
                    }
                }
                _ => self.place.column += 1,
            }
        }
        self.rest = rest;
        taken
    }

    fn tag(&mut self) -> Token {
        let line = self.take_until(|c| c == '\n').trim();
        let inner = line
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'));
        let parts = inner.and_then(|text| text.trim().split_once(char::is_whitespace));
        let quoted = parts.and_then(|(name, value)| {
            let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
            Some((name, value))
        });
        match quoted {
            Some((name, value)) => {
                let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
                Token::Tag(name.to_owned(), value)
            }
            None => Token::BadTag,
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = (Place, Token);

    fn next(&mut self) -> Option<(Place, Token)> {
        loop {
            self.take_until(|c| !c.is_whitespace());
            // A line with a percent sign is for programs that know what it means.
            if self.place.column == 1 && self.rest.starts_with('%') {
                self.take_until(|c| c == '\n');
            } else {
                break;
            }
        }
        let place = self.place;
        let token = match self.rest.chars().next()? {
            '[' => self.tag(),
            '{' => {
                self.take(1);
                let text = self.take_until(|c| c == '}').trim().to_owned();
                match self.take(1) {
                    "" => Token::OpenComment,
                    _ => Token::Comment(text),
                }
            }
            ';' => {
                self.take(1);
                Token::Comment(self.take_until(|c| c == '\n').trim().to_owned())
            }
            '(' | '（' => {
                self.take(1);
                Token::Open
            }
            ')' | '）' => {
                self.take(1);
                Token::Close
            }
            // A stray one, which the reader will not take for a move.
            '}' => Token::Word(self.take(1).to_owned()),
            _ => {
                let ends = |c: char| c.is_whitespace() || "(){};（）".contains(c);
                Token::Word(self.take_until(ends).to_owned())
            }
        };
        Some((place, token))
    }
}
