//! The requests of a page: short ones are answered at once, long ones in the background until they end or are stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread;

use serde_json::Value;

use super::{JsonRequest, Task};
use crate::host::spawn;

/// The long requests of a page that run or wait. They are stopped when this is dropped.
pub struct RunningRequests {
    max: usize,
    send: Arc<dyn Fn(String) + Send + Sync>,
    /// The stop flags of the requests with this `id`.
    running: Vec<(Value, Weak<AtomicBool>)>,
}

impl RunningRequests {
    /// Accepts at most `max` long requests at a time. `send` receives the replies.
    pub fn new(max: usize, send: impl Fn(String) + Send + Sync + 'static) -> RunningRequests {
        RunningRequests {
            max,
            send: Arc::new(send),
            running: Vec::new(),
        }
    }

    /// Answers a request, or starts it in the background.
    pub fn handle(&mut self, text: &str) {
        let request = match JsonRequest::parse(text) {
            Ok(request) => request,
            Err(reply) => return (self.send)(reply),
        };
        self.running.retain(|(_, stop)| stop.strong_count() > 0);
        if request.task == Task::Stop {
            return self.stop(|id| *id == request.replies.id);
        }
        if !request.task.is_long() {
            return request.run(&AtomicBool::new(false), &*self.send);
        }
        if self.running.len() >= self.max {
            return (self.send)(request.replies.error("too many requests wait"));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (replies, flag) = (request.replies.clone(), Arc::downgrade(&stop));
        let send = self.send.clone();
        match spawn(thread::Builder::new(), move || request.run(&stop, &*send)) {
            Ok(_) => self.running.push((replies.id, flag)),
            Err(error) => {
                (self.send)(replies.error(&format!("cannot start a thread: {error}")));
            }
        }
    }

    fn stop(&self, is_meant: impl Fn(&Value) -> bool) {
        let meant = self.running.iter().filter(|(id, _)| is_meant(id));
        for stop in meant.filter_map(|(_, stop)| stop.upgrade()) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for RunningRequests {
    fn drop(&mut self) {
        self.stop(|_| true);
    }
}
