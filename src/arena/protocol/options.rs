//! Checks the options of a match against those that the engines announce.
//!
//! An engine ignores an option that it does not have, and the match would measure other settings than intended.

use super::{Announcement, EngineProtocol};
use crate::config::numbers::integer;
use crate::config::toml_file::similar;

/// The most option names that a message lists.
const MAX_LISTED: usize = 30;

/// The type of an option, which decides the values that it accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum OptionType {
    /// One of these words; with the text that lists them in a message.
    Words(Vec<String>, String),
    /// A whole number from the first to the second.
    Spin(i64, i64),
    /// No value.
    Button,
    /// A text, or of unknown type: any value.
    Any,
}

impl OptionType {
    fn check(on: &str, off: &str) -> OptionType {
        let words = [on, off].map(str::to_owned).to_vec();
        OptionType::Words(words, format!("{on} or {off}"))
    }

    fn combo(words: Vec<String>) -> OptionType {
        let list = format!("one of {}", words.join(", "));
        OptionType::Words(words, list)
    }
}

/// Checks that an engine accepts a value of an option, by what it has announced. The case of names and words is ignored.
///
/// # Errors
/// If the engine does not announce the option, or does not accept the value.
pub fn check(
    announced: &Announcement,
    protocol: EngineProtocol,
    name: &str,
    value: &str,
) -> Result<(), String> {
    let line = announced.option_line(name);
    let line = line.ok_or_else(|| unknown(announced, name))?;
    let expected = match option_type(protocol, line) {
        OptionType::Words(words, list)
            if words.iter().all(|word| !word.eq_ignore_ascii_case(value)) =>
        {
            format!("expected {list}")
        }
        OptionType::Spin(least, most) => match integer::<i64>(least..=most)(value) {
            Err(error) => error.to_string(),
            Ok(_) => return Ok(()),
        },
        OptionType::Button if !value.is_empty() => {
            "expected no value, for it is a button".to_owned()
        }
        _ => return Ok(()),
    };
    Err(format!("option {name}={value}: {expected}"))
}

/// The message about an option that the engine does not announce.
fn unknown(announced: &Announcement, name: &str) -> String {
    let all: Vec<&str> = announced.options.iter().map(|(name, _)| &**name).collect();
    let near = similar(name, &all);
    let known = match near.is_empty() {
        false => format!("did you mean {}?", near[..near.len().min(3)].join(", ")),
        true => {
            let more = if all.len() > MAX_LISTED { ", ..." } else { "" };
            let listed = all[..all.len().min(MAX_LISTED)].join(", ");
            format!("it has {listed}{more}")
        }
    };
    format!("it announces no option '{name}'; {known}")
}

fn option_type(protocol: EngineProtocol, line: &str) -> OptionType {
    match (protocol, line.split_once(" type ")) {
        (EngineProtocol::XBoard, _) => xboard_type(line),
        (_, Some((_, description))) => uci_type(description),
        _ => OptionType::Any,
    }
}

/// Parses the type of a UCCI or UCI option: `spin default 16 min 1 max 64` with the words after the first in any order, or
/// `combo default small var small var large`.
fn uci_type(description: &str) -> OptionType {
    let words: Vec<&str> = description.split_ascii_whitespace().collect();
    let after = |word: &str| {
        let index = words.iter().position(|&known| known == word)?;
        words.get(index + 1)?.parse().ok()
    };
    match words.first().copied() {
        Some("check") => OptionType::check("true", "false"),
        Some("spin") => OptionType::Spin(
            after("min").unwrap_or(i64::MIN),
            after("max").unwrap_or(i64::MAX),
        ),
        Some("combo") => {
            // A choice may have blanks, and the default may be last and empty.
            let description = words.join(" ");
            let choices = description.split(" var ").skip(1);
            let choices = choices.filter_map(|choice| choice.split(" default ").next());
            let choices = choices.map(|choice| choice.strip_suffix(" default").unwrap_or(choice));
            match choices.map(str::to_owned).collect::<Vec<_>>() {
                choices if choices.is_empty() => OptionType::Any,
                choices => OptionType::combo(choices),
            }
        }
        Some("button") => OptionType::Button,
        _ => OptionType::Any,
    }
}

