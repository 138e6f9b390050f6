//! A process behind pipes: lines are sent and received, and no call blocks without a limit.
//!
//! Each pipe has its own thread. One writes the lines that are sent, so that a process that does not read its input does
//! not block the match. One reads the output and notes the time of each line, so that the time until the line is handled
//! is not charged to the process. One keeps the last lines of standard error, which explain a crash.
//!
//! On Unix the process has a process group of its own, which is killed when the process ends or is dropped, or by [`kill_all`].
//! Child processes that leave the group (`setsid`) are not killed. On other systems only the process itself is killed. If Chuhe
//! itself is killed, its processes receive only the end of their input.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
#[cfg(unix)]
use std::sync::MutexGuard;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use tracing::trace;

use super::fault::{EngineFault, FaultKind};

/// The maximum length of a line in bytes; a longer one is split.
const MAX_LINE_BYTES: u64 = 1 << 16;
/// Lines of output that are buffered; a process that writes more is blocked until they are received.
const LINES_BUFFERED: usize = 1 << 12;
/// Lines of standard error that are kept.
const STDERR_LINES: usize = 4;
/// The maximum length of each of them in characters; the rest is cut off.
const STDERR_CHARS: usize = 200;
/// The time in which a process must end after `quit`, or once it has closed a pipe.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// A line of output with its time.
#[derive(Clone, Debug)]
pub struct TimedLine {
    /// The text without leading and trailing white space.
    pub text: String,
    /// The time at which it was read from the pipe.
    pub read_at: Instant,
}

/// An event of the pipes of a process.
#[derive(Debug)]
enum PipeEvent {
    Line(TimedLine),
    /// The process has closed its output.
    OutputClosed,
    /// This line cannot be written, because the process has closed its input.
    WriteFailed(String, io::Error),
}

/// The running processes.
#[cfg(unix)]
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

#[cfg(unix)]
fn running() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills the running processes, on Unix. On other systems they are in the group of Chuhe and receive the same Ctrl-C.
pub fn kill_all() {
    #[cfg(unix)]
    for &process in running().iter() {
        let _ = kill_process_group(process, Signal::KILL);
    }
}

/// A running process. It is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    /// The name of the engine, for the log.
    name: String,
    child: Child,
    /// Set as soon as the process has ended and is reaped.
    status: Option<ExitStatus>,
    input: Sender<String>,
    events: Receiver<PipeEvent>,
    /// A line that came after the deadline of the call that waited for it.
    held_line: Option<TimedLine>,
    stderr_tail: Arc<Mutex<VecDeque<String>>>,
    /// Closed when the process has closed its standard error.
    stderr_closed: Receiver<()>,
}

