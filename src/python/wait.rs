//! Work in other threads while Python runs: the interpreter lock is released, Ctrl-C and a stop event end the work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals and the stop event are checked.
const POLL: Duration = Duration::from_millis(50);

/// Receives events until all senders are gone, and calls `on_event` with each. Calls `stop` when `event` (a
/// `threading.Event`) is set.
///
/// # Errors
/// The exception of `on_event` or of a signal handler (`KeyboardInterrupt`). It calls `stop`, and is returned after the
/// senders are gone.
pub fn receive<T: Send>(
    py: Python<'_>,
    events: &mut Receiver<T>,
    event: Option<&Bound<'_, PyAny>>,
    stop: impl Fn(),
    mut on_event: impl FnMut(T) -> PyResult<()>,
) -> PyResult<()> {
    let mut result = Ok(());
    loop {
        // By a mutable reference, because a shared one may not be used by another thread.
        let exclusive = &mut *events;
        let received = py.detach(move || exclusive.recv_timeout(POLL));
        if let Err(RecvTimeoutError::Disconnected) = received {
            return result;
        }
        if result.is_err() {
            continue;
        }
        let handled = received.map_or(Ok(()), &mut on_event);
        let is_stopped = handled.and_then(|()| {
            py.check_signals()?;
            event.map_or(Ok(false), |event| event.call_method0("is_set")?.is_truthy())
        });
        match is_stopped {
            Ok(false) => {}
            Ok(true) => stop(),
            Err(error) => {
                stop();
                result = Err(error);
            }
        }
    }
}

/// Runs work in a thread, and sets the flag that it reads at Ctrl-C and when `event` is set. What the work passes to the sender goes
/// to `on_report`.
///
/// # Errors
/// As [`receive`], with `on_report` as its `on_event`.
pub fn run<T: Send, R: Send>(
    py: Python<'_>,
    event: Option<&Bound<'_, PyAny>>,
    on_report: impl FnMut(R) -> PyResult<()>,
    work: impl FnOnce(&AtomicBool, Sender<R>) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (sender, mut receiver) = channel();
    let result = thread::scope(|scope| {
        let stop = &stop;
        let worker = scope.spawn(move || work(stop, sender));
        let set = || stop.store(true, Ordering::Relaxed);
        receive(py, &mut receiver, event, set, on_report)?;
        Ok::<_, PyErr>(worker.join())
    })?;
    result.map_err(|_| PyRuntimeError::new_err("the work ended without a result"))
}
