//! A process behind pipes: lines in, lines out, every wait limited.
//!
//! A thread reads the output and notes the time of each line, so that a busy reader is not charged to the program. Another
//! keeps the last lines of standard error, which explain a crash.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tracing::trace;

use super::fault::{Fault, FaultKind};

/// The greatest length of a line; a longer one is cut into pieces.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait to be read; a program that writes more has to wait itself.
const LINES_WAITING: usize = 1 << 12;
/// Lines of standard error that are kept.
const LAST_WORDS: usize = 4;
/// The time in which a program must end after `quit`, or once it has closed its output.
const LEAVING: Duration = Duration::from_secs(1);

/// A line, and when it came.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text without the end of the line.
    pub text: String,
    /// The time at which it was read from the pipe.
    pub at: Instant,
}

/// A running program. It is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    /// The name of the engine, for the log.
    name: String,
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// A line that came too late for the call that waited for it.
    late: Option<Line>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Closed when the program has closed its standard error.
    all_said: Receiver<()>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub fn start(name: &str, program: &Path, args: &[String]) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // With a group of its own, Ctrl-C at the terminal does not reach it, so that the match can end
        // its games in order, and a script is killed with all that it has started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        let (sender, lines) = sync_channel(LINES_WAITING);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || forward(stdout, &sender));
        }
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let (saying, all_said) = sync_channel(0);
        if let Some(stderr) = child.stderr.take() {
            let last_words = Arc::clone(&last_words);
            thread::spawn(move || {
                remember(stderr, &last_words);
                drop(saying);
            });
        }
        Ok(Process {
            name: name.to_owned(),
            child,
            stdin,
            lines,
            late: None,
            last_words,
            all_said,
        })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// [`FaultKind::Crash`] if the program does not read any more.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        trace!(engine = self.name, "< {line}");
        let written = self.write(line);
        written.map_err(|error| self.crash(&format!("on '{line}' ({error})")))
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(format!("{line}\n").as_bytes())?;
        stdin.flush()
    }

    /// Returns the next line after `question`, or `None` if none comes until `until`.
    ///
    /// # Errors
    /// [`FaultKind::Crash`] if the program has closed its output.
    pub fn hear(&mut self, until: Instant, question: &str) -> Result<Option<Line>, Fault> {
        let left = until.saturating_duration_since(Instant::now());
        let late = self.late.take();
        match late.map_or_else(|| self.lines.recv_timeout(left), Ok) {
            // A line that came in time counts, however late it is asked for.
            Ok(line) if line.at <= until => {
                trace!(engine = self.name, "> {}", line.text);
                Ok(Some(line))
            }
            // Others wait, so that a program that never pauses cannot hold the caller.
            Ok(line) => {
                self.late = Some(line);
                Ok(None)
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.crash(&format!("after '{question}'"))),
        }
    }

    /// The fault of a program that ended: its exit code or signal, and the last lines of its standard error.
    fn crash(&mut self, when: &str) -> Fault {
        let mut detail = match self.wait(LEAVING) {
            Some(status) => format!("{when}: {status}"),
            None => format!("{when}: it still runs"),
        };
        // On a busy machine it may have ended before all that it wrote is read.
        let _ = self.all_said.recv_timeout(LEAVING);
        let words = self.last_words.lock();
        let words = words.unwrap_or_else(PoisonError::into_inner);
        if !words.is_empty() {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            detail += &format!("; it said: {}", words.join(" / "));
        }
        Fault::new(FaultKind::Crash, detail)
    }

    /// True if the program runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends `quit`, and waits a little for the program to end.
    pub fn quit(&mut self) {
        if self.write("quit").is_ok() {
            self.wait(LEAVING);
        }
    }

    /// Waits for the program to end by itself.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    /// Ends the program at once, and on Unix all that it has started.
    fn drop(&mut self) {
        // The number is certain to be its own only until it has been waited for.
        #[cfg(unix)]
        if self.is_running()
            && let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed())
        {
            // It may end at this moment.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends lines on until the output ends or the receiver is gone.
fn forward(stdout: impl Read, sender: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(text) = read_line(&mut stdout) {
        let at = Instant::now();
        if sender.send(Line { text, at }).is_err() {
            break;
        }
    }
}

/// Keeps the last lines.
fn remember(stderr: impl Read, last_words: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    while let Some(text) = read_line(&mut stderr) {
        let mut words = last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if words.len() == LAST_WORDS {
            words.pop_front();
        }
        words.push_back(text.chars().take(200).collect());
    }
}

fn read_line(from: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = from.take(LONGEST_LINE).read_until(b'\n', &mut bytes);
    // Text that is not UTF-8 is for the reader of the line to judge.
    (read.ok()? > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned())
}
