//! Arguments that several subcommands share.

use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::Failure;
use super::numbers::integer;
use crate::board::{Board, FenError};
use crate::eval::{Evaluator, NetworkError};
use crate::games::move_list::play;
use crate::locale;
use crate::notation::Notation;
use crate::protocol::Options;
use crate::protocol::options::Grade;
use crate::rules::ruleset::{MOVE_LIMIT, REPEAT_COUNT};
use crate::rules::{Game, RepetitionRules, RuleSet};
use crate::search::Settings;
use crate::search::resources::{HASH_MIB_RANGE, THREAD_RANGE};

/// The choices of an option: a line `name: help` for each, and their values in the same order.
pub struct OptionWords<T: 'static>(pub &'static str, pub &'static [T]);

impl<T: Copy + Send + Sync> OptionWords<T> {
    pub fn parser(&'static self) -> impl TypedValueParser<Value = T> {
        let choices = self.0.lines().filter_map(|line| line.split_once(": "));
        let names = choices.clone();
        let names = names.map(|(name, help)| PossibleValue::new(name).help(help));
        PossibleValuesParser::new(names).map(move |chosen| {
            let mut values = choices.clone().zip(self.1);
            let found = values.find(|((name, _), _)| *name == chosen);
            found.map(|(_, value)| *value).expect("one of the names")
        })
    }
}

/// Parses a FEN or `startpos`.
pub fn parse_position(text: &str) -> Result<Board, String> {
    parse_with(text, Board::from_fen)
}

/// Parses as [`parse_position`]; the FEN may be that of a diagram in a rule book.
pub fn parse_diagram(text: &str) -> Result<Board, String> {
    parse_with(text, Board::from_diagram)
}

fn parse_with(text: &str, read: fn(&str) -> Result<Board, FenError>) -> Result<Board, String> {
    match text {
        "startpos" => Ok(Board::startpos()),
        fen => read(fen).map_err(|error| match error {
            FenError::RankCount(1) => {
                "expected a FEN, ten ranks separated by /, or startpos".to_owned()
            }
            error => error.to_string(),
        }),
    }
}

/// `--fen`.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The position, a FEN or `startpos` [default: startpos].
    ///
    /// Quote a FEN, because it contains spaces. Fields missing at the end are filled in: red to move,
    /// counters at the beginning.
    #[arg(long, value_name = "FEN", value_parser = parse_position)]
    fen: Option<Board>,
}

impl PositionArgs {
    pub fn board(&self) -> Board {
        self.fen.clone().unwrap_or_else(Board::startpos)
    }
}

/// `--fen` and `--moves`.
#[derive(Debug, Args)]
pub struct GameArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Moves played from the position, such as "h2e2 h9g7", "C2.5 H8+7" or "炮二平五 马８进７".
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    moves: Vec<String>,
}

impl GameArgs {
    pub fn game(&self) -> Result<Game, Failure> {
        let mut game = Game::new(self.position.board());
        let played = play(&mut game, &self.moves);
        played.map_err(|error| Failure::Input(format!("--moves: {error}")))?;
        Ok(game)
    }
}

/// `--notation`.
#[derive(Debug, Args)]
pub struct NotationArgs {
    /// How moves are printed [default: chinese in a Chinese locale, else iccs]. JSON is always in iccs.
    #[arg(long, value_name = "NOTATION", value_parser = NOTATIONS.parser())]
    notation: Option<Notation>,
}

static NOTATIONS: OptionWords<Notation> = OptionWords(
    "iccs: Two squares, h2e2\n\
     chinese: Four characters, 炮二平五\n\
     wxf: The World Xiangqi Federation's letters, C2.5",
    &Notation::ALL,
);

impl NotationArgs {
    /// The notation of the option, or that of the locale.
    pub fn notation(&self) -> Notation {
        self.notation.unwrap_or_else(locale::notation)
    }
}

/// `--rules`, `--repeat-count`, `--move-limit`.
#[derive(Clone, Debug, Default, Args)]
pub struct RulesArgs {
    /// The rules of repetition [default: asian].
    #[arg(long, value_name = "RULES", value_parser = REPETITIONS.parser())]
    rules: Option<RepetitionRules>,

    /// How often a position must occur to be judged, from 2 to 9 [default: 3].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer::<u32>(REPEAT_COUNT))]
    repeat_count: Option<u32>,

    /// Moves by each side without a capture after which the game is drawn, up to 500; 0 for no
    /// limit [default: 60].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer::<u16>(MOVE_LIMIT))]
    move_limit: Option<u16>,
}

static REPETITIONS: OptionWords<RepetitionRules> = OptionWords(
    "asian: Perpetual check loses, perpetual chase of one piece loses (AXF, WXF)\n\
     chinese: Perpetual attack loses: check, kill or chase (CXA)\n\
     simple: Perpetual check loses, all else is a draw",
    &RepetitionRules::ALL,
);

impl RulesArgs {
    /// These arguments, with those that are missing taken from others.
    pub fn or(self, other: RulesArgs) -> RulesArgs {
        RulesArgs {
            rules: self.rules.or(other.rules),
            repeat_count: self.repeat_count.or(other.repeat_count),
            move_limit: self.move_limit.or(other.move_limit),
        }
    }

    pub fn rule_set(&self) -> RuleSet {
        let rules = RuleSet::default();
        RuleSet {
            repetition: self.rules.unwrap_or(rules.repetition),
            repeat_count: self.repeat_count.unwrap_or(rules.repeat_count),
            move_limit: self.move_limit.unwrap_or(rules.move_limit),
        }
    }
}

/// `--threads`, `--hash`.
#[derive(Debug, Args)]
pub struct ResourceArgs {
    /// Threads to search with, up to 256; 0 for as many as the machine has.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u16>(THREAD_RANGE))]
    threads: u16,

    /// Size of the hash table in MiB, up to 65536; 0 for a part of the machine's memory.
    #[arg(long, value_name = "MIB", default_value_t = 16, allow_negative_numbers = true, value_parser = integer::<u32>(HASH_MIB_RANGE))]
    hash: u32,
}

impl ResourceArgs {
    /// Default settings with these resources and rules.
    pub fn settings(&self, rules: &RulesArgs) -> Settings {
        Settings {
            hash_mib: self.hash as usize,
            threads: self.threads.into(),
            rules: rules.rule_set(),
            ..Settings::default()
        }
    }
}

/// The choices of `--knowledge`, a level of UCCI's option each.
pub static KNOWLEDGE: OptionWords<Grade> = OptionWords(
    "none: Material\n\
     small: Material and piece-square tables\n\
     large: The network",
    &[Grade::None, Grade::Small, Grade::Large],
);

/// Returns the evaluator of a level. The network is that of `file`, or the embedded one. `file` must be a network even if the
/// level does not use it.
pub fn evaluator(knowledge: Grade, file: Option<&Path>) -> Result<Evaluator, Failure> {
    let read = |path| {
        Evaluator::read(path).map_err(|error| match error {
            NetworkError::Io(error) => Failure::cannot_read(path, &error),
            error => Failure::file(path, error),
        })
    };
    let options = Options {
        knowledge,
        evaluator: file.map(read).transpose()?.unwrap_or_default(),
        ..Options::default()
    };
    Ok(options.settings().evaluator)
}
