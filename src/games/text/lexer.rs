//! Lexer of text: games as people write them to the tokens of PGN.

use super::tags::{FEN, RESULT, TAGS};
use crate::games::RESULTS;
use crate::games::chinese_names::result;
use crate::games::pgn::{
    self, BYTE_ORDER_MARK, Lexer, Location, MAX_TAGS_LINE, Token, TokenSource, begins_game,
    has_first_number, is_digit, trimmed_line,
};
use crate::games::tree::comment_text;
use crate::notation::{Notation, chinese_move_prefix};

/// Tags of which a header has at least one if it is to begin a game below the moves of another.
const HEADER_TAGS: [&str; 5] = ["Title", "Event", "Red", "Black", "FEN"];

/// The ends of each bracket that begins a comment.
const BRACKETS: [(char, &[char]); 5] = [
    ('{', &['}']),
    ('[', &[']']),
    ('【', &['】']),
    ('(', &[')', '）']),
    ('（', &['）', ')']),
];

/// An iterator over the tokens of a text.
#[derive(Clone)]
pub(super) struct TextLexer<'a> {
    lexer: Lexer<'a>,
    /// True after a tag with a known name, before the next word: those with other names are tags, too.
    has_tags: bool,
    /// True after the first word of a game.
    has_moves: bool,
    /// True directly after a tag that another may follow on the line.
    after_tag: bool,
    /// Brackets that are not closed in the rest of the text.
    unclosed: Vec<char>,
}

impl TokenSource for TextLexer<'_> {
    fn location(&self) -> Location {
        self.lexer.location()
    }

    /// Skips to a line with a tag or the first move. Tags up to the next empty line belong to the game before.
    fn skip_to_game(&mut self) {
        (self.has_tags, self.has_moves) = (false, false);
        let mut is_after_gap = false;
        self.lexer.skip_to_line(|rest| {
            let line = trimmed_line(rest);
            is_after_gap |= line.is_empty();
            let is_tag = is_known_tag(line) && (is_after_gap || begins_header(rest));
            let has_move = line.starts_with('１') || chinese_move_prefix(line).is_some();
            is_tag || has_move || begins_game(rest)
        });
    }
}

impl<'a> TextLexer<'a> {
    pub fn new(text: &'a str) -> TextLexer<'a> {
        TextLexer {
            lexer: Lexer::new(text),
            has_tags: false,
            has_moves: false,
            after_tag: false,
            unclosed: Vec::new(),
        }
    }

    /// Skips lines before the first game, if a tag or move 1 follows them.
    pub fn skip_heading(&mut self) {
        let mut lexer = self.lexer.clone();
        lexer.skip_to_line(|rest| !is_heading(trimmed_line(rest)));
        let line = trimmed_line(lexer.rest);
        if line.starts_with('[') || is_known_tag(line) || has_first_number(line) {
            self.lexer = lexer;
        }
    }

    /// Takes a tag, with which a line begins, if there is one: `name: value`, or as in PGN.
    fn take_tag(&mut self) -> Option<Token> {
        let rest = self.lexer.rest;
        if rest.starts_with('[') && line_of(rest).trim_end().ends_with("\"]") {
            let mut after = self.lexer.clone();
            // Other text in square brackets is a comment.
            if let Some(tag) = after.tag() {
                self.lexer = after;
                (self.has_tags, self.has_moves) = (true, false);
                self.after_tag = true;
                return Some(tag);
            }
        }
        if is_unclosed_tag(rest) {
            self.lexer.take_until(|c| c == '\n');
            return Some(Token::BadTag);
        }
        let line = tag_of_line(rest);
        let (name, value) = name_and_value(line)?;
        let is_name = || {
            let is_word = !name.is_empty() && !name.contains(ends_name);
            is_word && chinese_move_prefix(without_number(name)).is_none()
        };
        let (name, value) = match tag_name(name) {
            Some("Result") => ("Result", result(value).unwrap_or(RESULTS[0])),
            Some(known) => {
                self.has_moves = self.has_moves && !begins_header(rest);
                (known, value)
            }
            None if self.has_tags && is_name() => (name, value),
            None => return None,
        };
        let token = match self.has_moves {
            // After the moves it ends the game.
            true if name == "Result" => Token::Word(value.to_owned()),
            true => Token::LateTag(name.to_owned(), value.to_owned()),
            false => Token::Tag(name.to_owned(), value.to_owned()),
        };
        (self.has_tags, self.after_tag) = (true, line.len() < line_of(rest).len());
        self.lexer.take_bytes(line.len());
        Some(token)
    }

    /// Takes a comment, or the begin or end of a variation, if there is one.
    fn take_bracket(&mut self, first: char) -> Option<Token> {
        if [')', '）'].contains(&first) {
            self.lexer.take_one();
            return Some(Token::CloseParen);
        }
        let ends: &[char] = match first {
            ';' => &['\n'],
            _ => BRACKETS.iter().find(|(begin, _)| *begin == first)?.1,
        };
        self.lexer.take_one();
        if ends.contains(&')') && is_variation(self.lexer.rest) {
            return Some(Token::OpenParen);
        }
        if !self.unclosed.contains(&first) {
            let before = self.lexer.clone();
            let comment = self.lexer.take_until(|c| ends.contains(&c));
            let is_closed = !self.lexer.take_one().is_empty();
            if is_closed || first == ';' {
                return Some(Token::Comment(comment_text(comment)));
            }
            self.unclosed.push(first);
            self.lexer = before;
        }
        // The games after an unclosed comment can be read.
        self.lexer.take_until(|c| c == '\n');
        Some(Token::UnclosedComment)
    }

    /// Takes a move, a result or an unknown word.
    fn take_word(&mut self) -> Token {
        (self.has_tags, self.has_moves) = (false, true);
        let word = match chinese_move_prefix(self.lexer.rest) {
            Some(mv) => self.lexer.take_bytes(mv.len()).to_owned(),
            None => {
                // Signs may stand directly before the next move.
                let word = match self.lexer.take_until(|c| !"!?！？".contains(c)) {
                    "" => self.lexer.take_until(ends_word),
                    signs => signs,
                };
                let word = match word {
                    // A closing bracket without an opening one.
                    "" => self.lexer.take_one(),
                    word => word,
                };
                let signs = || word.replace('！', "!").replace('？', "?");
                result(word).map_or_else(signs, str::to_owned)
            }
        };
        Token::Word(word)
    }
}

impl Iterator for TextLexer<'_> {
    type Item = (Location, Token);

