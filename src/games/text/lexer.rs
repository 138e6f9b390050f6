//! Lexer of text: games as people write them to the tokens of PGN.

use super::lines::{
    NUMBER_ENDS, begins_header, begins_moves, begins_numbers, bracketed_number, is_caption,
    is_heading, is_iccs_or_wxf, is_known_tag, is_like_move, is_unclosed_tag, length_of_last_tags,
    name_and_value, tag_name, tag_of_line,
};
use crate::games::chinese_names::result;
use crate::games::pgn::{
    self, BLACK_DOTS, BYTE_ORDER_MARK, Lexer, Location, Token, TokenSource, begins_game,
    count_dots, ends_name, ends_word, has_first_number, is_digit, is_separator, line_of,
    trimmed_line,
};
use crate::games::tree::comment_text;
use crate::games::{RESULTS, SIGNS};
use crate::notation::chinese_move_prefix;

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
    /// The number of variations that are open.
    depth: u32,
    /// True if the moves of the game are counted from 0.
    from_zero: bool,
    /// The number of dots before the next word.
    dots: usize,
    /// The offset before which no other heading can be skipped.
    scanned: usize,
    /// The length in bytes of the last lines, which have nothing but tags.
    last_tags: usize,
}

impl TokenSource for TextLexer<'_> {
    fn location(&self) -> Location {
        self.lexer.location()
    }

    /// Skips to a line with a tag or the first move. Tags up to the next empty line belong to the game before.
    fn skip_to_game(&mut self) {
        (self.has_tags, self.has_moves, self.depth) = (false, false, 0);
        (self.from_zero, self.dots) = (false, 0);
        let (mut is_after_gap, last_tags) = (false, self.last_tags);
        self.lexer.skip_to_line(|rest| {
            let line = trimmed_line(rest);
            is_after_gap |= line.is_empty();
            let is_tag = is_known_tag(line) && (is_after_gap || begins_header(rest, last_tags));
            is_tag || begins_moves(line) || begins_game(rest) && !is_known_tag(line)
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
            depth: 0,
            from_zero: false,
            dots: 0,
            scanned: 0,
            last_tags: length_of_last_tags(text),
        }
    }

    /// Skips lines before the first game, if a tag or a move follows them and they cannot be mistaken for moves.
    pub fn skip_heading(&mut self) {
        self.skip_lines(self.lexer.clone());
    }

    /// Skips lines before the moves of a game, from the place of `lexer` on, and returns true if it has skipped any. Below the moves
    /// of another game a known tag or move 1 must follow them.
    fn skip_lines(&mut self, mut lexer: Lexer<'a>) -> bool {
        let begin = self.lexer.location().offset;
        if begin < self.scanned {
            return false;
        }
        let mut may_be_moves = false;
        lexer.skip_to_line(|rest| {
            let line = trimmed_line(rest);
            let is_heading = is_heading(line);
            may_be_moves |= is_heading && is_like_move(line);
            !is_heading
        });
        let line = trimmed_line(lexer.rest);
        let may_skip = match self.has_moves {
            true => !may_be_moves && (is_known_tag(line) || begins_numbers(lexer.rest)),
            false => {
                let is_clear =
                    line.starts_with('[') || is_known_tag(line) || has_first_number(line);
                is_clear || !may_be_moves && begins_moves(line)
            }
        };
        let end = lexer.location().offset;
        if may_skip && end > begin {
            self.lexer = lexer;
            return true;
        }
        // The lines are not scanned again, so that the time is linear.
        self.scanned = end;
        false
    }

    /// Takes a tag, with which a line begins, if there is one: `name: value`, or as in PGN.
    fn take_tag(&mut self) -> Option<Token> {
        let rest = self.lexer.rest;
        if rest.starts_with('[') && line_of(rest).trim_end().ends_with("\"]") {
            let mut after = self.lexer.clone();
            // Other text in square brackets is a comment.
            if let Some((name, value)) = after.tag() {
                let name = tag_name(&name).map_or(name, str::to_owned);
                let value = match &*name {
                    "Result" => result(&value).map_or(value, str::to_owned),
                    _ => value,
                };
                let token = self.tag_token(name, value);
                self.lexer = after;
                self.after_tag = true;
                return Some(token);
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
            // Moves after the names of the sides are no names of players.
            Some("Red" | "Black") if begins_with_move(value) => return None,
            Some("Result") => ("Result", result(value).unwrap_or(RESULTS[0])),
            Some(known) => (known, value),
            None if self.has_tags && is_name() => (name, value),
            None => return None,
        };
        let token = self.tag_token(name.to_owned(), value.to_owned());
        self.after_tag = line.len() < line_of(rest).len();
        self.lexer.take_bytes(line.len());
        Some(token)
    }

    /// The token of the tag with which the rest of the text begins.
    fn tag_token(&mut self, name: String, value: String) -> Token {
        self.has_tags = true;
        if name != "Result" {
            self.has_moves = self.has_moves && !begins_header(self.lexer.rest, self.last_tags);
        }
        match self.has_moves {
            // After the moves it ends the game.
            true if name == "Result" => Token::Word(value),
            true => Token::LateTag(name, value),
            false => Token::Tag(name, value),
        }
    }

    /// Takes a comment, or the begin or end of a variation, if there is one.
    fn take_bracket(&mut self, first: char) -> Option<Token> {
        if [')', '）'].contains(&first) {
            self.lexer.take_one();
            (self.depth, self.dots) = (self.depth.saturating_sub(1), 0);
            return Some(Token::CloseParen);
        }
        let ends: &[char] = match first {
            ';' => &['\n'],
            _ => BRACKETS.iter().find(|(begin, _)| *begin == first)?.1,
        };
        self.lexer.take_one();
        if ends.contains(&')') && is_variation(self.lexer.rest) {
            (self.depth, self.dots) = (self.depth + 1, 0);
            return Some(Token::OpenParen);
        }
        if !self.unclosed.contains(&first) {
            let before = self.lexer.clone();
            let comment = self.lexer.take_until(|c| ends.contains(&c));
            let is_closed = !self.lexer.take_one().is_empty();
            if let Some(result) = result(comment.trim())
                && !['{', ';'].contains(&first)
                && self.has_moves
                && self.depth == 0
            {
                return Some(Token::Word(result.to_owned()));
            }
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
        let rest = self.lexer.rest;
        let word = match chinese_move_prefix(rest) {
            Some(mv) => self.lexer.take_bytes(mv.len()),
            // Signs may stand directly before the next move.
            None if rest.starts_with(SIGNS) => self.lexer.take_until(|c| !SIGNS.contains(&c)),
            // A closing bracket without an opening one.
            None if rest.starts_with(ends_word) => self.lexer.take_one(),
            None => self.lexer.take_until(ends_word),
        };
        let is_black = std::mem::take(&mut self.dots) >= BLACK_DOTS;
        // The reader refuses the dots where red is to move.
        match is_black && result(word).is_none() {
            true => Token::Word(format!("...{word}")),
            false => Token::Word(word.to_owned()),
        }
    }
}

impl Iterator for TextLexer<'_> {
    type Item = (Location, Token);

    fn next(&mut self) -> Option<(Location, Token)> {
        loop {
            let at_begin = self.lexer.location().column == 1;
            let before_blank = self.lexer.clone();
            let blank = self.lexer.take_until(|c| !is_separator(c));
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
            if begins_line && !self.has_moves && is_caption(line_of(rest).trim()) {
                self.lexer.take_until(|c| c == '\n');
                continue;
            }
            // The next game, after one without a result.
            let may_end = self.has_moves && self.depth == 0 && !self.from_zero;
            let line_ends = blank.matches('\n').count() + usize::from(at_begin);
            if line_ends > 1 {
                self.dots = 0;
            }
            let may_be_heading = match self.has_moves {
                true => may_end && line_ends > 1,
                false => self.has_tags && line_ends > 0,
            };
            // A caption stands directly above the next game.
            let is_result = || {
                let mut lines = rest.split('\n').map(str::trim);
                let is_caption = lines.next().is_some_and(is_caption)
                    && lines.next().is_some_and(|line| !line.is_empty());
                !is_caption && rest.split(ends_word).next().and_then(result).is_some()
            };
            if may_be_heading && !is_result() && self.skip_lines(before_blank) {
                continue;
            }
            if location.column == 1 && may_end && begins_numbers(rest) {
                self.has_moves = false;
                return Some((location, Token::Word(RESULTS[0].to_owned())));
            }
            if let Some(number) = bracketed_number(rest) {
                self.lexer.take_bytes(number);
                continue;
            }
            if let Some(token) = self.take_bracket(first) {
                return Some((location, token));
            }
            let number = rest.len() - without_number(rest).len();
            if number == 0 {
                return Some((location, self.take_word()));
            }
            let number = self.lexer.take_bytes(number);
            self.from_zero |= number.starts_with(['0', '０']);
            self.dots += count_dots(number);
        }
    }
}

/// A text without the move number, or the dots for a missing move, at its beginning, if a move or a blank follows.
fn without_number(text: &str) -> &str {
    if chinese_move_prefix(text).is_some() {
        return text;
    }
    let rest = text
        .trim_start_matches(is_digit)
        .trim_start_matches(NUMBER_ENDS);
    let is_number = rest.is_empty() || rest.starts_with(pgn::is_blank);
    match is_number || chinese_move_prefix(rest).is_some() {
        true => rest,
        false => text,
    }
}

/// A text without the blanks and numbers at its beginning. The dots for a missing move may stand apart from their number.
fn without_numbers(text: &str) -> &str {
    let mut rest = text;
    loop {
        let shorter = without_number(rest).trim_start_matches(pgn::is_blank);
        if shorter.len() == rest.len() {
            return rest;
        }
        rest = shorter;
    }
}

/// True if a text begins with a move, which may have a number.
fn begins_with_move(text: &str) -> bool {
    let text = without_number(text).trim_start();
    let word = text.split(ends_word).next().unwrap_or_default();
    chinese_move_prefix(text).is_some() || is_iccs_or_wxf(word)
}

/// True if the text after a parenthesis is a variation: only moves up to the next bracket, or a comment in braces.
fn is_variation(text: &str) -> bool {
    let mut rest = text;
    let mut has_moves = rest.trim_start().starts_with('{');
    loop {
        rest = without_numbers(rest);
        let end = match chinese_move_prefix(rest) {
            Some(mv) => mv.len(),
            None => rest.find(ends_name).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(end);
        let is_sign = word.starts_with(SIGNS) || word.starts_with('$');
        let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let is_move = chinese_move_prefix(word).is_some()
            || is_iccs_or_wxf(word)
            || is_iccs_or_wxf(unnumbered);
        match () {
            () if word.is_empty() => return has_moves,
            () if is_move => has_moves = true,
            () if is_sign || result(word).is_some() => {}
            () => return false,
        }
        rest = after;
    }
}
