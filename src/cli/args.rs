//! Arguments that several subcommands share.

use std::path::Path;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::Failure;
use super::locale;
use super::numbers::number;
use crate::board::{Board, FenError};
use crate::eval::network::Network;
use crate::eval::{Evaluator, Knowledge};
use crate::games::move_list::play;
use crate::notation::Notation;
use crate::rules::ruleset::{MOVE_LIMIT, REPEAT_COUNT};
use crate::rules::{Game, Repetition, RuleSet};
use crate::search::resources::{HASH_MIB, THREADS};
use crate::search::{NullMove, Settings};

/// `--fen`.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The position; the start of a game when not given.
    ///
    /// Quote it, it has spaces in it. Fields missing at the end are filled in: red to move,
    /// counters at the beginning.
    #[arg(long, value_name = "FEN", value_parser = read_fen)]
    fen: Option<Board>,
}

fn read_fen(text: &str) -> Result<Board, FenError> {
    Board::from_fen(text)
}

impl PositionArgs {
    /// The position asked for.
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
    /// The game so far.
    ///
    /// # Errors
    /// When one of the moves is no move, or not legal where it stands.
    pub fn game(&self) -> Result<Game, Failure> {
        let mut game = Game::new(self.position.board());
        play(&mut game, &self.moves)
            .map_err(|error| Failure::Input(format!("--moves: {error}")))?;
        Ok(game)
    }
}

/// `--notation`.
#[derive(Debug, Args)]
pub struct NotationArgs {
    /// How moves are printed; Chinese where the locale is, iccs elsewhere. JSON is always in iccs.
    #[arg(long, value_name = "NOTATION", value_enum)]
    notation: Option<NotationArg>,
}

impl NotationArgs {
    /// The notation asked for, or that of the locale.
    pub fn notation(&self) -> Notation {
        match self.notation {
            Some(NotationArg::Iccs) => Notation::Iccs,
            Some(NotationArg::Chinese) => Notation::Chinese,
            Some(NotationArg::Wxf) => Notation::Wxf,
            None => locale::notation(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NotationArg {
    /// Two squares, h2e2
    Iccs,
    /// Four characters, 炮二平五
    Chinese,
    /// The World Xiangqi Federation's letters, C2.5
    Wxf,
}

/// `--rules`, `--repeat-count`, `--move-limit`.
#[derive(Clone, Debug, Default, Args)]
pub struct RulesArgs {
    /// The rules of repetition [default: asian].
    #[arg(long, value_name = "RULES", value_enum)]
    rules: Option<RepetitionArg>,

    /// How often a position must occur to be judged, from 2 to 9 [default: 3].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u32>(REPEAT_COUNT))]
    repeat_count: Option<u32>,

    /// Moves by each side without a capture after which the game is drawn, up to 500; 0 for no
    /// limit [default: 60].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u16>(MOVE_LIMIT))]
    move_limit: Option<u16>,
}

impl RulesArgs {
    /// These, and others where these say nothing.
    pub fn or(self, other: RulesArgs) -> RulesArgs {
        RulesArgs {
            rules: self.rules.or(other.rules),
            repeat_count: self.repeat_count.or(other.repeat_count),
            move_limit: self.move_limit.or(other.move_limit),
        }
    }

    /// The rule set asked for.
    pub fn rule_set(&self) -> RuleSet {
        let rules = RuleSet::default();
        RuleSet {
            repetition: self
                .rules
                .map_or(rules.repetition, RepetitionArg::repetition),
            occurrences: self.repeat_count.unwrap_or(rules.occurrences),
            move_limit: self.move_limit.unwrap_or(rules.move_limit),
        }
    }
}

/// `--rules`: what a repetition means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RepetitionArg {
    /// Perpetual check loses, perpetual chase of one piece loses (AXF, WXF)
    Asian,
    /// Perpetual attack loses: check, kill or chase (CXA)
    Chinese,
    /// Perpetual check loses, all else is a draw
    Simple,
}

impl RepetitionArg {
    /// The rules' own name for it.
    pub fn repetition(self) -> Repetition {
        match self {
            RepetitionArg::Asian => Repetition::Asian,
            RepetitionArg::Chinese => Repetition::Chinese,
            RepetitionArg::Simple => Repetition::Simple,
        }
    }
}

/// `--threads`, `--hash`.
#[derive(Debug, Args)]
pub struct MachineArgs {
    /// Threads to search with, up to 256; 0 for as many as the machine has.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u16>(THREADS))]
    threads: u16,

    /// Size of the hash table in MiB, up to 65536; 0 for a part of the machine's memory.
    #[arg(long, value_name = "MB", default_value_t = 16, allow_negative_numbers = true, value_parser = number::<u32>(HASH_MIB))]
    hash: u32,
}

impl MachineArgs {
    /// Settings with this much of the machine, and the usual otherwise.
    pub fn settings(&self) -> Settings {
        Settings {
            hash_mib: self.hash as usize,
            threads: self.threads.into(),
            ..Settings::default()
        }
    }
}

/// `--null-move`: the form of the null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NullMoveArg {
    /// No null move
    Off,
    /// R = 2
    Fixed,
    /// R by depth and material (Heinz)
    Adaptive,
    /// Fail highs verified one ply shallower (Tabibi and Netanyahu)
    Verified,
    /// R grows with depth and evaluation
    Deep,
}

impl NullMoveArg {
    /// The search's own name for it.
    pub fn form(self) -> NullMove {
        match self {
            NullMoveArg::Off => NullMove::Off,
            NullMoveArg::Fixed => NullMove::Fixed,
            NullMoveArg::Adaptive => NullMove::Adaptive,
            NullMoveArg::Verified => NullMove::Verified,
            NullMoveArg::Deep => NullMove::Deep,
        }
    }
}

/// `--knowledge`: how much the evaluation knows, in UCCI's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KnowledgeArg {
    /// Material alone
    None,
    /// Material and piece-square tables
    Small,
    /// All terms
    Medium,
    /// The network where there is one, else all terms
    Large,
}

impl KnowledgeArg {
    /// The evaluation with this much knowledge. `large` is the network in `file`, or the one in the program.
    ///
    /// # Errors
    /// When `file` is no network, also where another level than `large` leaves it unused.
    pub fn evaluator(self, file: Option<&Path>) -> Result<Evaluator, Failure> {
        let read = file.map(read_network).transpose()?;
        Ok(match self {
            KnowledgeArg::None => Evaluator::hand_crafted(Knowledge::Material),
            KnowledgeArg::Small => Evaluator::hand_crafted(Knowledge::Tables),
            KnowledgeArg::Medium => Evaluator::hand_crafted(Knowledge::Full),
            KnowledgeArg::Large if read.is_some() => Evaluator::of_network(read),
            KnowledgeArg::Large => Evaluator::default(),
        })
    }

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            KnowledgeArg::None => "none",
            KnowledgeArg::Small => "small",
            KnowledgeArg::Medium => "medium",
            KnowledgeArg::Large => "large",
        }
    }
}

/// The network of a file.
///
/// # Errors
/// When it cannot be read or is none; what is wrong is told with the byte.
pub fn read_network(path: &Path) -> Result<Arc<Network>, Failure> {
    let read = Network::read(path).map(Arc::new);
    read.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}
