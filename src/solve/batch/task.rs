//! What is asked of each puzzle, and who answers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::input::Item;
use super::play::{Aim, Player};
use super::puzzle::{Fault, Go, Puzzle};
use super::record::{Record, Status};
use super::tree::{self, Tree};
use crate::board::Move;
use crate::notation::read;
use crate::rules::RuleSet;
use crate::solve::{Budget, By, Goal, Solution, Solver, Status as Ended};

/// How long a puzzle is looked at when no limit is given.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// What is asked of every puzzle, and what each may cost.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Task {
    /// What is asked.
    pub aim: Aim,
    /// Time for each.
    pub time: Option<Duration>,
    /// Nodes for each.
    pub nodes: Option<u64>,
    /// Depth in plies: of the search, or of the mate.
    pub depth: Option<u32>,
    /// Whether to ask if another first move mates as fast.
    pub unique: bool,
    /// Whether to tell the answer to every defence.
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
    /// let deep = Task { depth: Some(5), ..Task::default() };
    /// assert_eq!(deep.limits(go), Go { depth: Some(5), ..Go::default() });
    /// assert_eq!(Task::default().limits(go), go);
    /// assert_eq!(Task::default().limits(Go::default()).time, Some(DEFAULT_TIME));
    /// ```
    pub fn limits(&self, go: Go) -> Go {
        let ours = Go {
            time: self.time,
            nodes: self.nodes,
            depth: self.depth,
        };
        let given = [ours, go].into_iter().find(|go| *go != Go::default());
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
    player: Option<Player>,
}

impl Worker {
    /// Somebody with tables of `hash_mib` MiB in all.
    pub fn new(task: Task, hash_mib: usize) -> Worker {
        let plays = task.aim != Aim::Mate;
        // The prover of a player has no more to do than to confirm.
        let half = (hash_mib / 2).max(1);
        Worker {
            solver: Solver::new(if plays { half } else { hash_mib }, task.rules),
            player: plays.then(|| Player::new(half, task.rules)),
            task,
        }
    }

    /// The answer. When `stop` is set meanwhile it is worth nothing.
    pub fn answer(&mut self, item: &Item, stop: &AtomicBool) -> Record {
        let mut record = Record {
            id: item.id.clone(),
            file: item.file.as_deref().map(str::to_owned),
            line: item.line,
            ..Record::default()
        };
        let puzzle = match &item.puzzle {
            Ok(puzzle) => puzzle,
            Err(fault) => {
                record.status = Status::Invalid;
                record.error = Some(fault.to_string());
                return record;
            }
        };
        record.fen = Some(puzzle.game.board().to_fen());
        record.operations.clone_from(&puzzle.operations);
        match puzzle.is_open(&self.task.rules) {
            Ok(()) => self.solve(puzzle, &mut record, stop),
            Err(Fault::Over { winner: None, .. }) if self.task.aim == Aim::Draw => {
                record.status = Status::Draw;
                (record.verified, record.by) = (true, Some("rules"));
            }
            Err(fault) => {
                record.status = Status::Invalid;
                record.error = Some(fault.to_string());
            }
        }
        record
    }

    fn solve(&mut self, puzzle: &Puzzle, record: &mut Record, stop: &AtomicBool) {
        let limits = self.task.limits(puzzle.go);
        let Some(player) = &mut self.player else {
            let moves = limits.depth.map(|plies| plies.div_ceil(2));
            let solution = self.prove(puzzle, limits, moves, stop);
            self.tell(puzzle, &solution, record);
            return;
        };
        let found = player.look(&puzzle.game, limits, stop);
        (record.nodes, record.ms) = (found.nodes, milliseconds(found.elapsed));
        if let Some(moves) = found.mates_in().filter(|_| self.task.aim == Aim::Best) {
            // Of any length, for it may be proved another way, or by the rules of repetition; but without a limit of work that
            // might have no end.
            let is_bounded = limits.time.is_some() || limits.nodes.is_some();
            let longest = Some(moves).filter(|_| !is_bounded);
            let solution = self.prove(puzzle, limits, longest, stop);
            self.tell(puzzle, &solution, record);
        }
        if record.status != Status::Mate {
            found.tell(self.task.aim, puzzle, record);
        }
        record.right = is_right(
            puzzle,
            record.key.as_deref().and_then(|key| key.parse().ok()),
        );
    }

    fn prove(
        &mut self,
        puzzle: &Puzzle,
        limits: Go,
        max: Option<u32>,
        stop: &AtomicBool,
    ) -> Solution {
        let goal = Goal::Mate {
            max,
            shortest: true,
            unique: self.task.unique,
        };
        let budget = Budget {
            time: limits.time,
            nodes: limits.nodes,
        };
        self.solver.solve(puzzle.game.board(), goal, budget, stop)
    }

    /// Writes down what the prover found out.
    fn tell(&self, puzzle: &Puzzle, solution: &Solution, record: &mut Record) {
        let board = puzzle.game.board();
        record.nodes += solution.nodes;
        record.ms += milliseconds(solution.elapsed);
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
        record.status = Status::Mate;
        record.verified = true;
        record.mate_in = solution.mate_in;
        record.plies = Some(solution.plies());
        record.key = solution.key.map(|mv| mv.to_string());
        record.set_line(board, &solution.pv);
        record.unique = solution.unique;
        record.shortest = solution.shortest;
        record.repetition = solution.by_repetition;
        record.prover = Some(solution.by.name());
        record.by = Some(match solution.by {
            By::Search => "search",
            _ => "prover",
        });
        if self.task.all_lines {
            record.lines = solution.strategy.tree(board, tree::LARGEST).map(Tree);
            if record.lines.is_none() {
                record.error = Some(format!(
                    "lines: left out, the winner has more than {} moves in them",
                    tree::LARGEST
                ));
            }
        }
    }
}

/// Whether the first move is one of `bm` and none of `am`, in any notation; `None` where the line says neither.
fn is_right(puzzle: &Puzzle, key: Option<Move>) -> Option<bool> {
    let board = puzzle.game.board();
    let said = |name| {
        let mut words = puzzle.operation(name)?.split([' ', ',']);
        Some(words.any(|word| key.is_some() && read(board, word).ok() == key))
    };
    let (good, bad) = (said("bm"), said("am"));
    if good.is_none() && bad.is_none() {
        return None;
    }
    Some(key.is_some() && good != Some(false) && bad != Some(true))
}

pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
