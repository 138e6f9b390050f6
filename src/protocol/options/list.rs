//! The list of options. A new option is an entry in it.

use std::ops::RangeInclusive;

use super::value::{Grade, OptionEnum, Style};
use crate::book::{BUILTIN, BookChoice};
use crate::endgame::EndgameTables;
use crate::eval::Evaluator;
use crate::protocol::command::Protocol;
use crate::rules::ruleset::{MOVE_LIMIT, REPEAT_COUNT};
use crate::rules::{RepetitionRules, RuleSet};
use crate::search::request::MULTIPV_RANGE;
use crate::search::resources::{HASH_MIB_RANGE, THREAD_RANGE};
use crate::search::{Level, NullMove, Settings, Techniques};

/// Declares [`Options`], its defaults and [`OPTIONS`] from one list. An entry is a field with its type and default
/// (neither for an option without a value), the kind of option, and its names in UCCI and in UCI, empty where the protocol
/// does not list it.
macro_rules! options {
    ($(
        #[doc = $doc:literal]
        $field:ident $(: $type:ty = $default:expr)?,
        $kind:ident $(($argument:expr))?, $ucci:literal, $uci:literal;
    )*) => {
        /// The options that the user set.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $($(#[doc = $doc] pub $field: $type,)?)*
            /// The evaluation of [`Options::eval_file`], which is not read here.
            pub evaluator: Evaluator,
            /// The tables of [`Options::endings`], which are not read here.
            pub tables: EndgameTables,
        }

        impl Default for Options {
            fn default() -> Options {
                Options {
                    $($($field: $default,)?)*
                    evaluator: Evaluator::default(),
                    tables: EndgameTables::default(),
                }
            }
        }

        /// Every option, in the order in which a GUI lists them.
        pub const OPTIONS: &[Spec] = &[$(
            Spec { ucci: $ucci, uci: $uci, kind: kind!($kind $(($argument))? $field $($type)?) },
        )*];
    };
}

macro_rules! kind {
    (button($effect:expr) $field:ident) => {
        Kind::Button($effect)
    };
    (check $field:ident $type:ty) => {
        Kind::Check(|options| &mut options.$field)
    };
    (text $field:ident $type:ty) => {
        Kind::Text(|options| &mut options.$field)
    };
    (spin($range:expr) $field:ident $type:ty) => {
        Kind::Spin {
            range: $range,
            get: |options| options.$field as i64,
            set: |options, number| options.$field = number as $type,
        }
    };
    (combo $field:ident $type:ty) => {
        Kind::Combo {
            ucci: <$type as OptionEnum>::NAMES,
            uci: <$type as OptionEnum>::UCI_NAMES,
            get: |options| options.$field.index(),
            set: |options, index| options.$field = <$type as OptionEnum>::ALL[index],
        }
    };
    (fixed($words:expr) $field:ident) => {
        Kind::Combo {
            ucci: $words,
            uci: $words,
            get: |_| 0,
            set: |_, _| {},
        }
    };
}

