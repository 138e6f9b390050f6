//! Stdin, stdout and the engine: does what the machine decides, and decides nothing.
//!
//! Three kinds of thread meet here. One reads lines, but only when asked for the next: what the GUI
//! has not been asked for waits in its pipe, not in our memory, and `batch` needs no queue of its
//! own. The search's threads report events. This one takes both from one channel, in the order they
//! come.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::dialect::parse_line;
use super::dialect::protocol::Protocol;
use super::lines::{InputLine, LONGEST, next_line};
use super::machine::{Action, Input, Machine};
use super::proof::Proof;
use super::response::Response;
use super::transcript::Transcript;
use super::work::{Told, Work};
use crate::book::Shelf;
use crate::eval::Evaluator;
use crate::search::{Engine, Event, RunningSearch};
use crate::solve::Solution;

/// News for the driver.
enum News {
    Line(InputLine),
    EndOfInput,
    Search(Event),
    /// Of the proof with this number.
    Proof(u64, Solution),
    Work(Told),
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
        search: None,
        proof: None,
        proofs: 0,
        work: None,
        transcript: None,
        face: Protocol::Ucci,
        output,
        news,
    };
    driver.converse(machine, &reader, &inbox)
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
                let heard = news.send(line.map_or(News::EndOfInput, News::Line));
                if end || heard.is_err() {
                    break;
                }
            }
        });
        Reader { wanted }
    }

    fn ask(&self) {
        // After the end of the input nobody listens, and nothing is to be read.
        let _ = self.wanted.send(());
    }
}

struct Driver<W> {
    engine: Engine,
    search: Option<RunningSearch>,
    proof: Option<Proof>,
    /// How many proofs there were: news of any but the last comes too late.
    proofs: u64,
    work: Option<Work>,
    transcript: Option<Transcript>,
    face: Protocol,
    output: W,
    news: Sender<News>,
}

impl<W: Write> Driver<W> {
    fn converse(
        &mut self,
        mut machine: Machine,
        reader: &Reader,
        inbox: &Receiver<News>,
    ) -> io::Result<()> {
        let mut asked = false;
        loop {
            if !asked && machine.is_listening() {
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
                    if let InputLine::Text(text) = &line {
                        self.note(|transcript| transcript.heard(text))?;
                    }
                    understand(machine.face(), line)
                }
                News::EndOfInput => Some(Input::End),
                News::Search(event) => {
                    if matches!(event, Event::Finished(_)) {
                        self.search = None;
                    }
                    Some(Input::Search(event))
                }
                News::Proof(number, solution) => {
                    let awaited = self.proof.is_some() && number == self.proofs;
                    if awaited {
                        self.proof = None;
                    }
                    awaited.then_some(Input::Proved(solution))
                }
                News::Work(told) => {
                    if matches!(told, Told::Done { .. }) {
                        self.work = None;
                    }
                    Some(Input::Work(told))
                }
            };
            let actions = input.map_or(Vec::new(), |input| machine.step(input));
            self.face = machine.face().unwrap_or(self.face);
            let mut actions = VecDeque::from(actions);
            while let Some(action) = actions.pop_front() {
                match action {
                    Action::Quit => return Ok(()),
                    Action::OpenBooks(files) => actions.extend(machine.step(open_books(&files))),
                    Action::OpenLog(file) => actions.extend(machine.step(self.open_log(&file))),
                    Action::LoadNetwork(file) => actions.extend(machine.step(load(&file))),
                    action => self.act(action)?,
                }
            }
        }
    }

    fn act(&mut self, action: Action) -> io::Result<()> {
        match action {
            Action::Say(response) => self.say(&response)?,
            Action::Configure(settings) => self.engine.set(settings),
            Action::Forget => self.engine.clear(),
            Action::Start(request) => {
                let news = self.news.clone();
                let tell = move |event| {
                    // The driver is gone only when the program ends.
                    let _ = news.send(News::Search(event));
                };
                self.search = Some(self.engine.start(*request, tell));
            }
            Action::Prove(puzzle) => {
                self.proofs += 1;
                let (number, news) = (self.proofs, self.news.clone());
                let tell = move |solution| {
                    let _ = news.send(News::Proof(number, solution));
                };
                self.proof = Some(Proof::start(*puzzle, tell));
            }
            Action::GiveUp => self.proof = None,
            Action::Perform(task) => {
                let stop = AtomicBool::new(false);
                task.perform(&stop, |text| self.say(&Response::Text(text)))?;
            }
            Action::Work(task) => {
                let news = self.news.clone();
                let tell = move |told| {
                    let _ = news.send(News::Work(told));
                };
                self.work = Some(Work::start(*task, tell));
            }
            Action::Stop => {
                self.search.iter().for_each(RunningSearch::stop);
                self.work.iter().for_each(Work::stop);
            }
            Action::PonderHit => self.search.iter().for_each(RunningSearch::ponderhit),
            Action::Probe(board) => {
                let found = self.engine.probe(&board);
                self.say(&Response::PopHash(found))?;
            }
            Action::Evaluate(board) => {
                let score = self.engine.evaluate(&board);
                self.say(&Response::StaticScore(score))?;
            }
            // Done where the machine is at hand.
            Action::Quit | Action::OpenBooks(_) | Action::OpenLog(_) | Action::LoadNetwork(_) => {}
        }
        Ok(())
    }

    /// Writes at once: a GUI waits for it.
    fn say(&mut self, response: &Response) -> io::Result<()> {
        let text = self.face.text(response);
        if text.is_empty() {
            return Ok(());
        }
        tracing::debug!(target: "chuhe::said", "{text}");
        writeln!(self.output, "{text}")?;
        self.output.flush()?;
        self.note(|transcript| transcript.said(&text))
    }

    /// Writes down what was heard or said, where that is wanted. A log that cannot be written ends, and no game is lost
    /// for it.
    fn note(&mut self, add: impl FnOnce(&mut Transcript) -> io::Result<()>) -> io::Result<()> {
        let written = self.transcript.as_mut().map_or(Ok(()), add);
        let Err(error) = written else {
            return Ok(());
        };
        self.transcript = None;
        let fault = format!("cannot write the log: {error}; it ends here");
        self.say(&Response::Message(fault))
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
                None
            }
            Err(error) => Some(format!("cannot write the log {file}: {error}")),
        })
    }
}

/// The books of a list of files.
fn open_books(files: &str) -> Input {
    let (shelf, faults) = Shelf::open(files);
    Input::Books(shelf, faults)
}

/// The network of a file.
fn load(file: &str) -> Input {
    let read = Evaluator::read(Path::new(file));
    Input::Network(read.map_err(|error| format!("{file}: {error}")))
}

/// What a line means; nothing when it is blank.
fn understand(face: Option<Protocol>, line: InputLine) -> Option<Input> {
    let text = match line {
        InputLine::Text(text) => text,
        InputLine::TooLong => {
            return Some(Input::Nonsense(format!(
                "a line of more than {LONGEST} bytes was ignored"
            )));
        }
    };
    tracing::debug!(target: "chuhe::heard", "{text}");
    match parse_line(face, &text) {
        Ok(command) => command.map(Input::Command),
        Err(fault) => Some(Input::Nonsense(fault.to_string())),
    }
}
