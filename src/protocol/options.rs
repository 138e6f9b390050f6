//! The options: their names, types, ranges and defaults, and what each does.
//!
//! [`Options`] holds what the user asked for, in the user's words (`pruning small`);
//! [`Options::settings`] is what that means for the search. The two are apart so that the order in which options
//! arrive does not matter: `nullmove fixed` is kept while `pruning none` uses no null move at all.
//!
//! Each option is listed under its name in the protocol that is spoken, and understood under either.
//!
//! Not here, because they would do nothing: `useegtb` and `egtbpaths` (there are no tablebases), and
//! `promotion`, a variant in which advisors and elephants become pawns. A GUI may set them all the
//! same, as any option we do not know, and nothing happens.

mod table;
#[cfg(feature = "tuning")]
pub(super) mod tuning;

use std::time::Duration;

use crate::book::BUILTIN;
use crate::eval::{Evaluator, Knowledge};
use crate::rules::RuleSet;
use crate::search::{Idle, NullMove, Pruning, Settings, Techniques};

pub use table::{Effect, Kind, OPTIONS, OptionError, Spec};

/// The four steps in which UCCI measures most things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Not at all.
    None,
    /// A little.
    Small,
    /// Some.
    Medium,
    /// Much.
    Large,
}

impl Grade {
    const ALL: [Grade; 4] = [Grade::None, Grade::Small, Grade::Medium, Grade::Large];
    const NAMES: &[&str] = &["none", "small", "medium", "large"];
}

/// How much the engine likes a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A draw is welcome.
    Solid,
    /// A draw is a draw.
    Normal,
    /// A draw is half a loss.
    Risky,
}

impl Style {
    const ALL: [Style; 3] = [Style::Solid, Style::Normal, Style::Risky];
    const NAMES: &[&str] = &["solid", "normal", "risky"];
}

/// What the user asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Times are given in milliseconds, not in seconds.
    pub use_milliseconds: bool,
    /// Input waits while the engine thinks.
    pub batch: bool,
    /// Say what is being done, and why.
    pub debug: bool,
    /// Name the move to ponder on with each best move.
    pub ponder: bool,
    /// Answer as soon as a forced mate is found, whatever the limits.
    pub stop_on_mate: bool,
    /// Tell the chances that a score promises.
    pub show_wdl: bool,
    /// Play from opening books.
    pub use_book: bool,
    /// The books, see [`Shelf::open`](crate::book::Shelf::open).
    pub book_files: String,
    /// The last move of the game that may be from a book, by the position's own count; 0: any.
    pub book_depth: u16,
    /// The file in which the conversation is written down; empty: none.
    pub log_file: String,
    /// Resign when the game is lost.
    pub resign: bool,
    /// Number of lines to report.
    pub lines: usize,
    /// Size of the hash table, MiB; 0 lets the engine decide.
    pub hash_mib: usize,
    /// Threads; 0 lets the engine decide.
    pub threads: usize,
    /// Time kept back from each move, in milliseconds.
    pub overhead_ms: u64,
    /// How much the engine rests.
    pub idle: Grade,
    /// How much the search prunes.
    pub pruning: Grade,
    /// The form of the null move, where `pruning` uses one.
    pub null_move: NullMove,
    /// How much the evaluation knows.
    pub knowledge: Grade,
    /// The file of the network; empty for the one in the program.
    pub eval_file: String,
    /// The evaluation of [`Options::eval_file`], which is not read here.
    pub evaluator: Evaluator,
    /// How far from the best a move may be and still be played.
    pub randomness: Grade,
    /// How much the engine likes a draw.
    pub style: Style,
    /// The natural limit counts; if not, `rules.move_limit` waits until it does again.
    pub natural_limit: bool,
    /// The rules the game is played by, but for [`Options::natural_limit`].
    pub rules: RuleSet,
}

impl Default for Options {
    fn default() -> Options {
        let settings = Settings::default();
        Options {
            use_milliseconds: false,
            batch: false,
            debug: false,
            ponder: false,
            stop_on_mate: false,
            show_wdl: false,
            use_book: true,
            book_files: BUILTIN.to_owned(),
            book_depth: 0,
            log_file: String::new(),
            resign: false,
            lines: 1,
            hash_mib: settings.hash_mib,
            threads: settings.threads,
            overhead_ms: settings.overhead.as_millis() as u64,
            idle: Grade::None,
            pruning: Grade::Large,
            null_move: Techniques::ALL.null_move,
            knowledge: Grade::Large,
            eval_file: String::new(),
            evaluator: settings.evaluator,
            randomness: Grade::None,
            style: Style::Normal,
            natural_limit: true,
            rules: settings.rules,
        }
    }
}

impl Options {
    /// What the options mean for the search.
    ///
    /// ```
    /// use chuhe::protocol::Options;
    /// use chuhe::search::{NullMove, Settings};
    /// let mut options = Options::default();
    /// assert_eq!(options.settings(), Settings::default());
    /// options.set("pruning", "none").unwrap();
    /// options.set("nullmove", "fixed").unwrap();
    /// assert_eq!(options.settings().techniques.null_move, NullMove::Off);
    /// options.set("pruning", "small").unwrap();
    /// assert_eq!(options.settings().techniques.null_move, NullMove::Fixed);
    /// ```
    pub fn settings(&self) -> Settings {
        let mut techniques = match self.pruning {
            Grade::None => Pruning::None,
            Grade::Small => Pruning::Small,
            Grade::Medium => Pruning::Medium,
            Grade::Large => Pruning::Large,
        }
        .techniques();
        if techniques.null_move != NullMove::Off {
            techniques.null_move = self.null_move;
        }
        Settings {
            hash_mib: self.hash_mib,
            threads: self.threads,
            techniques,
            evaluator: match self.knowledge {
                Grade::None => Evaluator::hand_crafted(Knowledge::Material),
                Grade::Small => Evaluator::hand_crafted(Knowledge::Tables),
                Grade::Medium => Evaluator::hand_crafted(Knowledge::Full),
                Grade::Large => self.evaluator.clone(),
            },
            contempt: match self.style {
                Style::Solid => -20,
                Style::Normal => 0,
                Style::Risky => 20,
            },
            randomness: match self.randomness {
                Grade::None => 0,
                Grade::Small => 10,
                Grade::Medium => 30,
                Grade::Large => 80,
            },
            overhead: Duration::from_millis(self.overhead_ms),
            idle: match self.idle {
                Grade::None => Idle::None,
                Grade::Small => Idle::Small,
                Grade::Medium => Idle::Medium,
                Grade::Large => Idle::Large,
            },
            rules: self.rule_set(),
        }
    }

    /// The rules in force.
    ///
    /// ```
    /// use chuhe::protocol::Options;
    /// let mut options = Options::default();
    /// options.set("Sixty Move Rule", "false").unwrap();
    /// assert_eq!(options.rule_set().move_limit, 0);
    /// ```
    pub fn rule_set(&self) -> RuleSet {
        RuleSet {
            move_limit: if self.natural_limit {
                self.rules.move_limit
            } else {
                0
            },
            ..self.rules
        }
    }
}

#[cfg(test)]
mod tests;
