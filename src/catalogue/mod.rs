//! The catalogue of messages: an English message is found by its text, and its values are put into the Chinese one.
//!
//! So the source writes English without knowing of other languages; `messages.en.ftl` repeats it, `messages.zh.ftl` has the
//! Chinese texts. A value in `TEXT()` is a message in turn, such as the reason of an error; with a side as its second value the
//! pieces in it are named as those of the side. A value in `OR()` is a list of names with commas and "or" between them.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement};
use fluent_syntax::parser::parse_runtime;

const ENGLISH: &str = include_str!("messages.en.ftl");
const CHINESE: &str = include_str!("messages.zh.ftl");

/// The longest message that is translated, in bytes. The time for finding its values grows with its square or faster.
const MAX_BYTES: usize = 1 << 12;
/// The greatest depth of messages within messages: room for a list of thirty settings.
const MAX_DEPTH: usize = 64;
/// The number of fixed letters with which a message is distinctive.
const MIN_LETTERS: usize = 5;

/// The messages, those with the longest fixed text at the beginning first, then those with the longest fixed text.
static MESSAGES: LazyLock<Vec<CatalogueMessage>> = LazyLock::new(read_messages);

/// A message in both languages.
struct CatalogueMessage {
    english: Vec<Part>,
    chinese: Vec<Part>,
    /// True if the message is recognised also with values that should be messages but are not.
    is_distinctive: bool,
}

/// The values of a message with their names.
type Values<'a> = [(&'a str, &'a str)];

/// A part of a message. Values have names.
pub enum Part {
    Fixed(String),
    Value(&'static str),
    /// `TEXT()`: the value, and that with its side if there is one.
    Text(&'static str, Option<&'static str>),
    /// `OR()`: the value.
    List(&'static str),
}

thread_local! {
    /// The parts of the present message that were looked up, because the same part is found in several ways.
    static PARTS: RefCell<HashMap<String, Option<String>>> = RefCell::default();
    /// The number of messages that the present part is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// The Chinese for an English message; `None` if the catalogue lacks it, or the message is longer than [`MAX_BYTES`].
pub fn translate(english: &str) -> Option<String> {
    if english.len() > MAX_BYTES {
        return None;
    }
    PARTS.with_borrow_mut(HashMap::clear);
    DEPTH.set(0);
    translate_part(english)
}

/// A message, in Chinese if `is_chinese`. What the catalogue lacks stays English.
pub fn text(english: &str, is_chinese: bool) -> Cow<'_, str> {
    let chinese = is_chinese.then(|| translate(english)).flatten();
    chinese.map_or(Cow::Borrowed(english), Cow::Owned)
}

/// The Chinese for a message that is part of another.
fn translate_part(english: &str) -> Option<String> {
    if let Some(known) = PARTS.with_borrow(|parts| parts.get(english).cloned()) {
        return known;
    }
    if DEPTH.get() == MAX_DEPTH {
        return None;
    }
    DEPTH.set(DEPTH.get() + 1);
    let mut messages = MESSAGES.iter();
    let found = messages.find_map(|message| message.translate(english));
    DEPTH.set(DEPTH.get() - 1);
    PARTS.with_borrow_mut(|parts| parts.insert(english.to_owned(), found.clone()));
    found
}

/// The messages of a file in Fluent. The test of the catalogue shows that its files have no errors.
pub fn messages(text: &'static str) -> impl Iterator<Item = Message<&'static str>> {
    let resource = parse_runtime(text).unwrap_or_else(|(resource, _)| resource);
    resource.body.into_iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some(message),
        _ => None,
    })
}

/// Reads the messages in both languages, and sorts them.
fn read_messages() -> Vec<CatalogueMessage> {
    let chinese = messages(CHINESE).map(|message| (message.id.name, message.value));
    let mut chinese: HashMap<_, _> = chinese.collect();
    let read = messages(ENGLISH).filter_map(|message| {
        let chinese = chinese.remove(message.id.name)??;
        Some(CatalogueMessage::new(&message.value?, &chinese))
    });
    let mut messages: Vec<CatalogueMessage> = read.collect();
    messages.sort_by_key(|message| {
        let beginning = match message.english.first() {
            Some(Part::Fixed(text)) => text.len(),
            _ => 0,
        };
        let fixed: usize = fixed_texts(&message.english).map(str::len).sum();
        Reverse((beginning, fixed))
    });
    messages
}

/// The text of these parts with these values; `None` if a value is missing.
pub fn fill(parts: &[Part], values: &Values) -> Option<String> {
    let value_of = |name: &str| {
        let found = values.iter().find(|(other, _)| *other == name);
        found.map(|&(_, value)| value)
    };
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Fixed(fixed) => text.push_str(fixed),
            Part::Value(name) => text.push_str(value_of(name)?),
            Part::Text(name, side) => {
                let english = value_of(name)?;
                text.push_str(&match (translate_part(english), side.and_then(value_of)) {
                    (Some(found), Some(side)) => name_pieces(&found, side),
                    (found, _) => found.unwrap_or_else(|| english.to_owned()),
                });
            }
            Part::List(name) => text.push_str(&join_names(value_of(name)?)),
        }
    }
    Some(text)
}

