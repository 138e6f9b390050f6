//! Jobs: searches, mate proofs (`go mate`), and commands for scripts that may take long.
//!
//! Each runs in threads of its own, reports [`JobEvent`]s and is cancelled in one way. The state machine numbers them,
//! so that the events of a cancelled job are told from those of the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::script::Task;
use crate::board::Board;
use crate::rules::RuleSet;
use crate::search::{Engine, Event, Request, RunningSearch};
use crate::solve::{Budget, Goal, Solution, Solver};

/// Hash size of a mate proof, MiB.
const PROOF_HASH_MIB: usize = 64;

/// The number of a job; the first is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobId(u64);

impl JobId {
    /// The number of the job after this one.
    pub const fn next(self) -> JobId {
        JobId(self.0 + 1)
    }
}

/// Something to be done while more lines are read.
#[derive(Clone, Debug)]
pub enum Job {
    /// A search for the best move.
    Search(Box<Request>),
    /// A mate to be proved or denied.
    Proof(Box<MateRequest>),
    /// A `perft` or a `bench`.
    Script(Box<Task>),
}

/// What a job reports.
#[derive(Clone, Debug)]
pub enum JobEvent {
    /// A search reports.
    Search(Event),
    /// A proof has ended.
    Proved(Solution),
    /// A line of a script's answer.
    Output(String),
    /// A script has ended.
    Ended {
        /// False if it was stopped.
        complete: bool,
    },
}

impl JobEvent {
    /// True if the job reports no more.
    pub const fn is_last(&self) -> bool {
        !matches!(
            self,
            JobEvent::Search(Event::Line(_) | Event::CurrentMove { .. }) | JobEvent::Output(_)
        )
    }
}

/// A mate to be proved.
#[derive(Clone, Debug)]
pub struct MateRequest {
    /// The position.
    pub board: Board,
    /// The most moves that the mate may take.
    pub moves: u32,
    /// The time and nodes allowed.
    pub budget: Budget,
    /// The rules of repetition for the playing search among the provers.
    pub rules: RuleSet,
}

impl MateRequest {
    fn prove(&self, stop: &AtomicBool) -> Solution {
        let goal = Goal {
            max: Some(self.moves),
            shortest: false,
            unique: false,
        };
        Solver::new(PROOF_HASH_MIB, self.rules).solve(&self.board, goal, self.budget, stop)
    }
}

/// A job under way. Dropping it cancels it.
#[derive(Debug)]
pub struct RunningJob {
    id: JobId,
    stop: Stop,
}

#[derive(Debug)]
enum Stop {
    Search(RunningSearch),
    Background(BackgroundJob),
}

impl RunningJob {
    /// Starts a job; `report` is called from another thread.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::protocol::job::{Job, JobEvent, JobId, MateRequest, RunningJob};
    /// use chuhe::protocol::script::{Script, Task};
    /// use chuhe::rules::{Game, RuleSet};
    /// use chuhe::search::{Engine, Settings};
    /// use chuhe::solve::Budget;
    /// # use chuhe::eval::Evaluator;
    /// let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    /// let mut start = |job| {
    ///     let (sender, events) = std::sync::mpsc::channel();
    ///     let job = RunningJob::start(JobId::default(), job, &mut engine, move |event| sender.send(event).unwrap());
    ///     (job, events)
    /// };
    /// let rules = RuleSet::default();
    /// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w").unwrap();
    /// let request = MateRequest { board, moves: 2, budget: Budget::default(), rules };
    /// let (_job, events) = start(Job::Proof(Box::new(request)));
    /// assert!(matches!(events.recv().unwrap(), JobEvent::Proved(solution) if solution.mate_in == Some(1)));
    ///
    /// let game = Game::new(Board::startpos());
    /// let task = Task { script: Script::Perft(30), game, evaluator: Evaluator::default(), rules };
    /// let (job, events) = start(Job::Script(Box::new(task)));
    /// job.stop();
    /// assert!(matches!(events.recv().unwrap(), JobEvent::Ended { complete: false }));
    /// ```
    ///
    /// # Panics
    /// When the system grants no thread.
    pub fn start(
        id: JobId,
        job: Job,
        engine: &mut Engine,
        mut report: impl FnMut(JobEvent) + Send + 'static,
    ) -> RunningJob {
        let stop = match job {
            Job::Search(request) => {
                let report = move |event| report(JobEvent::Search(event));
                Stop::Search(engine.start(*request, report))
            }
            Job::Proof(request) => Stop::Background(BackgroundJob::start(move |stop| {
                report(JobEvent::Proved(request.prove(stop)));
            })),
            Job::Script(task) => Stop::Background(BackgroundJob::start(move |stop| {
                let done = task.perform(stop, |line| {
                    report(JobEvent::Output(line));
                    Ok(())
                });
                let complete = done.unwrap_or(false);
                report(JobEvent::Ended { complete });
            })),
        };
        RunningJob { id, stop }
    }

    /// Its number.
    pub const fn id(&self) -> JobId {
        self.id
    }

    /// Asks the job to end; its last event comes soon.
    pub fn stop(&self) {
        match &self.stop {
            Stop::Search(search) => search.stop(),
            Stop::Background(job) => job.stop(),
        }
    }

    /// Tells a search that its clock runs from now on; other jobs have none.
    pub fn ponder_hit(&self) {
        if let Stop::Search(search) = &self.stop {
            search.ponderhit();
        }
    }
}

/// A thread with a flag that stops it. Dropping it sets the flag without waiting.
#[derive(Debug)]
struct BackgroundJob {
    stop: Arc<AtomicBool>,
}

impl BackgroundJob {
    fn start(run: impl FnOnce(&AtomicBool) + Send + 'static) -> BackgroundJob {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        thread::spawn(move || run(&flag));
        BackgroundJob { stop }
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for BackgroundJob {
    fn drop(&mut self) {
        self.stop();
    }
}
