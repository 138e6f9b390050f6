//! Commands for people and scripts, the same in both protocols and before either.
//!
//! They answer with the text that the subcommand of the same name prints, in plain ASCII and without blank lines. No GUI
//! says them.

use std::io;
use std::sync::atomic::AtomicBool;

use crate::board::{perft, positions};
use crate::eval::Evaluator;
use crate::notation::diagram::{self, Letters, Look};
use crate::rules::report::{Report, over_before};
use crate::rules::{Game, RuleSet, judge};
use crate::search::bench::{self, Speed};
use crate::search::{Engine, Settings};
use std::time::{Duration, Instant};

/// The deepest `perft`; nobody will see its end.
pub const DEEPEST_PERFT: u32 = 64;

/// A command for people and scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// The board, its FEN and key, who gives check, the legal moves.
    Show,
    /// The terms of the evaluation.
    Eval,
    /// The legal move tree to this depth, counted move by move.
    Perft(u32),
    /// The positions of the benchmark, to this depth.
    Bench(u32),
    /// How the game stands by the rules.
    Judge,
    /// What can be said.
    Help,
}

impl Script {
    /// The word that it begins with.
    pub const fn name(self) -> &'static str {
        match self {
            Script::Show => "d",
            Script::Eval => "eval",
            Script::Perft(_) => "perft",
            Script::Bench(_) => "bench",
            Script::Judge => "judge",
            Script::Help => "help",
        }
    }

    /// Whether it is done before anybody notices, and so also while a search is under way.
    pub const fn is_quick(self) -> bool {
        !matches!(self, Script::Perft(_) | Script::Bench(_))
    }
}

/// A command with what it is about.
#[derive(Clone, Debug)]
pub struct Task {
    /// What is to be done.
    pub script: Script,
    /// The game so far.
    pub game: Game,
    /// What scores positions.
    pub evaluator: Evaluator,
    /// The rules the game is played by.
    pub rules: RuleSet,
}

impl Task {
    /// Does it, and says whether to the end: it is given up soon after `stop` became true, if it is not
    /// [quick](Script::is_quick). `say` is called with a line at a time, as they come.
    ///
    /// # Errors
    /// Those of `say`.
    pub fn perform(
        &self,
        stop: &AtomicBool,
        mut say: impl FnMut(String) -> io::Result<()>,
    ) -> io::Result<bool> {
        let mut all = |text: String| {
            let mut lines = text.lines().map(str::trim_end);
            lines.try_for_each(|line| match line {
                "" => Ok(()),
                line => say(line.to_owned()),
            })
        };
        match self.script {
            Script::Show => all(self.show()),
            Script::Eval => all(self.evaluator.explain(self.game.board())),
            Script::Perft(depth) => {
                let Some(text) = self.perft(depth, stop) else {
                    return Ok(false);
                };
                all(text)
            }
            Script::Bench(depth) => return bench(depth, stop, all),
            Script::Judge => {
                let verdict = judge(&self.game, &self.rules);
                let texts: Vec<String> =
                    self.game.moves().iter().map(|mv| mv.to_string()).collect();
                let report = Report {
                    verdict: &verdict,
                    before: over_before(&self.game, &self.rules),
                    texts: &texts,
                    hanzi: false,
                };
                all(report.to_string())
            }
            Script::Help => all(HELP.to_owned()),
        }?;
        Ok(true)
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

/// The benchmark, with an engine of its own: whatever the options are, the count is the same. Says whether it came to
/// its end.
fn bench(
    depth: u32,
    stop: &AtomicBool,
    mut say: impl FnMut(String) -> io::Result<()>,
) -> io::Result<bool> {
    let mut engine = Engine::new(Settings {
        hash_mib: bench::HASH_MIB,
        ..Settings::default()
    });
    let entries = positions::read(bench::POSITIONS).map_err(io::Error::other)?;
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    say(bench::heading(depth))?;
    for (index, entry) in entries.iter().enumerate() {
        let Some((outcome, time)) = bench::search_until(&mut engine, &entry.board, depth, stop)
        else {
            return Ok(false);
        };
        nodes += outcome.nodes;
        elapsed += time;
        say(bench::row(index + 1, &entry.id, &outcome))?;
    }
    say(Speed { nodes, elapsed }.to_string())?;
    Ok(true)
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