    fn next(&mut self) -> Option<(Location, Token)> {
        loop {
            let at_begin = self.lexer.location().column == 1;
            let blank = self.lexer.take_until(|c| !is_blank(c));
            // Several tags may stand on a line.
            let after_tag = std::mem::take(&mut self.after_tag);
            let begins_line = at_begin || after_tag || blank.contains(['\n', BYTE_ORDER_MARK]);
            let (location, rest) = (self.lexer.location(), self.lexer.rest);
            let first = rest.chars().next()?;
            if begins_line && ["棋谱由", "棋譜由"].iter().any(|by| rest.starts_with(by)) {
                // The program that wrote the text.
                self.lexer.take_until(|c| c == '\n');
                continue;
            }
            if begins_line && let Some(token) = self.take_tag() {
                return Some((location, token));
            }
            if let Some(token) = self.take_bracket(first) {
                return Some((location, token));
            }
            let number = rest.len() - without_number(rest).len();
            if number == 0 {
                return Some((location, self.take_word()));
            }
            self.lexer.take_bytes(number);
        }
    }
}

/// True for a character between words.
fn is_blank(character: char) -> bool {
    pgn::is_blank(character) || ",，。、；".contains(character)
}

/// True for a character that ends a word.
fn ends_word(character: char) -> bool {
    is_blank(character) || ends_name(character)
}

/// True for a character that ends the name of a tag, or a move of a variation: a comma makes it a comment.
fn ends_name(character: char) -> bool {
    pgn::is_blank(character) || "(){};（）[]【】".contains(character)
}

/// The line with which a text begins, or its part before another tag with a known name.
pub(super) fn tag_of_line(text: &str) -> &str {
    let line = line_of(text);
    if line.len() > MAX_TAGS_LINE {
        return line;
    }
    // The last word; a known name has no blank.
    let mut word = 0..0;
    for (at, character) in line.char_indices() {
        if character.is_whitespace() {
            continue;
        }
        let before = line[..word.start].trim_end();
        let is_colon = [':', '：'].contains(&character);
        if is_colon && !before.is_empty() && tag_name(&line[word.clone()]).is_some() {
            return before;
        }
        if word.end < at {
            word.start = at;
        }
        word.end = at + character.len_utf8();
    }
    line
}

fn line_of(text: &str) -> &str {
    text.split('\n').next().unwrap_or_default()
}

/// The names of tags with which a bracket that is not closed is no comment.
const KNOWN_TAGS: [&str; 8] = [
    "Event", "Site", "Date", "Round", "Red", "Black", "Result", "FEN",
];

/// True if a line begins as a tag of PGN does and has no closing bracket, as `[Event "x`. A comment in square brackets may have
/// several lines.
fn is_unclosed_tag(text: &str) -> bool {
    let line = line_of(text);
    let begin = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(" \""));
    !line.contains(']') && begin.is_some_and(|(name, _)| KNOWN_TAGS.contains(&name))
}

