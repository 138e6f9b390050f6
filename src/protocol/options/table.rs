//! The table of options, and setting one from text.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::{Grade, Options, Style};
use crate::protocol::dialect::protocol::Protocol;
use crate::rules::Repetition;
use crate::rules::ruleset::{MOVE_LIMIT, REPEAT_COUNT};
use crate::search::NullMove;
use crate::search::request::LINES;
use crate::search::resources::{HASH_MIB, THREADS};

const REPETITIONS: &[&str] = &["asian", "chinese", "simple"];
/// The same in the words of Pikafish, which GUIs know.
const UCI_REPETITIONS: &[&str] = &["AsianRule", "ChineseRule", "AllowChase"];

const NULL_MOVES: [NullMove; 5] = [
    NullMove::Off,
    NullMove::Fixed,
    NullMove::Adaptive,
    NullMove::Verified,
    NullMove::Deep,
];
const NULL_MOVE_NAMES: &[&str] = &["off", "fixed", "adaptive", "verified", "deep"];

/// An option as a GUI sees it.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name in UCCI: one word in lower case. `None` where UCCI does not list it.
    pub name: Option<&'static str>,
    /// Its name in UCI: words with blanks between them. `None` where UCI does not list it.
    pub uci: Option<&'static str>,
    /// The choices of a combo in UCI, where they have other names there; else nothing.
    pub uci_words: &'static [&'static str],
    /// Its type, with the way to the field behind it.
    pub kind: Kind,
}

/// The types of options.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Something to be done.
    Button {
        /// What.
        effect: Effect,
    },
    /// On or off.
    Check {
        /// Where it is kept.
        field: fn(&mut Options) -> &mut bool,
    },
    /// A number.
    Spin {
        /// The least it may be.
        min: i64,
        /// The most it may be.
        max: i64,
        /// Reads it.
        get: fn(&Options) -> i64,
        /// Writes it; the number is in range.
        set: fn(&mut Options, i64),
    },
    /// Any text in one line.
    Text {
        /// Where it is kept.
        field: fn(&mut Options) -> &mut String,
    },
    /// One of several words.
    Combo {
        /// The words.
        choices: &'static [&'static str],
        /// Which of them it is.
        get: fn(&Options) -> usize,
        /// Makes it the one with this index; the index is in range.
        set: fn(&mut Options, usize),
    },
}

impl Spec {
    /// An option of UCCI.
    const fn new(name: &'static str, kind: Kind) -> Spec {
        Spec {
            name: Some(name),
            uci: None,
            uci_words: &[],
            kind,
        }
    }

    /// The same with its name in UCI.
    const fn uci(self, name: &'static str) -> Spec {
        Spec {
            uci: Some(name),
            ..self
        }
    }

    /// The same, of UCI alone and under the same name.
    const fn not_ucci(self) -> Spec {
        Spec {
            uci: self.name,
            name: None,
            ..self
        }
    }

    /// The same with other words for its choices in UCI.
    const fn in_words(self, uci_words: &'static [&'static str]) -> Spec {
        Spec { uci_words, ..self }
    }

    /// Its name in a protocol, where it is listed there.
    pub const fn name_in(&self, protocol: Protocol) -> Option<&'static str> {
        match protocol {
            Protocol::Ucci => self.name,
            Protocol::Uci => self.uci,
        }
    }

    /// The choices of a combo in a protocol; nothing where it is none.
    pub fn words_in(&self, protocol: Protocol) -> &'static [&'static str] {
        match (self.kind, protocol) {
            (Kind::Combo { .. }, Protocol::Uci) if !self.uci_words.is_empty() => self.uci_words,
            (Kind::Combo { choices, .. }, _) => choices,
            _ => &[],
        }
    }

    /// The name by which somebody means this option, if it is meant. Either protocol's will do in both.
    fn meant_by(&self, name: &str) -> Option<&'static str> {
        let mut names = [self.name, self.uci].into_iter().flatten();
        names.find(|known| known.eq_ignore_ascii_case(name))
    }
}

const fn button(name: &'static str, effect: Effect) -> Spec {
    Spec::new(name, Kind::Button { effect })
}

