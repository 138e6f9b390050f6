//! `chuhe analyze`: searches one position, or every position of a game.

mod game;
mod json;
mod table;

use std::io;
use std::sync::mpsc;
use std::time::Duration;

use clap::Args;
use tracing::{debug, info};

use super::Failure;
use super::args::{GameArgs, MachineArgs, NotationArgs, RulesArgs};
use super::numbers::number;
use super::output::terminal_width;
use crate::rules::Game;
use crate::search::iterative::MAX_DEPTH;
use crate::search::request::LINES;
use crate::search::score::mated_in;
use crate::search::{Engine, Event, Limits, Line, Outcome, Request, Settings};

use game::GameFileArgs;
use json::{print_line, print_result};
use table::TextTable;

/// Time for a position without a limit, and for each position of a game.
const DEFAULT_TIME_MS: u64 = 5_000;
const GAME_TIME_MS: u64 = 1_000;

/// A month, which no clock overflows.
const LONGEST_TIME_MS: i64 = 30 * 24 * 3600 * 1000;

/// Search one position and print the best lines as the depth grows, or judge every move of a game.
///
/// The search ends at the first limit reached; without --time, --depth and --nodes it takes five
/// seconds. A line of the table is a depth: plies searched, the deepest ply reached (sel), the
/// score for the side to move, nodes, seconds, thousands of nodes a second, and the expected play.
/// Scores are in hundredths of a pawn or so; `mate in 3` counts the winner's moves; `wins by rule`
/// is a win because the opponent may not go on repeating. `>=` and `<=` mark bounds; a search that
/// is stopped in the middle of a depth ends with the best line so far, marked `>=`, for the moves it
/// did not come to may be better still.
///
/// In a terminal, long lines are cut at its width; the last line is given whole.
///
/// With GAME, a PGN or XQF file, every position of its games is searched, with these limits for each, or for a
/// second. A move is judged by what it costs in points, as far as a game is won or lost by it, and marked ?!, ?
/// or ??; scores of games are from red's view. With --nodes or --depth and one thread a game always comes out the
/// same.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    games: GameFileArgs,

    /// Stop after so many milliseconds, a month at most.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = number::<u64>(1..=LONGEST_TIME_MS))]
    time: Option<u64>,

    /// Stop after this depth, in plies, up to 100.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = number::<u32>(1..=MAX_DEPTH.into()))]
    depth: Option<u32>,

    /// Stop after so many nodes; a depth of one ply is always finished.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64>(0..=i64::MAX))]
    nodes: Option<u64>,

    /// Report the K best moves, up to 128, each with its line.
    #[arg(long, value_name = "K", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u16>(LINES))]
    multipv: u16,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print JSON, an object on a line, for a program to read.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chuhe analyze
  chuhe analyze game.pgn --out annotated.pgn --curve game.svg --notation chinese
  chuhe analyze game.xqf --nodes 100000
  chuhe analyze games.pgn --time 500 --format jsonl | jq -c 'select(.mark == \"??\")'
  chuhe analyze --moves \"h2e2 h9g7\" --depth 12
  chuhe analyze --fen \"3ak4/9/9/9/9/6r2/9/4C4/4A4/R3KA3 w\" --time 10000 --threads 4 --hash 256
  chuhe analyze --nodes 1000000 --multipv 3
  chuhe analyze --notation chinese --moves \"炮二平五\"
  chuhe analyze --time 1000 --json | jq -r 'select(.type == \"result\").best'

