//! Many puzzles at a time: a reader, some workers, and whoever takes the answers.
//!
//! Between them stand queues of a few entries, so the reader waits when the workers are busy and the workers when
//! the answers are not taken; nothing grows with the input. Answers in order may have to wait for a hard puzzle before
//! them; then the reader is held back, too, [`AHEAD`] puzzles ahead at most.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use super::input::{self, Input, Item};
use super::record::Record;
use super::task::{Task, Worker};

/// How many puzzles the reader may be ahead of the last answer taken, when they are taken in order.
pub const AHEAD: u64 = 4096;

/// How often those who wait look whether it is all over.
const LOOK: Duration = Duration::from_millis(50);

/// How a batch is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Puzzles at a time, at least one.
    pub jobs: usize,
    /// Whether answers come in the order of the input, and not as they are found.
    pub ordered: bool,
    /// Size of all tables together, MiB.
    pub hash_mib: usize,
    /// What is asked of each puzzle.
    pub task: Task,
}

/// The answer to one puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The answer.
    pub record: Record,
    /// Bytes of the input that were read for it.
    pub bytes: u64,
    order: u64,
}

/// How a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All puzzles have their answers.
    Complete,
    /// It was stopped.
    Stopped,
}

/// Why a batch ended early. What was answered until then was given out.
#[derive(Debug, Error)]
pub enum Error {
    /// The input.
    #[error(transparent)]
    Input(#[from] input::Error),
    /// The answers could not be taken.
    #[error(transparent)]
    Output(io::Error),
}

/// Solves all puzzles of the input and hands each answer to `take`, until the end, or until `stop` is set: what is
/// under way then has no answer. An error of `take` ends everything, and sets `stop`.
///
/// # Errors
/// When the input cannot be read, or an answer not be taken.
///
/// # Panics
/// When the machine grants no threads.
pub fn run(
    plan: &Plan,
    input: Input,
    stop: &AtomicBool,
    mut take: impl FnMut(Answer) -> io::Result<()>,
) -> Result<End, Error> {
    let jobs = plan.jobs.max(1);
    let (to_workers, items) = mpsc::sync_channel(2 * jobs);
    let (from_workers, answers) = mpsc::sync_channel(2 * jobs);
    let pace = Arc::new(Pace::default());
    let limit = if plan.ordered { AHEAD } else { u64::MAX };
    let reader = Reader {
        input,
        to_workers,
        pace: pace.clone(),
        limit,
    };
    // Not waited for: it may be waiting itself, for a line that never comes.
    thread::spawn(move || reader.run());
    let items = Mutex::new(items);
    let result = thread::scope(|scope| {
        for _ in 0..jobs {
            let (items, from_workers) = (&items, from_workers.clone());
            scope.spawn(move || work(plan, jobs, items, &from_workers, stop));
        }
        drop(from_workers);
        let mut result = Ok(());
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for answer in answers {
            let answer: Answer = match answer {
                Ok(answer) => answer,
                Err(error) => {
                    result = result.and(Err(Error::Input(error)));
                    continue;
                }
            };
            if matches!(result, Err(Error::Output(_))) {
                continue;
            }
            if plan.ordered {
                waiting.insert(answer.order, answer);
            } else if let Err(error) = take(answer) {
                result = Err(Error::Output(error));
            }
            while let Some(answer) = waiting.remove(&next) {
                next += 1;
                pace.taken(next);
                if let Err(error) = take(answer) {
                    result = Err(Error::Output(error));
                    break;
                }
            }
            if matches!(result, Err(Error::Output(_))) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        // Of a batch that was stopped, some in between are missing; the others are answers all the same.
        for answer in waiting.into_values() {
            if !matches!(result, Err(Error::Output(_)))
                && let Err(error) = take(answer)
            {
                result = Err(Error::Output(error));
            }
        }
        result
    });
    pace.taken(u64::MAX);
    result?;
    Ok(match stop.load(Ordering::Relaxed) {
        true => End::Stopped,
        false => End::Complete,
    })
}

/// How far the answers are taken.
#[derive(Debug, Default)]
struct Pace {
    taken: Mutex<u64>,
    moved: Condvar,
}

impl Pace {
    fn taken(&self, count: u64) {
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner) = count;
        self.moved.notify_all();
    }

    /// Waits until number `order` is less than `limit` ahead.
    fn wait(&self, order: u64, limit: u64) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let is_ahead = |taken: &mut u64| order.saturating_sub(*taken) >= limit;
        drop(self.moved.wait_while(taken, is_ahead));
    }
}

struct Reader {
    input: Input,
    to_workers: SyncSender<Result<Item, input::Error>>,
    pace: Arc<Pace>,
    limit: u64,
}

impl Reader {
    fn run(self) {
        for item in self.input {
            if let Ok(item) = &item {
                self.pace.wait(item.order, self.limit);
            }
            let last = item.is_err();
            if self.to_workers.send(item).is_err() || last {
                return;
            }
        }
    }
}

fn work(
    plan: &Plan,
    jobs: usize,
    items: &Mutex<Receiver<Result<Item, input::Error>>>,
    from_workers: &SyncSender<Result<Answer, input::Error>>,
    stop: &AtomicBool,
) {
    let mut worker = Worker::new(plan.task.clone(), (plan.hash_mib / jobs).max(1));
    while !stop.load(Ordering::Relaxed) {
        let item = items
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv_timeout(LOOK);
        let answer = match item {
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
            Ok(Err(error)) => Err(error),
            Ok(Ok(item)) => Ok(Answer {
                record: worker.answer(&item, stop),
                bytes: item.bytes,
                order: item.order,
            }),
        };
        // What was cut short is no answer: it would be taken for one when the batch goes on.
        if answer.is_ok() && stop.load(Ordering::Relaxed) {
            return;
        }
        if from_workers.send(answer).is_err() {
            return;
        }
    }
}
