//! An engine: started, sent positions, timed, its answers checked.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tracing::debug;

use super::control::Thinking;
use super::dialect::{Dialect, Heard, Offered, Protocol, Ucci, Uci, XBoard};
use super::fault::{Fault, FaultKind};
use super::process::{Line, Process};
use crate::board::Move;
use crate::rules::Game;

/// Remarks of an engine that are kept, and the characters of each.
const REMARKS: usize = 8;
const REMARK: usize = 300;

/// An engine before it is started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Its name in the match.
    pub name: String,
    /// The program.
    pub command: PathBuf,
    /// The arguments of the program.
    pub args: Vec<String>,
    /// The protocol of the engine.
    pub protocol: Protocol,
    /// Options to set, with their values; empty for a button.
    pub options: Vec<(String, String)>,
    /// The number of red's first rank, 0 or 1, in UCI; `None` to go by what the engine announces.
    pub first_rank: Option<u8>,
}

impl EngineSpec {
    /// An engine that speaks UCCI, without arguments and with its own option values.
    pub fn new(name: impl Into<String>, command: impl Into<PathBuf>) -> EngineSpec {
        EngineSpec {
            name: name.into(),
            command: command.into(),
            args: Vec::new(),
            protocol: Protocol::Ucci,
            options: Vec::new(),
            first_rank: None,
        }
    }

    /// The same engine with one more option set.
    pub fn with_option(mut self, name: &str, value: impl ToString) -> EngineSpec {
        self.options.push((name.to_owned(), value.to_string()));
        self
    }
}

/// An answer, and how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A legal move; `None` if the engine resigns.
    pub mv: Option<Move>,
    /// The last score reported, for the side to move.
    pub score: Option<i32>,
    /// The last depth reported.
    pub depth: Option<u32>,
    /// The time from `go` to the answer.
    pub elapsed: Duration,
}

/// A running engine. After a fault other than a loss on time it cannot be used any more.
pub struct Engine {
    process: Process,
    dialect: Box<dyn Dialect>,
    /// The time in which it must answer when it does not think.
    patience: Duration,
    usable: bool,
    /// Its messages on the options that were set, such as that a file cannot be read.
    pub(super) remarks: Vec<String>,
}

impl Engine {
    /// Starts an engine, sets its options and waits until it is ready. `patience` is the time in which it
    /// must answer, then and later, when it does not think.
    ///
    /// # Errors
    /// [`FaultKind::RefusedStart`] if it does not get ready.
    pub fn start(spec: &EngineSpec, patience: Duration) -> Result<Engine, Fault> {
        let (process, offered) = introduce(spec, patience)?;
        let dialect: Box<dyn Dialect> = match spec.protocol {
            Protocol::Ucci => Box::new(Ucci::new(&offered)),
            Protocol::Uci => Box::new(Uci::new(&offered, spec.first_rank)),
            Protocol::XBoard => Box::new(XBoard::new(&offered).map_err(refused)?),
        };
        let mut engine = Engine {
            process,
            dialect,
            patience,
            usable: true,
            remarks: Vec::new(),
        };
        let mut lines = engine.dialect.prepare();
        for (name, value) in &spec.options {
            if offered.line(name).is_none() {
                debug!(engine = spec.name, option = name, "not offered");
            }
            lines.push(engine.dialect.set_option(name, value));
        }
        match engine.say_and_wait(&lines) {
            Ok(()) => Ok(engine),
            Err(fault) => Err(refused(fault.to_string())),
        }
    }

    /// Starts an engine, only to read which options it announces. `patience` is as in [`Engine::start`].
    ///
    /// # Errors
    /// [`FaultKind::RefusedStart`] if it does not introduce itself.
    pub fn ask(spec: &EngineSpec, patience: Duration) -> Result<Offered, Fault> {
        let (mut process, offered) = introduce(spec, patience)?;
        process.quit();
        Ok(offered)
    }

    /// True if it can play on.
    pub fn is_usable(&mut self) -> bool {
        self.usable && self.dialect.is_reusable() && self.process.is_running()
    }

