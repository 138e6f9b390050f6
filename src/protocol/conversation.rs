//! The conversation with a GUI: passes lines and events to the state machine, and performs its actions.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::mem;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use jiff::Timestamp;

use super::command::Protocol;
use super::dialect::parse_line;
use super::job::{Job, JobEvent, JobId, RunningJob};
use super::lines::InputLine;
use super::machine::{Action, Input, Machine};
use super::options::Options;
use super::response::Response;
use crate::book::BookList;
use crate::endgame::{EndgameTables, TableFileError};
use crate::eval::Evaluator;
use crate::host::Instant;
use crate::search::Engine;
use crate::storage::regular_file;

/// A message to the conversation.
#[derive(Debug)]
pub enum Incoming {
    /// A line, and when it was read; `None` at the end of the input.
    Line(Option<InputLine>, Instant),
    /// An event of a job.
    Job(JobId, JobEvent),
}

/// The state of a conversation.
#[derive(Debug)]
pub struct Conversation<W> {
    machine: Machine,
    engine: Engine,
    job: Option<RunningJob>,
    /// The log of all lines received and sent, UCI's `Debug Log File`.
    log_file: Option<File>,
    output: W,
    sender: Sender<Incoming>,
    /// Lines that the state machine does not accept yet.
    waiting: VecDeque<Incoming>,
}

impl<W: Write> Conversation<W> {
    /// Begins a conversation with these options, whose opening books are opened. Jobs report to `sender`.
    pub fn new(options: Options, output: W, sender: Sender<Incoming>) -> Conversation<W> {
        let mut machine = Machine::default();
        machine.options = options;
        machine.step(open_books(&machine.options.book_files));
        Conversation {
            engine: Engine::new(machine.options.settings()),
            machine,
            job: None,
            log_file: None,
            output,
            sender,
            waiting: VecDeque::new(),
        }
    }

    /// The number of lines that wait until they are accepted, see [`Machine::accepts_line`].
    pub fn waiting_lines(&self) -> usize {
        self.waiting.len()
    }

