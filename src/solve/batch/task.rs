//! The task set for each puzzle, and the worker that solves puzzles.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::audit_record::AuditRecord;
use super::play::{self, TaskKind};
use super::puzzle::{Puzzle, PuzzleError, PuzzleLimits};
use super::record::{NoMateReason, PuzzleRecord, PuzzleStatus};
use super::tree::{self, MAX_DEPTH, MAX_TREE};
use crate::board::{Board, Move};
use crate::endgame::EndgameTables;
use crate::rules::RuleSet;
use crate::search::Engine;
use crate::search::score::WIN_BOUND;
use crate::solve::{
    AuditScope, Budget, DrawSolution, DrawStatus, Goal, ProverKind, Solution, Solver, Status,
    mating_patterns,
};

/// The time for a puzzle if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The nodes of a proof after a search that only its depth limits: such a proof might not end.
const PROOF_NODES: u64 = 1_000_000;

/// The task set for every puzzle, with its limits.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Task {
    /// The kind of solution that is searched for.
    pub kind: TaskKind,
    /// The limits for each puzzle.
    pub limits: PuzzleLimits,
    /// Whether to determine if another first move mates as fast.
    pub unique: bool,
    /// Whether to write the winner's move after every defence.
    pub all_lines: bool,
    /// Which positions of a mate to examine for cooks and duals; `None` for no audit. An audit also determines `unique`.
    pub audit: Option<AuditScope>,
    /// The rules of the game; the natural limit is ignored.
    pub rules: RuleSet,
    /// Stored endgames.
    pub endings: EndgameTables,
}

impl Task {
    /// The limits of a puzzle: those of the task; without any, those of its `go`; without these, five seconds.
    ///
    /// ```
    /// use chuhe::solve::batch::{Task, puzzle::PuzzleLimits};
    /// use std::time::Duration;
    /// let go = PuzzleLimits { nodes: Some(9), ..PuzzleLimits::default() };
    /// let deep = PuzzleLimits { depth: Some(5), ..PuzzleLimits::default() };
    /// assert_eq!(Task { limits: deep, ..Task::default() }.limits(go), deep);
    /// assert_eq!(Task::default().limits(go), go);
    /// assert_eq!(Task::default().limits(PuzzleLimits::default()).time, Some(Duration::from_secs(5)));
    /// ```
    pub fn limits(&self, go: PuzzleLimits) -> PuzzleLimits {
        let mut given = [self.limits, go].into_iter();
        let given = given.find(|go| *go != PuzzleLimits::default());
        given.unwrap_or(PuzzleLimits {
            time: Some(DEFAULT_TIME),
            ..PuzzleLimits::default()
        })
    }
}

/// Solves puzzles, one at a time.
#[derive(Debug)]
pub struct PuzzleWorker {
    task: Task,
    solver: Solver,
    /// The alpha-beta search, if the task needs it.
    engine: Option<Engine>,
}

impl PuzzleWorker {
    /// Creates a worker with tables of `hash_mib` MiB in all.
    pub fn new(mut task: Task, hash_mib: usize) -> PuzzleWorker {
        // A puzzle counts as the start of a game.
        task.rules.move_limit = 0;
        let needs_engine = task.kind != TaskKind::Mate;
        // The solver then only has to prove the mates that the engine finds.
        let half = (hash_mib / 2).max(1);
        let solver_hash = if needs_engine { half } else { hash_mib };
        let mut solver = Solver::new(solver_hash, task.rules);
        solver.set_endings(task.endings.clone());
        PuzzleWorker {
            solver,
            engine: needs_engine.then(|| play::engine(half, task.rules, task.endings.clone())),
            task,
        }
    }