// `debug` and `newgame` are commands of UCI, its times are always milliseconds, and it has no word for resigning.
options! {
    /// Times are given in milliseconds, not in seconds.
    use_milliseconds: bool = false, check, "usemillisec", "";
    /// Read no line while a search or another job runs.
    batch: bool = false, check, "batch", "Batch";
    /// Report changed options and searches.
    debug: bool = false, check, "debug", "";
    /// Send the move to ponder on with each best move.
    ponder: bool = false, check, "ponder", "Ponder";
    /// Play from opening books.
    use_book: bool = true, check, "usebook", "UseBook";
    /// The books, see [`BookList::open`](crate::book::BookList::open).
    book_files: String = BUILTIN.to_owned(), text, "bookfiles", "BookFiles";
    /// Size of the hash table, MiB; 0 selects it automatically.
    hash_mib: usize = Settings::default().hash_mib, spin(HASH_MIB_RANGE), "hashsize", "Hash";
    /// Threads; 0 selects it automatically.
    threads: usize = Settings::default().threads, spin(THREAD_RANGE), "threads", "Threads";
    /// Share of the time in which the search is idle.
    idle: Grade = Grade::None, combo, "idle", "Idle";
    /// How much the search prunes.
    pruning: Grade = Grade::Large, combo, "pruning", "Pruning";
    /// What scores the positions.
    knowledge: Grade = Grade::Large, combo, "knowledge", "Knowledge";
    /// The number of the level, unless [`Options::limit_strength`] is on.
    level: u8 = *Level::RANGE.end() as u8, spin(Level::RANGE), "level", "Skill Level";
    /// True if [`Options::elo`] determines the level.
    limit_strength: bool = false, check, "", "UCI_LimitStrength";
    /// The Elo of the level, see [`Level::elo`].
    elo: i32 = *Level::ELO_RANGE.end() as i32, spin(Level::ELO_RANGE), "", "UCI_Elo";
    /// How far below the best score a move may be played.
    randomness: Grade = Grade::None, combo, "randomness", "Randomness";
    /// The seed of `level` and `randomness`; 0 for another choice in each search.
    seed: u32 = 0, spin(0..=1_000_000), "seed", "Seed";
    /// The value of a draw.
    style: Style = Style::Normal, combo, "style", "Style";
    /// Start a new game.
    new_game, button(Effect::NewGame), "newgame", "";

    /// The rules of repetition.
    repetition: RepetitionRules = RuleSet::default().repetition, combo, "repetition", "Repetition Rule";
    /// How often a position must have been on the board for the game to be judged.
    repeat_count: u32 = RuleSet::default().repeat_count, spin(REPEAT_COUNT), "repeatcount", "Repeat Count";
    /// The natural limit in moves by each side, while [`Options::natural_limit`] is on.
    move_limit: u16 = RuleSet::default().move_limit, spin(MOVE_LIMIT), "movelimit", "Move Limit";
    /// The form of the null move, where `pruning` uses one.
    null_move: NullMove = Techniques::ALL.null_move, combo, "nullmove", "Null Move";
    /// Number of variations to report.
    multipv: usize = 1, spin(MULTIPV_RANGE), "multipv", "MultiPV";
    /// Time kept back from each move, in milliseconds.
    overhead_ms: u64 = Settings::default().overhead.as_millis() as u64, spin(0..=5_000), "overhead", "Move Overhead";
    /// Answer as soon as a forced mate is found, whatever the limits.
    stop_on_mate: bool = false, check, "stoponmate", "Stop On Mate";
    /// The last move of the game that may be from a book, by the position's own count; 0: any.
    book_depth: u16 = 0, spin(0..=500), "bookdepth", "BookDepth";
    /// Resign when the game is lost.
    resign: bool = false, check, "resign", "";
    /// The file of the network; empty for the embedded one.
    eval_file: String = String::new(), text, "evalfile", "EvalFile";
    /// The folder of endgame tables; empty for none.
    endings: String = String::new(), text, "endings", "Endings";
    /// What the weight of a book move is.
    book_choice: BookChoice = BookChoice::default(), combo, "bookchoice", "BookChoice";
    /// Clear the hash table.
    clear_hash, button(Effect::Clear), "", "Clear Hash";
    /// The file to log the conversation to; empty: none.
    log_file: String = String::new(), text, "", "Debug Log File";
    /// True if [`Options::move_limit`] applies.
    natural_limit: bool = true, check, "", "Sixty Move Rule";
    /// Report the chances of winning, drawing and losing.
    show_wdl: bool = false, check, "", "UCI_ShowWDL";
    /// The only variant.
    variant, fixed(&["xiangqi"]), "", "UCI_Variant";
}

/// An option as a GUI sees it.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Its name in UCCI: one word in lower case. Empty where UCCI does not list it.
    pub ucci: &'static str,
    /// Its name in UCI: words with blanks between them. Empty where UCI does not list it.
    pub uci: &'static str,
    /// Its type, with access to its field.
    pub kind: Kind,
}

/// The types of options.
#[derive(Clone, Debug)]
pub enum Kind {
    /// An action without a value.
    Button(Effect),
    /// On or off, in this field.
    Check(fn(&mut Options) -> &mut bool),
    /// A number.
    Spin {
        /// The numbers allowed.
        range: RangeInclusive<i64>,
        /// Reads the field.
        get: fn(&Options) -> i64,
        /// Writes the field; the number is in range.
        set: fn(&mut Options, i64),
    },
    /// Any text in one line, in this field.
    Text(fn(&mut Options) -> &mut String),
    /// One of several words.
    Combo {
        /// The words in UCCI.
        ucci: &'static [&'static str],
        /// The words in UCI.
        uci: &'static [&'static str],
        /// Reads the index of the word.
        get: fn(&Options) -> usize,
        /// Writes the index of the word, which is in range.
        set: fn(&mut Options, usize),
    },
}

impl Spec {
    /// Returns its name in a protocol; `None` where it is not listed there.
    pub fn name_in(&self, protocol: Protocol) -> Option<&'static str> {
        let name = match protocol {
            Protocol::Ucci => self.ucci,
            Protocol::Uci => self.uci,
        };
        Some(name).filter(|name| !name.is_empty())
    }

    /// Returns the words of a combo in a protocol; no words for other types.
    pub fn words_in(&self, protocol: Protocol) -> &'static [&'static str] {
        match (&self.kind, protocol) {
            (Kind::Combo { ucci, .. }, Protocol::Ucci) => ucci,
            (Kind::Combo { uci, .. }, Protocol::Uci) => uci,
            _ => &[],
        }
    }
}

/// The effect of setting an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The options have changed.
    Changed,
    /// A new game begins: the tables of the last one are cleared.
    NewGame,
    /// The tables are cleared in the middle of a game.
    Clear,
}