/// The name and the value of a line `name: value`.
fn name_and_value(text: &str) -> Option<(&str, &str)> {
    let (name, value) = line_of(text).split_once([':', '：'])?;
    Some((name.trim(), value.trim()))
}

/// True if a line begins with a tag that has a known name.
fn is_known_tag(line: &str) -> bool {
    name_and_value(line).is_some_and(|(name, _)| tag_name(name).is_some())
}

/// True if the tags with which a text begins are those of a game, and not the last lines of the game before: one of
/// [`HEADER_TAGS`] is among them, before any result, or the first move follows.
fn begins_header(text: &str) -> bool {
    // As many lines as there are known names.
    let mut lines = text.split('\n').take(TAGS.len() + 2).map(trimmed_line);
    for line in lines.by_ref().take_while(|line| !line.trim().is_empty()) {
        match name_and_value(line).map(|(name, _)| tag_name(name)) {
            _ if begins_moves(line) => return true,
            None | Some(Some("Result")) => return false,
            Some(Some(name)) if HEADER_TAGS.contains(&name) => return true,
            Some(_) => {}
        }
    }
    let next = lines.find(|line| !line.trim().is_empty());
    next.is_some_and(begins_moves)
}

/// True if a line begins with move 1, or with a move without a number.
fn begins_moves(line: &str) -> bool {
    let number = line.strip_prefix(['1', '１']);
    begins_game(line) && !line.starts_with('[')
        || chinese_move_prefix(line).is_some()
        || number.is_some_and(|rest| rest.starts_with(pgn::is_blank))
}

/// True if a line cannot be a part of a game: it has no bracket, known tag, move number or move, and is no result.
fn is_heading(line: &str) -> bool {
    let is_number = |word: &str| {
        let rest = word.trim_start_matches(is_digit);
        rest.len() < word.len() && rest.starts_with(NUMBER_ENDS)
    };
    let is_part = |word: &str| {
        let is_move = matches!(Notation::detect(word), Some(Notation::Iccs | Notation::Wxf));
        is_move || is_number(word)
    };
    let has_move = || {
        line.char_indices()
            .any(|(at, _)| chinese_move_prefix(&line[at..]).is_some())
    };
    let has_tag = || is_known_tag(line) || tag_of_line(line).len() < line.len();
    let has_bracket = line.contains(['{', '}', '(', ')', '[', ']', ';', '（', '）', '【', '】']);
    let is_result = || result(line.trim_end()).is_some();
    !has_bracket && !has_tag() && !is_result() && !has_move() && !line.split(is_blank).any(is_part)
}

/// The name in PGN of a tag with a known name.
fn tag_name(name: &str) -> Option<&'static str> {
    if name.eq_ignore_ascii_case(FEN.0) {
        return Some(FEN.0);
    }
    let mut tags = TAGS.iter().chain([&RESULT, &FEN]);
    let tag = tags.find(|(_, names)| names.contains(&name));
    tag.map(|(known, _)| *known)
}

/// The characters after a move number.
const NUMBER_ENDS: [char; 6] = ['.', '．', '。', '、', '…', '·'];

/// A text without the move number, or the dots for a missing move, at its beginning, if a move or a blank follows.
fn without_number(text: &str) -> &str {
    if chinese_move_prefix(text).is_some() {
        return text;
    }
    let rest = text
        .trim_start_matches(is_digit)
        .trim_start_matches(NUMBER_ENDS);
    let is_number = rest.is_empty() || rest.starts_with(char::is_whitespace);
    match is_number || chinese_move_prefix(rest).is_some() {
        true => rest,
        false => text,
    }
}

/// True if the text after a parenthesis is a variation: only moves up to the next bracket, or a comment in braces.
fn is_variation(text: &str) -> bool {
    let mut rest = text;
    let mut has_moves = rest.trim_start().starts_with('{');
    loop {
        rest = without_number(rest.trim_start()).trim_start();
        let end = match chinese_move_prefix(rest) {
            Some(mv) => mv.len(),
            None => rest.find(ends_name).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(end);
        let is_sign = word.starts_with(['!', '?', '！', '？', '$']);
        let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let is_move = chinese_move_prefix(word).is_some()
            || [word, unnumbered]
                .iter()
                .any(|word| matches!(Notation::detect(word), Some(Notation::Iccs | Notation::Wxf)));
        match () {
            () if word.is_empty() => return has_moves,
            () if is_move => has_moves = true,
            () if is_sign || result(word).is_some() => {}
            () => return false,
        }
        rest = after;
    }
}
