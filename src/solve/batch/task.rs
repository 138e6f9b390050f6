//! What is asked of each puzzle, and who answers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::input::Item;
use super::play::{self, Aim};
use super::puzzle::{Fault, Go, Puzzle};
use super::record::{Record, Status};
use super::tree;
use crate::board::Move;
use crate::notation::read;
use crate::rules::RuleSet;
use crate::search::Engine;
use crate::solve::{Budget, By, Goal, Solution, Solver, Status as Ended};

/// How long a puzzle is worked on when no limit is given.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// What is asked of every puzzle, and what each may cost.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Task {
    /// What is asked.
    pub aim: Aim,
    /// The limits of each.
    pub limits: Go,
    /// Whether to ask if another first move mates as fast.
    pub unique: bool,
    /// Whether to write the answer to every defence.
    pub all_lines: bool,
    /// The rules of the game.
    pub rules: RuleSet,
}

impl Task {
    /// The limits of a puzzle: ours; without any, those of its `go`; without these, [`DEFAULT_TIME`].
    ///
    /// ```
    /// use chuhe::solve::batch::{Task, puzzle::Go, task::DEFAULT_TIME};
    /// let go = Go { nodes: Some(9), ..Go::default() };
    /// let deep = Go { depth: Some(5), ..Go::default() };
    /// assert_eq!(Task { limits: deep, ..Task::default() }.limits(go), deep);
    /// assert_eq!(Task::default().limits(go), go);
    /// assert_eq!(Task::default().limits(Go::default()).time, Some(DEFAULT_TIME));
    /// ```
    pub fn limits(&self, go: Go) -> Go {
        let mut given = [self.limits, go].into_iter();
        let given = given.find(|go| *go != Go::default());
        given.unwrap_or(Go {
            time: Some(DEFAULT_TIME),
            ..Go::default()
        })
    }
}

/// Answers puzzles, one after the other.
#[derive(Debug)]
pub struct Worker {
    task: Task,
    solver: Solver,
    player: Option<Engine>,
}

impl Worker {
    /// A worker with tables of `hash_mib` MiB in all.
    pub fn new(task: Task, hash_mib: usize) -> Worker {
        let plays = task.aim != Aim::Mate;
        // Beside a player the solver only has to confirm mates.
        let half = (hash_mib / 2).max(1);
        Worker {
            solver: Solver::new(if plays { half } else { hash_mib }, task.rules),
            player: plays.then(|| play::engine(half, task.rules)),
            task,
        }
    }

    /// The answer; of no use when `stop` is set meanwhile.
    pub fn answer(&mut self, item: &Item, stop: &AtomicBool) -> Record {
        let mut record = Record {
            id: item.id.clone(),
            file: item.file.as_deref().map(str::to_owned),
            line: item.line,
            ..Record::default()
        };
        let answered = match &item.puzzle {
            Ok(puzzle) => self.solve(puzzle, &mut record, stop),
            Err(fault) => Err(fault.clone()),
        };
        if let Err(fault) = answered {
            record.status = Status::Invalid;
            record.error = Some(fault.to_string());
        }
        record
    }

    fn solve(
        &mut self,
        puzzle: &Puzzle,
        record: &mut Record,
        stop: &AtomicBool,
    ) -> Result<(), Fault> {
        record.fen = Some(puzzle.game.board().to_fen());
        record.operations.clone_from(&puzzle.operations);
        let aim = self.task.aim;
        match puzzle.is_open(&self.task.rules) {
            Err(Fault::Over { winner: None, .. }) if aim == Aim::Draw => {
                record.status = Status::Draw;
                (record.verified, record.by) = (true, Some("rules"));
                return Ok(());
            }
            open => open?,
        }
        let limits = self.task.limits(puzzle.go);
        let Some(player) = &mut self.player else {
            let longest = limits.depth.map(|plies| plies.div_ceil(2));
            self.prove(puzzle, limits, longest, record, stop);
            return Ok(());
        };
        let found = play::search(player, &puzzle.game, limits, stop);
        (record.nodes, record.ms) = (found.nodes, found.elapsed.as_millis() as u64);
        if let Some(moves) = play::mates_in(&found).filter(|_| aim == Aim::Best) {
            // Of any length, for it may be proved another way, or by the rules of repetition; but without a limit of work that
            // might have no end.
            let is_bounded = limits.time.is_some() || limits.nodes.is_some();
            let longest = Some(moves).filter(|_| !is_bounded);
            self.prove(puzzle, limits, longest, record, stop);
        }
        if record.status != Status::Mate {
            play::write_outcome(&found, aim, puzzle.game.board(), record);
        }
        let key = record.key.as_deref().and_then(|key| key.parse().ok());
        record.right = is_right(puzzle, key);
        Ok(())
    }

    fn prove(
        &mut self,
        puzzle: &Puzzle,
        limits: Go,
        max: Option<u32>,
        record: &mut Record,
        stop: &AtomicBool,
    ) {
        let goal = Goal {
            max,
            shortest: true,
            unique: self.task.unique,
        };
        let Go { time, nodes, .. } = limits;
        let budget = Budget { time, nodes };
        let board = puzzle.game.board();
        let solution = self.solver.solve(board, goal, budget, stop);
        record.nodes += solution.nodes;
        record.ms += solution.elapsed.as_millis() as u64;
        record.no_mate_in = solution.no_mate_in;
        match solution.status {
            Ended::Mate if solution.verified => {}
            Ended::NoMate | Ended::Unsolved => return,
            Ended::Mate | Ended::Unproved => {
                let fault = solution.fault.as_ref();
                let what = fault.map_or_else(String::new, |fault| format!(": {fault}"));
                record.error = Some(format!(
                    "a bug in this program: it claimed a mate that does not hold{what}"
                ));
                return;
            }
        }
        if self.task.all_lines {
            record.lines = solution.strategy.tree(board, tree::LARGEST);
            if record.lines.is_none() {
                record.error = Some(format!(
                    "lines: left out, the winner has more than {} moves in them",
                    tree::LARGEST
                ));
            }
        }
        write_mate(puzzle, &solution, record);
    }
}

fn write_mate(puzzle: &Puzzle, solution: &Solution, record: &mut Record) {
    record.status = Status::Mate;
    record.verified = true;
    record.mate_in = solution.mate_in;
    record.plies = Some(solution.plies());
    record.key = solution.key.map(|mv| mv.to_string());
    record.set_line(puzzle.game.board(), &solution.pv);
    record.unique = solution.unique;
    record.shortest = solution.shortest;
    record.repetition = solution.by_repetition;
    record.prover = Some(solution.by.name());
    record.by = Some(match solution.by {
        By::Search => "search",
        _ => "prover",
    });
}

/// Whether the first move is one of `bm` and none of `am`, in any notation; `None` where the line has neither.
fn is_right(puzzle: &Puzzle, key: Option<Move>) -> Option<bool> {
    let board = puzzle.game.board();
    let named = |name| {
        let mut words = puzzle.operation(name)?.split([' ', ',']);
        Some(words.any(|word| key.is_some() && read(board, word).ok() == key))
    };
    let (good, bad) = (named("bm"), named("am"));
    good.or(bad)?;
    Some(key.is_some() && good != Some(false) && bad != Some(true))
}
