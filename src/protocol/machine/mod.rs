//! The state machine of the conversation with a GUI, the same for both protocols.
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
//! [`Machine::step`] takes an input and returns the actions that follow from it, in order. It never waits: the driver does,
//! and comes back with the next input.
//!
//! Three rules hold everywhere. A line that makes no sense, or none at this time, is answered by one message and changes
//! nothing. Each `go` that is accepted is answered by one best move or by none, unless the program is told to quit. A
//! search on the opponent's time is not answered before `ponderhit` or `stop`, however soon it ends.

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
use super::dialect::NO_GREETING;
use super::job::{JobEvent, JobId};
use super::response::Response;
use phase::Phase;
use std::mem;

impl Machine {
    /// Returns the actions that follow from an input.
    pub fn step(&mut self, input: Input) -> Vec<Action> {
        self.handle(input);
        if matches!(self.phase, Phase::Idle) {
            let mut waiting = mem::take(&mut self.waiting).into_iter();
            // A command behind `setoption evalfile X` waits until the network of X is there.
            while !self.actions.iter().any(Action::wants_input)
                && let Some(input) = waiting.next()
            {
                self.handle(input);
            }
            self.waiting.extend(waiting);
        }
        mem::take(&mut self.actions)
    }

    fn handle(&mut self, input: Input) {
        match (&self.phase, input) {
            (_, Input::Job(id, event)) => self.job_event(id, event),
            (_, Input::Books(shelf, errors)) => {
                self.shelf = shelf;
                errors.into_iter().for_each(|error| self.message(error));
            }
            (_, Input::Log(file, Ok(()))) => self.options.log_file = file,
            (_, Input::Log(_, Err(error))) => self.message(error),
            (_, Input::Network(file, read)) => self.network_loaded(file, read),
            (Phase::Working { .. }, input) => self.while_working(input),
            (_, Input::Invalid(why)) => self.message(why),
            (Phase::Idle, Input::Command(command)) => self.while_idle(command),
            (Phase::Idle, Input::End) => self.act(Action::Quit),
            (Phase::Thinking(_), Input::Command(command)) => self.while_thinking(command),
            (Phase::Thinking(_), Input::End) => {
                self.waiting.push(Input::End);
                self.stop_thinking();
            }
        }
    }

    /// Handles an event of the job; one that was cancelled is ignored.
    fn job_event(&mut self, id: JobId, event: JobEvent) {
        match event {
            _ if id != self.last_job => {}
            JobEvent::Search(event) => self.search_event(event),
            JobEvent::Proved(solution) => self.proved(solution),
            JobEvent::Output(text) => self.respond(Response::Text(text)),
            JobEvent::Ended { complete } => self.work_ended(complete),
        }
    }

    fn while_idle(&mut self, command: Command) {
        match command {
            Command::Hello(protocol) => {
                self.protocol.get_or_insert(protocol);
                self.respond(Response::Introduction);
            }
            Command::Position(setup) => match setup.game() {
                Ok(game) => {
                    self.game = game;
                    self.banned.clear();
                }
                Err(illegal) => self.message(illegal),
            },
            Command::Script(script) => self.perform(script),
            Command::Quit => self.quit(),
            _ if self.protocol.is_none() => self.message(NO_GREETING),
            Command::IsReady => self.respond(Response::ReadyOk),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::BanMoves(moves) => self.banned = moves,
            Command::Go(go) => self.go(go),
            // A GUI of UCCI may have lost count and wait for an answer; one of UCI expects none.
            Command::Stop if self.is_uci() => {}
            Command::Stop => self.respond(Response::NoBestMove { over: false }),
            Command::PonderHit { .. } => self.message("ponderhit: there is no search to tell"),
            Command::Probe(setup) => self.probe(setup),
        }
    }

    fn while_thinking(&mut self, command: Command) {
        match command {
            Command::IsReady => self.respond(Response::ReadyOk),
            Command::Probe(setup) => self.probe(setup),
            Command::Stop => self.stop_thinking(),
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Quit => self.quit(),
            Command::Script(script) if script.long_name().is_none() => self.perform(script),
            _ => self.message("ignored while thinking: wait for bestmove, or say 'stop' first"),
        }
    }

    fn probe(&mut self, setup: Setup) {
        match setup.game() {
            Ok(game) => self.act(Action::Probe(game.board().clone())),
            Err(illegal) => self.message(illegal),
        }
    }

    fn quit(&mut self) {
        self.respond(Response::Bye);
        self.act(Action::Quit);
    }
}

#[cfg(test)]
mod tests;