    /// Solves a puzzle, and returns its record without `id`, `file` and `line`. If `stop` is set meanwhile, the record is incomplete
    /// and must not be used.
    pub fn process(
        &mut self,
        puzzle: Result<Puzzle, PuzzleError>,
        stop: &AtomicBool,
    ) -> PuzzleRecord {
        let mut record = PuzzleRecord::default();
        let solved = puzzle.and_then(|puzzle| self.solve(&puzzle, &mut record, stop));
        if let Err(error) = solved {
            record.status = PuzzleStatus::Invalid;
            record.error = Some(error.to_string());
        }
        record
    }

    fn solve(
        &mut self,
        puzzle: &Puzzle,
        record: &mut PuzzleRecord,
        stop: &AtomicBool,
    ) -> Result<(), PuzzleError> {
        let board = puzzle.game.board();
        record.fen = Some(board.to_fen());
        record.operations.clone_from(&puzzle.operations);
        record.operations.retain(|(name, _)| name != "id");
        let kind = self.task.kind;
        match puzzle.check_open(&self.task.rules) {
            Err(PuzzleError::Over { winner: None, .. }) if kind == TaskKind::Draw => {
                record.status = PuzzleStatus::Draw;
                (record.verified, record.by) = (true, Some("rules".into()));
                return Ok(());
            }
            open => open?,
        }
        let limits = self.task.limits(puzzle.limits);
        let Some(engine) = &mut self.engine else {
            let longest = limits.depth.map(|plies| plies.div_ceil(2));
            self.prove(board, limits, longest, record, stop);
            return Ok(());
        };
        let (good, bad) = (puzzle.moves_of("bm")?, puzzle.moves_of("am")?);
        let (found, holds_for) = play::search(engine, &puzzle.game, limits, stop);
        (record.nodes, record.ms) = (found.nodes, found.elapsed.as_millis() as u64);
        let proof_limits = PuzzleLimits {
            nodes: (limits.nodes).or(limits.time.is_none().then_some(PROOF_NODES)),
            ..limits
        };
        // The provers may find a longer mate than the search, or one by repetition.
        if kind == TaskKind::Best && found.score >= WIN_BOUND {
            self.prove(board, proof_limits, None, record, stop);
        }
        let is_answered = match kind {
            TaskKind::Draw => self.prove_draw(board, proof_limits, record, stop),
            _ => record.status == PuzzleStatus::Mate,
        };
        if !is_answered {
            (record.reason, record.lost_in, record.verified) = (None, None, false);
            (record.mate_in, record.plies) = (None, None);
            play::write_search_result(&found, holds_for, kind, board, record);
        }
        if record.status == PuzzleStatus::Draw && record.key.is_none() {
            // Every move holds the draw.
            record.set_line(board, found.best.as_slice());
        }
        let key = record.key.as_deref().and_then(|key| key.parse().ok());
        let key: Option<Move> = key.filter(|_| good.is_some() || bad.is_some());
        record.right = key.map(|key| {
            let is_good = good.is_none_or(|moves| moves.contains(&key));
            is_good && !bad.is_some_and(|moves| moves.contains(&key))
        });
        Ok(())
    }

    /// Proves that the side to move holds at least a draw, or that it is mated, within the limits again. Returns false if neither is
    /// proved.
    fn prove_draw(
        &mut self,
        board: &Board,
        PuzzleLimits { time, nodes, .. }: PuzzleLimits,
        record: &mut PuzzleRecord,
        stop: &AtomicBool,
    ) -> bool {
        let solution = self.solver.prove_draw(board, Budget { time, nodes }, stop);
        record.nodes += solution.nodes;
        record.ms += solution.elapsed.as_millis() as u64;
        match solution.status {
            DrawStatus::Draw => write_draw(board, &solution, record),
            DrawStatus::Lost => {
                record.status = PuzzleStatus::None;
                record.reason = Some(NoMateReason::Mated);
                record.lost_in = solution.lost_in;
            }
            DrawStatus::Unsolved => return false,
        }
        record.by = Some("prover".into());
        true
    }

