//! Commands for people and scripts, the same in both protocols and before either.
//!
//! They answer with the text that the subcommand of the same name prints, in plain ASCII and without blank lines. No GUI
//! sends them.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::board::{perft, positions};
use crate::eval::Evaluator;
use crate::notation::diagram::{self, Letters, Look};
use crate::rules::report::{Report, over_before};
use crate::rules::{Game, RuleSet, judge};
use crate::search::bench::{self, Speed};
use crate::search::{Engine, Settings};

/// The deepest `perft`; nobody will see its end.
pub const DEEPEST_PERFT: u32 = 64;

/// A command for people and scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// `d`: the board, its FEN and key, who gives check, the legal moves.
    Show,
    /// `eval`: the terms of the evaluation.
    Eval,
    /// `perft`: the legal move tree to this depth, counted move by move.
    Perft(u32),
    /// `bench`: the positions of the benchmark, to this depth.
    Bench(u32),
    /// `judge`: how the game stands by the rules.
    Judge,
    /// `help`: the commands.
    Help,
}

impl Script {
    /// Returns the name of a command that may take long; `None` if it is answered at once.
    pub const fn long_name(self) -> Option<&'static str> {
        match self {
            Script::Perft(_) => Some("perft"),
            Script::Bench(_) => Some("bench"),
            _ => None,
        }
    }
}

/// A command with what it is about.
#[derive(Clone, Debug)]
pub struct Task {
    /// The command.
    pub script: Script,
    /// The game so far.
    pub game: Game,
    /// What scores positions.
    pub evaluator: Evaluator,
    /// The rules the game is played by.
    pub rules: RuleSet,
}

impl Task {
    /// Calls `report` with one or more lines at a time, and returns true at the end. A command that may take long returns
    /// false soon after `stop` became true.
    pub fn perform(&self, stop: &AtomicBool, mut report: impl FnMut(String)) -> bool {
        let text = match self.script {
            Script::Show => self.show(),
            Script::Eval => self.evaluator.explain(self.game.board()),
            Script::Perft(depth) => match self.perft(depth, stop) {
                Some(text) => text,
                None => return false,
            },
            Script::Bench(depth) => return bench(depth, stop, report),
            Script::Judge => {
                let texts: Vec<String> =
                    self.game.moves().iter().map(|mv| mv.to_string()).collect();
                let report = Report {
                    verdict: &judge(&self.game, &self.rules),
                    before: over_before(&self.game, &self.rules),
                    texts: &texts,
                    hanzi: false,
                };
                report.to_string()
            }
            Script::Help => HELP.to_owned(),
        };
        let lines = text.lines().map(str::trim_end);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        report(lines.join("\n"));
        true
    }

    fn show(&self) -> String {
        let board = self.game.board();
        let look = Look {
            letters: Letters::Ascii,
            flip: false,
        };
        let moves = board.legal_moves();
        let mut names: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
        names.sort();
        format!(
            "{}\nfen    {}\nkey    {:016x}\nmove   {}\ncheck  {}\nlegal  {}  {}",
            diagram::draw(board, look).join("\n"),
            board.to_fen(),
            board.key(),
            board.side(),
            diagram::check(board),
            names.len(),
            names.join(" ")
        )
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<String> {
        let start = Instant::now();
        let counts = perft::divide(self.game.board(), depth, 1, stop)?;
        // At depth 0 nothing is divided: the position itself is one.
        let nodes = match depth {
            0 => 1,
            _ => counts.iter().map(|(_, nodes)| nodes).sum(),
        };
        let speed = Speed {
            nodes,
            elapsed: start.elapsed(),
        };
        Some(format!("{}\n{speed}", perft::lines(&counts).join("\n")))
    }
}

/// The benchmark, with an engine of its own: whatever the options are, the count is the same.
fn bench(depth: u32, stop: &AtomicBool, mut report: impl FnMut(String)) -> bool {
    let mut engine = Engine::new(Settings {
        hash_mib: bench::HASH_MIB,
        ..Settings::default()
    });
    let entries = positions::read(bench::POSITIONS).expect("the benchmark is valid");
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    report(bench::heading(depth));
    for (index, entry) in entries.iter().enumerate() {
        let found = bench::search_until(&mut engine, &entry.board, depth, stop);
        let Some((outcome, time)) = found else {
            return false;
        };
        nodes += outcome.nodes;
        elapsed += time;
        report(bench::row(index + 1, &entry.id, &outcome));
    }
    report(Speed { nodes, elapsed }.to_string());
    true
}

const HELP: &str = "\
ucci | uci                   the greeting: which protocol is spoken from then on
position startpos|fen FEN [moves MOVE...]
                             the game that all below is about
d                            the board, FEN, key, checks and legal moves
eval                         the evaluation, term by term
judge                        how the game stands by the rules, and why
perft N                      count the legal lines of N plies, by first move
bench [N]                    search the benchmark to depth N (10): the total is the search's signature
stop                         end a perft or bench
help                         this
quit                         end the program
After 'ucci':
  isready, setoption NAME VALUE, banmoves MOVE..., stop, ponderhit [draw], probe POSITION
  go [ponder|draw] depth N | nodes N | time T [increment T | movestogo N] | movetime T | infinite
After 'uci':
  isready, setoption name NAME value VALUE, ucinewgame, debug on|off, stop, ponderhit
  go [ponder] [infinite] [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N]
     [mate N] [searchmoves MOVE...]
Options are listed by the greeting.";