/// Names the pieces in a Chinese text as those of the side that is called `red` or `black` in English.
fn name_pieces(text: &str, side: &str) -> String {
    let names = match side {
        "red" => [("将帅", "帅"), ("士", "仕"), ("象", "相"), ("卒", "兵")],
        _ => [("将帅", "将"), ("仕", "士"), ("相", "象"), ("兵", "卒")],
    };
    let mut text = text.to_owned();
    for (other, own) in names {
        text = text.replace(other, own);
    }
    text
}

/// Joins the names of an English list, `a or b`, `a, b or c` or `a, b`, as in Chinese. A blank stands between 或 and an ASCII
/// character.
fn join_names(english: &str) -> String {
    let Some((names, last)) = english.rsplit_once(" or ") else {
        return english.replace(", ", "、");
    };
    let names = names.replace(" or ", "、").replace(", ", "、");
    let blank = |character: Option<char>| match character {
        Some(character) if character.is_ascii() => " ",
        _ => "",
    };
    let (before, after) = (blank(names.chars().next_back()), blank(last.chars().next()));
    format!("{names}{before}或{after}{last}")
}

impl CatalogueMessage {
    fn new(english: &Pattern<&'static str>, chinese: &Pattern<&'static str>) -> CatalogueMessage {
        let (english, chinese) = (parts(english), parts(chinese));
        let letters = fixed_texts(&english).flat_map(str::chars);
        let letters = letters.filter(char::is_ascii_alphabetic).count();
        CatalogueMessage {
            english,
            chinese,
            is_distinctive: letters >= MIN_LETTERS,
        }
    }

    fn translate(&self, english: &str) -> Option<String> {
        let are_messages = |values: &Values| {
            let mut texts = values.iter().filter(|(name, _)| self.is_text(name));
            texts.all(|(_, value)| translate_part(value).is_some())
        };
        let mut values = Vec::new();
        let mut find = |is_accepted: &dyn Fn(&Values) -> bool| {
            self.find_values(&self.english, english, &mut values, is_accepted)
        };
        let found = find(&are_messages) || self.is_distinctive && find(&|_| true);
        found.then(|| fill(&self.chinese, &values))?
    }

