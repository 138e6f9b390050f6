//! What an engine tells of its options, and whether a value is one that an option can take.
//!
//! An engine that is told of an option which it does not have says nothing, in any protocol, and plays on
//! as it was: a match would measure something else than was meant. So what is to be set is compared with what was
//! announced before the first game.

use thiserror::Error;

use super::{Offered, Protocol};

/// So many names are told where none is near.
const TOLD: usize = 30;
/// Names at least so alike are near, from 0 to 1 by Jaro and Winkler.
const NEAR: f64 = 0.8;

/// What is wrong with an option that is to be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The engine does not announce it.
    #[error("it announces no option '{name}'; {}", known(.near, .all))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What it announces that is written much alike, the most alike first.
        near: Vec<String>,
        /// All that it announces.
        all: Vec<String>,
    },
    /// The engine announces the option, but not for this value.
    #[error("option {name}={value}: want {want}")]
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// What it may be.
        want: String,
    },
}

fn known(near: &[String], all: &[String]) -> String {
    if !near.is_empty() {
        return format!("near to it: {}", near.join(", "));
    }
    let more = if all.len() > TOLD { ", ..." } else { "" };
    let told: Vec<&str> = all.iter().take(TOLD).map(String::as_str).collect();
    format!("it has {}{more}", told.join(", "))
}

/// The values that an option can take.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// On or off, in the protocol's words.
    Check(&'static str, &'static str),
    /// A whole number.
    Spin(i64, i64),
    /// One of some words.
    Combo(Vec<String>),
    /// None: it is pressed.
    Button,
    /// Any text, or what we do not know.
    Any,
}

/// Whether an engine that has told this of itself can be told to set an option so. Names and words are
/// compared without regard to case.
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
/// With what it announces instead.
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
    let sound = match &kind {
        Kind::Check(on, off) => value.eq_ignore_ascii_case(on) || value.eq_ignore_ascii_case(off),
        Kind::Spin(least, most) => value
            .parse()
            .is_ok_and(|number| (*least..=*most).contains(&number)),
        Kind::Combo(words) => words.iter().any(|word| word.eq_ignore_ascii_case(value)),
        Kind::Button => value.is_empty(),
        Kind::Any => true,
    };
    match sound {
        true => Ok(()),
        false => Err(OptionError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            want: want(&kind),
        }),
    }
}

/// Whether an engine of XBoard's protocol has told of a command of this name.
fn is_command(offered: &Offered, protocol: Protocol, name: &str) -> bool {
    let feature = match name {
        "memory" => "memory",
        "cores" => "smp",
        _ => return false,
    };
    protocol == Protocol::XBoard && offered.feature(feature) == Some("1")
}

fn unknown(offered: &Offered, name: &str) -> OptionError {
    let all: Vec<String> = offered
        .options
        .iter()
        .map(|(name, _)| name.clone())
        .collect();
    // Case and what stands for a blank do not make a name another one.
    let plain = |name: &str| name.to_lowercase().replace(['_', ' '], "");
    let mut near: Vec<(f64, &String)> = all
        .iter()
        .map(|known| (strsim::jaro_winkler(&plain(known), &plain(name)), known))
        .filter(|&(likeness, _)| likeness >= NEAR)
        .collect();
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    OptionError::Unknown {
        name: name.to_owned(),
        near: near
            .into_iter()
            .take(3)
            .map(|(_, name)| name.clone())
            .collect(),
        all,
    }
}

fn want(kind: &Kind) -> String {
    match kind {
        Kind::Check(on, off) => format!("{on} or {off}"),
        Kind::Spin(i64::MIN, i64::MAX) => "a whole number".to_owned(),
        Kind::Spin(least, i64::MAX) => format!("a whole number, {least} or more"),
        Kind::Spin(least, most) => format!("a whole number from {least} to {most}"),
        Kind::Combo(words) => format!("one of {}", words.join(", ")),
        Kind::Button => "no value, for it is a button".to_owned(),
        Kind::Any => "a text".to_owned(),
    }
}

fn kind(protocol: Protocol, line: &str) -> Kind {
    match protocol {
        Protocol::XBoard => xboard(line),
        Protocol::Ucci | Protocol::Uci => line
            .split_once(" type ")
            .map_or(Kind::Any, |(_, told)| plain(told)),
    }
}

/// `spin default 16 min 1 max 64`, the words after the first in any order.
fn plain(told: &str) -> Kind {
    let words: Vec<&str> = told.split_ascii_whitespace().collect();
    let after = |word: &str| {
        let place = words.iter().position(|&known| known == word)?;
        words.get(place + 1)?.parse().ok()
    };
    match words.first().copied() {
        Some("check") => Kind::Check("true", "false"),
        Some("spin") => Kind::Spin(
            after("min").unwrap_or(i64::MIN),
            after("max").unwrap_or(i64::MAX),
        ),
        Some("combo") => combo(&words[1..]),
        Some("button") => Kind::Button,
        _ => Kind::Any,
    }
}