    fn prove(
        &mut self,
        board: &Board,
        PuzzleLimits { time, nodes, .. }: PuzzleLimits,
        max: Option<u32>,
        record: &mut PuzzleRecord,
        stop: &AtomicBool,
    ) {
        let goal = Goal {
            max,
            shortest: true,
            unique: self.task.unique || self.task.audit.is_some(),
        };
        let budget = Budget { time, nodes };
        let solution = self.solver.solve(board, goal, budget, stop);
        record.nodes += solution.nodes;
        record.ms += solution.elapsed.as_millis() as u64;
        record.no_mate_in = solution.no_mate_in;
        match solution.status {
            Status::Mate => {}
            Status::Claimed => return write_claim(board, &solution, record),
            Status::Unsolved => return,
            Status::NoMate => return write_no_mate(&solution, max, record),
            Status::Rejected => {
                record.error = Some(solution.rejection());
                return;
            }
        }
        if self.task.all_lines {
            match solution.strategy.tree(board, MAX_TREE) {
                Some(lines) if tree::depth(&lines) <= MAX_DEPTH => record.lines = Some(lines),
                Some(_) => {
                    record.error = Some(format!(
                        "lines: left out, one is longer than {MAX_DEPTH} moves"
                    ));
                }
                None => {
                    record.error = Some(format!(
                        "lines: left out, the winner has more than {MAX_TREE} moves in them"
                    ));
                }
            }
        }
        write_mate(board, &solution, record);
        if let Some(scope) = self.task.audit.filter(|_| !solution.by_repetition) {
            let audit = self.solver.audit(board, &solution, scope, budget, stop);
            record.unique = record.unique.or(audit.unique());
            record.audit = Some(AuditRecord::new(board, &audit, scope));
            record.nodes += audit.nodes;
            record.ms += audit.elapsed.as_millis() as u64;
        }
    }
}

/// Writes a disproof of mates within `max` moves, or of all mates.
fn write_no_mate(solution: &Solution, max: Option<u32>, record: &mut PuzzleRecord) {
    let reason = match (max, solution.lost_in) {
        (Some(_), _) => NoMateReason::Length,
        (None, None) if solution.is_draw => NoMateReason::Draw,
        (None, None) => NoMateReason::NoMate,
        (None, Some(_)) => NoMateReason::Mated,
    };
    record.status = PuzzleStatus::None;
    record.reason = Some(reason);
    record.lost_in = solution.lost_in;
    record.verified = solution.verified;
    record.by = Some("prover".into());
}

/// Writes a draw that is proved.
fn write_draw(board: &Board, solution: &DrawSolution, record: &mut PuzzleRecord) {
    record.status = PuzzleStatus::Draw;
    record.verified = true;
    record.set_line(board, &solution.line);
    record.repetition = solution.by_repetition;
    record.prover = solution.prover.map(|prover| prover.name().into());
}

/// Writes a mate that the search claims.
fn write_claim(board: &Board, solution: &Solution, record: &mut PuzzleRecord) {
    record.status = PuzzleStatus::Claimed;
    record.mate_in = solution.mate_in;
    record.plies = Some(solution.plies());
    record.set_line(board, &solution.pv);
    record.by = Some("search".into());
}

fn write_mate(board: &Board, solution: &Solution, record: &mut PuzzleRecord) {
    record.status = PuzzleStatus::Mate;
    record.verified = true;
    record.mate_in = solution.mate_in;
    record.plies = Some(solution.plies());
    record.set_line(board, &solution.pv);
    for pattern in mating_patterns(board, &solution.pv) {
        record.patterns.push(pattern.name.into());
        record.patterns_zh.push(pattern.zh.into());
    }
    record.unique = solution.unique;
    record.shortest = solution.shortest;
    record.repetition = solution.by_repetition;
    record.prover = Some(solution.prover.name().into());
    record.by = Some(match solution.prover {
        ProverKind::Search => "search".into(),
        _ => "prover".into(),
    });
}
