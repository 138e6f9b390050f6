//! Options that an engine announces, and whether it accepts a value.
//!
//! An engine ignores an option that it does not have, and a match would measure something else than was meant. So the
//! options of a match are compared with those announced before the first game.

use thiserror::Error;

use super::{Offered, Protocol};
use crate::config::numbers::number;
use crate::config::toml_file::similar;

/// The most names in a message where none is similar.
const LISTED: usize = 30;

/// Why an option cannot be set: the engine does not announce it, or not for this value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct OptionError(String);

/// The values that an option accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// Some words, and how they are listed.
    Words(Vec<String>, String),
    /// A whole number.
    Spin(i64, i64),
    /// None.
    Button,
    /// Any text, or unknown.
    Any,
}

impl Kind {
    fn check(on: &str, off: &str) -> Kind {
        Kind::Words(
            vec![on.to_owned(), off.to_owned()],
            format!("{on} or {off}"),
        )
    }

    fn combo(words: Vec<String>) -> Kind {
        let list = format!("one of {}", words.join(", "));
        Kind::Words(words, list)
    }
}

/// Checks that an engine which has announced `offered` accepts a value of an option. The case of names and words makes
/// no difference.
///
/// ```
/// use chuhe::arena::dialect::{Offered, Protocol, options::check};
/// let mut offered = Offered::default();
/// offered.hear(Protocol::Ucci, "option hashsize type spin min 0 max 64 default 16");
/// let check = |name, value| check(&offered, Protocol::Ucci, name, value);
/// assert_eq!(check("hashsize", "32"), Ok(()));
/// let told = check("hashsze", "32").unwrap_err().to_string();
/// assert_eq!(told, "it announces no option 'hashsze'; near to it: hashsize");
/// let told = check("hashsize", "65").unwrap_err().to_string();
/// assert_eq!(told, "option hashsize=65: want a whole number from 0 to 64");
/// ```
///
/// # Errors
/// If it does not announce the option, or not for this value.
pub fn check(
    offered: &Offered,
    protocol: Protocol,
    name: &str,
    value: &str,
) -> Result<(), OptionError> {
    let kind = match offered.line(name) {
        Some(line) => kind(protocol, line),
        // Commands of their own, which features announce.
        None if is_command(offered, protocol, name) => Kind::Spin(1, i64::MAX),
        None => return Err(unknown(offered, name)),
    };
    let want = match kind {
        Kind::Words(words, list) if words.iter().all(|word| !word.eq_ignore_ascii_case(value)) => {
            format!("want {list}")
        }
        Kind::Spin(least, most) => match number::<i64>(least..=most)(value) {
            Err(error) => error.to_string(),
            Ok(_) => return Ok(()),
        },
        Kind::Button if !value.is_empty() => "want no value, for it is a button".to_owned(),
        _ => return Ok(()),
    };
    Err(OptionError(format!("option {name}={value}: {want}")))
}

/// True if an engine of XBoard's protocol has announced a command of this name.
fn is_command(offered: &Offered, protocol: Protocol, name: &str) -> bool {
    let has = |command, feature| name == command && offered.feature(feature) == Some("1");
    protocol == Protocol::XBoard && (has("memory", "memory") || has("cores", "smp"))
}

fn unknown(offered: &Offered, name: &str) -> OptionError {
    let all: Vec<&str> = offered.options.iter().map(|(name, _)| &**name).collect();
    let near = similar(name, &all);
    let known = match near.is_empty() {
        false => format!("near to it: {}", near[..near.len().min(3)].join(", ")),
        true => {
            let more = if all.len() > LISTED { ", ..." } else { "" };
            format!("it has {}{more}", all[..all.len().min(LISTED)].join(", "))
        }
    };
    OptionError(format!("it announces no option '{name}'; {known}"))
}

fn kind(protocol: Protocol, line: &str) -> Kind {
    match (protocol, line.split_once(" type ")) {
        (Protocol::XBoard, _) => xboard(line),
        (_, Some((_, told))) => plain(told),
        _ => Kind::Any,
    }
}

