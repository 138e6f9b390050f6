//! A program behind pipes: lines in, lines out, and never a wait without an end.
//!
//! A thread of its own reads the program's output and stamps each line with the time it came at, so
//! that what the reader is busy with is not charged to the program. Another keeps the last words of
//! its standard error, which say more about a crash than an exit code.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A longer line is cut into pieces: a program that never ends its line must not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;
/// So many lines wait to be read; a program that writes more has to wait itself.
const LINES_WAITING: usize = 1 << 12;
/// So many lines of standard error are kept.
const LAST_WORDS: usize = 4;
/// So long a program may take to end once it has closed its output.
const LEAVING: Duration = Duration::from_secs(1);

/// A line, and when it came.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text without the end of the line.
    pub text: String,
    /// When it was read from the pipe.
    pub at: Instant,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The time was over.
    TimeOver,
    /// The program has closed its output: most likely it ended.
    Closed,
}

/// A running program. It is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// A line that came too late for who waited for it.
    late: Option<Line>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Closed when the program has closed its standard error, and nothing more is to come from there.
    all_said: Receiver<()>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// When the system cannot.
    pub fn start(program: &Path, args: &[String]) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C at the terminal is for the match, which then ends its games in
        // order, and a script is killed with all that it has started.
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
            child,
            stdin,
            lines,
            late: None,
            last_words,
            all_said,
        })
    }

    /// Says a line.
    ///
    /// # Errors
    /// When the program does not listen any more.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(format!("{line}\n").as_bytes())?;
        stdin.flush()
    }

    /// The next line, if it comes until then.
    ///
    /// # Errors
    /// When none does, with the reason.
    pub fn hear(&mut self, until: Instant) -> Result<Line, Silence> {
        let left = until.saturating_duration_since(Instant::now());
        let line = match self.late.take() {
            Some(line) => line,
            None => self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Silence::TimeOver,
                RecvTimeoutError::Disconnected => Silence::Closed,
            })?,
        };
        // What came in time counts, however late we ask. What did not, does not: so a program that
        // never pauses does not hold us for ever.
        if line.at > until {
            self.late = Some(line);
            return Err(Silence::TimeOver);
        }
        Ok(line)
    }

    /// How the program ended, in words: its exit code or signal, and what it last complained of.
    pub fn obituary(&mut self) -> String {
        let mut text = match self.wait(LEAVING) {
            Some(status) => status.to_string(),
            None => "it still runs".to_owned(),
        };
        // On a busy machine it is gone before we have read all that it said.
        let _ = self.all_said.recv_timeout(LEAVING);
        let words = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if !words.is_empty() {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            text += &format!("; it said: {}", words.join(" / "));
        }
        text
    }

    /// Whether the program runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits for the program to end by itself.
    pub fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// Ends the program, and on Unix all that it has started, at once.
    pub fn kill(&mut self) {
        // Only while it has not been waited for is its number certain to be its own.
        #[cfg(unix)]
        if self.is_running()
            && let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed())
        {
            // It may end just now: nobody is left to be killed then.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Sends lines on until the output ends or nobody wants them.
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
    // What is no UTF-8 is nonsense to the reader of the line, not to us.
    (read.ok()? > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned())
}
