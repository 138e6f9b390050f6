//! A tokenizer for Rust source, as precise as the structure checks need.

/// An identifier, a literal, `::` or a single character of punctuation, with its line number from 1.
#[derive(Debug, Clone)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

impl Token {
    /// Returns true for an identifier or a keyword.
    pub fn is_identifier(&self) -> bool {
        let first = self.text.chars().next();
        first.is_some_and(|first| first.is_alphabetic() || first == '_')
    }
}

/// Splits source into tokens, without comments. String and character literals become `"`, lifetimes `'`.
pub fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let word_end = |mut i: usize| {
        while is_word(at(i)) {
            i += 1;
        }
        i
    };
    let mut found = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let start = i;
        let text = match (at(i), at(i + 1)) {
            (c, _) if c.is_whitespace() => {
                i += 1;
                None
            }
            ('/', '/') => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
                None
            }
            ('/', '*') => {
                i = block_comment_end(&chars, i);
                None
            }
            ('"', _) => {
                i = string_end(&chars, i);
                Some("\"".to_owned())
            }
            ('\'', next) => {
                // 'a' and '\n' are characters, 'a without a second quote is a lifetime.
                if next == '\\' || at(i + 2) == '\'' {
                    i += if next == '\\' { 3 } else { 2 };
                    while at(i) != '\'' {
                        i += 1;
                    }
                    i += 1;
                    Some("\"".to_owned())
                } else {
                    i = word_end(i + 1);
                    Some("'".to_owned())
                }
            }
            (':', ':') => {
                i += 2;
                Some("::".to_owned())
            }
            (c, _) if is_word(c) => {
                i = word_end(i);
                let word: String = chars[start..i].iter().collect();
                let hashes = (i..).take_while(|&j| at(j) == '#').count();
                match word.as_str() {
                    "r" | "br" | "cr" if at(i + hashes) == '"' => {
                        i = raw_string_end(&chars, i + hashes + 1, hashes);
                        Some("\"".to_owned())
                    }
                    "b" | "c" if at(i) == '"' => {
                        i = string_end(&chars, i);
                        Some("\"".to_owned())
                    }
                    _ => Some(word),
                }
            }
            (c, _) => {
                i += 1;
                Some(c.to_string())
            }
        };
        found.extend(text.map(|text| Token { text, line }));
        line += chars[start..i].iter().filter(|&&c| c == '\n').count();
    }
    found
}

fn block_comment_end(chars: &[char], start: usize) -> usize {
    let (mut depth, mut i) = (0, start);
    while i < chars.len() {
        match (chars[i], chars.get(i + 1)) {
            ('/', Some('*')) => (depth, i) = (depth + 1, i + 2),
            ('*', Some('/')) => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            break;
        }
    }
    i
}

fn string_end(chars: &[char], quote: usize) -> usize {
    let mut i = quote + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

fn raw_string_end(chars: &[char], start: usize, hashes: usize) -> usize {
    let closes = |&i: &usize| {
        chars[i] == '"' && (1..=hashes).all(|j| chars.get(i + j).is_some_and(|&c| c == '#'))
    };
    let quote = (start..chars.len()).find(closes);
    quote.unwrap_or(chars.len()) + 1 + hashes
}