/// Parses the type of an XBoard option, such as `Level -combo weak /// *strong` or `Threads -spin 1 1 64`.
fn xboard_type(option: &str) -> OptionType {
    let Some((_, description)) = option.split_once(" -") else {
        return OptionType::Any;
    };
    let (word, rest) = description.split_once(' ').unwrap_or((description, ""));
    let number = |index| rest.split_ascii_whitespace().nth(index)?.parse().ok();
    match word {
        "check" => OptionType::check("1", "0"),
        "spin" | "slider" => {
            OptionType::Spin(number(1).unwrap_or(i64::MIN), number(2).unwrap_or(i64::MAX))
        }
        "combo" => {
            let choices = rest.split("///").map(|choice| choice.trim());
            let choices = choices.map(|choice| choice.strip_prefix('*').unwrap_or(choice));
            OptionType::combo(choices.map(str::to_owned).collect())
        }
        "button" | "save" | "reset" => OptionType::Button,
        _ => OptionType::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks cases `name=value` or `name=value => error`.
    fn check_all(protocol: EngineProtocol, lines: &[&str], cases: &[&str]) {
        let mut announced = Announcement::default();
        for line in lines {
            announced.add_line(protocol, line);
        }
        for case in cases {
            let (option, expected) = case.split_once(" => ").unwrap_or((case, ""));
            let (name, value) = option.split_once('=').unwrap();
            let error = check(&announced, protocol, name, value).err();
            assert_eq!(error.unwrap_or_default(), expected, "{protocol:?} {option}");
        }
    }

    const CASES: [&str; 13] = [
        "UseBook=true",
        "usebook=on => option usebook=on: expected true or false",
        "threads=256",
        "threads=two => option threads=two: expected a whole number from 0 to 256",
        "style=Very Risky",
        "style=wild => option style=wild: expected one of normal, solid, very risky",
        "clear_hash=",
        "clear_hash=now => option clear_hash=now: expected no value, for it is a button",
        "Clear Hash= => it announces no option 'Clear Hash'; did you mean Clear_Hash?",
        "xyz=1 => it announces no option 'xyz'; \
         it has usebook, threads, style, Clear_Hash, bookfiles, search depth",
        "bookfiles=any thing",
        "search depth=-5",
        "search depth=x => option search depth=x: expected a whole number",
    ];

    #[test]
    fn ucci_and_uci_options_are_checked() {
        let ucci = [
            "option usebook type check default true",
            "option threads type spin min 0 max 256 default 1",
            "option style type combo var normal var solid var very risky default normal",
            "option Clear_Hash type button",
            "option bookfiles type string default min 3 max 5",
            "option search depth type spin default 3",
        ];
        check_all(EngineProtocol::Ucci, &ucci, &CASES);
        let uci = [
            "option name usebook type check default true",
            "option name threads type spin default 1 min 0 max 256",
            "option name style type combo default normal var normal var solid var very risky",
            "option name Clear_Hash type button",
            "option name bookfiles type string default min 3 max 5",
            "option name search depth type spin default 3",
        ];
        check_all(EngineProtocol::Uci, &uci, &CASES);
    }

    #[test]
    fn empty_default_after_the_choices_is_no_part_of_the_last_one() {
        let line = "option style type combo var solid var wild default";
        let cases = [
            "style=wild",
            "style=mad => option style=mad: expected one of solid, wild",
        ];
        check_all(EngineProtocol::Ucci, &[line], &cases);
    }

    #[test]
    fn xboard_options_and_commands_are_checked() {
        let line = "feature memory=1 smp=0 option=\"Level -combo Clueless /// *Normal\" \
                    option=\"MultiPV -spin 1 1 256\" option=\"Claim -check 1\" option=\"Book -file \"";
        let cases = [
            "Level=normal",
            "Level=mad => option Level=mad: expected one of Clueless, Normal",
            "MultiPV=0 => option MultiPV=0: expected a whole number from 1 to 256",
            "Claim=true => option Claim=true: expected 1 or 0",
            "Book=a.bin",
            "memory=32",
            "memory=much => option memory=much: expected a whole number, 1 or more",
            "cores=2 => it announces no option 'cores'; it has memory, Level, MultiPV, Claim, Book",
        ];
        check_all(EngineProtocol::XBoard, &[line], &cases);
    }
}
