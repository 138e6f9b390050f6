//! The driver: connects stdin, stdout and the engine, and performs the actions of the state machine.
//!
//! Three kinds of threads meet here. One reads lines, at most `READ_AHEAD` before they are parsed, so that the others wait
//! in the pipe. The threads of jobs report events. This one receives both from one channel. Lines that the state machine
//! does not accept yet are queued.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use super::command::Protocol;
use super::dialect::parse_line;
use super::job::{Job, JobEvent, JobId, RunningJob};
use super::lines::{InputLine, MAX_LINE_BYTES, next_line};
use super::machine::{Action, Input, Machine};
use super::response::Response;
use super::transcript::Transcript;
use crate::book::BookList;
use crate::eval::Evaluator;
use crate::search::Engine;

/// Lines that are read before they are parsed: a `go` behind a `position` does not wait for this thread.
const READ_AHEAD: usize = 16;

/// A message to the thread of the driver.
enum Incoming {
    /// A line, and when it was read; `None` at the end of the input.
    Line(Option<InputLine>, Instant),
    Job(JobId, JobEvent),
}

/// Speaks UCCI or UCI until `quit` or the end of the input.
///
/// The end of the input stops a search, whose best move is still sent. After a greeting it stops a `perft` or `bench` as well,
/// whose total is then not sent. Before a greeting, and with `batch` on, these run to their end, as does a search with limits.
///
/// # Errors
/// If the output cannot be written. An input that cannot be read counts as ended.
pub fn drive(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, inbox) = channel();
    let permits = start_reader(input, sender.clone());
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
    let mut input = InputQueue {
        lines: VecDeque::new(),
        inbox,
        permits,
    };
    // The driver holds a sender itself: there is always a message to come, or to wait for.
    while let Some(incoming) = input.next(driver.machine.accepts_line()) {
        if driver.handle(incoming)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Serves UCCI or UCI over stdin and stdout until `quit` or the end of the input.
///
/// Fails only if the output cannot be written; a closed pipe is not a failure.
pub fn run() -> ExitCode {
    let input = BufReader::new(io::stdin());
    match drive(input, io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("cannot write to the GUI: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Starts the thread that reads lines, one for each permit.
fn start_reader(mut input: impl BufRead + Send + 'static, sender: Sender<Incoming>) -> Sender<()> {
    let (permits, permitted) = channel();
    for _ in 0..READ_AHEAD {
        let _ = permits.send(());
    }
    thread::spawn(move || {
        for () in permitted {
            let line = next_line(&mut input).unwrap_or_else(|error| {
                tracing::warn!("cannot read from the GUI: {error}");
                None
            });
            let is_end = line.is_none();
            let sent = sender.send(Incoming::Line(line, Instant::now()));
            if is_end || sent.is_err() {
                break;
            }
        }
    });
    permits
}

/// The messages of both kinds of threads.
struct InputQueue {
    /// Lines that were received before the state machine accepted them.
    lines: VecDeque<Incoming>,
    inbox: Receiver<Incoming>,
    permits: Sender<()>,
}

impl InputQueue {
    /// Waits for the next line, if one is accepted, or the next event of a job.
    fn next(&mut self, accepts_line: bool) -> Option<Incoming> {
        loop {
            if accepts_line && let Some(line) = self.lines.pop_front() {
                // After the end of the input the thread has ended.
                let _ = self.permits.send(());
                return Some(line);
            }
            match self.inbox.recv().ok()? {
                line @ Incoming::Line(..) => self.lines.push_back(line),
                event @ Incoming::Job(..) => return Some(event),
            }
        }
    }
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
    /// Handles a message, and performs the actions that follow from it. Breaks at the end of the program.
    fn handle(&mut self, incoming: Incoming) -> io::Result<ControlFlow<()>> {
        // A job that has ended waits for its threads when it is dropped, which is after its answer was sent.
        let mut ended = None;
        let (input, received) = match incoming {
            Incoming::Line(None, _) => (Some(Input::End), None),
            Incoming::Line(Some(line), received) => (self.input_of(line)?, Some(received)),
            Incoming::Job(id, event) => {
                let is_last = |job: &mut RunningJob| job.id() == id && event.is_last();
                ended = self.job.take_if(is_last);
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
            Action::Configure(settings) => self.engine.set(settings),
            Action::OpenBooks(files) => return Ok(Some(open_books(&files))),
            Action::OpenLog(file) => return Ok(Some(self.open_log(file))),
            Action::LoadNetwork(file) => {
                let read = Evaluator::read(Path::new(&file));
                let read = read.map_err(|error| format!("{file}: {error}"));
                return Ok(Some(Input::Network(file, read)));
            }
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
            let why = format!("a line of more than {MAX_LINE_BYTES} bytes was ignored");
            return Ok(Some(Input::Invalid(why)));
        };
        self.log('>', &text)?;
        tracing::debug!(target: "chuhe::received", "{text}");
        Ok(match parse_line(self.machine.protocol, &text) {
            Ok(command) => command.map(Input::Command),
            Err(error) => Some(Input::Invalid(error)),
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
        writeln!(self.output, "{text}")?;
        self.output.flush()?;
        self.log('<', &text)
    }

    /// Appends to the log, if there is one. A log that cannot be written is closed.
    fn log(&mut self, who: char, text: &str) -> io::Result<()> {
        let Some(Err(error)) = self.transcript.as_mut().map(|log| log.add(who, text)) else {
            return Ok(());
        };
        self.transcript = None;
        let message = format!("cannot write the log: {error}; logging stops");
        self.send(&Response::Message(message))
    }

    /// Opens a log, or none for an empty name. If the file cannot be opened, the previous log stays.
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
    let (books, errors) = BookList::open(files);
    Input::Books(books, errors)
}
