//! A running engine: starts it, sends positions, times the answers and checks that they are legal.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tracing::debug;

use super::control::GoParameters;
use super::fault::{EngineFault, FaultKind};
use super::process::{Process, TimedLine};
use super::protocol::{Announcement, EngineProtocol, ParsedLine, ProtocolCodec, Ucci, Uci, XBoard};
use super::record::PlayedMove;
use crate::board::Move;
use crate::rules::Game;

/// Messages of an engine that are kept, and the characters of each.
const MAX_MESSAGES: usize = 8;
const MAX_MESSAGE_CHARS: usize = 300;

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
    pub protocol: EngineProtocol,
    /// Options to set, with their values; empty for a button.
    pub options: Vec<(String, String)>,
    /// The number of red's first rank in UCI moves, 0 or 1; `None` to infer it from the announced options.
    pub first_rank: Option<u8>,
}

impl EngineSpec {
    /// A UCCI engine without arguments, with the default values of its options.
    pub fn new(name: impl Into<String>, command: impl Into<PathBuf>) -> EngineSpec {
        EngineSpec {
            name: name.into(),
            command: command.into(),
            args: Vec::new(),
            protocol: EngineProtocol::Ucci,
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

/// A running engine. After a fault other than a loss on time it must not be used any more.
pub struct RunningEngine {
    process: Process,
    codec: Box<dyn ProtocolCodec>,
    /// What it announced in the handshake.
    pub(super) announced: Announcement,
    /// The time in which it must answer when it is not searching.
    response_timeout: Duration,
    usable: bool,
    /// Its messages on the options that were set, such as that a file cannot be read.
    pub(super) messages: Vec<String>,
}

impl RunningEngine {
    /// Starts an engine, sets its options and waits until it is ready. `response_timeout` is the time in which it
    /// must answer whenever it is not searching.
    ///
    /// # Errors
    /// [`FaultKind::StartFailure`] if it cannot be started or does not become ready.
    pub fn start(
        spec: &EngineSpec,
        response_timeout: Duration,
    ) -> Result<RunningEngine, EngineFault> {
        let mut process = Process::start(&spec.name, &spec.command, &spec.args)
            .map_err(|error| start_failure(not_started(&spec.command, &error)))?;
        let announced = handshake(&mut process, spec.protocol, response_timeout);
        let announced = announced.map_err(|fault| start_failure(fault.to_string()))?;
        let codec: Box<dyn ProtocolCodec> = match spec.protocol {
            EngineProtocol::Ucci => Box::new(Ucci::new(&announced)),
            EngineProtocol::Uci => Box::new(Uci::new(&announced, spec.first_rank)),
            EngineProtocol::XBoard => Box::new(XBoard::new(&announced).map_err(start_failure)?),
        };
        let mut engine = RunningEngine {
            process,
            codec,
            announced,
            response_timeout,
            usable: true,
            messages: Vec::new(),
        };
        let mut lines = engine.codec.prepare();
        for (name, value) in &spec.options {
            if engine.announced.option_line(name).is_none() {
                debug!(engine = spec.name, option = name, "not announced");
            }
            lines.push(engine.codec.set_option(name, value));
        }
        match engine.send_and_sync(&lines) {
            Ok(()) => Ok(engine),
            Err(fault) => Err(start_failure(fault.to_string())),
        }
    }

    /// True if it can play another game.
    pub fn is_usable(&mut self) -> bool {
        self.usable && self.codec.is_reusable() && self.process.is_running()
    }

    /// Announces a new game, and waits until the engine is ready.
    ///
    /// # Errors
    /// If it does not become ready.
    pub fn new_game(&mut self) -> Result<(), EngineFault> {
        let lines = self.codec.new_game();
        let ready = self.send_and_sync(&lines);
        self.usable &= ready.is_ok();
        ready
    }

    /// Searches the last position of a game. Returns the move, which is legal, with the last score and depth reported, and the
    /// time from `go` to the answer; `None` if the engine resigns. This time may be at most `allowed`.
    ///
    /// # Errors
    /// If the answer is late or no legal move.
    pub fn go(
        &mut self,
        game: &Game,
        parameters: &GoParameters,
        allowed: Duration,
    ) -> Result<Option<(PlayedMove, Duration)>, EngineFault> {
        let answer = self.search(game, parameters, allowed);
        // An engine that was only late has answered and waits for the next request.
        let is_usable = |fault: &EngineFault| fault.kind == FaultKind::TimeLoss;
        self.usable &= answer.as_ref().err().is_none_or(is_usable);
        answer
    }

    /// Sends `quit`, and kills the engine if it does not end soon.
    pub fn quit(mut self) {
        self.process.quit();
    }

    fn search(
        &mut self,
        game: &Game,
        parameters: &GoParameters,
        allowed: Duration,
    ) -> Result<Option<(PlayedMove, Duration)>, EngineFault> {
        let position = self.codec.position(game);
        if self.codec.syncs_before_go() {
            self.send_and_sync(&position)?;
        } else {
            self.send_all(&position);
        }
        let lines = self.codec.go(parameters);
        let begin = Instant::now();
        self.send_all(&lines);
        let go = lines.last().map_or("go", String::as_str);
        let (mut depth, mut score) = (None, None);
        let mut deadline = begin + allowed;
        let mut late = false;
        let (parsed, line) = loop {
            let Some(line) = self.process.receive(deadline, go)? else {
                let stop = self.codec.stop();
                if late {
                    let detail = format!("no answer to '{go}', nor to '{stop}'");
                    return Err(EngineFault::new(FaultKind::Hang, detail));
                }
                late = true;
                deadline = Instant::now() + self.response_timeout;
                self.process.send(stop);
                continue;
            };
            match self.codec.read(&line.text) {
                ParsedLine::Info { depth: d, score: s } => {
                    depth = d.or(depth);
                    score = s.or(score);
                }
                ParsedLine::Other => {}
                answer => break (answer, line),
            }
        };
        let elapsed = line.read_at.saturating_duration_since(begin);
        // Measured when the line came, not when it was processed.
        if elapsed > allowed {
            let detail = format!("{} too late after '{go}'", lateness(elapsed - allowed));
            return Err(EngineFault::new(FaultKind::TimeLoss, detail));
        }
        let played = |mv| PlayedMove {
            mv,
            score,
            depth,
            ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
        };
        let mv = legal_move(game, &parsed, &line)?;
        Ok(mv.map(|mv| (played(mv), elapsed)))
    }

    /// Sends lines, and waits until they are processed.
    fn send_and_sync(&mut self, lines: &[String]) -> Result<(), EngineFault> {
        self.send_all(lines);
        let Some((request, answer)) = self.codec.ready_request() else {
            return Ok(());
        };
        self.process.send(&request);
        let deadline = Instant::now() + self.response_timeout;
        while let Some(line) = self.process.receive(deadline, &request)? {
            if line.text == answer {
                return Ok(());
            }
            if self.codec.is_rejection(&line.text) {
                let detail = format!("'{}' in answer to a legal line", beginning(&line));
                return Err(EngineFault::new(FaultKind::InvalidAnswer, detail));
            }
            let message = self.codec.message(&line.text);
            if let Some(message) = message.filter(|_| self.messages.len() < MAX_MESSAGES) {
                self.messages
                    .push(message.chars().take(MAX_MESSAGE_CHARS).collect());
            }
        }
        Err(EngineFault::new(FaultKind::Hang, format!("no {answer}")))
    }

    fn send_all(&mut self, lines: &[String]) {
        lines.iter().for_each(|line| self.process.send(line));
    }
}

fn start_failure(detail: String) -> EngineFault {
    EngineFault::new(FaultKind::StartFailure, detail)
}

/// Why the system cannot start a program. A name without a folder is not looked up in the current folder.
fn not_started(command: &Path, error: &io::Error) -> String {
    let name = command.display();
    let is_name = command.parent() == Some(Path::new(""));
    match error.kind() == io::ErrorKind::NotFound && is_name && command.is_file() {
        true => format!("{name}: {error}; to run the file in the current folder, write ./{name}"),
        false => format!("{name}: {error}"),
    }
}

/// Completes the handshake.
fn handshake(
    process: &mut Process,
    protocol: EngineProtocol,
    response_timeout: Duration,
) -> Result<Announcement, EngineFault> {
    let (first_lines, last_line, alternatives) = protocol.handshake();
    first_lines.iter().for_each(|line| process.send(line));
    let request = first_lines.last().copied().unwrap_or_default();
    let deadline = Instant::now() + response_timeout;
    let hint = format!("it may speak another protocol: {alternatives}");
    let ended =
        |fault: EngineFault| EngineFault::new(fault.kind, format!("{}; {hint}", fault.detail));
    let mut announced = Announcement::default();
    while let Some(line) = process.receive(deadline, request).map_err(ended)? {
        announced.add_line(protocol, &line.text);
        if protocol.ends_handshake(&line.text) {
            return Ok(announced);
        }
    }
    let seconds = response_timeout.as_secs_f64();
    let detail = format!("no {last_line} in {seconds} s; {hint}");
    Err(EngineFault::new(FaultKind::Hang, detail))
}

/// The text of a time by which an answer was late: in tenths of a millisecond, rounded up, so that it is never 0.
fn lateness(over: Duration) -> String {
    let tenths = over.as_micros().div_ceil(100).max(1);
    format!("{}.{} ms", tenths / 10, tenths % 10)
}

/// The beginning of a line, short enough for a message.
fn beginning(line: &TimedLine) -> String {
    line.text.chars().take(80).collect()
}

/// Returns the move of an answer, `None` if the engine resigns, or the fault if the move is not legal.
fn legal_move(
    game: &Game,
    answer: &ParsedLine,
    line: &TimedLine,
) -> Result<Option<Move>, EngineFault> {
    let (kind, text) = match *answer {
        ParsedLine::Resign => return Ok(None),
        ParsedLine::Move(mv) if game.board().is_legal_move(mv) => return Ok(Some(mv)),
        ParsedLine::Move(mv) => (FaultKind::IllegalMove, mv.to_string()),
        _ => (FaultKind::InvalidAnswer, format!("'{}'", beginning(line))),
    };
    let fen = game.board().to_fen();
    Err(EngineFault::new(kind, format!("{text} in {fen}")))
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
