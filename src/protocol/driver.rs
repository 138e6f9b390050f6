//! The driver: connects stdin, stdout and the engine, and does what the state machine decides.
//!
//! Three kinds of threads meet here. One reads a line whenever it is asked for the next, so that other lines wait in the pipe
//! and `batch` needs no queue. The threads of jobs report events. This one takes both from one channel, in the order in
//! which they come.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::mem;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::command::Protocol;
use super::dialect::parse_line;
use super::job::{JobEvent, JobId, RunningJob};
use super::lines::{InputLine, LONGEST, next_line};
use super::machine::{Action, Input, Machine};
use super::response::Response;
use super::transcript::Transcript;
use crate::book::Shelf;
use crate::eval::Evaluator;
use crate::search::Engine;

/// A message to the thread that drives.
enum Incoming {
    Line(InputLine),
    EndOfInput,
    Job(JobId, JobEvent),
}

/// Speaks UCCI or UCI until told to quit, or until the input ends.
///
/// The end of the input stops a search, whose best move is still sent; with `batch` on, a search with limits runs to its
/// end first. After a greeting it stops a `perft` or `bench` as well, whose total is then not sent; before a greeting, and
/// with `batch` on, these run to their end.
///
/// # Errors
/// When the output cannot be written. An input that cannot be read is one that has ended.
pub fn drive(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, inbox) = channel();
    let reader = start_reader(input, sender.clone());
    let mut machine = Machine::default();
    machine.step(open_books(&machine.options.book_files));
    let mut driver = Driver {
        engine: Engine::new(machine.options.settings()),
        machine,
        job: None,
        transcript: None,
        output,
        sender,
    };
    driver.converse(&reader, &inbox)
}

/// Starts the thread that reads a line for each message.
fn start_reader(mut input: impl BufRead + Send + 'static, sender: Sender<Incoming>) -> Sender<()> {
    let (wanted, asked) = channel();
    thread::spawn(move || {
        for () in asked {
            let line = next_line(&mut input).unwrap_or_else(|error| {
                tracing::warn!("cannot read from the GUI: {error}");
                None
            });
            let end = line.is_none();
            let sent = sender.send(line.map_or(Incoming::EndOfInput, Incoming::Line));
            if end || sent.is_err() {
                break;
            }
        }
    });
    wanted
}

struct Driver<W> {
    machine: Machine,
    engine: Engine,
    job: Option<RunningJob>,
    transcript: Option<Transcript>,
    output: W,
    sender: Sender<Incoming>,
}

impl<W: Write> Driver<W> {
    fn converse(&mut self, reader: &Sender<()>, inbox: &Receiver<Incoming>) -> io::Result<()> {
        let mut asked = false;
        loop {
            if !asked && self.machine.is_listening() {
                // After the end of the input the thread has ended.
                let _ = reader.send(());
                asked = true;
            }
            // The driver holds a sender itself: there is always a message to come, or to wait for.
            let Ok(incoming) = inbox.recv() else {
                return Ok(());
            };
            let input = match incoming {
                Incoming::Line(line) => {
                    asked = false;
                    self.input_of(line)?
                }
                Incoming::EndOfInput => Some(Input::End),
                Incoming::Job(id, event) => {
                    self.job.take_if(|job| job.id() == id && event.is_last());
                    Some(Input::Job(id, event))
                }
            };
            let actions = input.map(|input| self.machine.step(input));
            let mut actions = VecDeque::from(actions.unwrap_or_default());
            while let Some(action) = actions.pop_front() {
                if matches!(action, Action::Quit) {
                    return Ok(());
                }
                if let Some(input) = self.act(action)? {
                    // What follows from an action is done before the actions behind it.
                    let behind = mem::replace(&mut actions, self.machine.step(input).into());
                    actions.extend(behind);
                }
            }
        }
    }

    /// Performs the action, and returns the input that it wants.
    fn act(&mut self, action: Action) -> io::Result<Option<Input>> {
        match action {
            Action::Respond(response) => self.send(&response)?,
            Action::Configure(settings) => self.engine.set(settings),
            Action::OpenBooks(files) => return Ok(Some(open_books(&files))),
            Action::OpenLog(file) => return Ok(Some(self.open_log(file))),
            Action::LoadNetwork(file) => {
                let read = Evaluator::read(Path::new(&file));
                let read = read.map_err(|error| format!("{file}: {error}"));
                return Ok(Some(Input::Network(file, read)));
            }
            Action::Clear => self.engine.clear(),
            Action::Start(id, job) => {
                let sender = self.sender.clone();
                let report = move |event| {
                    // The receiver is gone only when the program ends.
                    let _ = sender.send(Incoming::Job(id, event));
                };
                self.job = Some(RunningJob::start(id, job, &mut self.engine, report));
            }
            Action::Stop => self.job.iter().for_each(RunningJob::stop),
            Action::PonderHit => self.job.iter().for_each(RunningJob::ponder_hit),
            Action::Probe(board) => self.send(&Response::PopHash(self.engine.probe(&board)))?,
            Action::Evaluate(board) => {
                let score = self.engine.evaluate(&board);
                self.send(&Response::StaticScore(score))?;
            }
            Action::Quit => {}
        }
        Ok(None)
    }

    /// Parses a line; `None` when it is blank.
    fn input_of(&mut self, line: InputLine) -> io::Result<Option<Input>> {
        let InputLine::Text(text) = line else {
            let why = format!("a line of more than {LONGEST} bytes was ignored");
            return Ok(Some(Input::Invalid(why)));
        };
        self.log('>', &text)?;
        tracing::debug!(target: "chuhe::heard", "{text}");
        Ok(match parse_line(self.machine.protocol, &text) {
            Ok(command) => command.map(Input::Command),
            Err(error) => Some(Input::Invalid(error)),
        })
    }

    /// Writes at once: a GUI waits for it.
    fn send(&mut self, response: &Response) -> io::Result<()> {
        let protocol = self.machine.protocol.unwrap_or(Protocol::Ucci);
        let text = protocol.text(response);
        if text.is_empty() {
            return Ok(());
        }
        tracing::debug!(target: "chuhe::said", "{text}");
        writeln!(self.output, "{text}")?;
        self.output.flush()?;
        self.log('<', &text)
    }

    /// Adds to the log, if there is one. A log that cannot be written ends, and the game goes on.
    fn log(&mut self, who: char, text: &str) -> io::Result<()> {
        let Some(Err(error)) = self.transcript.as_mut().map(|log| log.add(who, text)) else {
            return Ok(());
        };
        self.transcript = None;
        let message = format!("cannot write the log: {error}; it ends here");
        self.send(&Response::Message(message))
    }

    /// Opens a log, none for an empty name. If the file cannot be opened, the log before goes on.
    fn open_log(&mut self, file: String) -> Input {
        let opened = match file.as_str() {
            "" => Ok(None),
            name => Transcript::open(Path::new(name)).map(Some),
        };
        let opened = opened.map(|transcript| self.transcript = transcript);
        let opened = opened.map_err(|error| format!("cannot write the log {file}: {error}"));
        Input::Log(file, opened)
    }
}

/// Opens the books of a list of files.
fn open_books(files: &str) -> Input {
    let (shelf, errors) = Shelf::open(files);
    Input::Books(shelf, errors)
}
