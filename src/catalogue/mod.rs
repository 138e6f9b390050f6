//! The catalogue of messages: an English message is found by its text, and its values are put into the Chinese one.
//!
//! So the source writes English without knowing of other languages; `messages.en.ftl` repeats it, `messages.zh.ftl` has the
//! Chinese texts. A value in `TEXT()` is a message in turn, such as the reason of an error; with a side as its second value the pieces in
//! it are named as those of the side. A value in `OR()` is a list of names with commas and "or" between them.

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

/// Joins the names of an English list, `a or b`, `a, b or c` or `a, b`, as in Chinese. A blank stands between 或 and an ASCII character.
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
        let are_plain = |values: &Values| {
            let mut named = values.iter().enumerate();
            named.all(|(index, (name, value))| self.may_have(index, name, value))
        };
        let are_messages = |values: &Values| {
            let mut texts = values.iter().filter(|(name, _)| self.is_text(name));
            are_plain(values) && texts.all(|(_, value)| translate_part(value).is_some())
        };
        let mut values = Vec::new();
        let found = find_values(&self.english, english, &mut values, &are_messages)
            || self.is_distinctive && find_values(&self.english, english, &mut values, &are_plain);
        found.then(|| fill(&self.chinese, &values))?
    }

    /// True if the value at this index may have this text. What stands before other text has no colon, unless it is the reason of
    /// an error, and no comma, unless it is a message. A number has no blank.
    fn may_have(&self, index: usize, name: &str, value: &str) -> bool {
        let is_first = index == 0 && matches!(self.english.first(), Some(Part::Value(_)));
        let is_last = matches!(self.english.last(), Some(Part::Value(last)) if *last == name);
        match self.is_text(name) {
            true => name == "reason" || is_last || !value.contains(": "),
            false if name == "number" && value.contains(' ') => false,
            false => !is_first || is_last || !(value.contains(": ") || value.contains(", ")),
        }
    }

    /// True if the value is a message in turn.
    fn is_text(&self, name: &str) -> bool {
        let mut parts = self.chinese.iter();
        parts.any(|part| matches!(part, Part::Text(text, _) if *text == name))
    }
}

