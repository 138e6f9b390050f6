//! Stdin, stdout and the engine: does what the state machine decides, and decides nothing.
//!
//! Three kinds of thread meet here. One reads lines, but only when asked for the next: what is not
//! asked for waits in the pipe, not in memory, and `batch` needs no queue. The threads of jobs
//! report events. This one takes both from one channel, in the order they come.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::dialect::parse_line;
use super::dialect::protocol::Protocol;
use super::job::{JobEvent, JobId, RunningJob};
use super::lines::{InputLine, LONGEST, next_line};
use super::machine::{Action, Input, Machine};
use super::response::Response;
use super::transcript::Transcript;
use crate::book::Shelf;
use crate::eval::Evaluator;
use crate::search::Engine;

/// What the driver waits for.
enum News {
    Line(InputLine),
    EndOfInput,
    Job(JobId, JobEvent),
}

/// Speaks UCCI or UCI until told to quit, or until the input ends and what it asked for is answered.
///
/// # Errors
/// When the output cannot be written. An input that cannot be read is one that has ended.
pub fn drive(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (news, inbox) = channel();
    let reader = Reader::start(input, news.clone());
    let mut machine = Machine::new();
    machine.step(open_books(&machine.options().book_files));
    let mut driver = Driver {
        engine: Engine::new(machine.options().settings()),
        machine,
        job: None,
        transcript: None,
        output,
        news,
    };
    driver.converse(&reader, &inbox)
}

/// The thread that reads.
struct Reader {
    wanted: Sender<()>,
}

impl Reader {
    fn start(mut input: impl BufRead + Send + 'static, news: Sender<News>) -> Reader {
        let (wanted, asked) = channel();
        thread::spawn(move || {
            for () in asked {
                let line = next_line(&mut input).unwrap_or_else(|error| {
                    tracing::warn!("cannot read from the GUI: {error}");
                    None
                });
                let end = line.is_none();
                let sent = news.send(line.map_or(News::EndOfInput, News::Line));
                if end || sent.is_err() {
                    break;
                }
            }
        });
        Reader { wanted }
    }

    fn ask(&self) {
        // After the end of the input the thread has ended.
        let _ = self.wanted.send(());
    }
}

struct Driver<W> {
    machine: Machine,
    engine: Engine,
    job: Option<RunningJob>,
    transcript: Option<Transcript>,
    output: W,
    news: Sender<News>,
}

impl<W: Write> Driver<W> {
    fn converse(&mut self, reader: &Reader, inbox: &Receiver<News>) -> io::Result<()> {
        let mut asked = false;
        loop {
            if !asked && self.machine.is_listening() {
                reader.ask();
                asked = true;
            }
            // The driver holds a sender itself: there is always news to come, or to wait for.
            let Ok(news) = inbox.recv() else {
                return Ok(());
            };
            let input = match news {
                News::Line(line) => {
                    asked = false;
                    self.input_of(line)?
                }
                News::EndOfInput => Some(Input::End),
                News::Job(id, event) => {
                    self.job.take_if(|job| job.id() == id && event.is_last());
                    Some(Input::Job(id, event))
                }
            };
            let actions = input.map_or(Vec::new(), |input| self.machine.step(input));
            let mut actions = VecDeque::from(actions);
            while let Some(action) = actions.pop_front() {
                match self.act(action)? {
                    ControlFlow::Break(()) => return Ok(()),
                    ControlFlow::Continue(Some(input)) => actions.extend(self.machine.step(input)),
                    ControlFlow::Continue(None) => {}
                }
            }
        }
    }

    /// Does it, and returns what the machine is to know of it; breaks if the program ends.
    fn act(&mut self, action: Action) -> io::Result<ControlFlow<(), Option<Input>>> {
        let mut input = None;
        match action {
            Action::Respond(response) => self.send(&response)?,
            Action::Configure(settings) => self.engine.set(settings),
            Action::OpenBooks(files) => input = Some(open_books(&files)),
            Action::OpenLog(file) => input = Some(self.open_log(&file)),
            Action::LoadNetwork(file) => input = Some(load_network(&file)),
            Action::Clear => self.engine.clear(),
            Action::Start(id, job) => {
                let news = self.news.clone();
                let report = move |event| {
                    // The receiver is gone only when the program ends.
                    let _ = news.send(News::Job(id, event));
                };
                self.job = Some(RunningJob::start(id, job, &mut self.engine, report));
            }
            Action::Stop => self.job.iter().for_each(RunningJob::stop),
            Action::PonderHit => self.job.iter().for_each(RunningJob::ponder_hit),
            Action::Perform(task) => {
                let stop = AtomicBool::new(false);
                task.perform(&stop, |text| self.send(&Response::Text(text)))?;
            }
            Action::Probe(board) => {
                let found = self.engine.probe(&board);
                self.send(&Response::PopHash(found))?;
            }
            Action::Evaluate(board) => {
                let score = self.engine.evaluate(&board);
                self.send(&Response::StaticScore(score))?;
            }
            Action::Quit => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(input))
    }

    /// What a line means; `None` when it is blank.
    fn input_of(&mut self, line: InputLine) -> io::Result<Option<Input>> {
        let InputLine::Text(text) = line else {
            let why = format!("a line of more than {LONGEST} bytes was ignored");
            return Ok(Some(Input::Invalid(why)));
        };
        self.log('>', &text)?;
        tracing::debug!(target: "chuhe::heard", "{text}");
        Ok(match parse_line(self.machine.protocol(), &text) {
            Ok(command) => command.map(Input::Command),
            Err(error) => Some(Input::Invalid(error.to_string())),
        })
    }

    /// Writes at once: a GUI waits for it.
    fn send(&mut self, response: &Response) -> io::Result<()> {
        let protocol = self.machine.protocol().unwrap_or(Protocol::Ucci);
        let text = protocol.text(response);
        if text.is_empty() {
            return Ok(());
        }
        tracing::debug!(target: "chuhe::said", "{text}");
        writeln!(self.output, "{text}")?;
        self.output.flush()?;
        self.log('<', &text)
    }

    /// Adds to the log, if there is one. A log that cannot be written ends, and no game is lost for it.
    fn log(&mut self, who: char, text: &str) -> io::Result<()> {
        let Some(Err(error)) = self.transcript.as_mut().map(|log| log.add(who, text)) else {
            return Ok(());
        };
        self.transcript = None;
        let message = format!("cannot write the log: {error}; it ends here");
        self.send(&Response::Message(message))
    }

    /// The log in a file, or with an empty name none. One that cannot be opened leaves the one before.
    fn open_log(&mut self, file: &str) -> Input {
        let opened = match file {
            "" => Ok(None),
            file => Transcript::open(Path::new(file)).map(Some),
        };
        Input::Log(match opened {
            Ok(transcript) => {
                self.transcript = transcript;
                Ok(())
            }
            Err(error) => Err(format!("cannot write the log {file}: {error}")),
        })
    }
}

/// The books of a list of files.
fn open_books(files: &str) -> Input {
    let (shelf, errors) = Shelf::open(files);
    Input::Books(shelf, errors)
}

/// The network of a file.
fn load_network(file: &str) -> Input {
    let read = Evaluator::read(Path::new(file));
    Input::Network(read.map_err(|error| format!("{file}: {error}")))
}
