//! A thread pool for batches: a reader thread, worker threads, and the caller that takes the results.
//!
//! The queues between them hold a few entries, so that memory does not grow with the input. Results in order may have to wait for
//! a hard item before them. Then the reader waits, too, at most 4,096 items ahead.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use super::input::{InputError, InputPuzzle, PuzzleInput};
use super::record::PuzzleRecord;
use super::task::{PuzzleWorker, Task};

/// The most items that the reader may be ahead of the results delivered.
const MAX_READ_AHEAD: usize = 4096;

/// The interval at which waiting workers read the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The settings of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchSettings {
    /// The number of worker threads, at least 1.
    pub jobs: usize,
    /// True if results are delivered in the order of the input, and not as they are found.
    pub ordered: bool,
    /// Size of all tables together, in MiB.
    pub hash_mib: usize,
    /// The task set for each puzzle.
    pub task: Task,
}

/// The result of one puzzle.
#[derive(Clone, Debug)]
pub struct FinishedPuzzle {
    /// The record to write.
    pub record: PuzzleRecord,
    /// Bytes of the input that were read for it.
    pub bytes: u64,
}

/// How a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchEnd {
    /// All items have results.
    Complete,
    /// The stop flag was set.
    Stopped,
}

/// An error that ended a batch early. After an input error, all items before it have results. After an output error, later
/// results are discarded.
#[derive(Debug, Error)]
pub enum BatchError {
    /// The input could not be read.
    #[error(transparent)]
    Input(InputError),
    /// The caller could not write a result.
    #[error(transparent)]
    Output(io::Error),
}

/// Solves all puzzles of the input and calls `on_result` with each result, until the end or until `stop` is set. Puzzles that are
/// being solved then have no result. An error of `on_result` ends the batch and sets `stop`.
///
/// # Errors
/// If the input cannot be read, or `on_result` fails.
///
/// # Panics
/// When no thread can be created.
pub fn run(
    settings: &BatchSettings,
    input: PuzzleInput,
    stop: &AtomicBool,
    mut on_result: impl FnMut(FinishedPuzzle) -> io::Result<()>,
) -> Result<BatchEnd, BatchError> {
    let jobs = settings.jobs.max(1);
    let hash_mib = (settings.hash_mib / jobs).max(1);
    let new_worker = || {
        let mut worker = PuzzleWorker::new(settings.task.clone(), hash_mib);
        let mut finish = move |item: InputPuzzle| FinishedPuzzle {
            record: PuzzleRecord {
                id: item.id,
                file: item.file.as_deref().map(str::to_owned),
                line: item.line,
                ..worker.process(item.puzzle, stop)
            },
            bytes: item.bytes,
        };
        move |item: Result<InputPuzzle, InputError>| item.map(&mut finish)
    };
    let mut input_error = None;
    let deliver = |result| match result {
        Ok(finished) => on_result(finished),
        Err(error) => {
            input_error = Some(error);
            Ok(())
        }
    };
    let ended = run_jobs(jobs, settings.ordered, input, new_worker, stop, deliver);
    let ended = ended.map_err(BatchError::Output)?;
    input_error.map_or(Ok(ended), |error| Err(BatchError::Input(error)))
}

/// Processes all items of the input in `jobs` threads, each with a worker of its own, and calls `on_result` with each result, until
/// the end or until `stop` is set. If `ordered`, the results are delivered in the order of the input.
///
/// # Errors
/// If `on_result` fails, which also sets `stop`.
///
/// # Panics
/// When no thread can be created.
pub(crate) fn run_jobs<I, R, W>(
    jobs: usize,
    ordered: bool,
    input: impl Iterator<Item = I> + Send + 'static,
    new_worker: impl Fn() -> W + Sync,
    stop: &AtomicBool,
    mut on_result: impl FnMut(R) -> io::Result<()>,
) -> io::Result<BatchEnd>
where
    I: Send + 'static,
    R: Send,
    W: FnMut(I) -> R,
{
    let (to_workers, items) = mpsc::sync_channel(2 * jobs);
    let (from_workers, results) = mpsc::sync_channel(2 * jobs);
    // Holds a token for each item without a delivered result.
    let (ahead, delivered) = mpsc::sync_channel(MAX_READ_AHEAD);
    // The reader ends when nothing receives its items. It is not joined, because it may block on an input that never ends.
    thread::spawn(move || {
        for item in (0_u64..).zip(input) {
            if ahead.send(()).is_err() || to_workers.send(item).is_err() {
                return;
            }
        }
    });
    let items = Mutex::new(items);
    let mut output_error = None;
    let mut deliver = |result: R| {
        if output_error.is_none()
            && let Err(error) = on_result(result)
        {
            output_error = Some(error);
            stop.store(true, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (items, from_workers, new_worker) = (&items, from_workers.clone(), &new_worker);
            scope.spawn(move || work(new_worker(), items, &from_workers, stop));
        }
        drop(from_workers);
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        for (order, result) in results {
            waiting.insert(if ordered { order } else { next }, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                let _ = delivered.try_recv();
                deliver(result);
            }
        }
        // A batch that was stopped lacks some results in between. The others are complete.
        waiting.into_values().for_each(&mut deliver);
    });
    match output_error {
        Some(error) => Err(error),
        None if stop.load(Ordering::Relaxed) => Ok(BatchEnd::Stopped),
        None => Ok(BatchEnd::Complete),
    }
}

/// Processes items, each with the number of items before it, until there are no more or until `stop` is set.
fn work<I, R>(
    mut worker: impl FnMut(I) -> R,
    items: &Mutex<Receiver<(u64, I)>>,
    from_workers: &SyncSender<(u64, R)>,
    stop: &AtomicBool,
) {
    while !stop.load(Ordering::Relaxed) {
        let items = items.lock().unwrap_or_else(PoisonError::into_inner);
        let item = items.recv_timeout(POLL_INTERVAL);
        drop(items);
        let (order, result) = match item {
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
            Ok((order, item)) => (order, worker(item)),
        };
        // The result of an item that was cut short is dropped, so that a run that resumes processes the item again.
        if stop.load(Ordering::Relaxed) || from_workers.send((order, result)).is_err() {
            return;
        }
    }
}