/// Finds the values with which the parts give the text. Of several ways the first that is accepted is used, with short values first.
fn find_values<'t>(
    parts: &'t [Part],
    text: &'t str,
    values: &mut Vec<(&'t str, &'t str)>,
    is_accepted: &dyn Fn(&Values) -> bool,
) -> bool {
    match parts {
        [] => text.is_empty() && is_accepted(values),
        [Part::Fixed(fixed), rest @ ..] => text
            .strip_prefix(fixed.as_str())
            .is_some_and(|text| find_values(rest, text, values, is_accepted)),
        [Part::Value(name), rest @ ..] => {
            let ends: Vec<usize> = match rest.first() {
                Some(Part::Fixed(fixed)) => {
                    let found = text.match_indices(fixed.as_str());
                    found.map(|(end, _)| end).collect()
                }
                _ => vec![text.len()],
            };
            ends.into_iter().any(|end| {
                values.push((name, &text[..end]));
                let found = find_values(rest, &text[end..], values, is_accepted);
                if !found {
                    values.pop();
                }
                found
            })
        }
        [Part::Text(..) | Part::List(_), ..] => false,
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
mod tests {
    use super::*;

    #[test]
    fn lists_of_names_are_joined_with_the_chinese_comma() {
        for (english, chinese) in [
            ("a", "a"),
            ("a, b", "a、b"),
            ("a or b", "a 或 b"),
            ("a or b or c", "a、b 或 c"),
            ("a, b or c", "a、b 或 c"),
            ("炮二, 前炮 or 前三", "炮二、前炮或前三"),
        ] {
            assert_eq!(join_names(english), chinese);
        }
    }

    #[test]
    fn pieces_have_the_names_of_their_side() {
        for (piece, red, black) in [
            ("general on its file 5", "第 5 路的帅", "第 5 路的将"),
            (
                "two advisors on one file",
                "同在一路的两个仕",
                "同在一路的两个士",
            ),
            ("elephant on its file 2", "第 2 路的相", "第 2 路的象"),
            (
                "third pawn on its file 3",
                "第 3 路的第三个兵",
                "第 3 路的第三个卒",
            ),
        ] {
            for (side, name, expected) in [("red", "红方", red), ("black", "黑方", black)] {
                let message = format!("'x': {side} has no {piece}");
                let expected = format!("'x'：找不到{name}{expected}");
                assert_eq!(translate(&message), Some(expected));
            }
        }
    }

    #[test]
    fn parts_of_messages_are_translated() {
        for (english, chinese) in [
            (
                "start-failure: crash: after 'ucci': exit status: 1; last lines of its standard error: a: b; it may speak another protocol: proto=uci or proto=xboard",
                "启动失败：在 'ucci' 之后退出：退出码 1；标准错误输出的最后几行：a: b；它可能使用另一种协议：proto=uci 或 proto=xboard",
            ),
            (
                "engines: 甲, 乙 before, now a; thinking: 9 nodes a move before, now 5 ms a move",
                "引擎：原为“甲, 乙”，现为“a”；思考：原为“每着 9 个结点”，现为“每着 5 毫秒”",
            ),
            (
                "engine 'A': option hash: 16 before, now not set; engine 'B': cmd: a before, now b",
                "引擎 A：选项 hash：原为“16”，现为“未设”；引擎 B：cmd：原为“a”，现为“b”",
            ),
            (
                "line 5, column 9: not a game of a match: missing field `moves`",
                "第 5 行第 9 列：不是比赛的对局：缺少字段 `moves`",
            ),
            (
                "a.jsonl: line 3 is damaged and is skipped: EOF while parsing a value",
                "a.jsonl：第 3 行已损坏，略过：值不完整",
            ),
            (
                "game 2: line 9, column 4: a0a9 is not legal for red",
                "第 2 局：第 9 行第 4 列：a0a9 不是红方的合法着法",
            ),
            (
                "game 1: fen: '3' follows the end of the FEN",
                "第 1 局：fen：FEN 的末尾之后还有 '3'",
            ),
            (
                "line 2 is not a result: expected 36 columns, found 3; --force instead of --resume overwrites the file",
                "第 2 行不是结果：应有 36 列，实际有 3 列；用 --force 代替 --resume 可覆盖该文件",
            ),
            (
                "line 2, column 10: not a result in JSON, as `chuhe solve --json` writes it: missing field `status`",
                "第 2 行第 10 列：不是 `chuhe solve --json` 写出的 JSON 结果：缺少字段 `status`",
            ),
            ("unclosed table, expected `]`", "表没有结束，应为 `]`"),
            (
                "neither a command (help lists them) nor a move: '炮二' has 2 characters: a move in Chinese has 4, such as 炮二平五",
                "既不是命令（输入“帮助”列出命令），也不是着法：'炮二' 有 2 个字符：中文着法有 4 个，例如“炮二平五”",
            ),
            (
                "made for 752 rows of a bucket (byte 16), this program's networks have 753",
                "其每个分桶的行数为 752（字节 16），本程序的网络为 753",
            ),
            (
                "score +12 for red, to move, by network 0123456789abcdef",
                "红方（走子方）的分数 +12，估值用网络 0123456789abcdef",
            ),
            (
                "score -3 for black, to move, by material",
                "黑方（走子方）的分数 -3，估值用子力",
            ),
            (
                "length        201 plies a game",
                "平均长度      每局 201 个半回合",
            ),
            (
                "cook after 车六平五 将5平6: 炮二平五, 马二进三",
                "车六平五 将5平6 之后的余着：炮二平五、马二进三",
            ),
            (
                "score -100: 20 % lost, 50 % drawn, 30 % won",
                "分数 -100：负 20%，和 50%，胜 30%",
            ),
            (" (闷杀, 卧槽马)", "（闷杀、卧槽马）"),
            (
                "W-D-L        19-0-1 (95.0 %)",
                "胜-和-负     19-0-1（95.0%）",
            ),
            (
                "standard output: cannot write the results: No space left on device (os error 28); 0 results are written",
                "标准输出：无法写入结果：磁盘已满（系统错误 28）；已写 0 个结果",
            ),
            (
                "stopped in game 2 of 3 (moves judged in it: 0); to continue, repeat the command with --resume, without --force",
                "在第 2 局停止（共 3 局，这一局已复盘 0 着）；要接着做，请加 --resume（不加 --force）再运行一次",
            ),
            (
                "cannot write to the GUI: No space left on device (os error 28)",
                "无法向界面输出：磁盘已满（系统错误 28）",
            ),
        ] {
            assert_eq!(translate(english).as_deref(), Some(chinese));
        }
    }

    #[test]
    fn long_lists_are_translated() {
        let list = |item: &str, end| Vec::from_iter((0..20).map(|_| item)).join(end);
        assert_eq!(
            translate(&list("engine 'A': option hash: 16 before, now 32", "; ")),
            Some(list("引擎 A：选项 hash：原为“16”，现为“32”", "；"))
        );
    }

    #[test]
    fn long_messages_stay_english() {
        let expected = "expected iccs, chinese or wxf";
        let message =
            |length: usize| format!("'{}' is not a notation: {expected}", "=".repeat(length));
        assert!(translate(&message(100)).is_some());
        assert_eq!(translate(&message(1 << 20)), None);
        for part in [": ", "a: "] {
            assert_eq!(translate(&part.repeat(MAX_BYTES / part.len())), None);
        }
    }
}
