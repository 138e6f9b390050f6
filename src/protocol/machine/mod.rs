//! The state machine: what follows from what.
//!
//! ```text
//!            ucci or uci             go ...
//!   (start) ------------->  Idle  ------------->  Thinking
//!     |                     ^  |  ^                  |  |
//!     |        perft, bench |  |  '------------------'  |
//!     |           Working --'  |       best move        |
//!     | quit                   | quit  or none          | quit
//!     v                        v                        v
//!  (the end)               (the end)                (the end)
//! ```
//!
//! Both protocols share it. It knows what they mean, and not their text.
//!
//! [`Machine::step`] takes what happened and returns what is to be done, in order. It never waits: the
//! driver does, and comes back with the next thing that happened.
//!
//! Three rules hold everywhere. A line that makes no sense, or none at this time, is answered by
//! one message and changes nothing. Each `go` that is accepted is answered by one best move or by
//! none, unless the program is told to quit. A search on the opponent's time is not
//! answered before `ponderhit` or `stop`, however soon it ends.

mod action;
mod configure;
mod go;
mod phase;
mod state;
mod thinking;
mod working;

pub use action::{Action, Input};
pub use state::Machine;

use super::command::{Command, Setup};
use super::dialect::ParseError;
use super::job::{JobEvent, JobId};
use super::response::Response;
use phase::Phase;

impl Machine {
    /// Returns what is to be done after something happened.
    pub fn step(&mut self, input: Input) -> Vec<Action> {
        let mut actions = self.handle(input);
        if matches!(self.phase, Phase::Idle) {
            for input in std::mem::take(&mut self.waiting) {
                actions.extend(self.handle(input));
            }
        }
        actions
    }

    fn handle(&mut self, input: Input) -> Vec<Action> {
        match (&self.phase, input) {
            (_, Input::Job(id, event)) => self.job_event(id, event),
            (_, Input::Books(shelf, errors)) => {
                self.shelf = shelf;
                errors.into_iter().map(Action::message).collect()
            }
            (_, Input::Log(opened)) => self.log_opened(opened),
            (_, Input::Network(read)) => self.network_loaded(read),
            (Phase::Working(_), input) => self.while_working(input),
            (_, Input::Invalid(why)) => vec![Action::message(why)],
            (Phase::Idle, Input::Command(command)) => self.while_idle(command),
            (Phase::Idle, Input::End) => vec![Action::Quit],
            (Phase::Thinking(_), Input::Command(command)) => self.while_thinking(command),
            (Phase::Thinking(_), Input::End) => {
                self.waiting.push(Input::End);
                self.while_thinking(Command::Stop)
            }
        }
    }

    /// A job reports; one that was cancelled reports in vain.
    fn job_event(&mut self, id: JobId, event: JobEvent) -> Vec<Action> {
        if self.phase.job() != Some(id) {
            return Vec::new();
        }
        match event {
            JobEvent::Search(event) => self.search_event(event),
            JobEvent::Proved(solution) => self.proved(solution),
            JobEvent::Output(text) => vec![Action::Respond(Response::Text(text))],
            JobEvent::Ended { complete } => self.work_ended(complete),
        }
    }

    fn while_idle(&mut self, command: Command) -> Vec<Action> {
        match command {
            Command::Hello(protocol) => {
                self.protocol.get_or_insert(protocol);
                vec![Action::Respond(Response::Introduction)]
            }
            // These mean the same in both protocols.
            Command::Position(setup) => match setup.game() {
                Ok(game) => {
                    self.game = game;
                    self.banned.clear();
                    Vec::new()
                }
                Err(illegal) => vec![Action::message(illegal)],
            },
            Command::Script(script) => self.perform(script),
            Command::Quit => vec![Action::Respond(Response::Bye), Action::Quit],
            _ if self.protocol.is_none() => vec![Action::message(ParseError::NoGreeting)],
            Command::IsReady => vec![Action::Respond(Response::ReadyOk)],
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::BanMoves(moves) => {
                self.banned = moves;
                Vec::new()
            }
            Command::Go(go) => self.go(go),
            // A GUI that lost count is not to wait for ever.
            Command::Stop if self.customs().answers_stop_in_idle => {
                vec![Action::Respond(Response::NoBestMove { over: false })]
            }
            Command::Stop => Vec::new(),
            Command::PonderHit { .. } => {
                vec![Action::message("ponderhit: there is no search to tell")]
            }
            Command::Probe(setup) => probe(setup),
        }
    }

    fn while_thinking(&mut self, command: Command) -> Vec<Action> {
        match command {
            Command::IsReady => vec![Action::Respond(Response::ReadyOk)],
            Command::Probe(setup) => probe(setup),
            Command::Stop => self.stop_thinking(),
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Quit => vec![Action::Respond(Response::Bye), Action::Quit],
            Command::Script(script) if script.is_quick() => self.perform(script),
            Command::Hello(_)
            | Command::Script(_)
            | Command::SetOption { .. }
            | Command::Position(_)
            | Command::BanMoves(_)
            | Command::Go(_) => {
                vec![Action::message(
                    "ignored while thinking: wait for bestmove, or say 'stop' first",
                )]
            }
        }
    }
}

fn probe(setup: Setup) -> Vec<Action> {
    match setup.game() {
        Ok(game) => vec![Action::Probe(game.board().clone())],
        Err(illegal) => vec![Action::message(illegal)],
    }
}

#[cfg(test)]
mod tests;