impl Process {
    /// Starts a process.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub fn start(name: &str, program: &Path, args: &[String]) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C at the terminal does not reach a group of its own, so that the match can finish in order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        #[cfg(unix)]
        running().push(Pid::from_child(&child));
        let (event_sender, events) = sync_channel(LINES_BUFFERED);
        let (input, lines) = mpsc::channel();
        if let Some(stdin) = child.stdin.take() {
            let event_sender = event_sender.clone();
            thread::spawn(move || write_lines(stdin, &lines, &event_sender));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &event_sender));
        }
        let stderr_tail = Arc::new(Mutex::new(VecDeque::new()));
        let (stderr_open, stderr_closed) = sync_channel(0);
        if let Some(stderr) = child.stderr.take() {
            let stderr_tail = Arc::clone(&stderr_tail);
            thread::spawn(move || {
                keep_tail(stderr, &stderr_tail);
                drop(stderr_open);
            });
        }
        Ok(Process {
            name: name.to_owned(),
            child,
            status: None,
            input,
            events,
            held_line: None,
            stderr_tail,
            stderr_closed,
        })
    }

    /// Sends a line without waiting until it is read. If it cannot be written, a later [`Process::receive`] returns an error,
    /// after the lines that were received before.
    pub fn send(&mut self, line: &str) {
        trace!(engine = self.name, "< {line}");
        // The writing thread ends only after an error, which it has reported.
        let _ = self.input.send(line.to_owned());
    }

    /// Returns the next line of output, or `None` if none arrives before `deadline`. `request` is named in the error message.
    ///
    /// # Errors
    /// [`FaultKind::Crash`] if the process has ended or has closed its input or output. The error may come up to two
    /// [`EXIT_TIMEOUT`]s after `deadline`.
    pub fn receive(
        &mut self,
        deadline: Instant,
        request: &str,
    ) -> Result<Option<TimedLine>, EngineFault> {
        let left = deadline.saturating_duration_since(Instant::now());
        let held_line = self.held_line.take().map(PipeEvent::Line);
        match held_line.map_or_else(|| self.events.recv_timeout(left), Ok) {
            // A line that came before the deadline counts, however late this is called.
            Ok(PipeEvent::Line(line)) if line.read_at <= deadline => {
                trace!(engine = self.name, "> {}", line.text);
                Ok(Some(line))
            }
            // A later line is held, so that a process that never pauses cannot block the caller.
            Ok(PipeEvent::Line(line)) => {
                self.held_line = Some(line);
                Ok(None)
            }
            Err(RecvTimeoutError::Timeout) if self.is_running() => Ok(None),
            // The engine has closed its input but still runs.
            Ok(PipeEvent::WriteFailed(line, error)) if self.wait_for_exit().is_none() => {
                Err(self.crash(&format!("on '{line}' ({error})"), None))
            }
            // It has ended; which of its pipes was noticed first is chance. Perhaps a child of it still had its output open.
            Ok(PipeEvent::WriteFailed(..) | PipeEvent::OutputClosed) | Err(_) => {
                let status = self.wait_for_exit();
                Err(self.crash(&format!("after '{request}'"), status))
            }
        }
    }

    /// Returns the crash with the exit code or signal of the process and the last lines of its standard error, whose end it waits
    /// for up to [`EXIT_TIMEOUT`].
    fn crash(&mut self, when: &str, status: Option<ExitStatus>) -> EngineFault {
        let mut detail = match status {
            Some(status) => format!("{when}: {status}"),
            None => format!("{when}: it is still running"),
        };
        // On a busy machine it may have ended before all that it wrote is read.
        let _ = self.stderr_closed.recv_timeout(EXIT_TIMEOUT);
        let lines = self.stderr_tail.lock();
        let lines = lines.unwrap_or_else(PoisonError::into_inner);
        if !lines.is_empty() {
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            detail += &format!("; last lines of its standard error: {}", lines.join(" / "));
        }
        EngineFault::new(FaultKind::Crash, detail)
    }

    /// True if the process runs.
    pub fn is_running(&mut self) -> bool {
        self.exit_status().is_none()
    }

    /// Sends `quit`, and waits up to [`EXIT_TIMEOUT`] for the process to end.
    pub fn quit(&mut self) {
        self.send("quit");
        self.wait_for_exit();
    }

    /// Waits up to [`EXIT_TIMEOUT`] for the process to end by itself.
    fn wait_for_exit(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + EXIT_TIMEOUT;
        while self.is_running() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        self.status
    }

    /// Returns the exit status if the process has ended, and then kills its process group.
    fn exit_status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && self.has_ended() {
            self.kill_group();
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// True if the process has ended. It is not reaped, so that the process group ID is not reused.
    fn has_ended(&mut self) -> bool {
        #[cfg(unix)]
        {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let ended = waitid(WaitId::Pid(Pid::from_child(&self.child)), options);
            !matches!(ended, Ok(None))
        }
        #[cfg(not(unix))]
        {
            !matches!(self.child.try_wait(), Ok(None))
        }
    }

    /// Kills the process group, on Unix, before the process is reaped. Until then its ID is not reused.
    fn kill_group(&self) {
        #[cfg(unix)]
        {
            let process = Pid::from_child(&self.child);
            running().retain(|&other| other != process);
            // An error means that all its processes have ended.
            let _ = kill_process_group(process, Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.exit_status().is_none() {
            self.kill_group();
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Writes lines until there are no more or the process has closed its input.
fn write_lines(mut stdin: impl Write, lines: &Receiver<String>, events: &SyncSender<PipeEvent>) {
    for line in lines {
        let written = stdin.write_all(format!("{line}\n").as_bytes());
        if let Err(error) = written.and_then(|()| stdin.flush()) {
            // The receiver may be gone.
            let _ = events.send(PipeEvent::WriteFailed(line, error));
            return;
        }
    }
}

/// Reads lines until the output ends or the receiver is gone.
fn read_lines(stdout: impl Read, events: &SyncSender<PipeEvent>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(text) = read_line(&mut stdout) {
        let read_at = Instant::now();
        let line = TimedLine { text, read_at };
        if events.send(PipeEvent::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(PipeEvent::OutputClosed);
}

/// Keeps the last [`STDERR_LINES`] lines.
fn keep_tail(stderr: impl Read, stderr_tail: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    while let Some(text) = read_line(&mut stderr) {
        let mut lines = stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == STDERR_LINES {
            lines.pop_front();
        }
        lines.push_back(text.chars().take(STDERR_CHARS).collect());
    }
}

/// Reads a line of at most [`MAX_LINE_BYTES`] bytes, `None` at the end. Invalid UTF-8 is replaced.
fn read_line(from: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = from.take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
    (read.ok()? > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned())
}
