//! A `perft` or a `bench` under way: what is heard meanwhile, and what waits.
//!
//! `isready` is answered and `stop` obeyed at once, and so is `quit` after a greeting, also behind lines that wait. Whatever
//! else is said waits for the end of the work: a script's commands are answered one after the other.

use super::super::command::Command;
use super::super::response::Response;
use super::super::script::Task;
use super::super::work::Told;
use super::{Action, Input, Machine, State, farewell, message, say};

/// Lines that may wait; the next one stays in the pipe.
const WAITING: usize = 100;

/// What is to be remembered while a command for scripts is at work.
#[derive(Clone, Debug)]
pub(super) struct Labour {
    /// There was a greeting: it is no mere script that speaks.
    pub(super) greeted: bool,
    /// Its name.
    name: &'static str,
    /// It was told to stop.
    stopped: bool,
    /// What waits for its end.
    held: Vec<Input>,
}

impl Labour {
    /// Whether more is to be heard before its end.
    pub(super) fn is_listening(&self) -> bool {
        let last = matches!(
            self.held.last(),
            Some(Input::End | Input::Command(Command::Quit))
        );
        !self.stopped && !last && self.held.len() < WAITING
    }
}

impl Machine {
    /// Begins a work.
    pub(super) fn labour(&mut self, task: Task) -> Vec<Action> {
        self.state = State::Working(Labour {
            greeted: !matches!(self.state, State::Boot),
            name: task.script.name(),
            stopped: false,
            held: Vec::new(),
        });
        vec![Action::Work(Box::new(task))]
    }

    /// What is said while it goes on.
    pub(super) fn meanwhile(&mut self, input: Input) -> Vec<Action> {
        let State::Working(labour) = &mut self.state else {
            return Vec::new();
        };
        match input {
            Input::Command(Command::IsReady) => vec![say(Response::ReadyOk)],
            Input::Command(Command::Stop) => {
                labour.stopped = true;
                vec![Action::Stop]
            }
            // Without a greeting `quit` is the last line of a script that wants its answers.
            Input::Command(Command::Quit) if labour.greeted => farewell(),
            other => {
                labour.held.push(other);
                Vec::new()
            }
        }
    }

    /// News of it.
    pub(super) fn worked(&mut self, told: Told) -> Vec<Action> {
        let State::Working(labour) = &mut self.state else {
            return Vec::new();
        };
        let whole = match told {
            Told::Line(text) => return vec![say(Response::Text(text))],
            Told::Done { whole } => whole,
        };
        let mut actions = Vec::new();
        if !whole {
            actions.push(message(format!("{} was stopped", labour.name)));
        }
        let held = std::mem::take(&mut labour.held);
        self.state = match labour.greeted {
            true => State::Idle,
            false => State::Boot,
        };
        actions.extend(held.into_iter().flat_map(|input| self.step(input)));
        actions
    }
}
