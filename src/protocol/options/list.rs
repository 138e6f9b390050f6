//! The list of options. A new one is an entry here, and what it does.

use std::ops::RangeInclusive;

use super::choice::{Choice, Grade, Style};
use crate::book::BUILTIN;
use crate::eval::Evaluator;
use crate::protocol::dialect::protocol::Protocol;
use crate::rules::ruleset::{MOVE_LIMIT, REPEAT_COUNT};
use crate::rules::{Repetition, RuleSet};
use crate::search::request::LINES;
use crate::search::resources::{HASH_MIB, THREADS};
use crate::search::{NullMove, Settings, Techniques};

/// The names of [`Repetition`] in Pikafish, which GUIs for UCI know.
const UCI_REPETITIONS: &[&str] = &["AsianRule", "ChineseRule", "AllowChase"];

/// Declares [`Options`], its defaults and [`OPTIONS`] from one list. An entry is a field with its type and default
/// (neither for an option without a value), the kind of option, and its name in each protocol that lists it; where the
/// words of a choice are others in UCI, those.
macro_rules! options {
    ($(
        #[doc = $doc:literal]
        $field:ident $(: $type:ty = $default:expr)?,
        $kind:ident $(($argument:expr))?
        $(, ucci $ucci:literal)? $(, uci $uci:literal)? $(, words $words:expr)?;
    )*) => {
        /// What the user asked for.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $($(#[doc = $doc] pub $field: $type,)?)*
            /// The evaluation of [`Options::eval_file`], which is not read here.
            pub evaluator: Evaluator,
        }

        impl Default for Options {
            fn default() -> Options {
                Options {
                    $($($field: $default,)?)*
                    evaluator: Evaluator::default(),
                }
            }
        }

        /// Every option, in the order in which a GUI lists them.
        pub const OPTIONS: &[Spec] = &[$(
            Spec {
                ucci: one!($($ucci)?),
                uci: one!($($uci)?),
                uci_words: words!($($words)?),
                kind: kind!($kind $(($argument))? $field $($type)?),
            },
        )*];
    };
}

