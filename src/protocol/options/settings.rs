//! Converts the options to the engine's settings and the rules.

use std::time::Duration;

use super::list::Options;
use super::value::{Grade, OptionEnum};
use crate::eval::Evaluator;
use crate::rules::RuleSet;
use crate::search::{Level, Settings, Techniques};

impl Options {
    /// Returns the settings of the engine.
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
        let null_move = self.null_move;
        let techniques = match self.pruning {
            Grade::None => Techniques::FULL_WIDTH,
            Grade::Small => Techniques {
                null_move,
                ..Techniques::FULL_WIDTH
            },
            Grade::Medium => Techniques {
                null_move,
                lmr: true,
                singular: true,
                iir: true,
                ..Techniques::FULL_WIDTH
            },
            Grade::Large => Techniques {
                null_move,
                ..Techniques::ALL
            },
        };
        Settings {
            hash_mib: self.hash_mib,
            threads: self.threads,
            techniques,
            evaluator: match self.knowledge {
                Grade::None => Evaluator::Material,
                Grade::Small | Grade::Medium => Evaluator::Tables,
                Grade::Large => self.evaluator.clone(),
            },
            contempt: [-20, 0, 20][self.style.index()],
            level: self.level(),
            randomness: [0, 10, 30, 80][self.randomness.index()],
            seed: (self.seed > 0).then_some(self.seed.into()),
            overhead: Duration::from_millis(self.overhead_ms),
            // No time, a fifth of it or less, about half of it, most of it.
            idle: Duration::from_micros([0, 250, 1_000, 4_000][self.idle.index()]),
            rules: self.rule_set(),
            endings: self.tables.clone(),
        }
    }

    /// Returns the level of the engine: that of `UCI_Elo` if `UCI_LimitStrength` is on.
    ///
    /// ```
    /// use chuhe::protocol::Options;
    /// use chuhe::search::Level;
    /// let mut options = Options::default();
    /// assert_eq!(options.level(), Level::FULL);
    /// options.set("level", "3").unwrap();
    /// assert_eq!(Some(options.level()), Level::new(3));
    /// options.set("UCI_LimitStrength", "true").unwrap();
    /// options.set("UCI_Elo", "500").unwrap();
    /// assert_eq!(Some(options.level()), Level::new(0));
    /// ```
    pub fn level(&self) -> Level {
        match self.limit_strength {
            true => Level::of_elo(self.elo),
            false => Level::new(self.level).unwrap_or_default(),
        }
    }

    /// Returns the rules in force.
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
            repeat_count: self.repeat_count,
            move_limit: if self.natural_limit {
                self.move_limit
            } else {
                0
            },
        }
    }
}
