//! `chuhe analyze`: searches one position, or every position of a game.

mod game;
mod table;

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::Duration;

use clap::Args;
use tracing::{debug, info};

use super::Failure;
use super::args::{GameArgs, NotationArgs, ResourceArgs, RulesArgs};
use super::endings::EndingsArg;
use super::numbers::integer;
use super::output::{print_json, terminal_width};
use crate::board::Board;
use crate::json::analysis::AnalysisRecord;
use crate::rules::Game;
use crate::search::request::{MAX_DEPTH, MULTIPV_RANGE};
use crate::search::score::{ScoreKind, classify, mated_in};
use crate::search::{Engine, Event, Limits, PvLine, Request, SearchResult, Settings};
use crate::solve::{Budget, Solver};

use game::GameFileArgs;
use table::TextTable;

/// Time for a position without a limit, and for each position of a game.
const DEFAULT_TIME_MS: u64 = 5_000;
const GAME_TIME_MS: u64 = 1_000;

/// The proof of the mate that a search ends with: tables in MiB, and nodes.
const PROOF_HASH_MIB: usize = 16;
const PROOF_NODES: u64 = 300_000;

/// A month, which no clock overflows.
const LONGEST_TIME_MS: i64 = 30 * 24 * 3600 * 1000;

/// Search one position, or review every move of a game.
///
/// The search ends at the first limit reached; without --time, --depth and --nodes it takes five
/// seconds. The table has a row for each depth: depth in plies, deepest ply reached (sel), score for the
/// side to move, nodes, seconds, thousands of nodes a second, and the principal variation. Scores are in
/// about hundredths of a pawn. `mate in 3` counts the winner's moves. `wins by rule` is a win because the
/// opponent must stop repeating. A mate in the last row is `proved` if the provers of `chuhe solve` confirm it.
/// `>=` and `<=` mark bounds. A search that is stopped within a depth ends with its best line so far, marked
/// `>=`, because moves not yet searched may be better.
///
/// In a terminal, long lines are cut at its width; the last line is complete.
///
/// With GAME, a file of games, every position of its games is searched with these limits, or for a
/// second. A move is marked ?!, ? or ?? by the expected points that it loses. Scores of games are from red's
/// view. With --nodes or --depth and one thread the result is always the same. Ctrl-C ends a review: what is done is
/// written.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Stop after this many milliseconds, a month at most.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = integer::<u64>(1..=LONGEST_TIME_MS))]
    time: Option<u64>,

    /// Stop after this depth, in plies, up to 100.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = integer::<u32>(1..=MAX_DEPTH.into()))]
    depth: Option<u32>,

    /// Stop after this many nodes; a depth of one ply is always finished.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer::<u64>(0..=i64::MAX))]
    nodes: Option<u64>,

    /// Report the K best moves, up to 128, each with its line.
    #[arg(long, value_name = "K", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u16>(MULTIPV_RANGE))]
    multipv: u16,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    machine: ResourceArgs,

    #[command(flatten)]
    endings: EndingsArg,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print JSON, an object on a line, for a program to read.
    #[arg(long, conflicts_with = "format")]
    json: bool,

    // Last, because its heading applies to all options after it.
    #[command(flatten)]
    games: GameFileArgs,
}

const EXAMPLES: &str = "\
Examples:
  chuhe analyze
  chuhe analyze game.pgn --out annotated.pgn --curve game.svg --notation chinese
  chuhe analyze game.xqf --nodes 100000
  chuhe analyze game.pgn --nodes 100000 --out review.html
  chuhe analyze games.pgn --time 5000 --out review.jsonl --resume
  chuhe analyze games.pgn --time 500 --json | jq -c 'select(.mark == \"??\")'
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
  for the loser. Beside the mate of a result stands \"proved\", true or false. Of a game there is an
  object for each move and one for the game:

  {\"type\":\"move\",\"game\":1,\"ply\":9,\"number\":5,\"side\":\"red\",\"move\":\"a0a1\",\"before\":{\"cp\":40},\"after\":{\"cp\":-90},
   \"points\":0.424,\"cost\":0.081,\"mark\":\"?!\",\"best\":\"b0c2\",\"pv\":[\"b0c2\"],\"depth\":12,\"nodes\":100000}
  {\"type\":\"game\",\"game\":1,\"result\":\"1-0\",\"red\":{\"moves\":40,\"loss\":21.5,\"accuracy\":97.8,\"inaccuracies\":3,
   \"mistakes\":1,\"blunders\":0},\"black\":{...}}

  before, after and points, those expected after the move, are for the side that moves. cost is in
  points of the game (0 to 1), loss in hundredths of a pawn for each move. Where no move is legal, status is mated or stalemated, which
  both lose, and best is null.";

impl AnalyzeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let settings = Settings {
            endings: self.endings.tables()?,
            ..self.machine.settings(&self.rules)
        };
        let notation = self.notation.notation();
        if let Some(path) = &self.games.file {
            let limits = self.limits(GAME_TIME_MS);
            return self.games.run(path, settings, limits, notation, self.json);
        }
        let game = self.game.game()?;
        let (board, proof_settings) = (game.board().clone(), settings.clone());
        let mut out = io::stdout().lock();
        let (over, status) = match (board.has_legal_move(), board.in_check()) {
            (true, _) => (false, "searched"),
            (false, true) => (true, "mated"),
            (false, false) => (true, "stalemated"),
        };
        if self.json {
            let lost = SearchResult {
                score: mated_in(0),
                ..SearchResult::default()
            };
            let result = match over {
                true => lost,
                false => self.search(game, settings, |line| {
                    print_json(&mut out, &AnalysisRecord::of_line(line))
                })?,
            };
            let proved = is_proved(&board, &result, proof_settings);
            let record = AnalysisRecord::of_result(status, &result, proved);
            return print_json(&mut out, &record);
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
            return table.write_lost();
        }
        let outcome = self.search(game, settings, |line| table.write_line(line))?;
        let proved = is_proved(&table.board, &outcome, proof_settings);
        table.write_result(&outcome, proved)
    }

    /// Searches in the engine's threads and prints lines in this one. An early return, because the output is closed, drops the
    /// search, which stops it.
    fn search(
        &self,
        game: Game,
        settings: Settings,
        mut print: impl FnMut(&PvLine) -> Result<(), Failure>,
    ) -> Result<SearchResult, Failure> {
        let limits = self.limits(DEFAULT_TIME_MS);
        info!(fen = game.board().to_fen(), ?limits, "analyze");
        let mut engine = Engine::new(settings);
        let request = Request {
            multipv: self.multipv.into(),
            ..Request::new(game, limits)
        };
        let (sender, events) = mpsc::channel();
        let _search = engine.start(request, move |event| {
            // The receiver is dropped if printing has failed.
            let _ = sender.send(event);
        });
        loop {
            let event = events.recv().expect("the last event is the result");
            debug!(?event);
            match event {
                Event::Line(line) => print(&line)?,
                Event::CurrentMove { .. } => {}
                Event::Finished(result) => return Ok(result),
            }
        }
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

/// Returns whether the mate that a search ended with is proved; `None` without a mate.
fn is_proved(board: &Board, result: &SearchResult, settings: Settings) -> Option<bool> {
    let ScoreKind::Mate(plies) = classify(result.score) else {
        return None;
    };
    let mut solver = Solver::new(PROOF_HASH_MIB, settings.rules);
    solver.set_endings(settings.endings);
    let budget = Budget::of_nodes(PROOF_NODES);
    let never = AtomicBool::new(false);
    let proved = solver.verify_mate_score(board, plies, &[], budget, &never);
    Some(proved == Some(true))
}