JSON:
  {\"type\":\"line\",\"depth\":8,\"seldepth\":14,\"rank\":1,\"score\":{\"cp\":35},\"bound\":\"exact\",\"nodes\":98765,
   \"time_ms\":120,\"nps\":823041,\"hashfull\":31,\"pv\":[\"h2e2\",\"h9g7\"]}
  {\"type\":\"result\",\"status\":\"searched\",\"best\":\"h2e2\",\"ponder\":\"h9g7\",\"score\":{\"cp\":35},\"depth\":9,
   \"nodes\":123456,\"time_ms\":150,\"nps\":823040,\"pv\":[\"h2e2\",\"h9g7\"]}

  Each object comes on one line, the result last. rank is 1 for the best line; bound is exact,
  lower or upper; hashfull is in thousandths. A score is one of {\"cp\":N}, {\"mate\":PLIES} and
  {\"rule\":PLIES} (a win by the repetition rules), for the side to move; the plies are negative
  for the loser. Of a game there is an object a move and one for the game:

  {\"type\":\"move\",\"game\":1,\"ply\":9,\"number\":5,\"side\":\"red\",\"move\":\"a0a1\",\"before\":{\"cp\":40},\"after\":{\"cp\":-90},
   \"cost\":0.081,\"mark\":\"?!\",\"best\":\"b0c2\",\"pv\":[\"b0c2\"],\"depth\":12,\"nodes\":100000}
  {\"type\":\"game\",\"game\":1,\"result\":\"1-0\",\"red\":{\"moves\":40,\"loss\":21.5,\"accuracy\":97.8,\"inaccuracies\":3,
   \"mistakes\":1,\"blunders\":0},\"black\":{...}}

  before and after are for the side that moves, cost is in points of the game (0 to 1), loss in hundredths of a
  pawn a move. Where no move is legal, status is mated or stalemated, which both lose, and
  best is null.";

impl AnalyzeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let settings = self.machine.settings(&self.rules);
        let notation = self.notation.notation();
        if let Some(path) = &self.games.file {
            let limits = self.limits(GAME_TIME_MS);
            return self.games.run(path, settings, limits, notation, self.json);
        }
        let game = self.game.game()?;
        let board = game.board().clone();
        let mut out = io::stdout().lock();
        let (over, status) = match (board.has_legal_move(), board.in_check()) {
            (true, _) => (false, "searched"),
            (false, true) => (true, "mated"),
            (false, false) => (true, "stalemated"),
        };
        if self.json {
            let lost = Outcome {
                score: mated_in(0),
                ..Outcome::default()
            };
            let outcome = match over {
                true => lost,
                false => self.search(game, settings, |line| print_line(&mut out, line))?,
            };
            return print_result(&mut out, status, &outcome);
        }
        let mut table = TextTable {
            out,
            width: terminal_width(),
            ranks: self.multipv > 1,
            notation,
            board,
            headed: false,
        };
        if over {
            return table.over();
        }
        let outcome = self.search(game, settings, |line| table.line(line))?;
        table.result(&outcome)
    }

    /// Searches in the engine's threads and prints lines in this one. An early return, because the output is closed, drops the
    /// search, which stops it.
    fn search(
        &self,
        game: Game,
        settings: Settings,
        mut print: impl FnMut(&Line) -> Result<(), Failure>,
    ) -> Result<Outcome, Failure> {
        let limits = self.limits(DEFAULT_TIME_MS);
        info!(fen = game.board().to_fen(), ?limits, "analyze");
        let mut engine = Engine::new(settings);
        let request = Request {
            multipv: self.multipv.into(),
            ..Request::new(game, limits)
        };
        let (sender, events) = mpsc::channel();
        let _search = engine.start(request, move |event| {
            // The receiver is gone when printing has failed.
            let _ = sender.send(event);
        });
        for event in events {
            debug!(?event);
            match event {
                Event::Line(line) => print(&line)?,
                Event::CurrentMove { .. } => {}
                Event::Finished(outcome) => return Ok(outcome),
            }
        }
        let text = "the search ended without a result";
        Err(Failure::Work(text.to_owned()))
    }

    fn limits(&self, default_ms: u64) -> Limits {
        let unlimited = self.time.is_none() && self.depth.is_none() && self.nodes.is_none();
        let time = self.time.or(unlimited.then_some(default_ms));
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: time.map(Duration::from_millis),
            ..Limits::default()
        }
    }
}
