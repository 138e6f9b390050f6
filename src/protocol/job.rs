//! Jobs: searches, mate proofs (`go mate`), `perft` and `bench`.
//!
//! Each runs in threads of its own, reports [`JobEvent`]s, and can be stopped. The state machine numbers jobs, so that it can
//! ignore the events of one that it has replaced.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;

use super::console::ConsoleRequest;
use crate::board::{Board, Move};
use crate::host::spawn;
use crate::rules::RuleSet;
use crate::search::{Engine, Event, Request, RunningSearch};
use crate::solve::{Budget, Goal, Solution, Solver};

/// Hash size of a mate proof, MiB.
const PROOF_HASH_MIB: usize = 64;
/// Hash size of the verification of a mate score, which takes few nodes, MiB.
const VERIFY_HASH_MIB: usize = 16;

/// The number of a job; the first is 1.
pub type JobId = u64;

/// Work in the background, during which more lines are read.
#[derive(Clone, Debug)]
pub enum Job {
    /// A search for the best move.
    Search(Box<Request>),
    /// A mate in at most so many moves, to be proved or disproved.
    Proof(u32, Box<MateRequest>),
    /// The verification of a search's mate score: plies to the mate, negative if the side to move is mated, see
    /// [`Solver::verify_mate_score`].
    MateVerification(i32, Box<MateRequest>),
    /// A `perft` or a `bench`.
    Console(Box<ConsoleRequest>),
}

/// An event that a job reports.
#[derive(Clone, Debug)]
pub enum JobEvent {
    /// An event of a search.
    Search(Event),
    /// A proof has ended.
    Proved(Solution),
    /// A verification has ended: whether the mate score holds; `None` if the budget did not suffice.
    Verified(Option<bool>),
    /// Lines of a `perft` or a `bench`.
    Output(String),
    /// A `perft` or a `bench` has ended.
    Ended {
        /// False if it was stopped.
        complete: bool,
    },
}

impl JobEvent {
    /// True for the last event of a job.
    pub const fn is_last(&self) -> bool {
        !matches!(
            self,
            JobEvent::Search(Event::Line(_) | Event::CurrentMove { .. }) | JobEvent::Output(_)
        )
    }
}

/// A mate to be proved or verified.
#[derive(Clone, Debug)]
pub struct MateRequest {
    /// The position.
    pub board: Board,
    /// Moves that may not be played in the position; only the verification of a loss takes them into account.
    pub banned: Vec<Move>,
    /// The time and nodes allowed.
    pub budget: Budget,
    /// The rules of repetition for the alpha-beta search among the provers.
    pub rules: RuleSet,
}

/// A job under way. Dropping it cancels it.
#[derive(Debug)]
pub enum RunningJob {
    /// A search.
    Search(RunningSearch),
    /// A thread, which ends soon after this flag is set.
    Thread(Arc<AtomicBool>),
}

impl RunningJob {
    fn spawn(run: impl FnOnce(&AtomicBool) + Send + 'static) -> RunningJob {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        spawn(Builder::new(), move || run(&flag)).expect("the system can start a thread");
        RunningJob::Thread(stop)
    }

    /// Starts a job; `report` is called from another thread.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::protocol::job::{Job, JobEvent, MateRequest, RunningJob};
    /// use chuhe::protocol::console::{ConsoleCommand, ConsoleRequest};
    /// use chuhe::rules::{Game, RuleSet};
    /// use chuhe::search::{Engine, Settings};
    /// use chuhe::solve::Budget;
    /// # use chuhe::eval::Evaluator;
    /// let mut engine = Engine::new(Settings::with_hash_mib(1));
    /// let mut start = |job| {
    ///     let (sender, events) = std::sync::mpsc::channel();
    ///     let job = RunningJob::start(job, &mut engine, move |event| sender.send(event).unwrap());
    ///     (job, events)
    /// };
    /// let rules = RuleSet::default();
    /// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w").unwrap();
    /// let request = MateRequest { board, banned: Vec::new(), budget: Budget::default(), rules };
    /// let (_job, events) = start(Job::Proof(2, Box::new(request)));
    /// assert!(matches!(events.recv().unwrap(), JobEvent::Proved(solution) if solution.mate_in == Some(1)));
    ///
    /// let game = Game::new(Board::startpos());
    /// let request = ConsoleRequest { command: ConsoleCommand::Perft(30), game, evaluator: Evaluator::default(), rules };
    /// let (job, events) = start(Job::Console(Box::new(request)));
    /// job.stop();
    /// assert!(matches!(events.recv().unwrap(), JobEvent::Ended { complete: false }));
    /// ```
    ///
    /// # Panics
    /// If no thread can be started.
    pub fn start(
        job: Job,
        engine: &mut Engine,
        mut report: impl FnMut(JobEvent) + Send + 'static,
    ) -> RunningJob {
        match job {
            Job::Search(request) => {
                let report = move |event| report(JobEvent::Search(event));
                RunningJob::Search(engine.start(*request, report))
            }
            Job::Proof(moves, request) => RunningJob::spawn(move |stop| {
                let goal = Goal::within(moves);
                let mut solver = Solver::new(PROOF_HASH_MIB, request.rules);
                let solution = solver.solve(&request.board, goal, request.budget, stop);
                report(JobEvent::Proved(solution));
            }),
            Job::MateVerification(plies, mate) => RunningJob::spawn(move |stop| {
                let mut solver = Solver::new(VERIFY_HASH_MIB, mate.rules);
                let (board, banned) = (&mate.board, &mate.banned);
                let holds = solver.verify_mate_score(board, plies, banned, mate.budget, stop);
                report(JobEvent::Verified(holds));
            }),
            Job::Console(request) => RunningJob::spawn(move |stop| {
                let complete = request.run(stop, |text| report(JobEvent::Output(text)));
                report(JobEvent::Ended { complete });
            }),
        }
    }

    /// Stops the job, whose last event follows soon.
    pub fn stop(&self) {
        match self {
            RunningJob::Search(search) => search.stop(),
            RunningJob::Thread(stop) => stop.store(true, Ordering::Relaxed),
        }
    }

    /// Records that the answer of a search was sent just now; other jobs have no clock.
    pub fn record_lag(&self) {
        if let RunningJob::Search(search) = self {
            search.record_lag();
        }
    }

    /// Starts the clock of a search that pondered; other jobs have none.
    pub fn ponder_hit(&self) {
        if let RunningJob::Search(search) = self {
            search.ponderhit();
        }
    }
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        self.stop();
    }
}
