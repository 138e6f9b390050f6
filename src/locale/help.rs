//! The help of commands and options in Chinese.
//!
//! `help.zh.ftl` has a message for each command and option. Examples and tables below them are translated line by line or paragraph
//! by paragraph, with the catalogue of messages.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::LazyLock;

use clap::builder::{PossibleValuesParser, Resettable, StyledStr};
use clap::{Arg, Command};
use fluent_syntax::ast::Message;
use unicode_width::UnicodeWidthStr;

use super::{LANGUAGES, is_chinese, text};
use crate::catalogue::{self, fill, parts};

/// The messages of `help.zh.ftl` by their ids.
static HELP: LazyLock<HashMap<&str, Message<&str>>> = LazyLock::new(|| {
    let messages = catalogue::messages(include_str!("help.zh.ftl"));
    messages.map(|message| (message.id.name, message)).collect()
});

/// Words that clap writes into the help.
const CLAP_WORDS: [&str; 14] = [
    "Usage:",
    "Commands:",
    "Arguments:",
    "Options:",
    "[OPTIONS]",
    "[COMMAND]",
    "<COMMAND>",
    "[default:",
    "[possible values:",
    "Possible values:",
    "Print help (see more with '--help')",
    "Print help (see a summary with '-h')",
    "Print version",
    "Print this message or the help of the given subcommand(s)",
];

/// The greatest width of the help, as that of the English one.
const MAX_WIDTH: usize = 100;

/// Characters with which no line begins.
const CLOSING: &str = "，。、；：！？）》”’】";

/// Adds `--lang` to the command of the program, and translates its help.
pub fn localized(command: Command) -> Command {
    let lang = Arg::new("lang")
        .long("lang")
        .value_name("LANG")
        .value_parser(LANGUAGES)
        .help("The language of help, messages and tables: zh or en [default: that of the system]")
        .hide_possible_values(true)
        .display_order(899)
        .global(true);
    let command = command.arg(lang);
    match is_chinese() {
        // Lines are wrapped when they are printed.
        true => translate(command, "").term_width(0),
        false => command,
    }
}

/// The short Chinese help of a command or option, and the paragraphs that follow in the long one.
#[derive(Debug, PartialEq)]
struct ChineseHelp {
    id: String,
    short: String,
    more: Option<String>,
}

impl ChineseHelp {
    /// The help with this id; `None` if there is none.
    fn get(id: String) -> Option<ChineseHelp> {
        let message = HELP.get(id.as_str())?;
        let mut attributes = message.attributes.iter();
        let more = attributes.find(|attribute| attribute.id.name == "long");
        Some(ChineseHelp {
            short: fill(&parts(message.value.as_ref()?), &[])?,
            more: more.and_then(|more| fill(&parts(&more.value), &[])),
            id,
        })
    }

    /// The help of a command, by its path such as `-book-make`.
    fn of_command(path: &str) -> Option<ChineseHelp> {
        ChineseHelp::get(format!("command{path}"))
    }

    /// The help of an option of a command, or else that of all options of the name.
    fn of_option(path: &str, name: &str) -> Option<ChineseHelp> {
        let names = path.rmatch_indices('-').map(|(end, _)| &path[..end]);
        let mut paths = [path].into_iter().chain(names);
        paths.find_map(|path| ChineseHelp::get(format!("option{path}-{name}")))
    }

    /// The long help; without one the English one is removed.
    fn long(&self) -> Resettable<StyledStr> {
        let more = self.more.as_ref();
        let long = more.map(|more| StyledStr::from(format!("{}。\n\n{more}", self.short)));
        long.into()
    }
}

/// The ids of commands and options without Chinese help, and of Chinese help without a command or option.
#[cfg(all(test, not(feature = "tuning")))]
pub fn missing_and_unused(command: &Command) -> (Vec<String>, Vec<String>) {
    // The English help for each id in use.
    let mut english: HashMap<String, String> = HashMap::new();
    let mut missing = Vec::new();
    let mut waiting = vec![(command, String::new())];
    while let Some((command, path)) = waiting.pop() {
        let about = (
            ChineseHelp::of_command(&path),
            command.get_about(),
            format!("command{path}"),
        );
        let options = command.get_arguments().map(|arg| {
            let name = arg.get_id().as_str();
            let help = ChineseHelp::of_option(&path, name);
            (help, arg.get_help(), format!("option{path}-{name}"))
        });
        for (chinese, help, id) in [about].into_iter().chain(options) {
            let Some(help) = help.map(StyledStr::to_string) else {
                continue;
            };
            // Options of one id have the same help.
            let is_other = |chinese: ChineseHelp| {
                *english.entry(chinese.id).or_insert_with(|| help.clone()) != help
            };
            if chinese.is_none_or(is_other) {
                missing.push(id);
            }
        }
        let subcommands = command.get_subcommands();
        waiting.extend(subcommands.map(|inner| (inner, format!("{path}-{}", inner.get_name()))));
    }
    let unused = HELP.keys().filter(|id| !english.contains_key(**id));
    (missing, unused.map(ToString::to_string).collect())
}

fn translate(mut command: Command, path: &str) -> Command {
    if let Some(help) = ChineseHelp::of_command(path) {
        command = command.long_about(help.long()).about(help.short);
    }
    if let Some(after) = command.get_after_long_help() {
        let after = page(&after.to_string());
        command = command.after_long_help(after);
    }
    command = command.mut_args(|arg| {
        let heading = arg.get_help_heading();
        let heading = heading.map(|heading| text(heading).into_owned());
        let arg = match heading {
            Some(heading) => arg.help_heading(heading),
            None => arg,
        };
        match ChineseHelp::of_option(path, arg.get_id().as_str()) {
            Some(help) => arg.long_help(help.long()).help(help.short),
            None => arg,
        }
    });
    command.mut_subcommands(|inner| {
        let path = format!("{path}-{}", inner.get_name());
        translate(inner, &path)
    })
}