macro_rules! one {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

macro_rules! words {
    () => {
        &[]
    };
    ($words:expr) => {
        $words
    };
}

macro_rules! kind {
    (button($effect:expr) $field:ident) => {
        Kind::Button { effect: $effect }
    };
    (check $field:ident $type:ty) => {
        Kind::Check {
            field: |options| &mut options.$field,
        }
    };
    (text $field:ident $type:ty) => {
        Kind::Text {
            field: |options| &mut options.$field,
        }
    };
    (spin($range:expr) $field:ident $type:ty) => {
        spin(
            $range,
            |options| options.$field as i64,
            |options, number| options.$field = number as $type,
        )
    };
    (combo $field:ident $type:ty) => {
        Kind::Combo {
            choices: <$type as Choice>::NAMES,
            get: |options| options.$field.index(),
            set: |options, index| options.$field = <$type as Choice>::ALL[index],
        }
    };
    (fixed($choices:expr) $field:ident) => {
        Kind::Combo {
            choices: $choices,
            get: |_| 0,
            set: |_, _| {},
        }
    };
}

const fn spin(
    range: RangeInclusive<i64>,
    get: fn(&Options) -> i64,
    set: fn(&mut Options, i64),
) -> Kind {
    let (min, max) = (*range.start(), *range.end());
    Kind::Spin { min, max, get, set }
}

// `debug` and `newgame` are commands of UCI, its times are always milliseconds, and it has no word for giving up.
options! {
    /// Times are given in milliseconds, not in seconds.
    use_milliseconds: bool = false, check, ucci "usemillisec";
    /// Input waits while the engine thinks.
    batch: bool = false, check, ucci "batch", uci "Batch";
    /// Say what is being done, and why.
    debug: bool = false, check, ucci "debug";
    /// Name the move to ponder on with each best move.
    ponder: bool = false, check, ucci "ponder", uci "Ponder";
    /// Play from opening books.
    use_book: bool = true, check, ucci "usebook", uci "UseBook";
    /// The books, see [`Shelf::open`](crate::book::Shelf::open).
    book_files: String = BUILTIN.to_owned(), text, ucci "bookfiles", uci "BookFiles";
    /// Size of the hash table, MiB; 0 lets the engine decide.
    hash_mib: usize = Settings::default().hash_mib, spin(HASH_MIB), ucci "hashsize", uci "Hash";
    /// Threads; 0 lets the engine decide.
    threads: usize = Settings::default().threads, spin(THREADS), ucci "threads", uci "Threads";
    /// How much the engine rests.
    idle: Grade = Grade::None, combo, ucci "idle", uci "Idle";
    /// How much the search prunes.
    pruning: Grade = Grade::Large, combo, ucci "pruning", uci "Pruning";
    /// How much the evaluation knows.
    knowledge: Grade = Grade::Large, combo, ucci "knowledge", uci "Knowledge";
    /// How far from the best a move may be and still be played.
    randomness: Grade = Grade::None, combo, ucci "randomness", uci "Randomness";
    /// How much the engine likes a draw.
    style: Style = Style::Normal, combo, ucci "style", uci "Style";
    /// A new game begins.
    new_game, button(Effect::NewGame), ucci "newgame";

    /// What a repetition means.
    repetition: Repetition = RuleSet::default().repetition, combo, ucci "repetition", uci "Repetition Rule",
        words UCI_REPETITIONS;
    /// How often a position must have been on the board for the game to be judged.
    repeat_count: u32 = RuleSet::default().occurrences, spin(REPEAT_COUNT), ucci "repeatcount", uci "Repeat Count";
    /// The natural limit, while [`Options::natural_limit`] is on.
    move_limit: u16 = RuleSet::default().move_limit, spin(MOVE_LIMIT), ucci "movelimit", uci "Move Limit";
    /// The form of the null move, where `pruning` uses one.
    null_move: NullMove = Techniques::ALL.null_move, combo, ucci "nullmove", uci "Null Move";
    /// Number of lines to report.
    lines: usize = 1, spin(LINES), ucci "multipv", uci "MultiPV";
    /// Time kept back from each move, in milliseconds.
    overhead_ms: u64 = Settings::default().overhead.as_millis() as u64, spin(0..=5_000), ucci "overhead", uci "Move Overhead";
    /// Answer as soon as a forced mate is found, whatever the limits.
    stop_on_mate: bool = false, check, ucci "stoponmate", uci "Stop On Mate";
    /// The last move of the game that may be from a book, by the position's own count; 0: any.
    book_depth: u16 = 0, spin(0..=500), ucci "bookdepth", uci "BookDepth";
    /// Resign when the game is lost.
    resign: bool = false, check, ucci "resign";
    /// The file of the network; empty for the one in the program.
    eval_file: String = String::new(), text, ucci "evalfile", uci "EvalFile";
    /// Clears what was learnt, in the middle of a game.
    clear_hash, button(Effect::Clear), uci "Clear Hash";
    /// The file to log the conversation to; empty: none.
    log_file: String = String::new(), text, uci "Debug Log File";
    /// The natural limit counts; if not, [`Options::move_limit`] waits until it does again.
    natural_limit: bool = true, check, uci "Sixty Move Rule";
    /// Report the chances of winning, drawing and losing.
    show_wdl: bool = false, check, uci "UCI_ShowWDL";
    /// The only variant.
    variant, fixed(&["xiangqi"]), uci "UCI_Variant";
}

/// An option as a GUI sees it.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name in UCCI: one word in lower case. `None` where UCCI does not list it.
    pub ucci: Option<&'static str>,
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
    /// Its name in a protocol, where it is listed there.
    pub const fn name_in(&self, protocol: Protocol) -> Option<&'static str> {
        match protocol {
            Protocol::Ucci => self.ucci,
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

    /// The name of this option that was given in any case, in either protocol; `None` if another is meant.
    pub(super) fn meant_by(&self, name: &str) -> Option<&'static str> {
        let mut names = [self.ucci, self.uci].into_iter().flatten();
        names.find(|known| known.eq_ignore_ascii_case(name))
    }
}

/// What setting an option did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The options are others now.
    Changed,
    /// A new game begins: what was learnt in the last one is to be forgotten.
    NewGame,
    /// What was learnt is to be cleared, in the middle of a game.
    Clear,
}
