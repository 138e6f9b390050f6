//! The inputs of the state machine, and the actions it returns.

use crate::board::{Board, Move};
use crate::book::BookList;
use crate::endgame::EndgameTables;
use crate::eval::Evaluator;
use crate::protocol::command::Command;
use crate::protocol::job::{Job, JobEvent, JobId};
use crate::protocol::response::Response;
use crate::search::Settings;

/// An input of the state machine.
#[derive(Clone, Debug)]
pub enum Input {
    /// A command of the GUI.
    Command(Command),
    /// A line of the GUI that is not a command, and the reason.
    Invalid(String),
    /// A `go` that cannot be understood, and the reason.
    InvalidGo(String),
    /// An event of a job.
    Job(JobId, JobEvent),
    /// The opening books of [`Action::OpenBooks`], and the errors of those that could not be read.
    Books(BookList, Vec<String>),
    /// The result of [`Action::OpenLog`].
    Log(String, Result<(), String>),
    /// The result of [`Action::LoadNetwork`].
    Network(String, Result<Evaluator, String>),
    /// The result of [`Action::LoadEndings`]: the tables, and the errors of files that could not be read.
    Endings(String, Result<(EndgameTables, Vec<String>), String>),
    /// The end of the GUI's input.
    End,
}

impl Input {
    /// The input for a line that cannot be parsed.
    pub fn of_invalid_line(line: &str, why: String) -> Input {
        match line.split_ascii_whitespace().next() {
            Some("go") => Input::InvalidGo(why),
            _ => Input::Invalid(why),
        }
    }
}

/// An action that the conversation performs.
#[derive(Clone, Debug)]
pub enum Action {
    /// Send a response to the GUI.
    Respond(Response),
    /// Change the engine's settings.
    Configure(Settings),
    /// Open these opening books, and return them as an input.
    OpenBooks(String),
    /// Log the conversation to this file from now on (empty: nowhere), and return the result as an input.
    OpenLog(String),
    /// Read the network of this file, and return it as an input.
    LoadNetwork(String),
    /// Read the endgame tables in this folder, and return them as an input.
    LoadEndings(String),
    /// Clear the hash table and the history tables.
    Clear,
    /// Start a job in place of the one before; its events are inputs.
    Start(JobId, Job),
    /// Stop the job, whose last event follows soon.
    Stop,
    /// Start the clock of the search that pondered.
    PonderHit,
    /// Send the hash table's entry for the position.
    Probe(Board),
    /// Send the static evaluation of the position, or of this move in it.
    Evaluate(Board, Option<Move>),
    /// End the program, and any job with it.
    Quit,
}

impl Action {
    /// True if the result of the action is the next input.
    pub const fn returns_input(&self) -> bool {
        matches!(
            self,
            Action::OpenBooks(_)
                | Action::OpenLog(_)
                | Action::LoadNetwork(_)
                | Action::LoadEndings(_)
        )
    }
}