/// `spin default 16 min 1 max 64`, the words after the first in any order, or `combo default small var small var large`.
fn plain(told: &str) -> Kind {
    let words: Vec<&str> = told.split_ascii_whitespace().collect();
    let after = |word: &str| {
        let place = words.iter().position(|&known| known == word)?;
        words.get(place + 1)?.parse().ok()
    };
    match words.first().copied() {
        Some("check") => Kind::check("true", "false"),
        Some("spin") => Kind::Spin(
            after("min").unwrap_or(i64::MIN),
            after("max").unwrap_or(i64::MAX),
        ),
        Some("combo") => {
            // A choice may have blanks.
            let told = words.join(" ");
            let choices = told.split(" var ").skip(1);
            let choices = choices.filter_map(|choice| choice.split(" default ").next());
            match choices.map(str::to_owned).collect::<Vec<_>>() {
                choices if choices.is_empty() => Kind::Any,
                choices => Kind::combo(choices),
            }
        }
        Some("button") => Kind::Button,
        _ => Kind::Any,
    }
}

/// `Level -combo weak /// *strong`, `Threads -spin 1 1 64`.
fn xboard(told: &str) -> Kind {
    let Some((_, told)) = told.split_once(" -") else {
        return Kind::Any;
    };
    let (word, rest) = told.split_once(' ').unwrap_or((told, ""));
    let number = |place| rest.split_ascii_whitespace().nth(place)?.parse().ok();
    match word {
        "check" => Kind::check("1", "0"),
        "spin" | "slider" => {
            Kind::Spin(number(1).unwrap_or(i64::MIN), number(2).unwrap_or(i64::MAX))
        }
        "combo" => {
            let choices = rest.split("///").map(|choice| choice.trim());
            let choices = choices.map(|choice| choice.strip_prefix('*').unwrap_or(choice));
            Kind::combo(choices.map(str::to_owned).collect())
        }
        "button" | "save" | "reset" => Kind::Button,
        _ => Kind::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks cases `name=value` or `name=value => error`.
    fn check_all(protocol: Protocol, lines: &[&str], cases: &[&str]) {
        let mut offered = Offered::default();
        for line in lines {
            offered.hear(protocol, line);
        }
        for case in cases {
            let (option, expected) = case.split_once(" => ").unwrap_or((case, ""));
            let (name, value) = option.split_once('=').unwrap();
            let error = check(&offered, protocol, name, value).err();
            let error = error.map_or(String::new(), |error| error.to_string());
            assert_eq!(error, expected, "{protocol:?} {option}");
        }
    }

    const CASES: [&str; 13] = [
        "UseBook=true",
        "usebook=on => option usebook=on: want true or false",
        "threads=256",
        "threads=two => option threads=two: want a whole number from 0 to 256",
        "style=Very Risky",
        "style=wild => option style=wild: want one of normal, solid, very risky",
        "clear_hash=",
        "clear_hash=now => option clear_hash=now: want no value, for it is a button",
        "Clear Hash= => it announces no option 'Clear Hash'; near to it: Clear_Hash",
        "xyz=1 => it announces no option 'xyz'; \
         it has usebook, threads, style, Clear_Hash, bookfiles, depth",
        "bookfiles=any thing",
        "depth=-5",
        "depth=x => option depth=x: want a whole number",
    ];

    #[test]
    fn options_of_ucci_and_uci() {
        let ucci = [
            "option usebook type check default true",
            "option threads type spin min 0 max 256 default 1",
            "option style type combo var normal var solid var very risky default normal",
            "option Clear_Hash type button",
            "option bookfiles type string default min 3 max 5",
            "option depth type spin default 3",
        ];
        check_all(Protocol::Ucci, &ucci, &CASES);
        let uci = [
            "option name usebook type check default true",
            "option name threads type spin default 1 min 0 max 256",
            "option name style type combo default normal var normal var solid var very risky",
            "option name Clear_Hash type button",
            "option name bookfiles type string default min 3 max 5",
            "option name depth type spin default 3",
        ];
        check_all(Protocol::Uci, &uci, &CASES);
    }

    #[test]
    fn xboard_has_options_and_commands() {
        let line = "feature memory=1 smp=0 option=\"Level -combo Clueless /// *Normal\" \
                    option=\"MultiPV -spin 1 1 256\" option=\"Claim -check 1\" option=\"Book -file \"";
        let cases = [
            "Level=normal",
            "Level=mad => option Level=mad: want one of Clueless, Normal",
            "MultiPV=0 => option MultiPV=0: want a whole number from 1 to 256",
            "Claim=true => option Claim=true: want 1 or 0",
            "Book=a.bin",
            "memory=32",
            "memory=much => option memory=much: want a whole number, 1 or more",
            "cores=2 => it announces no option 'cores'; it has Level, MultiPV, Claim, Book",
        ];
        check_all(Protocol::XBoard, &[line], &cases);
    }
}
