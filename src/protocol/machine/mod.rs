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
//! [`Machine::step`] takes an input and returns the actions that follow from it, in order. It never waits.
//!
//! Three invariants hold. A line that is invalid, or not allowed in this phase, is answered by one message and changes
//! nothing. Each `go` outside of a search is answered once, by a best move or by none, unless `quit` follows. A search on the
//! opponent's time is not answered before `ponderhit` or `stop`, even if it ends earlier.

mod action;
mod configure;
mod go;
mod phase;
mod state;
mod thinking;
mod working;

pub use action::{Action, Input};
pub use state::Machine;

use super::command::Command;
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
            // A command behind `setoption evalfile X` waits until X is loaded; with `batch`, one behind a `go` until its end.
            while !self.actions.iter().any(Action::returns_input)
                && self.accepts_line()
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
            (_, Input::Books(books, errors)) => {
                self.books = books;
                errors.into_iter().for_each(|error| self.message(error));
            }
            (_, Input::Log(file, Ok(()))) => {
                self.debug_message(|| format!("option Debug Log File is now {file}"));
                self.options.log_file = file;
            }
            (_, Input::Log(_, Err(error))) => self.message(error),
            (_, Input::Network(file, read)) => self.network_loaded(file, read),
            (_, Input::Endings(folder, read)) => self.endings_loaded(folder, read),
            (Phase::Working { .. }, input) => self.while_working(input),
            (Phase::Idle, Input::InvalidGo(why)) if self.protocol.is_some() => {
                self.message(why);
                // A GUI waits for the answer to each `go`.
                self.respond(Response::NoBestMove { over: false });
            }
            (_, Input::Invalid(why) | Input::InvalidGo(why)) => self.message(why),
            (Phase::Idle, Input::Command(command)) => self.while_idle(command),
            (Phase::Idle, Input::End) => self.emit(Action::Quit),
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
            JobEvent::Proved(solution) => self.proof_ended(solution),
            JobEvent::Verified(holds) => self.verification_ended(holds),
            JobEvent::Output(text) => self.respond(Response::Console(text)),
            JobEvent::Ended { complete } => self.work_ended(complete),
        }
    }

    fn while_idle(&mut self, command: Command) {
        match command {
            Command::Greeting(protocol) => {
                self.protocol.get_or_insert(protocol);
                self.respond(Response::Introduction);
            }
            Command::Position(game) => {
                self.game = *game;
                self.banned.clear();
            }
            Command::Console(command) => self.run_console(command),
            Command::Quit => self.quit(),
            _ if self.protocol.is_none() => self.message(NO_GREETING),
            Command::IsReady => self.respond(Response::ReadyOk),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::BanMoves(moves) => self.banned = moves,
            Command::Go(go) => self.go(go),
            // A UCCI GUI may wait for an answer; a UCI GUI expects none.
            Command::Stop if self.is_uci() => {}
            Command::Stop => self.respond(Response::NoBestMove { over: false }),
            Command::PonderHit { .. } => self.message("ponderhit: no search is running"),
            Command::Probe(board) => self.emit(Action::Probe(*board)),
        }
    }

    fn while_thinking(&mut self, command: Command) {
        match command {
            Command::IsReady => self.respond(Response::ReadyOk),
            Command::Probe(board) => self.emit(Action::Probe(*board)),
            Command::Stop => self.stop_thinking(),
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Quit => self.quit(),
            Command::SetOption { name, value } if name.eq_ignore_ascii_case("debug") => {
                self.set_option(&name, &value);
            }
            Command::Console(command) if command.background_name().is_none() => {
                self.run_console(command);
            }
            _ => self.message("ignored during a search: wait for bestmove or send 'stop' first"),
        }
    }

    fn quit(&mut self) {
        self.respond(Response::Bye);
        self.emit(Action::Quit);
    }
}

#[cfg(test)]
mod tests;
