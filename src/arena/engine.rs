//! An engine that plays: started, told the position, timed, and not trusted.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tracing::{debug, trace};

use super::control::Thinking;
use super::dialect::{Best, Dialect, Heard, Offered, Protocol, Ucci, Uci, XBoard};
use super::fault::{Fault, FaultKind};
use super::process::{Line, Process, Silence};
use crate::board::Move;
use crate::rules::Game;

/// So long an engine may take to leave when told to quit.
const LEAVING: Duration = Duration::from_secs(1);

/// So many remarks of an engine are kept, and so many characters of each.
const REMARKS: usize = 8;
const REMARK: usize = 300;

/// What there is to know of an engine before it is started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What it is called in the match.
    pub name: String,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// Options to set, with their values; empty for a button.
    pub options: Vec<(String, String)>,
    /// What it calls red's first rank, 0 or 1, in UCI; `None` to find out.
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

/// What an engine answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A legal move.
    Move(Move),
    /// It gives up.
    Resign,
}

/// An answer, and how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub reply: Reply,
    /// The last score that it told, for the side to move.
    pub score: Option<i32>,
    /// The last depth that it told.
    pub depth: Option<u32>,
    /// From `go` to the answer.
    pub elapsed: Duration,
}

/// A running engine. After a fault other than of time it is of no use any more.
pub struct Engine {
    process: Process,
    dialect: Box<dyn Dialect>,
    name: String,
    /// So long it may keep silent when an answer is due at once.
    patience: Duration,
    usable: bool,
    /// What it remarked when only an answer was due: of its options as a rule.
    remarks: Vec<String>,
}

impl Engine {
    /// Starts an engine, sets its options and waits until it is ready. `patience` is how long it
    /// may keep silent, then and later, when an answer is due at once.
    ///
    /// # Errors
    /// [`FaultKind::RefusedStart`] when it does not come that far.
    pub fn start(spec: &EngineSpec, patience: Duration) -> Result<Engine, Fault> {
        let (process, offered) = meet(spec, patience)?;
        let dialect: Box<dyn Dialect> = match spec.protocol {
            Protocol::Ucci => Box::new(Ucci::new(&offered)),
            Protocol::Uci => Box::new(Uci::new(&offered, spec.first_rank)),
            Protocol::XBoard => Box::new(XBoard::new(&offered).map_err(refused)?),
        };
        let mut engine = Engine {
            process,
            dialect,
            name: spec.name.clone(),
            patience,
            usable: true,
            remarks: Vec::new(),
        };
        let mut lines = engine.dialect.prepare();
        for (name, value) in &spec.options {
            // Whether that is wanted has been asked before the match.
            if offered.line(name).is_none() {
                debug!(
                    engine = spec.name,
                    option = name,
                    "the engine does not offer it"
                );
            }
            lines.push(engine.dialect.set_option(name, value));
        }
        let ready = engine.say_all(&lines).and_then(|()| engine.synchronise());
        match ready {
            Ok(()) => Ok(engine),
            Err(fault) => Err(refused(fault.to_string())),
        }
    }

    /// Starts an engine, only to hear which options it has. `patience` is as in [`Engine::start`].
    ///
    /// # Errors
    /// [`FaultKind::RefusedStart`] when it does not introduce itself.
    pub fn ask(spec: &EngineSpec, patience: Duration) -> Result<Offered, Fault> {
        let (mut process, offered) = meet(spec, patience)?;
        leave(&mut process);
        Ok(offered)
    }

    /// What it remarked of the options that were set: that a file is none of its own, for one.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Whether it can play on.
    pub fn is_usable(&mut self) -> bool {
        self.usable && self.dialect.is_reusable() && self.process.is_running()
    }

