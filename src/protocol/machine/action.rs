//! What the state machine takes in and gives out.

use crate::board::Board;
use crate::book::Shelf;
use crate::eval::Evaluator;
use crate::protocol::command::Command;
use crate::protocol::job::{Job, JobEvent, JobId};
use crate::protocol::response::Response;
use crate::protocol::script::Task;
use crate::search::Settings;

/// What can happen.
#[derive(Clone, Debug)]
pub enum Input {
    /// A command of the GUI.
    Command(Command),
    /// A line of the GUI that is no command; why.
    Invalid(String),
    /// A job reports.
    Job(JobId, JobEvent),
    /// The opening books of [`Action::OpenBooks`], and what is wrong with those that are missing.
    Books(Shelf, Vec<String>),
    /// The log of [`Action::OpenLog`] was opened or closed; if not, what is wrong.
    Log(Result<(), String>),
    /// The network of [`Action::LoadNetwork`], or what is wrong with its file.
    Network(Result<Evaluator, String>),
    /// The end of the GUI's input.
    End,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Action {
    /// Send a response to the GUI.
    Respond(Response),
    /// Change the engine's settings.
    Configure(Settings),
    /// Open these opening books, and return them as an input.
    OpenBooks(String),
    /// Log the conversation to this file from now on, or nowhere, and return the result as an input.
    OpenLog(String),
    /// Read the network of this file, and return it as an input.
    LoadNetwork(String),
    /// Clear what the engine has learnt.
    Clear,
    /// Start a job in place of the one before; its events are inputs.
    Start(JobId, Job),
    /// Ask the job to end; its last event comes soon.
    Stop,
    /// Tell the search that the clock runs from now on.
    PonderHit,
    /// Answer a command for scripts that is done at once.
    Perform(Box<Task>),
    /// Send what the hash table holds on the position.
    Probe(Board),
    /// Send the static evaluation of the position.
    Evaluate(Board),
    /// End the program, and any job with it.
    Quit,
}

impl Action {
    /// Sends a message for a person.
    pub fn message(text: impl ToString) -> Action {
        Action::Respond(Response::Message(text.to_string()))
    }
}