    /// Handles an event at once, and the lines that are accepted then. A line waits behind the others. Breaks at the end of the
    /// program.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn receive(&mut self, incoming: Incoming) -> io::Result<ControlFlow<()>> {
        if let Incoming::Line(..) = incoming {
            self.waiting.push_back(incoming);
        } else if self.handle(incoming)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        while self.machine.accepts_line()
            && let Some(line) = self.waiting.pop_front()
        {
            // With `batch`, a line does not use up its time while it waits for its turn.
            let line = match line {
                Incoming::Line(line, _) if self.machine.options.batch => {
                    Incoming::Line(line, Instant::now())
                }
                line => line,
            };
            if self.handle(line)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Handles a message, and performs the actions that follow from it. Breaks at the end of the program.
    fn handle(&mut self, incoming: Incoming) -> io::Result<ControlFlow<()>> {
        // A job that has ended waits for its threads when it is dropped, which is after its answer was sent.
        let mut ended = None;
        let (input, received) = match incoming {
            Incoming::Line(None, _) => (Some(Input::End), None),
            Incoming::Line(Some(line), received) => (self.input_of(line)?, Some(received)),
            Incoming::Job(id, event) => {
                if id == self.machine.last_job && event.is_last() {
                    ended = self.job.take();
                }
                (Some(Input::Job(id, event)), None)
            }
        };
        let actions = input.map(|input| self.machine.step(input));
        let mut actions = VecDeque::from(actions.unwrap_or_default());
        while let Some(action) = actions.pop_front() {
            if matches!(action, Action::Quit) {
                return Ok(ControlFlow::Break(()));
            }
            if let Some(input) = self.perform(action, received)? {
                // What follows from an action is done before the actions behind it.
                let behind = mem::replace(&mut actions, self.machine.step(input).into());
                actions.extend(behind);
            }
        }
        ended.iter().for_each(RunningJob::record_lag);
        Ok(ControlFlow::Continue(()))
    }

    /// Performs an action that follows from a line received at this time, or from another message. Returns its result, if it
    /// is an input of the state machine.
    fn perform(&mut self, action: Action, received: Option<Instant>) -> io::Result<Option<Input>> {
        match action {
            Action::Respond(response) => self.send(&response)?,
            Action::Configure(settings) => {
                let (before, asked) = (self.engine.settings().hash_mib, settings.hash_mib);
                self.engine.set(settings);
                let granted = self.engine.hash_mib();
                if asked != before && granted < asked {
                    let less = format!("the hash table has {granted} MiB instead of {asked}");
                    self.send(&Response::Message(less))?;
                }
            }
            Action::OpenBooks(files) => return Ok(Some(open_books(&files))),
            Action::OpenLog(file) => return Ok(Some(self.open_log(file))),
            Action::LoadNetwork(file) => {
                let read = Evaluator::read(Path::new(&file));
                let read = read.map_err(|error| format!("{file}: {error}"));
                return Ok(Some(Input::Network(file, read)));
            }
            Action::LoadEndings(folder) => return Ok(Some(load_endings(folder))),
            Action::Clear => self.engine.clear(),
            Action::Start(id, mut job) => {
                if let Job::Search(request) = &mut job {
                    request.received = received;
                }
                let sender = self.sender.clone();
                let report = move |event| {
                    // The receiver is dropped only when the program ends.
                    let _ = sender.send(Incoming::Job(id, event));
                };
                self.job = Some(RunningJob::start(job, &mut self.engine, report));
            }
            Action::Stop => self.job.iter().for_each(RunningJob::stop),
            Action::PonderHit => self.job.iter().for_each(RunningJob::ponder_hit),
            Action::Probe(board) => self.send(&Response::PopHash(self.engine.probe(&board)))?,
            Action::Evaluate(mut board, mv) => {
                let score = match mv {
                    Some(mv) => board.after(mv, |board| -self.engine.evaluate(board)),
                    None => self.engine.evaluate(&board),
                };
                self.send(&Response::StaticScore { score, mv })?;
            }
            Action::Quit => {}
        }
        Ok(None)
    }

    /// Parses a line; `None` when it is blank.
    fn input_of(&mut self, line: InputLine) -> io::Result<Option<Input>> {
        let InputLine { text, error } = line;
        self.log('>', &text)?;
        tracing::debug!(target: "chuhe::received", "{text}");
        let parsed = match error {
            Some(error) => Err(error),
            None => parse_line(self.machine.protocol_of_lines(), &text),
        };
        Ok(match parsed {
            Ok(command) => command.map(Input::Command),
            Err(error) => Some(Input::of_invalid_line(&text, error)),
        })
    }

    /// Writes a response and flushes it.
    fn send(&mut self, response: &Response) -> io::Result<()> {
        let protocol = self.machine.protocol.unwrap_or(Protocol::Ucci);
        let text = protocol.text(response);
        if text.is_empty() {
            return Ok(());
        }
        tracing::debug!(target: "chuhe::sent", "{text}");
        // In one piece.
        self.output.write_all(format!("{text}\n").as_bytes())?;
        self.output.flush()?;
        self.log('<', &text)
    }

    /// Appends lines of the GUI (`>`) or the engine (`<`) to the log, if there is one, each with the time (UTC). They are not
    /// buffered, so that the file is complete if the GUI hangs. A log that cannot be written is closed.
    fn log(&mut self, who: char, text: &str) -> io::Result<()> {
        let Some(file) = &mut self.log_file else {
            return Ok(());
        };
        let time = Timestamp::now();
        let lines = text.lines().map(|line| format!("{time:.3} {who} {line}\n"));
        let Err(error) = file.write_all(lines.collect::<String>().as_bytes()) else {
            return Ok(());
        };
        self.log_file = None;
        let message = format!("cannot write the log: {error}; logging stops");
        self.send(&Response::Message(message))
    }

    /// Opens a log, or none for an empty name. If the file cannot be opened, the previous log stays.
    fn open_log(&mut self, file: String) -> Input {
        let opened = match file.as_str() {
            "" => Ok(None),
            name => regular_file::append(Path::new(name)).map(Some),
        };
        let opened = opened.map(|log_file| self.log_file = log_file);
        let opened = opened.map_err(|error| format!("cannot write the log {file}: {error}"));
        Input::Log(file, opened)
    }
}

/// Opens the books of a list of files.
fn open_books(files: &str) -> Input {
    let (books, errors) = BookList::open(files);
    Input::Books(books, errors)
}

/// Reads the endgame tables in a folder.
fn load_endings(folder: String) -> Input {
    let read = EndgameTables::open(Path::new(&folder));
    let read = read.map_err(|error| format!("cannot read {folder}: {error}"));
    let read = read.map(|(tables, errors)| {
        let text = |(path, error): &(PathBuf, TableFileError)| {
            format!("endings: {}: {error}", path.display())
        };
        (tables, errors.iter().map(text).collect())
    });
    Input::Endings(folder, read)
}
