//! The table of options, and setting one from text.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::{Grade, Options, Style};
use crate::rules::Repetition;
use crate::rules::ruleset::{MOVE_LIMIT, REPEAT_COUNT};
use crate::search::NullMove;
use crate::search::engine::LINES;
use crate::search::resources::{HASH_MIB, THREADS};

const REPETITIONS: &[&str] = &["asian", "chinese", "simple"];

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
    /// Its name: one word in lower case.
    pub name: &'static str,
    /// Its type, with the way to the field behind it.
    pub kind: Kind,
}

/// The types of options.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// The button that begins a new game.
    NewGame,
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

const fn check(name: &'static str, field: fn(&mut Options) -> &mut bool) -> Spec {
    let kind = Kind::Check { field };
    Spec { name, kind }
}

const fn spin(
    name: &'static str,
    range: RangeInclusive<i64>,
    get: fn(&Options) -> i64,
    set: fn(&mut Options, i64),
) -> Spec {
    let (min, max) = (*range.start(), *range.end());
    let kind = Kind::Spin { min, max, get, set };
    Spec { name, kind }
}

const fn combo(
    name: &'static str,
    choices: &'static [&'static str],
    get: fn(&Options) -> usize,
    set: fn(&mut Options, usize),
) -> Spec {
    let kind = Kind::Combo { choices, get, set };
    Spec { name, kind }
}

/// Every option, in the order in which a GUI lists them.
#[rustfmt::skip]
pub const OPTIONS: &[Spec] = &[
    check("usemillisec", |options| &mut options.use_milliseconds),
    check("batch", |options| &mut options.batch),
    check("debug", |options| &mut options.debug),
    check("ponder", |options| &mut options.ponder),
    spin("hashsize", HASH_MIB, |options| options.hash_mib as i64, |options, n| options.hash_mib = n as usize),
    spin("threads", THREADS, |options| options.threads as i64, |options, n| options.threads = n as usize),
    combo("idle", Grade::NAMES, |options| options.idle as usize, |options, i| options.idle = Grade::ALL[i]),
    combo("pruning", Grade::NAMES, |options| options.pruning as usize, |options, i| options.pruning = Grade::ALL[i]),
    combo("knowledge", Grade::NAMES, |options| options.knowledge as usize, |options, i| options.knowledge = Grade::ALL[i]),
    combo("randomness", Grade::NAMES, |options| options.randomness as usize, |options, i| options.randomness = Grade::ALL[i]),
    combo("style", Style::NAMES, |options| options.style as usize, |options, i| options.style = Style::ALL[i]),
    Spec { name: "newgame", kind: Kind::NewGame },
    // Ours alone.
    combo("repetition", REPETITIONS, |options| options.rules.repetition as usize, |options, i| options.rules.repetition = Repetition::ALL[i]),
    spin("repeatcount", REPEAT_COUNT, |options| options.rules.occurrences.into(), |options, n| options.rules.occurrences = n as u32),
    spin("movelimit", MOVE_LIMIT, |options| options.rules.move_limit.into(), |options, n| options.rules.move_limit = n as u16),
    combo("nullmove", NULL_MOVE_NAMES, |options| null_move_index(options.null_move), |options, i| options.null_move = NULL_MOVES[i]),
    spin("multipv", LINES, |options| options.lines as i64, |options, n| options.lines = n as usize),
    spin("overhead", 0..=5_000, |options| options.overhead_ms as i64, |options, n| options.overhead_ms = n as u64),
    check("resign", |options| &mut options.resign),
];

fn null_move_index(null_move: NullMove) -> usize {
    let index = NULL_MOVES.iter().position(|&other| other == null_move);
    index.expect("every form has its name")
}

impl Options {
    /// Sets one of [`OPTIONS`] from text. Case does not matter: some GUIs are written in languages
    /// whose truth is `True`.
    ///
    /// # Errors
    /// When there is no such option, or it has no such value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        #[cfg(feature = "tuning")]
        if let Some(done) = super::tuning::set(name, value) {
            return done;
        }
        let option = OPTIONS
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown {
                name: name.to_owned(),
            })?;
        let (name, owned) = (option.name, || value.to_owned());
        match option.kind {
            Kind::NewGame => return Ok(Effect::NewGame),
            Kind::Check { field } => {
                *field(self) = match value.to_ascii_lowercase().as_str() {
                    "true" | "on" => true,
                    "false" | "off" => false,
                    _ => {
                        return Err(OptionError::NotACheck {
                            name,
                            value: owned(),
                        });
                    }
                };
            }
            Kind::Spin { min, max, set, .. } => {
                let number: i64 = value.parse().map_err(|_| OptionError::NotANumber {
                    name,
                    value: owned(),
                })?;
                if !(min..=max).contains(&number) {
                    return Err(OptionError::OutOfRange {
                        name,
                        number,
                        min,
                        max,
                    });
                }
                set(self, number);
            }
            Kind::Combo { choices, set, .. } => {
                let index = choices
                    .iter()
                    .position(|choice| choice.eq_ignore_ascii_case(value))
                    .ok_or_else(|| OptionError::NotAChoice {
                        name,
                        value: owned(),
                        choices,
                    })?;
                set(self, index);
            }
        }
        Ok(Effect::Changed)
    }
}

/// What setting an option did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The options are others now.
    Changed,
    /// A new game begins: what was learnt in the last one is to be forgotten.
    NewGame,
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