const fn check(name: &'static str, field: fn(&mut Options) -> &mut bool) -> Spec {
    Spec::new(name, Kind::Check { field })
}

const fn text(name: &'static str, field: fn(&mut Options) -> &mut String) -> Spec {
    Spec::new(name, Kind::Text { field })
}

const fn spin(
    name: &'static str,
    range: RangeInclusive<i64>,
    get: fn(&Options) -> i64,
    set: fn(&mut Options, i64),
) -> Spec {
    let (min, max) = (*range.start(), *range.end());
    Spec::new(name, Kind::Spin { min, max, get, set })
}

const fn combo(
    name: &'static str,
    choices: &'static [&'static str],
    get: fn(&Options) -> usize,
    set: fn(&mut Options, usize),
) -> Spec {
    Spec::new(name, Kind::Combo { choices, get, set })
}

/// Every option, in the order in which a GUI lists them. `debug` and `newgame` are commands of UCI, its times are
/// always milliseconds, and it has no word for giving up.
#[rustfmt::skip]
pub const OPTIONS: &[Spec] = &[
    check("usemillisec", |options| &mut options.use_milliseconds),
    check("batch", |options| &mut options.batch).uci("Batch"),
    check("debug", |options| &mut options.debug),
    check("ponder", |options| &mut options.ponder).uci("Ponder"),
    check("usebook", |options| &mut options.use_book).uci("UseBook"),
    text("bookfiles", |options| &mut options.book_files).uci("BookFiles"),
    spin("hashsize", HASH_MIB, |options| options.hash_mib as i64, |options, n| options.hash_mib = n as usize).uci("Hash"),
    spin("threads", THREADS, |options| options.threads as i64, |options, n| options.threads = n as usize).uci("Threads"),
    combo("idle", Grade::NAMES, |options| options.idle as usize, |options, i| options.idle = Grade::ALL[i]).uci("Idle"),
    combo("pruning", Grade::NAMES, |options| options.pruning as usize, |options, i| options.pruning = Grade::ALL[i]).uci("Pruning"),
    combo("knowledge", Grade::NAMES, |options| options.knowledge as usize, |options, i| options.knowledge = Grade::ALL[i]).uci("Knowledge"),
    combo("randomness", Grade::NAMES, |options| options.randomness as usize, |options, i| options.randomness = Grade::ALL[i]).uci("Randomness"),
    combo("style", Style::NAMES, |options| options.style as usize, |options, i| options.style = Style::ALL[i]).uci("Style"),
    button("newgame", Effect::NewGame),
    // Ours alone.
    combo("repetition", REPETITIONS, |options| options.rules.repetition as usize, |options, i| options.rules.repetition = Repetition::ALL[i]).uci("Repetition Rule").in_words(UCI_REPETITIONS),
    spin("repeatcount", REPEAT_COUNT, |options| options.rules.occurrences.into(), |options, n| options.rules.occurrences = n as u32).uci("Repeat Count"),
    spin("movelimit", MOVE_LIMIT, |options| options.rules.move_limit.into(), |options, n| options.rules.move_limit = n as u16).uci("Move Limit"),
    combo("nullmove", NULL_MOVE_NAMES, |options| null_move_index(options.null_move), |options, i| options.null_move = NULL_MOVES[i]).uci("Null Move"),
    spin("multipv", LINES, |options| options.lines as i64, |options, n| options.lines = n as usize).uci("MultiPV"),
    spin("overhead", 0..=5_000, |options| options.overhead_ms as i64, |options, n| options.overhead_ms = n as u64).uci("Move Overhead"),
    check("stoponmate", |options| &mut options.stop_on_mate).uci("Stop On Mate"),
    spin("bookdepth", 0..=500, |options| options.book_depth.into(), |options, n| options.book_depth = n as u16).uci("BookDepth"),
    check("resign", |options| &mut options.resign),
    text("evalfile", |options| &mut options.eval_file).uci("EvalFile"),
    button("Clear Hash", Effect::Forgotten).not_ucci(),
    text("Debug Log File", |options| &mut options.log_file).not_ucci(),
    check("Sixty Move Rule", |options| &mut options.natural_limit).not_ucci(),
    check("UCI_ShowWDL", |options| &mut options.show_wdl).not_ucci(),
    combo("UCI_Variant", &["xiangqi"], |_| 0, |_, _| {}).not_ucci(),
];

