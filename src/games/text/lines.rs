//! Kinds of lines of text: tags, headings, and lines with which a game begins.

use super::tags::{FEN, RESULT, TAGS};
use crate::games::SIGNS;
use crate::games::chinese_names::result;
use crate::games::pgn::{
    self, MAX_TAGS_LINE, begins_game, begins_with_moves, has_first_number, is_digit, is_separator,
    line_of, trimmed_line,
};
use crate::notation::{Notation, chinese_move_prefix};

/// Tags of which a header has at least one if it is to begin a game below the moves of another.
const HEADER_TAGS: [&str; 5] = ["Title", "Event", "Red", "Black", "FEN"];

/// The line with which a text begins, or its part before another tag with a known name.
pub fn tag_of_line(text: &str) -> &str {
    let line = line_of(text);
    if line.len() > MAX_TAGS_LINE {
        return line;
    }
    let is_between = |character: char| character.is_whitespace() || "；，,".contains(character);
    // The last word; a known name has no blank.
    let mut word = 0..0;
    for (at, character) in line.char_indices() {
        if is_between(character) {
            continue;
        }
        let before = line[..word.start].trim_end_matches(is_between);
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

/// True if a line begins as a tag of PGN does and has no closing bracket, as `[Event "x`. A comment in square brackets may have
/// several lines.
pub fn is_unclosed_tag(text: &str) -> bool {
    let line = line_of(text);
    let begin = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(" \""));
    !line.contains(']') && begin.is_some_and(|(name, _)| tag_name(name).is_some())
}

/// The name and the value of a line `name: value` or `[name "value"]`.
pub fn name_and_value(text: &str) -> Option<(&str, &str)> {
    let line = line_of(text).trim_end();
    let in_brackets = line
        .strip_prefix('[')
        .and_then(|tag| tag.strip_suffix("\"]"));
    let (name, value) = match in_brackets {
        Some(tag) => tag.split_once('"')?,
        None => line.split_once([':', '：'])?,
    };
    Some((
        name.trim_matches(pgn::is_blank),
        value.trim_matches(pgn::is_blank),
    ))
}

/// True if a line begins with a tag that has a known name.
pub fn is_known_tag(line: &str) -> bool {
    name_and_value(line).is_some_and(|(name, _)| tag_name(name).is_some())
}

/// True if the tags with which a text begins are those of a game, and not the last lines of the game before: one of
/// [`HEADER_TAGS`] is among them, before any result and any moves, or the first move follows. `last_tags` is
/// [`length_of_last_tags`] of the whole text, of which `text` is the end.
pub fn begins_header(text: &str, last_tags: usize) -> bool {
    // As many lines as there are known names.
    let mut lines = text.split('\n').take(TAGS.len() + 2).map(trimmed_line);
    for line in lines.by_ref().take_while(|line| !line.trim().is_empty()) {
        match name_and_value(line).map(|(name, _)| tag_name(name)) {
            _ if begins_moves(line) => return true,
            None | Some(Some("Result")) => return false,
            Some(Some(name)) if HEADER_TAGS.contains(&name) => {
                return !has_only_tags(text, last_tags);
            }
            Some(_) => {}
        }
    }
    let next = lines.find(|line| !line.trim().is_empty());
    next.is_some_and(begins_moves)
}

/// True if a text, which may begin within a line, has nothing but tags.
fn has_only_tags(text: &str, last_tags: usize) -> bool {
    let (first, after) = text.split_once('\n').unwrap_or((text, ""));
    is_empty_or_tag(first) && after.len() <= last_tags
}

/// The length in bytes of the lines at the end of a text of which each is empty or has a tag.
pub fn length_of_last_tags(text: &str) -> usize {
    let lines = text.rsplit('\n').take_while(|line| is_empty_or_tag(line));
    let lengths = lines.map(|line| line.len() + 1);
    lengths.sum::<usize>().saturating_sub(1)
}

fn is_empty_or_tag(line: &str) -> bool {
    let line = trimmed_line(line);
    line.trim().is_empty() || is_known_tag(line)
}

/// True if a line begins with move number 1 and red's move.
pub fn begins_numbers(text: &str) -> bool {
    let line = line_of(text);
    let moves = line.trim_start_matches(['1', '１']);
    let moves = moves.trim_start_matches(NUMBER_ENDS);
    // A digit and a mark: more are dots for a missing move.
    let length = line[..line.len() - moves.len()].chars().count();
    let moves = moves.trim_start_matches(is_separator);
    let has_dots = length > 2 || moves.starts_with(['.', '．', '…']);
    begins_bracketed_numbers(line) || has_first_number(line) && !has_dots
}

/// True if a line begins with move number 1 in parentheses and a move. A heading may begin with such a number, too.
fn begins_bracketed_numbers(line: &str) -> bool {
    let (number, after) = line.split_at(bracketed_number(line).unwrap_or_default());
    let is_first = number.contains(['1', '１']) && number.chars().count() == 3;
    is_first && begins_with_moves(after.trim_start_matches(is_separator))
}

/// The length of a move number in parentheses, with which a text begins.
pub fn bracketed_number(text: &str) -> Option<usize> {
    let number = text.strip_prefix(['(', '（'])?;
    let after = number.trim_start_matches(is_digit);
    let rest = after.strip_prefix([')', '）'])?;
    (after.len() < number.len()).then_some(text.len() - rest.len())
}

/// True for a line above the moves of a puzzle, such as 红先胜, which says what is to be found.
pub fn is_caption(line: &str) -> bool {
    line.contains('先') && result(line).is_some()
}

/// True for a word with the form of a move in ICCS or WXF, which signs may follow.
pub fn is_iccs_or_wxf(word: &str) -> bool {
    let notation = Notation::detect(word.trim_end_matches(SIGNS));
    matches!(notation, Some(Notation::Iccs | Notation::Wxf))
}

/// True if a line begins as a move does, with four characters of which the first is the name of a piece or its place.
pub fn is_like_move(line: &str) -> bool {
    let word = line.split(is_separator).next().unwrap_or_default();
    let begin = word.chars().next().unwrap_or_default();
    word.chars().count() == 4 && "车車俥马馬傌炮砲包兵卒相象仕士帅帥将將前后後中".contains(begin)
}

/// True if a line begins with move 1, or with a move without a number.
pub fn begins_moves(line: &str) -> bool {
    begins_game(line) && !line.starts_with('[')
        || chinese_move_prefix(line).is_some()
        || begins_bracketed_numbers(line)
}

/// True if a line cannot be a part of a game: it has no bracket, FEN, known tag, move number or move, and is no result.
pub fn is_heading(line: &str) -> bool {
    let is_number = |word: &str| {
        let rest = word.trim_start_matches(is_digit);
        rest.len() < word.len() && rest.starts_with(NUMBER_ENDS)
    };
    let is_part = |word: &str| is_iccs_or_wxf(word) || is_number(word);
    let has_move = || {
        line.char_indices()
            .any(|(at, _)| chinese_move_prefix(&line[at..]).is_some())
    };
    let has_tag = || is_known_tag(line) || tag_of_line(line).len() < line.len();
    let has_bracket = line.contains(['{', '}', '(', ')', '[', ']', ';', '（', '）', '【', '】']);
    let is_result = || result(line.trim_end()).is_some() && !is_caption(line.trim_end());
    let is_fen = line.matches('/').count() >= 7;
    let is_other = has_bracket || is_fen || has_tag() || is_result() || has_move();
    !is_other && !line.split(is_separator).any(is_part)
}

/// The name in PGN of a tag with a known name.
pub fn tag_name(name: &str) -> Option<&'static str> {
    let name = match name {
        "红" | "紅" => "Red",
        "黑" => "Black",
        name => name,
    };
    let mut tags = TAGS.iter().chain([&RESULT, &FEN]);
    let tag = tags.find(|(known, names)| names.contains(&name) || known.eq_ignore_ascii_case(name));
    tag.map(|(known, _)| *known)
}

/// The characters after a move number.
pub const NUMBER_ENDS: [char; 6] = ['.', '．', '。', '、', '…', '·'];
