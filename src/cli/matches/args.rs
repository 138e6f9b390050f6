//! The arguments of `chuhe match`.

use std::path::PathBuf;

use clap::Args;

use crate::arena::control::LimitArgs;
use crate::arena::{EngineSpec, Format, spec};
use crate::cli::args::RulesArgs;
use crate::cli::numbers::{even_games, number};

/// Let engines play a match against each other.
///
/// Each opening is played twice with colours reversed. Games end by the rules, as `chuhe judge` knows
/// them, at --ply-cap, or where --resign and --draw say so. An engine that crashes, hangs, answers
/// nonsense, cheats or oversteps its time loses the game, is started anew where it has to be, and the
/// match goes on.
///
/// At the end, the score and what it means: the Elo difference with its 95 % interval, computed over
/// pairs of games, and how likely it is that the first engine is the better one. With --sprt the match
/// ends as soon as it has decided. With --jsonl each game is written to a file as it ends, and
/// --resume goes on with a match that was cut off. Ctrl-C ends a match in order; once more, at once.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct MatchArgs {
    /// Read the match from a TOML file; what is said on the command line goes before it.
    ///
    /// The keys are the long options without their dashes, and a table "engine" for each engine; see
    /// docs/arena.md. If any --engine is given, those of the file are left out.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// An engine; give it once for each.
    ///
    /// Words of the form key=value: cmd (the program), args, name, proto (ucci, which is the default,
    /// uci or xboard), option.NAME (any option of the engine) and for UCI ranks (what red's first rank is
    /// called, 0 or 1; found out by itself as a rule). What has blanks in it stands in quotation marks.
    #[arg(long = "engine", value_name = "SPEC", required_unless_present = "config", value_parser = spec::engine)]
    pub engines: Vec<EngineSpec>,

    #[command(flatten)]
    pub options: MatchOptions,
}

/// The options that the command line and the file share.
#[derive(Clone, Debug, Default, Args)]
pub struct MatchOptions {
    /// A file of openings, a FEN or EPD line each, # begins a comment line; without it all games begin
    /// at the start.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Set options also where an engine does not announce them, or not for this value.
    ///
    /// Without it the options of all engines are compared with what the engines announce, and the match
    /// does not begin where one is mistyped. For engines that have options which they do not tell of.
    #[arg(long)]
    pub unchecked_options: bool,

    /// Games of each two engines that meet, an even number [default: 100].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = even_games(2..=1_000_000))]
    pub games: Option<u64>,

    /// Who meets whom when there are more than two [default: round-robin].
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<Format>,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Time that is not counted against an engine, in milliseconds, for the way through the pipes
    /// [default: 50].
    ///
    /// 50 is for a machine that has nothing else to do. Take 200 or more where as many games are played at
    /// a time as there are processors, or where other work goes on.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = number::<u64>(0..=60_000))]
    pub margin: Option<u64>,

    /// Seconds that an engine may keep silent when an answer is due at once: started, asked whether it
    /// is ready, told to stop [default: 10].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = number::<u64>(1..=3_600))]
    pub patience: Option<u64>,

    /// Seconds that a move may take with --nodes and --depth [default: 120].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = number::<u64>(1..=86_400))]
    pub move_timeout: Option<u64>,

    /// Games at a time [default: 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u16>(1..=256))]
    pub concurrency: Option<u16>,

    /// End when a sequential test of two engines is decided; elo0=0 elo1=5 alpha=0.05 beta=0.05 where
    /// nothing else is said.
    #[arg(long, value_name = "WORDS", num_args = 0..=4)]
    pub sprt: Option<Vec<String>>,

    #[command(flatten)]
    pub rules: RulesArgs,

    /// Plies after which a game is drawn; 0 for never [default: 400].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u32>(0..=100_000))]
    pub ply_cap: Option<u32>,

    /// End a game as lost when both engines have agreed on that for some moves; score=800 moves=4 where
    /// nothing else is said.
    #[arg(long, value_name = "WORDS", num_args = 0..=2)]
    pub resign: Option<Vec<String>>,

    /// End a game as drawn when both engines have agreed on that for some moves; score=10 moves=8
    /// from=40 where nothing else is said (from: not before this move).
    #[arg(long, value_name = "WORDS", num_args = 0..=3)]
    pub draw: Option<Vec<String>>,

    /// Write the match to a file: a line of JSON for the settings, and one for each game as it ends.
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,

    /// Write the games to a file as PGN, each as it ends, with score, depth and time of every move.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,

    /// What the match is called in the file of --pgn [default: the names of the engines].
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,

    /// Go on with the match in the file of --jsonl, or begin it where there is none. More --games than
    /// before make it longer. The file of --pgn gets what it lacks.
    #[arg(long)]
    pub resume: bool,
}

const EXAMPLES: &str = "\
Examples:
  chuhe match --engine cmd=./chuhe-new --engine cmd=./chuhe-old --tc 3+0.03 \\
      --openings positions/openings.epd --games 200 --concurrency 2
  chuhe match --engine \"name=A cmd=./chuhe option.hashsize=32\" \\
      --engine \"name=B cmd=./chuhe option.hashsize=32 option.pruning=none\" \\
      --nodes 20000 --openings positions/openings.epd --jsonl a-b.jsonl --resume
  chuhe match --engine cmd=./chuhe --engine \"cmd=./pikafish proto=uci option.Threads=1\" \\
      --movetime 100 --games 40 --resign --draw from=30
  chuhe match --engine cmd=./new --engine cmd=./old --tc 5+0.05 --games 20000 \\
      --openings positions/openings.epd --sprt elo0=0 elo1=5
  chuhe match --config match.toml --games 400 --jsonl games.jsonl --pgn games.pgn --resume

Output:
  W-D-L is won, drawn and lost, from the first engine's view. Pairs counts those that brought it 0, ½,
  1, 1½ and 2 points. Faults are crash, hang, nonsense, illegal-move and time-loss.

JSON:
  {\"match\":{\"engines\":[...],\"format\":\"round-robin\",\"terms\":{...}}}
  {\"game\":0,\"date\":\"2026-11-21\",\"red\":\"A\",\"black\":\"B\",\"fen\":\"...\",\"result\":\"1-0\",\"ending\":\"checkmate\",\"detail\":\"...\",
   \"fault\":null,\"moves\":[{\"move\":\"h2e2\",\"score\":31,\"depth\":9,\"ms\":52},...]}

  A game comes on one line. ending is a rule as chuhe judge names it, resignation, adjudicated-win,
  adjudicated-draw, ply-cap or a fault. A score is from the view of the engine that gave it.

Exit codes:
  0  all games played, or the test decided
  1  cut off: by Ctrl-C, a file that cannot be written, or an engine that does not start any more
  2  wrong usage or input, or an engine that does not start at all or has no such option";
