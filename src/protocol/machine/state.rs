//! The state of the conversation.

use super::action::{Action, Input};
use super::phase::{Phase, Stage, is_unlimited};
use crate::board::Move;
use crate::book::BookList;
use crate::protocol::adjudication::Adjudicator;
use crate::protocol::command::{Command, Protocol};
use crate::protocol::job::{Job, JobId};
use crate::protocol::options::Options;
use crate::protocol::response::Response;
use crate::rules::Game;

/// Lines that may wait for the end of a `perft` or `bench`.
pub const MAX_WAITING: usize = 1_000;

/// The state machine between GUI and engine. It starts before the greeting, with the initial position.
///
/// ```
/// use chuhe::protocol::{Action, Command, Input, Machine, Protocol, Response};
/// let mut machine = Machine::default();
/// machine.step(Input::Command(Command::Greeting(Protocol::Ucci)));
/// let actions = machine.step(Input::Command(Command::Stop));
/// assert!(matches!(actions[..], [Action::Respond(Response::NoBestMove { .. })]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Machine {
    pub(super) phase: Phase,
    /// The protocol of the greeting; `None` before it.
    pub(in crate::protocol) protocol: Option<Protocol>,
    pub(in crate::protocol) options: Options,
    pub(super) game: Game,
    pub(super) banned: Vec<Move>,
    pub(super) adjudicator: Adjudicator,
    /// The opening books, once they have been opened.
    pub(super) books: BookList,
    /// The job that was started last.
    pub(in crate::protocol) last_job: JobId,
    /// Inputs that wait for the end of the job.
    pub(super) waiting: Vec<Input>,
    /// The actions of the current step so far.
    pub(super) actions: Vec<Action>,
}

impl Machine {
    /// True if the next line of the GUI is accepted now.
    ///
    /// After a `stop` the following lines wait for the answer, because not every GUI waits itself. With `batch` on, no line
    /// is accepted during a job, so that a file of commands can be piped in, unless only a command can end the search.
    /// Before a greeting, lines behind a `perft` or `bench` wait in the pipe when `MAX_WAITING` do already.
    pub fn accepts_line(&self) -> bool {
        let batch = self.options.batch;
        match &self.phase {
            Phase::Idle => true,
            Phase::Thinking(thinking) => match thinking.stage {
                Stage::Pondering => true,
                Stage::OnMove => {
                    let limits = thinking.limits;
                    !batch || limits.wait_for_stop || is_unlimited(limits)
                }
                Stage::Stopped { .. } => false,
            },
            Phase::Working { stopped, .. } => {
                let full = self.protocol.is_none() && self.waiting.len() >= MAX_WAITING;
                let ends = matches!(self.waiting.last(), Some(Input::Command(Command::Quit)));
                !batch && !stopped && !full && !ends
            }
        }
    }

    /// The protocol of the lines that follow. A greeting that waits for the end of a job determines it already.
    pub(in crate::protocol) fn protocol_of_lines(&self) -> Option<Protocol> {
        let greeting = |input: &Input| match input {
            Input::Command(Command::Greeting(protocol)) => Some(*protocol),
            _ => None,
        };
        self.protocol
            .or_else(|| self.waiting.iter().find_map(greeting))
    }

    /// True if the protocol is UCI; before the greeting it is UCCI.
    pub(super) fn is_uci(&self) -> bool {
        self.protocol == Some(Protocol::Uci)
    }

    /// Appends to the actions of the current step.
    pub(super) fn emit(&mut self, action: Action) {
        self.actions.push(action);
    }

    pub(super) fn respond(&mut self, response: Response) {
        self.emit(Action::Respond(response));
    }

    pub(super) fn message(&mut self, text: impl ToString) {
        self.respond(Response::Message(text.to_string()));
    }

    /// Sends a message if `debug` is on.
    pub(super) fn debug_message(&mut self, text: impl FnOnce() -> String) {
        if self.options.debug {
            self.message(text());
        }
    }

    /// Starts a job with the next number.
    pub(super) fn start(&mut self, job: Job) {
        self.last_job += 1;
        self.emit(Action::Start(self.last_job, job));
    }
}
