//! The inputs of the state machine, and the actions it returns.

use crate::board::Board;
use crate::book::Shelf;
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
    /// A line of the GUI that is no command, and why.
    Invalid(String),
    /// An event of a job.
    Job(JobId, JobEvent),
    /// The opening books of [`Action::OpenBooks`], and what is wrong with those that are missing.
    Books(Shelf, Vec<String>),
    /// The log of [`Action::OpenLog`] was opened, or what is wrong with it.
    Log(String, Result<(), String>),
    /// The network of [`Action::LoadNetwork`], or what is wrong with its file.
    Network(String, Result<Evaluator, String>),
    /// The end of the GUI's input.
    End,
}

/// An action for the driver.
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
    /// Clear what the engine has learnt.
    Clear,
    /// Start a job in place of the one before; its events are inputs.
    Start(JobId, Job),
    /// Ask the job to end; its last event comes soon.
    Stop,
    /// Start the clock of the search that pondered.
    PonderHit,
    /// Send what the hash table holds on the position.
    Probe(Board),
    /// Send the static evaluation of the position.
    Evaluate(Board),
    /// End the program, and any job with it.
    Quit,
}

impl Action {
    /// True if the driver is to return an input at once, before any other.
    pub const fn wants_input(&self) -> bool {
        matches!(
            self,
            Action::OpenBooks(_) | Action::OpenLog(_) | Action::LoadNetwork(_)
        )
    }
}
