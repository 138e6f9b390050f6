//! The engine of a page: a conversation in UCI, and requests in JSON beside it.

use std::io::{self, BufReader, Cursor, ErrorKind, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde_json::Value;

use super::response::Refusal;
use crate::json::{LineSender, RunningRequests};
use crate::protocol::Options;
use crate::protocol::driver::drive;

/// The most messages with lines that wait for the engine.
const MAX_WAITING: usize = 64;
/// The most long requests at a time.
const MAX_REQUESTS: usize = 8;

/// The engine of a page. Its work ends soon after it is dropped.
pub struct PageEngine {
    lines: SyncSender<Vec<u8>>,
    requests: Mutex<RunningRequests>,
}

impl PageEngine {
    /// Starts an engine with these options. It sends JSON: a line as text, the reply to a request as an object.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(options: Options, messages: Sender<String>) -> io::Result<PageEngine> {
        let (lines, received) = sync_channel(MAX_WAITING);
        let input = LineReader {
            received,
            message: Cursor::default(),
        };
        let lines_to_page = messages.clone();
        let output = LineSender(move |line: &str| {
            let sent = lines_to_page.send(Value::from(line).to_string());
            sent.map_err(|_| ErrorKind::BrokenPipe.into())
        });
        thread::Builder::new().spawn(move || {
            // The output fails only when the page has gone.
            let _ = drive(options, BufReader::new(input), output);
        })?;
        let reply = move |reply: String| {
            // The page may have gone.
            let _ = messages.send(reply);
        };
        Ok(PageEngine {
            lines,
            requests: Mutex::new(RunningRequests::new(MAX_REQUESTS, reply)),
        })
    }

    /// Sends lines of UCI to the engine.
    ///
    /// # Errors
    /// If too many wait, or the engine has ended after `quit`.
    pub fn receive_lines(&self, mut lines: Vec<u8>) -> Result<(), Refusal> {
        lines.push(b'\n');
        self.lines.try_send(lines).map_err(|error| match error {
            TrySendError::Full(_) => Refusal::Busy,
            TrySendError::Disconnected(_) => Refusal::Ended,
        })
    }

    /// Handles a request in JSON.
    pub fn receive_request(&self, request: &[u8]) {
        let requests = self.requests.lock();
        let mut requests = requests.unwrap_or_else(PoisonError::into_inner);
        requests.handle(&String::from_utf8_lossy(request));
    }
}

/// The lines that a page has sent; they end with the page.
struct LineReader {
    received: Receiver<Vec<u8>>,
    /// The message that is being read.
    message: Cursor<Vec<u8>>,
}

impl Read for LineReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.message.read(buffer)?;
        if count > 0 {
            return Ok(count);
        }
        self.message = Cursor::new(self.received.recv().unwrap_or_default());
        self.message.read(buffer)
    }
}
