//! Console commands: those that users and scripts send, in both protocols and before either.
//!
//! Their output is that of the subcommand of the same name, in ASCII and without blank lines.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use crate::board::{perft, positions};
use crate::eval::{Evaluator, Explanation};
use crate::host::Instant;
use crate::notation::text_diagram::{self, CharacterSet, TextDiagramOptions};
use crate::rules::report::{Report, ReportLanguage, earlier_end};
use crate::rules::{Game, RuleSet, judge};
use crate::search::bench::{self, Speed};
use crate::search::score::ScoreText;
use crate::search::{Engine, Settings};

/// The largest depth of `perft`, beyond any that can be finished.
pub(crate) const MAX_PERFT_DEPTH: u32 = 64;

/// A console command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleCommand {
    /// `d`: the board, its FEN and key, the checks, the legal moves.
    Show,
    /// `eval`: the score, and what each piece is worth.
    Eval,
    /// `perft`: the size of the legal move tree to this depth in plies, by first move.
    Perft(u32),
    /// `bench`: the benchmark to this depth in plies.
    Bench(u32),
    /// `judge`: the verdict on the game by the rules.
    Judge,
    /// `help`: the commands.
    Help,
}

impl ConsoleCommand {
    /// Returns the name of a command that runs in the background; `None` if it is answered at once.
    pub const fn background_name(self) -> Option<&'static str> {
        match self {
            ConsoleCommand::Perft(_) => Some("perft"),
            ConsoleCommand::Bench(_) => Some("bench"),
            _ => None,
        }
    }
}

/// A console command with the state that it refers to.
#[derive(Clone, Debug)]
pub struct ConsoleRequest {
    /// The command.
    pub command: ConsoleCommand,
    /// The game so far.
    pub game: Game,
    /// The evaluation.
    pub evaluator: Evaluator,
    /// The rules of the game.
    pub rules: RuleSet,
}

impl ConsoleRequest {
    /// Runs the command and calls `report` with one or more lines at a time. Returns false if `stop` ended it early.
    pub fn run(&self, stop: &AtomicBool, mut report: impl FnMut(String)) -> bool {
        let text = match self.command {
            ConsoleCommand::Show => self.show(),
            ConsoleCommand::Eval => {
                Explanation::new(&self.evaluator, self.game.board()).to_string()
            }
            ConsoleCommand::Perft(depth) => match self.perft(depth, stop) {
                Some(text) => text,
                None => return false,
            },
            ConsoleCommand::Bench(depth) => return bench(depth, stop, report),
            ConsoleCommand::Judge => {
                let texts: Vec<String> =
                    self.game.moves().iter().map(|mv| mv.to_string()).collect();
                let report = Report {
                    verdict: &judge(&self.game, &self.rules),
                    earlier_end: earlier_end(&self.game, &self.rules),
                    texts: &texts,
                    language: ReportLanguage::English,
                };
                report.to_string()
            }
            ConsoleCommand::Help => HELP.to_owned(),
        };
        let lines = text.lines().map(str::trim_end);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        report(lines.join("\n"));
        true
    }

    fn show(&self) -> String {
        let board = self.game.board();
        let options = TextDiagramOptions {
            characters: CharacterSet::Ascii,
            flip: false,
        };
        let moves = board.legal_moves();
        let mut names: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
        names.sort();
        format!(
            "{}\nfen    {}\nkey    {:016x}\nmove   {}\ncheck  {}\nlegal  {}  {}",
            text_diagram::draw(board, options).join("\n"),
            board.to_fen(),
            board.key(),
            board.side(),
            text_diagram::check_text(board),
            names.len(),
            names.join(" ")
        )
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<String> {
        let start = Instant::now();
        let counts = perft::divide(self.game.board(), depth, 1, stop)?;
        // Depth 0 has no moves: the position itself is the only node.
        let nodes = match depth {
            0 => 1,
            _ => counts.iter().map(|(_, nodes)| nodes).sum(),
        };
        let speed = Speed {
            nodes,
            elapsed: start.elapsed(),
        };
        let table = perft::format_counts(&counts).join("\n");
        Some(format!("{table}\n{speed}"))
    }
}

/// Runs the benchmark with an engine of its own, so that the node count does not depend on the options.
fn bench(depth: u32, stop: &AtomicBool, mut report: impl FnMut(String)) -> bool {
    let mut engine = Engine::new(Settings::with_hash_mib(bench::HASH_MIB));
    let entries = positions::read(bench::POSITIONS).expect("the benchmark is valid");
    report(bench::heading(depth));
    let total = bench::run(
        &mut engine,
        &entries,
        depth,
        stop,
        |number, entry, outcome| {
            let score = format!("{:>13}", ScoreText(outcome.score));
            report(bench::row(number, &entry.id, outcome, &score));
            Ok::<(), Infallible>(())
        },
    );
    let Ok(Some(speed)) = total else {
        return false;
    };
    report(speed.to_string());
    true
}

const HELP: &str = "\
ucci | uci                   select the protocol
position startpos|fen FEN [moves MOVE...]
                             set the position for the commands below
d                            the board, FEN, key, checks and legal moves
eval                         the score, and what each piece is worth
judge                        the verdict by the rules, with reasons
perft N                      count the legal lines of N plies, by first move
bench [N]                    search the benchmark to depth N (10) and count the nodes
stop                         end a perft or bench
help                         this list
quit                         end the program
After 'ucci':
  isready, setoption NAME VALUE, banmoves MOVE..., stop, ponderhit [draw], probe POSITION
  go [ponder|draw] depth N | nodes N | time T [increment T | movestogo N] | movetime T | infinite
After 'uci':
  isready, setoption name NAME value VALUE, ucinewgame, debug on|off, stop, ponderhit
  go [ponder] [infinite] [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N]
     [mate N] [searchmoves MOVE...]
The response to 'ucci' or 'uci' lists the options.";
