//! Commands for people and scripts; `perft` and `bench` under way.
//!
//! During these two, `isready` and `stop` are answered at once, and after a greeting so is `quit`, and the end of the input
//! stops the job. All other lines wait for its end, so that the commands of a script are answered one after the other.

use std::sync::atomic::AtomicBool;

use super::action::{Action, Input};
use super::phase::Phase;
use super::state::{MAX_WAITING, Machine};
use crate::protocol::command::Command;
use crate::protocol::job::Job;
use crate::protocol::response::Response;
use crate::protocol::script::{Script, Task};

impl Machine {
    pub(super) fn perform(&mut self, script: Script) {
        let task = Task {
            script,
            game: self.game.clone(),
            evaluator: self.options.settings().evaluator,
            rules: self.options.rule_set(),
        };
        match script.long_name() {
            Some(name) => {
                self.start(Job::Script(Box::new(task)));
                let stopped = false;
                self.phase = Phase::Working { name, stopped };
            }
            None => {
                let report = |text| self.respond(Response::Text(text));
                task.perform(&AtomicBool::new(false), report);
            }
        }
    }

    /// Handles a line, or the end of the input, during a `perft` or `bench`.
    pub(super) fn while_working(&mut self, input: Input) {
        let Phase::Working { name, stopped } = &mut self.phase else {
            return;
        };
        let greeted = self.protocol.is_some();
        match input {
            Input::Command(Command::IsReady) => self.respond(Response::ReadyOk),
            Input::Command(Command::Stop) => {
                *stopped = true;
                self.act(Action::Stop);
            }
            // Without a greeting `quit` is the last line of a script that wants its answers.
            Input::Command(Command::Quit) if greeted => self.quit(),
            // The GUI is gone.
            Input::End if greeted => {
                *stopped = true;
                self.waiting.push(Input::End);
                self.act(Action::Stop);
            }
            _ if greeted && self.waiting.len() >= MAX_WAITING => {
                let why = format!("ignored: {MAX_WAITING} lines wait for the end of {name}");
                self.message(why);
            }
            other => self.waiting.push(other),
        }
    }

    /// Handles the end of a `perft` or `bench`.
    pub(super) fn work_ended(&mut self, complete: bool) {
        if let Phase::Working { name, .. } = std::mem::take(&mut self.phase)
            && !complete
        {
            self.message(format!("{name} was stopped"));
        }
    }
}