/// Translates text below the help, line by line or paragraph by paragraph. Commands, their output and JSON stay.
fn page(english: &str) -> String {
    let mut lines = english.lines();
    let mut chinese = String::new();
    while let Some(line) = lines.next() {
        let message = line.trim_start();
        let indent = line.len() - message.len();
        // A message may stand behind what it explains.
        let (before, explained) = match message.rsplit_once("  ") {
            Some((before, explained)) => (format!("{before}  "), explained),
            None => (String::new(), message),
        };
        let is_command = explained.starts_with("chuhe ");
        if let Some(found) = catalogue::translate(explained).filter(|_| !is_command) {
            chinese += &format!("{:indent$}{before}{found}\n", "");
            continue;
        }
        let rest = lines
            .clone()
            .take_while(|next| next.trim_start().len() + indent == next.len());
        let rest: Vec<&str> = rest.map(str::trim_start).collect();
        let paragraph = [&[message], &rest[..]].concat().join(" ");
        match catalogue::translate(&paragraph) {
            Some(found) => {
                chinese += &format!("{:indent$}{found}\n", "");
                for _ in rest {
                    lines.next();
                }
            }
            None => chinese += &format!("{line}\n"),
        }
    }
    chinese.truncate(chinese.trim_end().len());
    chinese
}

/// Translates what clap has added to a command that is built, and the help of values. The command is then of use for man pages
/// and completions only, because all its values are text.
pub fn translate_built(command: Command) -> Command {
    let translated = |english: Option<&StyledStr>| -> Resettable<StyledStr> {
        let chinese =
            english.map(|english| StyledStr::from(text(&english.to_string()).into_owned()));
        chinese.into()
    };
    let about = translated(command.get_about());
    let command = command.about(about).mut_args(|arg| {
        let (help, long) = (translated(arg.get_help()), translated(arg.get_long_help()));
        let arg = arg.help(help).long_help(long);
        let values = arg.get_possible_values();
        if values.iter().all(|value| value.get_help().is_none()) {
            return arg;
        }
        let values = values.into_iter().map(|value| {
            let help = translated(value.get_help());
            value.help(help)
        });
        arg.value_parser(PossibleValuesParser::new(values))
    });
    command.mut_subcommands(translate_built)
}

/// A page of help with the words of clap in the language of the program.
pub fn translate_page(page: &str) -> String {
    page.lines().map(|line| help_line(line) + "\n").collect()
}

/// Prints the help or the version that clap returns as an error, on a terminal of this width.
pub fn print(error: &clap::Error, width: Option<usize>) -> io::Result<()> {
    if !is_chinese() {
        return error.print();
    }
    let width = width.unwrap_or(MAX_WIDTH).min(MAX_WIDTH);
    let help = error.render().ansi().to_string();
    let mut out: Box<dyn Write> = match error.use_stderr() {
        true => Box::new(anstream::stderr().lock()),
        false => Box::new(anstream::stdout().lock()),
    };
    for line in help.lines() {
        writeln!(out, "{}", wrap(&help_line(line), width))?;
    }
    out.flush()
}

/// A line of the rendered help with the words of clap and the help of values in Chinese.
fn help_line(line: &str) -> String {
    let is_value = line.trim_start().starts_with("- ");
    if let Some((value, help)) = line.split_once(':').filter(|_| is_value) {
        return format!("{value}: {}", text(help.trim_start()));
    }
    let mut line = line.to_owned();
    for word in CLAP_WORDS {
        // No blank follows a Chinese colon, behind which a style may end.
        if word.ends_with(':') {
            for style in ["", "\x1b[0m"] {
                line = line.replace(&format!("{word}{style} "), &(text(word) + style));
            }
        }
        line = line.replace(word, &text(word));
    }
    // The colon behind a Chinese heading.
    match line.rsplit_once(':') {
        Some((heading, style))
            if !line.starts_with(' ')
                && !heading.ends_with(|last: char| last.is_ascii())
                && (style.is_empty() || style.starts_with('\x1b')) =>
        {
            format!("{heading}：{style}")
        }
        _ => line,
    }
}

/// Breaks a line without control sequences so that it fits the width; the parts keep its indentation.
fn wrap(line: &str, width: usize) -> String {
    let is_plain = !line.contains('\x1b');
    if !is_plain || line.width() <= width {
        return line.trim_end().to_owned();
    }
    let message = line.trim_start();
    let indent = " ".repeat(line.len() - message.len());
    let mut wrapped = indent.clone();
    let mut columns = indent.len();
    for unit in units(message) {
        let needed = unit.trim_end().width();
        if columns + needed > width && columns > indent.len() {
            wrapped.truncate(wrapped.trim_end().len());
            wrapped += &format!("\n{indent}");
            columns = indent.len();
        }
        wrapped += unit;
        columns += unit.width();
    }
    wrapped
}

/// The parts of a text between which a line may be broken: words, and single Chinese characters.
fn units(text: &str) -> Vec<&str> {
    let mut units = Vec::new();
    let mut start = 0;
    let mut before = ' ';
    for (index, character) in text.char_indices() {
        let is_wide = |character: char| !character.is_ascii();
        let may_break = before == ' ' || is_wide(before) || is_wide(character);
        if index > start && may_break && !CLOSING.contains(character) && !"（“《".contains(before)
        {
            units.push(&text[start..index]);
            start = index;
        }
        before = character;
    }
    units.push(&text[start..]);
    units
}
