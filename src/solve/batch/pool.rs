//! Many puzzles at a time: a reader, some workers, and whoever takes the answers.
//!
//! The queues between them hold a few entries, so that nothing grows with the input. Answers in order may have to wait for a
//! hard puzzle before them; then the reader waits, too, [`AHEAD`] puzzles ahead at most.

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

/// How often waiting workers look whether the batch was stopped.
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
    /// What is written.
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

/// What the reader hands to the workers.
type Read = Result<Item, input::Error>;

/// Solves all puzzles of the input and hands each answer to `take`, until the end, or until `stop` is set: a puzzle that is worked
/// on then has no answer. An error of `take` ends everything, and sets `stop`.
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
    // Not waited for: it may be waiting itself, for a line that never comes.
    thread::spawn({
        let pace = pace.clone();
        move || read(input, &to_workers, &pace, limit)
    });
    let items = Mutex::new(items);
    let (mut unread, mut untaken) = (None, None);
    let mut give = |answer: Answer| {
        if untaken.is_none()
            && let Err(error) = take(answer)
        {
            untaken = Some(error);
            stop.store(true, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (items, from_workers) = (&items, from_workers.clone());
            scope.spawn(move || work(plan, jobs, items, &from_workers, stop));
        }
        drop(from_workers);
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        for answer in answers {
            match answer {
                Err(error) => unread = unread.take().or(Some(error)),
                Ok(answer) if !plan.ordered => give(answer),
                Ok(answer) => {
                    waiting.insert(answer.order, answer);
                }
            }
            while let Some(answer) = waiting.remove(&next) {
                next += 1;
                pace.taken(next);
                give(answer);
            }
        }
        // Of a batch that was stopped, some in between are missing; the others are answers all the same.
        waiting.into_values().for_each(&mut give);
    });
    pace.taken(u64::MAX);
    match (untaken, unread) {
        (Some(error), _) => Err(Error::Output(error)),
        (None, Some(error)) => Err(Error::Input(error)),
        _ if stop.load(Ordering::Relaxed) => Ok(End::Stopped),
        _ => Ok(End::Complete),
    }
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

fn read(input: Input, to_workers: &SyncSender<Read>, pace: &Pace, limit: u64) {
    for item in input {
        if let Ok(item) = &item {
            pace.wait(item.order, limit);
        }
        let last = item.is_err();
        if to_workers.send(item).is_err() || last {
            return;
        }
    }
}

fn work(
    plan: &Plan,
    jobs: usize,
    items: &Mutex<Receiver<Read>>,
    from_workers: &SyncSender<Result<Answer, input::Error>>,
    stop: &AtomicBool,
) {
    let mut worker = Worker::new(plan.task.clone(), (plan.hash_mib / jobs).max(1));
    while !stop.load(Ordering::Relaxed) {
        let items = items.lock().unwrap_or_else(PoisonError::into_inner);
        let item = items.recv_timeout(LOOK);
        drop(items);
        let answer = match item {
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
            Ok(item) => item.map(|item| Answer {
                record: worker.answer(&item, stop),
                bytes: item.bytes,
                order: item.order,
            }),
        };
        // What was cut short is no answer: it would be taken for one when the batch goes on.
        let is_cut_short = answer.is_ok() && stop.load(Ordering::Relaxed);
        if is_cut_short || from_workers.send(answer).is_err() {
            return;
        }
    }
}
