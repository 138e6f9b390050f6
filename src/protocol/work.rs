//! `perft` and `bench`: commands for scripts that may take long, in a thread of their own, so that the driver hears a
//! `stop` meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::script::Task;

/// News of a work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A line of the answer.
    Line(String),
    /// There is nothing more to come.
    Done {
        /// Whether it was done to its end; if not, it was stopped.
        whole: bool,
    },
}

/// A work under way. Dropping it stops it without waiting.
#[derive(Debug)]
pub struct Work {
    stop: Arc<AtomicBool>,
}

impl Work {
    /// Starts it; `tell` is called from its thread, the last time with [`Told::Done`].
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::eval::Evaluator;
    /// use chuhe::protocol::script::{Script, Task};
    /// use chuhe::protocol::work::{Told, Work};
    /// use chuhe::rules::{Game, RuleSet};
    /// let game = Game::new(Board::startpos());
    /// let (evaluator, rules) = (Evaluator::default(), RuleSet::default());
    /// let task = Task { script: Script::Perft(30), game, evaluator, rules };
    /// let (sender, told) = std::sync::mpsc::channel();
    /// let work = Work::start(task, move |news| sender.send(news).unwrap());
    /// work.stop();
    /// assert_eq!(told.recv().unwrap(), Told::Done { whole: false });
    /// ```
    ///
    /// # Panics
    /// When the machine grants no thread.
    pub fn start(task: Task, mut tell: impl FnMut(Told) + Send + 'static) -> Work {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        thread::spawn(move || {
            let done = task.perform(&flag, |line| {
                tell(Told::Line(line));
                Ok(())
            });
            let whole = done.unwrap_or(false);
            tell(Told::Done { whole });
        });
        Work { stop }
    }

    /// Asks it to end; its last word comes soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop();
    }
}
