//! Console commands: answers short ones at once, and runs `perft` and `bench` in the background.
//!
//! During these two, `isready` and `stop` take effect at once; after a greeting, `quit` and the end of the input do as well.
//! All other lines wait for the end of the job, so that the commands of a script are answered in order.

use std::sync::atomic::AtomicBool;

use super::action::{Action, Input};
use super::phase::Phase;
use super::state::{MAX_WAITING, Machine};
use crate::protocol::command::Command;
use crate::protocol::console::{ConsoleCommand, ConsoleRequest};
use crate::protocol::job::Job;
use crate::protocol::response::Response;

impl Machine {
    pub(super) fn run_console(&mut self, command: ConsoleCommand) {
        let request = ConsoleRequest {
            command,
            game: self.game.clone(),
            evaluator: self.options.settings().evaluator,
            rules: self.options.rule_set(),
        };
        match command.background_name() {
            Some(name) => {
                self.start(Job::Console(Box::new(request)));
                let stopped = false;
                self.phase = Phase::Working { name, stopped };
            }
            None => {
                let report = |text| self.respond(Response::Console(text));
                request.run(&AtomicBool::new(false), report);
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
                self.emit(Action::Stop);
            }
            // Without a greeting `quit` is the last line of a script, whose commands are answered first.
            Input::Command(Command::Quit) if greeted => self.quit(),
            // The GUI has closed its end of the pipe.
            Input::End if greeted => {
                *stopped = true;
                self.waiting.push(Input::End);
                self.emit(Action::Stop);
            }
            ignored if greeted && self.waiting.len() >= MAX_WAITING => {
                let why = format!("ignored: {MAX_WAITING} lines wait for the end of {name}");
                self.message(why);
                // A GUI waits for the answer to each `go`.
                if let Input::Command(Command::Go(_)) | Input::InvalidGo(_) = ignored {
                    self.respond(Response::NoBestMove { over: false });
                }
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