fn null_move_index(null_move: NullMove) -> usize {
    let index = NULL_MOVES.iter().position(|&other| other == null_move);
    index.expect("every form has its name")
}

impl Options {
    /// Sets one of [`OPTIONS`] from text, by its name in either protocol. Case does not matter: some GUIs are
    /// written in languages whose truth is `True`.
    ///
    /// # Errors
    /// When there is no such option, or it has no such value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        #[cfg(feature = "tuning")]
        if let Some(done) = super::tuning::set(name, value) {
            return done;
        }
        let (option, name) = OPTIONS
            .iter()
            .find_map(|option| Some((option, option.meant_by(name)?)))
            .ok_or_else(|| OptionError::Unknown {
                name: name.to_owned(),
            })?;
        let owned = || value.to_owned();
        match option.kind {
            Kind::Button { effect } => return Ok(effect),
            Kind::Check { field } => {
                *field(self) = match value.to_ascii_lowercase().as_str() {
                    // uci2wb says 1 where the name of a check begins with a small letter.
                    "true" | "on" | "1" => true,
                    "false" | "off" | "0" => false,
                    _ => {
                        return Err(OptionError::NotACheck {
                            name,
                            value: owned(),
                        });
                    }
                };
            }
            // UCI has a word for no text.
            Kind::Text { field } => {
                *field(self) = Some(value)
                    .filter(|&text| text != "<empty>")
                    .unwrap_or_default()
                    .to_owned();
            }
            Kind::Spin { min, max, set, .. } => {
                set(self, number(name, value, min..=max)?);
            }
            Kind::Combo { choices, set, .. } => {
                let among = |words: &[&str]| {
                    let mut words = words.iter();
                    words.position(|word| word.eq_ignore_ascii_case(value))
                };
                // The words that go with the name are those that are told.
                let protocol = match option.uci == Some(name) {
                    true => Protocol::Uci,
                    false => Protocol::Ucci,
                };
                let index = among(choices)
                    .or_else(|| among(option.uci_words))
                    .ok_or_else(|| OptionError::NotAChoice {
                        name,
                        value: owned(),
                        choices: option.words_in(protocol),
                    })?;
                set(self, index);
            }
        }
        Ok(Effect::Changed)
    }
}

/// The number that a text is, where it is one in range.
pub(super) fn number(
    name: &'static str,
    text: &str,
    range: RangeInclusive<i64>,
) -> Result<i64, OptionError> {
    let number: i64 = text.parse().map_err(|_| OptionError::NotANumber {
        name,
        value: text.to_owned(),
    })?;
    if !range.contains(&number) {
        let (min, max) = range.into_inner();
        return Err(OptionError::OutOfRange {
            name,
            number,
            min,
            max,
        });
    }
    Ok(number)
}

/// What setting an option did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The options are others now.
    Changed,
    /// A new game begins: what was learnt in the last one is to be forgotten.
    NewGame,
    /// What was learnt is to be forgotten, in the middle of a game.
    Forgotten,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is none of that name. No fault by the protocol: GUIs set what they like.
    #[error("there is no option '{name}'")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A check that is neither on nor off.
    #[error("option {name}: '{value}' is neither true (on) nor false (off)")]
    NotACheck {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// A spin that is no number.
    #[error("option {name}: '{value}' is not a whole number")]
    NotANumber {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// A number that is too small or too large.
    #[error("option {name}: {number} is out of range, want {min} to {max}")]
    OutOfRange {
        /// The option.
        name: &'static str,
        /// What was given.
        number: i64,
        /// The least it may be.
        min: i64,
        /// The most it may be.
        max: i64,
    },
    /// A combo that has no such choice.
    #[error("option {name}: '{value}' is none of {}", .choices.join(", "))]
    NotAChoice {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What could have been.
        choices: &'static [&'static str],
    },
}
