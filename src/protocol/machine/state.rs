//! The state of the conversation.

use super::action::{Action, Input};
use super::phase::{Phase, Stage, is_unlimited};
use crate::board::Move;
use crate::book::Shelf;
use crate::protocol::adjudication::Adjudicator;
use crate::protocol::command::{Command, Protocol};
use crate::protocol::job::{Job, JobId};
use crate::protocol::options::Options;
use crate::protocol::response::Response;
use crate::rules::Game;

/// Lines that may wait for the end of a `perft` or `bench`.
pub const MAX_WAITING: usize = 1_000;

/// The state machine between GUI and engine. It begins before the greeting, with the starting position.
///
/// ```
/// use chuhe::protocol::{Action, Command, Input, Machine, Protocol, Response};
/// let mut machine = Machine::default();
/// machine.step(Input::Command(Command::Hello(Protocol::Ucci)));
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
    pub(super) shelf: Shelf,
    /// The job that was started last.
    pub(super) last_job: JobId,
    /// Inputs that wait for the end of the job.
    pub(super) waiting: Vec<Input>,
    /// The actions of the current step so far.
    pub(super) actions: Vec<Action>,
}

impl Machine {
    /// True if the next line of the GUI is to be read now.
    ///
    /// After a `stop` the lines behind it wait for the answer, because not every GUI waits itself. With `batch` on, no line
    /// is read during a job, so that a file of commands can be piped in; but a search that only a command can end needs
    /// one. Before a greeting, lines behind a `perft` or `bench` wait in the pipe when `MAX_WAITING` do already.
    pub fn is_listening(&self) -> bool {
        let batch = self.options.batch;
        match &self.phase {
            Phase::Idle => true,
            Phase::Thinking(thinking) => match thinking.stage {
                Stage::Pondering => true,
                Stage::OnMove => {
                    let limits = &thinking.limits;
                    !batch || limits.wait_for_stop || is_unlimited(limits)
                }
                Stage::Stopped { .. } => false,
            },
            Phase::Working { stopped, .. } => {
                let full = self.protocol.is_none() && self.waiting.len() >= MAX_WAITING;
                let quits = matches!(self.waiting.last(), Some(Input::Command(Command::Quit)));
                !batch && !stopped && !full && !quits
            }
        }
    }

    /// True if UCI is spoken; before the greeting it is UCCI.
    pub(super) fn is_uci(&self) -> bool {
        self.protocol == Some(Protocol::Uci)
    }

    pub(super) fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    pub(super) fn respond(&mut self, response: Response) {
        self.act(Action::Respond(response));
    }

    pub(super) fn message(&mut self, text: impl ToString) {
        self.respond(Response::Message(text.to_string()));
    }

    /// Sends a message about what is being done if `debug` is on.
    pub(super) fn trace(&mut self, text: impl FnOnce() -> String) {
        if self.options.debug {
            self.message(text());
        }
    }

    /// Numbers a job and starts it.
    pub(super) fn start(&mut self, job: Job) {
        self.last_job += 1;
        self.act(Action::Start(self.last_job, job));
    }
}
