//! The state of the conversation.

use super::action::{Action, Input};
use super::phase::{Phase, Stage};
use crate::board::{Board, Move};
use crate::book::Shelf;
use crate::protocol::command::Command;
use crate::protocol::dialect::Customs;
use crate::protocol::dialect::protocol::Protocol;
use crate::protocol::job::{Job, JobId};
use crate::protocol::manners::Manners;
use crate::protocol::options::Options;
use crate::rules::Game;
use crate::search::Limits;

/// Lines that may wait for the end of a `perft` or `bench`.
pub const MAX_WAITING: usize = 1_000;

/// The state machine between GUI and engine; [`super`] tells its rules.
///
/// ```
/// use chuhe::protocol::{Action, Command, Input, Machine, Protocol, Response};
/// let mut machine = Machine::new();
/// machine.step(Input::Command(Command::Hello(Protocol::Ucci)));
/// let actions = machine.step(Input::Command(Command::Stop));
/// assert!(matches!(actions[..], [Action::Respond(Response::NoBestMove { .. })]));
/// ```
#[derive(Clone, Debug)]
pub struct Machine {
    pub(super) phase: Phase,
    /// The protocol of the greeting; `None` before it.
    pub(super) protocol: Option<Protocol>,
    pub(super) options: Options,
    /// The file of the network that plays, while another is being read.
    pub(super) network_file: String,
    /// The log that is being written, while another is being opened.
    pub(super) log_file: String,
    pub(super) game: Game,
    pub(super) banned: Vec<Move>,
    pub(super) manners: Manners,
    /// The opening books, once they have been opened.
    pub(super) shelf: Shelf,
    /// The job that was started last.
    pub(super) last_job: JobId,
    /// What waits for the end of the job.
    pub(super) waiting: Vec<Input>,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}

impl Machine {
    /// Creates a machine before the greeting, with the starting position.
    pub fn new() -> Machine {
        Machine {
            phase: Phase::Idle,
            protocol: None,
            options: Options::default(),
            network_file: String::new(),
            log_file: String::new(),
            game: Game::new(Board::startpos()),
            banned: Vec::new(),
            manners: Manners::default(),
            shelf: Shelf::default(),
            last_job: JobId::default(),
            waiting: Vec::new(),
        }
    }

    /// The options as they are.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The protocol spoken, once there was a greeting.
    pub fn protocol(&self) -> Option<Protocol> {
        self.protocol
    }

    /// True if the next line of the GUI is to be read now.
    ///
    /// After a `stop` the answer comes at once, and the lines behind it wait for it: not every GUI waits itself. With
    /// `batch` on, no line is read during a job, so that a file of commands can be piped in; but a search that
    /// only a command can end needs one. Before a greeting, lines behind a `perft` or `bench` wait in the pipe when
    /// `MAX_WAITING` do already.
    pub fn is_listening(&self) -> bool {
        let batch = self.options.batch;
        match &self.phase {
            Phase::Idle => true,
            Phase::Thinking(thinking) => match thinking.stage {
                Stage::Pondering => true,
                Stage::OnMove => !batch || is_endless(&thinking.limits),
                Stage::Stopped { .. } => false,
            },
            Phase::Working(working) => {
                let full = self.protocol.is_none() && self.waiting.len() >= MAX_WAITING;
                let quits = matches!(self.waiting.last(), Some(Input::Command(Command::Quit)));
                !batch && !working.stopped && !full && !quits
            }
        }
    }

    /// The customs of the protocol spoken; before the greeting, UCCI's.
    pub(super) fn customs(&self) -> &'static Customs {
        self.protocol.unwrap_or(Protocol::Ucci).dialect().customs()
    }

    /// Numbers a job, and has it started.
    pub(super) fn start(&mut self, job: Job) -> Action {
        self.last_job = self.last_job.next();
        Action::Start(self.last_job, job)
    }

    /// Adds a message about what is being done, for those who asked for it with `debug`.
    pub(super) fn trace(&self, actions: &mut Vec<Action>, text: impl FnOnce() -> String) {
        if self.options.debug {
            actions.push(Action::message(text()));
        }
    }
}

/// True if only a command is sure to end a search.
fn is_endless(limits: &Limits) -> bool {
    let ends = limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.movetime.is_some()
        || limits.clock.is_some()
        || limits.mate.is_some();
    limits.wait_for_stop || !ends
}