/// `default small var small var very large`: a choice may have blanks.
fn combo(words: &[&str]) -> Kind {
    let mut choices: Vec<String> = Vec::new();
    let mut is_choice = false;
    for &word in words {
        match word {
            "var" => choices.push(String::new()),
            "default" => {}
            _ if is_choice => {
                let choice = choices.last_mut().map(|choice| (choice.is_empty(), choice));
                if let Some((begins, choice)) = choice {
                    *choice += if begins { "" } else { " " };
                    *choice += word;
                }
            }
            _ => {}
        }
        is_choice = match word {
            "var" => true,
            "default" => false,
            _ => is_choice,
        };
    }
    match choices.is_empty() {
        true => Kind::Any,
        false => Kind::Combo(choices),
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
        "check" => Kind::Check("1", "0"),
        "spin" | "slider" => {
            Kind::Spin(number(1).unwrap_or(i64::MIN), number(2).unwrap_or(i64::MAX))
        }
        "combo" => {
            let choices = rest.split("///").map(|choice| choice.trim());
            let choices = choices.map(|choice| choice.strip_prefix('*').unwrap_or(choice));
            Kind::Combo(choices.map(str::to_owned).collect())
        }
        "button" | "save" | "reset" => Kind::Button,
        _ => Kind::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(protocol: Protocol, lines: &[&str]) -> Offered {
        let mut offered = Offered::default();
        for line in lines {
            offered.hear(protocol, line);
        }
        offered
    }

    fn fault(offered: &Offered, protocol: Protocol, name: &str, value: &str) -> String {
        match check(offered, protocol, name, value) {
            Ok(()) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn ucci_and_uci() {
        for (protocol, lines) in [
            (
                Protocol::Ucci,
                [
                    "option usebook type check default true",
                    "option threads type spin min 0 max 256 default 1",
                    "option style type combo var normal var solid var very risky default normal",
                    "option Clear_Hash type button",
                    "option bookfiles type string default min 3 max 5",
                    "option depth type spin default 3",
                ],
            ),
            (
                Protocol::Uci,
                [
                    "option name usebook type check default true",
                    "option name threads type spin default 1 min 0 max 256",
                    "option name style type combo default normal var normal var solid var very risky",
                    "option name Clear_Hash type button",
                    "option name bookfiles type string default min 3 max 5",
                    "option name depth type spin default 3",
                ],
            ),
        ] {
            let offered = offered(protocol, &lines);
            for (name, value, told) in [
                ("UseBook", "true", ""),
                ("usebook", "on", "option usebook=on: want true or false"),
                ("threads", "256", ""),
                (
                    "threads",
                    "two",
                    "option threads=two: want a whole number from 0 to 256",
                ),
                ("style", "Very Risky", ""),
                (
                    "style",
                    "wild",
                    "option style=wild: want one of normal, solid, very risky",
                ),
                ("clear_hash", "", ""),
                (
                    "clear_hash",
                    "now",
                    "option clear_hash=now: want no value, for it is a button",
                ),
                (
                    "Clear Hash",
                    "",
                    "it announces no option 'Clear Hash'; near to it: Clear_Hash",
                ),
                (
                    "xyz",
                    "1",
                    "it announces no option 'xyz'; it has usebook, threads, style, Clear_Hash, bookfiles, depth",
                ),
                ("bookfiles", "any thing", ""),
                ("depth", "-5", ""),
                ("depth", "x", "option depth=x: want a whole number"),
            ] {
                assert_eq!(fault(&offered, protocol, name, value), told, "{protocol:?}");
            }
        }
    }

    #[test]
    fn xboard_has_options_and_commands() {
        let protocol = Protocol::XBoard;
        let line = "feature memory=1 smp=0 option=\"Level -combo Clueless /// *Normal\" \
                    option=\"MultiPV -spin 1 1 256\" option=\"Claim -check 1\" option=\"Book -file \"";
        let offered = offered(protocol, &[line]);
        for (name, value, told) in [
            ("Level", "normal", ""),
            (
                "Level",
                "mad",
                "option Level=mad: want one of Clueless, Normal",
            ),
            (
                "MultiPV",
                "0",
                "option MultiPV=0: want a whole number from 1 to 256",
            ),
            ("Claim", "true", "option Claim=true: want 1 or 0"),
            ("Book", "a.bin", ""),
            ("memory", "32", ""),
            (
                "memory",
                "much",
                "option memory=much: want a whole number, 1 or more",
            ),
            (
                "cores",
                "2",
                "it announces no option 'cores'; it has Level, MultiPV, Claim, Book",
            ),
        ] {
            assert_eq!(fault(&offered, protocol, name, value), told);
        }
    }
}
