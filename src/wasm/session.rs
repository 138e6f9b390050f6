//! A session: a conversation in UCCI or UCI, and requests in JSON beside it.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Weak};
use std::thread;

use serde_json::Value;

use super::page::{send_line, send_reply};
use crate::host::{Instant, spawn};
use crate::json::request::error_reply;
use crate::json::{JsonRequest, Task};
use crate::protocol::conversation::{Conversation, Incoming};
use crate::protocol::lines::next_line;

/// The most messages that may wait.
const MAX_WAITING: usize = 10_000;

/// The reply to what is not a request.
pub fn error(text: &str) -> String {
    error_reply(&Value::Null, text)
}

/// Sends each line that is written.
struct LineSender;

impl Write for LineSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        String::from_utf8_lossy(bytes).lines().for_each(send_line);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The state between two messages of the page.
pub struct Session {
    /// `None` after `quit`.
    conversation: Option<Conversation<LineSender>>,
    events: Receiver<Incoming>,
    /// Lines that the state machine does not accept yet.
    lines: VecDeque<Incoming>,
    /// The requests that run or wait, by their stop flags.
    requests: Vec<(Value, Weak<AtomicBool>)>,
}

impl Session {
    pub fn new() -> Session {
        let (sender, events) = channel();
        Session {
            conversation: Some(Conversation::new(LineSender, sender)),
            events,
            lines: VecDeque::new(),
            requests: Vec::new(),
        }
    }

    /// Handles lines of UCCI or UCI.
    pub fn handle_lines(&mut self, mut text: &[u8]) {
        let received = Instant::now();
        while let Ok(Some(line)) = next_line(&mut text) {
            if self.conversation.is_none() {
                return send_reply(&error("the engine has ended after quit"));
            }
            if self.lines.len() >= MAX_WAITING {
                return send_reply(&error(&format!(
                    "lines were ignored, since {MAX_WAITING} wait for the end of the work"
                )));
            }
            self.lines.push_back(Incoming::Line(Some(line), received));
            self.handle_events();
        }
    }

    /// Handles what the work has reported, and the lines that are accepted.
    pub fn handle_events(&mut self) {
        while let Some(conversation) = &mut self.conversation {
            let line = match conversation.accepts_line() {
                true => self.lines.pop_front(),
                false => None,
            };
            let Some(incoming) = line.or_else(|| self.events.try_recv().ok()) else {
                return;
            };
            // Lines are always written.
            if conversation
                .handle(incoming)
                .is_ok_and(|end| end.is_break())
            {
                self.conversation = None;
            }
        }
    }

    /// Answers a request, or puts it into the queue of work.
    pub fn handle_request(&mut self, text: &str) {
        let request = match JsonRequest::parse(text) {
            Ok(request) => request,
            Err(reply) => return send_reply(&reply),
        };
        self.requests.retain(|(_, stop)| stop.strong_count() > 0);
        if request.task == Task::Stop {
            for (_, stop) in self.requests.iter().filter(|(id, _)| *id == request.id) {
                if let Some(stop) = stop.upgrade() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            return;
        }
        if !request.task.is_long() {
            return request.run(&AtomicBool::new(false), |reply| send_reply(&reply));
        }
        if self.requests.len() >= MAX_WAITING {
            return send_reply(&error_reply(&request.id, "too many requests wait"));
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.requests
            .push((request.id.clone(), Arc::downgrade(&stop)));
        let work = move || request.run(&stop, |reply| send_reply(&reply));
        spawn(thread::Builder::new(), work).expect("the queue accepts work");
    }
}
