//! Work in other threads while Python runs: the interpreter lock is released, Ctrl-C and a stop event end the work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals and the stop event are checked.
const POLL: Duration = Duration::from_millis(50);

/// Runs work in a thread, and sets the flag that it reads at Ctrl-C and when `event` (a `threading.Event`) is set. What the work
/// reports goes to `on_report`.
///
/// # Errors
/// The exception of `on_report` or of a signal handler (`KeyboardInterrupt`). It sets the flag, and is returned after the end of the
/// work.
pub fn run<T: Send, R: Send>(
    py: Python<'_>,
    event: Option<&Bound<'_, PyAny>>,
    mut on_report: impl FnMut(R) -> PyResult<()>,
    work: impl FnOnce(&AtomicBool, &mut (dyn FnMut(R) + Send)) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (sender, mut reports) = channel();
    let result = thread::scope(|scope| {
        let stop = &stop;
        let worker = scope.spawn(move || {
            work(stop, &mut |report| {
                // The receiver outlives the work.
                let _ = sender.send(report);
            })
        });
        let mut result = Ok(());
        loop {
            // By a mutable reference, because a shared one may not be used by another thread.
            let exclusive = &mut reports;
            let received = py.detach(move || exclusive.recv_timeout(POLL));
            if let Err(RecvTimeoutError::Disconnected) = received {
                break;
            }
            if result.is_err() {
                continue;
            }
            let handled = received.map_or(Ok(()), &mut on_report);
            let is_stopped = handled.and_then(|()| {
                py.check_signals()?;
                event.map_or(Ok(false), |event| event.call_method0("is_set")?.is_truthy())
            });
            match is_stopped {
                Ok(false) => {}
                Ok(true) => stop.store(true, Ordering::Relaxed),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    result = Err(error);
                }
            }
        }
        result.map(|()| worker.join())
    })?;
    result.map_err(|_| PyRuntimeError::new_err("the work ended without a result"))
}