    /// Lets it forget the last game, and waits until it is ready.
    ///
    /// # Errors
    /// When it does not get ready.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        let lines = self.dialect.new_game();
        let ready = self.say_all(&lines).and_then(|()| self.synchronise());
        self.note(ready)
    }

    /// Asks for a move in the last position of a game, to be given within `allowed`.
    ///
    /// # Errors
    /// When no legal move comes, or too late.
    pub fn go(
        &mut self,
        game: &Game,
        thinking: &Thinking,
        allowed: Duration,
    ) -> Result<Answer, Fault> {
        let answer = self.think(game, thinking, allowed);
        self.note(answer)
    }

    /// Tells it to leave, and sees to it that it does.
    pub fn quit(mut self) {
        leave(&mut self.process);
    }

    fn note<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        // Who was only late has answered and waits for the next question.
        if let Err(fault) = &result
            && fault.kind != FaultKind::TimeLoss
        {
            self.usable = false;
        }
        result
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
        let (best, line) = loop {
            let line = match self.process.hear(until) {
                Ok(line) => line,
                Err(Silence::Closed) => return Err(self.crashed(&format!("after '{go}'"))),
                Err(Silence::TimeOver) if late => {
                    let stop = self.dialect.stop();
                    let detail = format!("no answer to '{go}', nor to '{stop}'");
                    return Err(Fault::new(FaultKind::Hang, detail));
                }
                Err(Silence::TimeOver) => {
                    late = true;
                    until = Instant::now() + self.patience;
                    self.say(self.dialect.stop())?;
                    continue;
                }
            };
            trace!(engine = self.name, "> {}", line.text);
            match self.dialect.read(&line.text) {
                Heard::Info { depth: d, score: s } => {
                    depth = d.or(depth);
                    score = s.or(score);
                }
                Heard::Best(best) => break (best, line),
                Heard::Other => {}
            }
        };
        let elapsed = line.at.saturating_duration_since(begin);
        // It may have come in time and only reached us when the time was over: then it counts.
        if elapsed > allowed {
            let detail = format!("{} too late after '{go}'", lateness(elapsed - allowed));
            return Err(Fault::new(FaultKind::TimeLoss, detail));
        }
        Ok(Answer {
            reply: reply(game, &best, &line)?,
            score,
            depth,
            elapsed,
        })
    }

    /// Waits until it has done all that was said before.
    fn synchronise(&mut self) -> Result<(), Fault> {
        let Some((question, answer)) = self.dialect.ready() else {
            return Ok(());
        };
        self.say(&question)?;
        let until = Instant::now() + self.patience;
        loop {
            match self.process.hear(until) {
                Ok(line) if line.text == answer => return Ok(()),
                Ok(line) if self.dialect.objects(&line.text) => {
                    let said: String = line.text.chars().take(80).collect();
                    let detail = format!("'{said}' to what is right");
                    return Err(Fault::new(FaultKind::Nonsense, detail));
                }
                Ok(line) => {
                    trace!(engine = self.name, "> {}", line.text);
                    let remark = self.dialect.remark(&line.text);
                    if let Some(remark) = remark.filter(|_| self.remarks.len() < REMARKS) {
                        self.remarks.push(remark.chars().take(REMARK).collect());
                    }
                }
                Err(Silence::Closed) => {
                    return Err(self.crashed(&format!("after '{question}'")));
                }
                Err(Silence::TimeOver) => {
                    return Err(Fault::new(FaultKind::Hang, format!("no {answer}")));
                }
            }
        }
    }

    fn say_all(&mut self, lines: &[String]) -> Result<(), Fault> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        trace!(engine = self.name, "< {line}");
        match self.process.say(line) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.crashed(&format!("on '{line}' ({error})"))),
        }
    }

    fn crashed(&mut self, when: &str) -> Fault {
        crashed(&mut self.process, when)
    }
}

fn refused(detail: String) -> Fault {
    Fault::new(FaultKind::RefusedStart, detail)
}

/// Starts a program and lets it introduce itself.
fn meet(spec: &EngineSpec, patience: Duration) -> Result<(Process, Offered), Fault> {
    let mut process = Process::start(&spec.command, &spec.args)
        .map_err(|error| refused(format!("{}: {error}", spec.command.display())))?;
    let offered = introduce(&mut process, spec.protocol, patience)
        .map_err(|fault| refused(fault.to_string()))?;
    Ok((process, offered))
}

/// Tells a program to leave, and waits a little.
fn leave(process: &mut Process) {
    if process.say("quit").is_ok() {
        process.wait(LEAVING);
    }
}

/// A time by which an answer came too late: in tenths of a millisecond, rounded up, so that it is
/// never 0.
fn lateness(over: Duration) -> String {
    let tenths = over.as_micros().div_ceil(100).max(1);
    format!("{}.{} ms", tenths / 10, tenths % 10)
}

fn crashed(process: &mut Process, when: &str) -> Fault {
    let detail = format!("{when}: {}", process.obituary());
    Fault::new(FaultKind::Crash, detail)
}

/// The introduction: which options the engine has. What else it says is not for us.
fn introduce(
    process: &mut Process,
    protocol: Protocol,
    patience: Duration,
) -> Result<Offered, Fault> {
    let (hello, welcome) = (protocol.hello(), protocol.welcome());
    for word in hello {
        if let Err(error) = process.say(word) {
            return Err(crashed(process, &format!("on '{word}' ({error})")));
        }
    }
    let hello = hello.last().copied().unwrap_or_default();
    let until = Instant::now() + patience;
    let mut offered = Offered::default();
    loop {
        match process.hear(until) {
            Ok(line) => {
                offered.hear(protocol, &line.text);
                if protocol.is_welcome(&line.text) {
                    return Ok(offered);
                }
            }
            Err(Silence::Closed) => return Err(crashed(process, &format!("after '{hello}'"))),
            Err(Silence::TimeOver) => {
                let (seconds, others) = (patience.as_secs_f64(), protocol.others());
                let detail =
                    format!("no {welcome} in {seconds} s; it may speak another protocol: {others}");
                return Err(Fault::new(FaultKind::Hang, detail));
            }
        }
    }
}

/// What an answer means in this game.
fn reply(game: &Game, best: &Best, line: &Line) -> Result<Reply, Fault> {
    let said: String = line.text.chars().take(80).collect();
    match *best {
        Best::Resign => Ok(Reply::Resign),
        Best::Move(mv) if game.board().is_legal_move(mv) => Ok(Reply::Move(mv)),
        Best::Move(mv) => {
            let detail = format!("{mv} in {}", game.board().to_fen());
            Err(Fault::new(FaultKind::IllegalMove, detail))
        }
        Best::Nothing => {
            let detail = format!("'{said}' in {}", game.board().to_fen());
            Err(Fault::new(FaultKind::Nonsense, detail))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_late_by_nothing() {
        for (micros, told) in [
            (0, "0.1 ms"),
            (1, "0.1 ms"),
            (100, "0.1 ms"),
            (101, "0.2 ms"),
            (12_340, "12.4 ms"),
            (2_000_000, "2000.0 ms"),
        ] {
            assert_eq!(lateness(Duration::from_micros(micros)), told);
        }
    }
}
