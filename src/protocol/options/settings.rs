//! What the options mean for the search and the rules.

use std::time::Duration;

use super::choice::{Grade, Style};
use super::list::Options;
use crate::eval::{Evaluator, Knowledge};
use crate::rules::RuleSet;
use crate::search::{Idle, NullMove, Pruning, Settings};

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
            repetition: self.repetition,
            occurrences: self.repeat_count,
            move_limit: match self.natural_limit {
                true => self.move_limit,
                false => 0,
            },
        }
    }
}
