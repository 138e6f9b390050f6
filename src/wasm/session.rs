//! A session: a conversation in UCCI or UCI, and requests in JSON beside it.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, channel};

use super::page::{send_line, send_reply};
use crate::host::Instant;
use crate::json::{LineSender, ReplyWriter, RunningRequests};
use crate::protocol::Options;
use crate::protocol::conversation::{Conversation, Incoming};
use crate::protocol::lines::next_line;

/// The most messages that may wait.
const MAX_WAITING: usize = 10_000;

/// The reply to what is not a request.
pub fn error(text: &str) -> String {
    ReplyWriter::default().error(text)
}

/// The output, which sends lines to the page.
type Output = LineSender<fn(&str) -> io::Result<()>>;

/// The state between two messages of the page.
pub struct Session {
    /// `None` after `quit`.
    conversation: Option<Conversation<Output>>,
    events: Receiver<Incoming>,
    /// Lines that the state machine does not accept yet.
    lines: VecDeque<Incoming>,
    requests: RunningRequests,
}

impl Session {
    pub fn new() -> Session {
        let (sender, events) = channel();
        let output: Output = LineSender(|line| {
            send_line(line);
            Ok(())
        });
        Session {
            conversation: Some(Conversation::new(Options::default(), output, sender)),
            events,
            lines: VecDeque::new(),
            requests: RunningRequests::new(MAX_WAITING, |reply| send_reply(&reply)),
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
        self.requests.handle(text);
    }
}