    /// True if the value at this index may have this text. What stands before other text is not empty and has no colon, unless it
    /// is the reason of an error, and no comma, unless it is a message. A number has no blank. The name of an
    /// option and its value before contain no other difference of settings.
    fn may_have(&self, index: usize, name: &str, value: &str) -> bool {
        let is_first = index == 0 && matches!(self.english.first(), Some(Part::Value(_)));
        let is_last = matches!(self.english.last(), Some(Part::Value(last)) if *last == name);
        let is_plain = !value.is_empty() && ![": ", ", "].iter().any(|mark| value.contains(mark));
        match self.is_text(name) {
            true => name == "reason" || is_last || !value.contains(": "),
            false if name == "number" && value.contains(' ') => false,
            false if matches!(name, "option" | "before") && value.contains(" before, now ") => {
                false
            }
            false => !is_first || is_last || is_plain,
        }
    }

    /// Finds the values with which the parts give the text: of several ways the first that is accepted, with short values first.
    fn find_values<'t>(
        &self,
        parts: &'t [Part],
        text: &'t str,
        values: &mut Vec<(&'t str, &'t str)>,
        is_accepted: &dyn Fn(&Values) -> bool,
    ) -> bool {
        match parts {
            [] => text.is_empty() && is_accepted(values),
            [Part::Fixed(fixed), rest @ ..] => text
                .strip_prefix(fixed.as_str())
                .is_some_and(|text| self.find_values(rest, text, values, is_accepted)),
            [Part::Value(name), rest @ ..] => {
                let (fixed, whole) = match rest.first() {
                    Some(Part::Fixed(fixed)) => (Some(fixed), None),
                    _ => (None, Some(text.len())),
                };
                let found = fixed.map(|fixed| text.match_indices(fixed.as_str()));
                let ends = found.into_iter().flatten().map(|(end, _)| end);
                ends.chain(whole).any(|end| {
                    let (value, after) = text.split_at(end);
                    if !self.may_have(values.len(), name, value) {
                        return false;
                    }
                    values.push((name, value));
                    let found = self.find_values(rest, after, values, is_accepted);
                    if !found {
                        values.pop();
                    }
                    found
                })
            }
            [Part::Text(..) | Part::List(_), ..] => false,
        }
    }

    /// True if the value is a message in turn.
    fn is_text(&self, name: &str) -> bool {
        let mut parts = self.chinese.iter();
        parts.any(|part| matches!(part, Part::Text(text, _) if *text == name))
    }
}

/// The texts of the parts without a value.
fn fixed_texts(parts: &[Part]) -> impl Iterator<Item = &str> {
    parts.iter().filter_map(|part| match part {
        Part::Fixed(text) => Some(text.as_str()),
        _ => None,
    })
}

/// The parts of a pattern.
pub fn parts(pattern: &Pattern<&'static str>) -> Vec<Part> {
    let part = |element: &PatternElement<&'static str>| match element {
        PatternElement::TextElement { value }
        | PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::StringLiteral { value }),
        } => Some(Part::Fixed((*value).to_owned())),
        PatternElement::Placeable {
            expression: Expression::Inline(expression),
        } => value_part(expression),
        PatternElement::Placeable { .. } => None,
    };
    let mut joined: Vec<Part> = Vec::new();
    for part in pattern.elements.iter().filter_map(part) {
        match (joined.last_mut(), part) {
            (Some(Part::Fixed(before)), Part::Fixed(text)) => before.push_str(&text),
            (_, part) => joined.push(part),
        }
    }
    joined
}

/// The part of a value, or of a function of values; `None` for another expression.
fn value_part(expression: &InlineExpression<&'static str>) -> Option<Part> {
    let name_of = |value: &InlineExpression<&'static str>| match value {
        InlineExpression::VariableReference { id } => Some(id.name),
        _ => None,
    };
    let InlineExpression::FunctionReference { id, arguments } = expression else {
        return name_of(expression).map(Part::Value);
    };
    let names: Vec<&'static str> = arguments.positional.iter().filter_map(name_of).collect();
    match (id.name, &names[..]) {
        ("TEXT", &[text]) => Some(Part::Text(text, None)),
        ("TEXT", &[text, side]) => Some(Part::Text(text, Some(side))),
        ("OR", &[names]) => Some(Part::List(names)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
