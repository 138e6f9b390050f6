//! The arguments of `chuhe match`.

use std::path::PathBuf;

use clap::Args;

use crate::arena::control::LimitArgs;
use crate::arena::{EngineSpec, TournamentFormat, spec};
use crate::cli::args::RulesArgs;
use crate::cli::numbers::{even_games, integer};
use crate::config::paths::file;

/// Play a match between engines.
///
/// Each opening is played twice with colours reversed. Games end by the rules of `chuhe judge`, at
/// --ply-cap, or by --resign and --draw. An engine that crashes, hangs, sends an invalid answer,
/// plays an illegal move or exceeds its time loses the game. It is restarted if necessary, and the match goes on.
///
/// The table at the end has the score, the Elo difference with its 95 % interval, computed over pairs
/// of games, and the likelihood that the first engine is stronger. With --sprt the match ends as soon
/// as the test is decided. With --jsonl each game is written to a file as it ends, and --resume
/// continues a match that was cut off. Ctrl-C ends a match in order; once more, at once.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct MatchArgs {
    /// Read the match from a TOML file; the command line has precedence.
    ///
    /// The keys are the long options without their dashes, and a table "engine" for each engine; see
    /// docs/arena.md. If any --engine is given, those of the file are ignored.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// An engine; give it once for each.
    ///
    /// Words of the form key=value: cmd (the program), args, name, proto (ucci, which is the default,
    /// uci or xboard), option.NAME (any option of the engine) and for UCI ranks (the number of red's
    /// first rank, 0 or 1; usually inferred). Values with blanks need quotation marks, and so do
    /// arguments with blanks within args.
    #[arg(long = "engine", value_name = "SPEC", required_unless_present = "config", value_parser = spec::parse_engine)]
    pub engines: Vec<EngineSpec>,

    #[command(flatten)]
    pub options: MatchOptions,

    /// Overwrite existing files of --jsonl and --pgn.
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,

    /// Print the result as JSON: an object on a line for each two engines, and one for the match. With
    /// FILE, write the match to it as with --jsonl.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub json: Option<PathBuf>,
}

/// The options that the command line and the file share.
#[derive(Clone, Debug, Default, Args)]
pub struct MatchOptions {
    /// A file of openings, a FEN or EPD line each, # begins a comment line; without it all games begin
    /// at the start.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Set options also if an engine does not announce them, or not for this value.
    ///
    /// Without it the options are compared with those that the engines announce, and a mistyped one is
    /// an error. For engines that do not announce all of their options.
    #[arg(long)]
    pub unchecked_options: bool,

    /// Games of each pair of engines, an even number [default: 100].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = even_games(2..=1_000_000))]
    pub games: Option<u64>,

    /// Which engines play each other if there are more than two [default: round-robin].
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<TournamentFormat>,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Time by which an answer may be late, in milliseconds, for delays outside the engine [default: 50].
    ///
    /// 50 is for an idle machine. Use 200 or more if as many games are played at a time as there are
    /// processors, or on a busy machine.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = integer::<u64>(0..=60_000))]
    pub margin: Option<u64>,

    /// Seconds in which an engine must answer when it is not searching: after its start, `isready` and
    /// `stop` [default: 10].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = integer::<u64>(1..=3_600))]
    pub patience: Option<u64>,

    /// Seconds that a move may take with --nodes and --depth [default: 120].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = integer::<u64>(1..=86_400))]
    pub move_timeout: Option<u64>,

    /// Games at a time [default: 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer::<u16>(1..=256))]
    pub concurrency: Option<u16>,

    /// End when a sequential test of two engines is decided; values left out are as shown.
    #[arg(long, value_names = ["elo0=0", "elo1=5", "alpha=0.05", "beta=0.05"], num_args = 0..=4)]
    pub sprt: Option<Vec<String>>,

    #[command(flatten)]
    pub rules: RulesArgs,

    /// Plies after which a game is drawn; 0 for never [default: 400].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer::<u32>(0..=100_000))]
    pub ply_cap: Option<u32>,

    /// End a game as lost when both engines have scored it so for some moves; values left out are as
    /// shown.
    #[arg(long, value_names = ["score=800", "moves=4"], num_args = 0..=2)]
    pub resign: Option<Vec<String>>,

    /// End a game as drawn when both engines have scored it so for some moves, and not before the move
    /// `from`; values left out are as shown.
    #[arg(long, value_names = ["score=10", "moves=8", "from=40"], num_args = 0..=3)]
    pub draw: Option<Vec<String>>,

    /// Write the match to a file: a line of JSON for the settings, and one for each game as it ends.
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub jsonl: Option<PathBuf>,

    /// Write the games to a file as PGN, each as it ends, with score, depth and time of every move.
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub pgn: Option<PathBuf>,

    /// The name of the match in the file of --pgn [default: the names of the engines].
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,

    /// Continue the match in the file of --jsonl, or begin it if there is none. More --games than before
    /// make it longer. The games that the file of --pgn lacks are added to it.
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
  chuhe match --engine \"cmd=./chuhe proto=uci\" \\
      --engine \"cmd=./pikafish proto=uci option.Threads=1\" \\
      --movetime 100 --games 40 --resign --draw from=30
  chuhe match --engine cmd=./new --engine cmd=./old --tc 5+0.05 --games 20000 \\
      --openings positions/openings.epd --sprt elo0=0 elo1=5
  chuhe match --config match.toml --games 400 --jsonl games.jsonl --pgn games.pgn --resume

Output:
  W-D-L is won, drawn and lost, from the first engine's view. Pairs are counted by its points: 0, ½,
  1, 1½ and 2. Faults are crash, hang, invalid-answer, illegal-move and time-loss.

JSON:
  {\"match\":{\"engines\":[...],\"format\":\"round-robin\",\"settings\":{...}}}
  {\"game\":0,\"date\":\"2026-11-21\",\"red\":\"A\",\"black\":\"B\",\"fen\":\"...\",\"result\":\"1-0\",\"termination\":\"checkmate\",\"detail\":\"...\",
   \"fault\":null,\"moves\":[{\"move\":\"h2e2\",\"score\":31,\"depth\":9,\"ms\":52},...]}

  A game of --jsonl is one line. termination is a rule as chuhe judge names it, resignation,
  adjudicated-win, adjudicated-draw, ply-cap or a fault. A score is from the view of the side that moved.
  With --json the result is

  {\"type\":\"pairing\",\"first\":\"A\",\"second\":\"B\",\"wins\":80,\"draws\":60,\"losses\":60,\"pairs\":[5,15,45,25,10],
   \"elo\":[34.9,-1.3,70.8],\"superiority\":0.976,\"llr\":null,\"decision\":null}
  {\"type\":\"match\",\"games\":200,\"plies\":16000,\"terminations\":{\"checkmate\":150,...},\"faults\":{\"A\":{\"time-loss\":1}}}

  elo is the difference and its 95 % interval, null before the first pair. An infinite difference
  or end is null. With --sprt llr is a number, and decision is play-on, h0 or h1.

Exit codes:
  0  all games played, or the test decided
  1  cut off: by Ctrl-C, a file that cannot be written, or an engine that cannot be started again
  2  wrong usage or input, or an engine that cannot be started or does not have such an option";
