//! A `perft` or `bench` under way.
//!
//! `isready` and `stop` are answered at once, and after a greeting so is `quit`, and the end of the input stops the
//! job. Whatever else is said waits for its end, so that the commands of a script are answered one after the other.

use super::action::{Action, Input};
use super::phase::{Phase, Working};
use super::state::{MAX_WAITING, Machine};
use crate::protocol::command::Command;
use crate::protocol::job::Job;
use crate::protocol::response::Response;
use crate::protocol::script::{Script, Task};

impl Machine {
    /// A command for people and scripts.
    pub(super) fn perform(&mut self, script: Script) -> Vec<Action> {
        let task = Box::new(Task {
            script,
            game: self.game.clone(),
            evaluator: self.options.settings().evaluator,
            rules: self.options.rule_set(),
        });
        if script.is_quick() {
            return vec![Action::Perform(task)];
        }
        let start = self.start(Job::Script(task));
        self.phase = Phase::Working(Working {
            job: self.last_job,
            name: script.name(),
            stopped: false,
        });
        vec![start]
    }

    /// Anything but a job's event while a script is at work.
    pub(super) fn while_working(&mut self, input: Input) -> Vec<Action> {
        let Phase::Working(working) = &mut self.phase else {
            return Vec::new();
        };
        let greeted = self.protocol.is_some();
        match input {
            Input::Command(Command::IsReady) => vec![Action::Respond(Response::ReadyOk)],
            Input::Command(Command::Stop) => {
                working.stopped = true;
                vec![Action::Stop]
            }
            // Without a greeting `quit` is the last line of a script that wants its answers.
            Input::Command(Command::Quit) if greeted => {
                vec![Action::Respond(Response::Bye), Action::Quit]
            }
            // The GUI is gone.
            Input::End if greeted => {
                working.stopped = true;
                self.waiting.push(Input::End);
                vec![Action::Stop]
            }
            _ if greeted && self.waiting.len() >= MAX_WAITING => {
                let name = working.name;
                vec![Action::message(format!(
                    "ignored: {MAX_WAITING} lines wait for the end of {name}"
                ))]
            }
            other => {
                self.waiting.push(other);
                Vec::new()
            }
        }
    }

    /// The script has ended.
    pub(super) fn work_ended(&mut self, complete: bool) -> Vec<Action> {
        let Phase::Working(working) = std::mem::replace(&mut self.phase, Phase::Idle) else {
            return Vec::new();
        };
        match complete {
            true => Vec::new(),
            false => vec![Action::message(format!("{} was stopped", working.name))],
        }
    }
}
