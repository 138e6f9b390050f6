//! Ctrl-C (and a request to terminate) as a flag that long commands read.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Failure;
use crate::arena::process;

/// Returns the flag that the first Ctrl-C sets, so that the command ends in order. The second one kills the engines of a
/// match and exits at once, with code 1. To be called once.
pub fn stop_flag() -> Result<&'static AtomicBool, Failure> {
    static STOP: AtomicBool = AtomicBool::new(false);
    // Not `STOP` itself: the command may set that, too.
    let pressed = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        STOP.store(true, Ordering::Relaxed);
        if pressed.swap(true, Ordering::Relaxed) {
            // An engine that hangs would go on.
            process::kill_all();
            std::process::exit(1);
        }
    })
    .map_err(|error| Failure::Work(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(&STOP)
}