    /// Lets it forget the last game, and waits until it is ready.
    ///
    /// # Errors
    /// If it does not get ready.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        let lines = self.dialect.new_game();
        let ready = self.say_and_wait(&lines);
        self.usable &= ready.is_ok();
        ready
    }

    /// Asks for a move in the last position of a game, to be given within `allowed`.
    ///
    /// # Errors
    /// If no legal move comes, or too late.
    pub fn go(
        &mut self,
        game: &Game,
        thinking: &Thinking,
        allowed: Duration,
    ) -> Result<Answer, Fault> {
        let answer = self.think(game, thinking, allowed);
        // An engine that was only late has answered and waits for the next question.
        let is_usable = |fault: &Fault| fault.kind == FaultKind::TimeLoss;
        self.usable &= answer.as_ref().err().is_none_or(is_usable);
        answer
    }

    /// Tells it to quit, and kills it if it does not.
    pub fn quit(mut self) {
        self.process.quit();
    }

    fn think(
        &mut self,
        game: &Game,
        thinking: &Thinking,
        allowed: Duration,
    ) -> Result<Answer, Fault> {
        let position = self.dialect.position(game);
        self.say_all(&position)?;
        if self.dialect.waits_before_go() {
            self.synchronise()?;
        }
        let lines = self.dialect.go(thinking);
        let begin = Instant::now();
        self.say_all(&lines)?;
        let go = lines.last().map_or("go", String::as_str);
        let (mut depth, mut score) = (None, None);
        let mut until = begin + allowed;
        let mut late = false;
        let (heard, line) = loop {
            let Some(line) = self.process.hear(until, go)? else {
                let stop = self.dialect.stop();
                if late {
                    let detail = format!("no answer to '{go}', nor to '{stop}'");
                    return Err(Fault::new(FaultKind::Hang, detail));
                }
                late = true;
                until = Instant::now() + self.patience;
                self.process.say(stop)?;
                continue;
            };
            match self.dialect.read(&line.text) {
                Heard::Info { depth: d, score: s } => {
                    depth = d.or(depth);
                    score = s.or(score);
                }
                Heard::Other => {}
                answer => break (answer, line),
            }
        };
        let elapsed = line.at.saturating_duration_since(begin);
        // An answer that was written in time and read late counts.
        if elapsed > allowed {
            let detail = format!("{} too late after '{go}'", lateness(elapsed - allowed));
            return Err(Fault::new(FaultKind::TimeLoss, detail));
        }
        Ok(Answer {
            mv: checked(game, &heard, &line)?,
            score,
            depth,
            elapsed,
        })
    }

    /// Sends lines, and waits until they are done.
    fn say_and_wait(&mut self, lines: &[String]) -> Result<(), Fault> {
        self.say_all(lines)?;
        self.synchronise()
    }

    /// Waits until it has done all that was sent before.
    fn synchronise(&mut self) -> Result<(), Fault> {
        let Some((question, answer)) = self.dialect.ready() else {
            return Ok(());
        };
        self.process.say(&question)?;
        let until = Instant::now() + self.patience;
        while let Some(line) = self.process.hear(until, &question)? {
            if line.text == answer {
                return Ok(());
            }
            if self.dialect.objects(&line.text) {
                let detail = format!("'{}' to what is right", beginning(&line));
                return Err(Fault::new(FaultKind::Nonsense, detail));
            }
            let remark = self.dialect.remark(&line.text);
            if let Some(remark) = remark.filter(|_| self.remarks.len() < REMARKS) {
                self.remarks.push(remark.chars().take(REMARK).collect());
            }
        }
        Err(Fault::new(FaultKind::Hang, format!("no {answer}")))
    }

    fn say_all(&mut self, lines: &[String]) -> Result<(), Fault> {
        lines.iter().try_for_each(|line| self.process.say(line))
    }
}

fn refused(detail: String) -> Fault {
    Fault::new(FaultKind::RefusedStart, detail)
}

/// Starts a program and reads which options it announces.
fn introduce(spec: &EngineSpec, patience: Duration) -> Result<(Process, Offered), Fault> {
    let mut process = Process::start(&spec.name, &spec.command, &spec.args)
        .map_err(|error| refused(format!("{}: {error}", spec.command.display())))?;
    let offered = introduction(&mut process, spec.protocol, patience);
    let offered = offered.map_err(|fault| refused(fault.to_string()))?;
    Ok((process, offered))
}

fn introduction(
    process: &mut Process,
    protocol: Protocol,
    patience: Duration,
) -> Result<Offered, Fault> {
    let (hello, welcome, others) = protocol.introduction();
    hello.iter().try_for_each(|line| process.say(line))?;
    let question = hello.last().copied().unwrap_or_default();
    let until = Instant::now() + patience;
    let mut offered = Offered::default();
    while let Some(line) = process.hear(until, question)? {
        offered.hear(protocol, &line.text);
        if protocol.ends_introduction(&line.text) {
            return Ok(offered);
        }
    }
    let seconds = patience.as_secs_f64();
    let detail = format!("no {welcome} in {seconds} s; it may speak another protocol: {others}");
    Err(Fault::new(FaultKind::Hang, detail))
}

/// A time by which an answer came too late: in tenths of a millisecond, rounded up, so that it is
/// never 0.
fn lateness(over: Duration) -> String {
    let tenths = over.as_micros().div_ceil(100).max(1);
    format!("{}.{} ms", tenths / 10, tenths % 10)
}

fn beginning(line: &Line) -> String {
    line.text.chars().take(80).collect()
}

/// Returns the move of an answer if it is legal, `None` if the engine resigns.
fn checked(game: &Game, answer: &Heard, line: &Line) -> Result<Option<Move>, Fault> {
    let (kind, said) = match *answer {
        Heard::Resign => return Ok(None),
        Heard::Move(mv) if game.board().is_legal_move(mv) => return Ok(Some(mv)),
        Heard::Move(mv) => (FaultKind::IllegalMove, mv.to_string()),
        _ => (FaultKind::Nonsense, format!("'{}'", beginning(line))),
    };
    let fen = game.board().to_fen();
    Err(Fault::new(kind, format!("{said} in {fen}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lateness_is_never_zero() {
        let micros = [0, 1, 100, 101, 12_340, 2_000_000];
        let late = micros.map(|micros| lateness(Duration::from_micros(micros)));
        assert_eq!(
            late.join(", "),
            "0.1 ms, 0.1 ms, 0.1 ms, 0.2 ms, 12.4 ms, 2000.0 ms"
        );
    }
}
