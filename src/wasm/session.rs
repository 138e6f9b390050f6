//! A session: a conversation in UCCI or UCI, and requests in JSON beside it.

use std::io;
use std::ops::ControlFlow;
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
fn error(text: &str) -> String {
    ReplyWriter::default().error(text)
}

/// The output, which sends lines to the page.
type Output = LineSender<fn(&str) -> io::Result<()>>;

/// The state between two messages of the page.
pub struct Session {
    /// `None` after `quit`.
    conversation: Option<Conversation<Output>>,
    events: Receiver<Incoming>,
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
            requests: RunningRequests::new(MAX_WAITING, |reply| send_reply(&reply)),
        }
    }

    /// Handles lines of UCCI or UCI.
    pub fn handle_lines(&mut self, mut text: &[u8]) {
        let received = Instant::now();
        while let Ok(Some(line)) = next_line(&mut text) {
            let Some(conversation) = &self.conversation else {
                return send_reply(&error("the engine has ended after quit"));
            };
            if conversation.waiting_lines() >= MAX_WAITING {
                return send_reply(&error(&format!(
                    "lines were ignored, since {MAX_WAITING} wait for the end of the work"
                )));
            }
            self.receive(Incoming::Line(Some(line), received));
            self.handle_events();
        }
    }

    /// Handles what the work has reported, and the lines that are accepted.
    pub fn handle_events(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.receive(event);
        }
    }

    fn receive(&mut self, incoming: Incoming) {
        let conversation = self.conversation.as_mut();
        let received = conversation.map(|conversation| conversation.receive(incoming));
        // Lines are always written.
        if let Some(Ok(ControlFlow::Break(()))) = received {
            self.conversation = None;
        }
    }

    /// Answers a request, or puts it into the queue of work.
    pub fn handle_request(&mut self, text: &str) {
        self.requests.handle(text);
    }
}
