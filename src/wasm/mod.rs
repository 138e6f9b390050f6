//! WebAssembly without a command line: the functions that `package/engine.js` calls. Layer 6 of `docs/architecture.md`.
//!
//! JavaScript passes text as UTF-8 in memory of [`chuhe_allocate`], and receives text through the functions of `page`. Work that
//! takes long runs in [`chuhe_run`] and is suspended from time to time ([`crate::host`]); meanwhile JavaScript may call
//! the other functions.

mod page;
mod session;

use std::cell::RefCell;
use std::panic;
use std::sync::Arc;

use crate::eval::network::{Network, set_embedded};
use crate::host::next_work;
use page::send_panic;
use session::Session;

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Allocates memory for a text or a file, which [`chuhe_start`] or [`chuhe_receive`] frees.
#[unsafe(no_mangle)]
extern "C" fn chuhe_allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Takes back memory that [`chuhe_allocate`] returned.
///
/// # Safety
/// The memory has this length and has not been taken back yet.
unsafe fn take(bytes: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: it was a box of this length.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)) }
}

/// Starts the engine with the bytes of a network file and a seed for random choices. Returns false after an error, which is
/// sent as a panic.
///
/// # Safety
/// `network` is memory of [`chuhe_allocate`] of this length.
#[unsafe(no_mangle)]
unsafe extern "C" fn chuhe_start(network: *mut u8, length: usize, seed: u32) -> bool {
    panic::set_hook(Box::new(|info| send_panic(&info.to_string())));
    // SAFETY: the caller passes such memory.
    let bytes = unsafe { take(network, length) };
    match Network::from_bytes(&bytes) {
        Ok(network) => set_embedded(Arc::new(network)),
        Err(error) => {
            send_panic(&format!("network: {error}"));
            return false;
        }
    }
    fastrand::seed(seed.into());
    SESSION.set(Some(Session::new()));
    true
}

/// Handles a message: lines of UCCI or UCI, or a request in JSON.
///
/// # Safety
/// `text` is memory of [`chuhe_allocate`] of this length.
#[unsafe(no_mangle)]
unsafe extern "C" fn chuhe_receive(text: *mut u8, length: usize, is_request: bool) {
    // SAFETY: the caller passes such memory.
    let bytes = unsafe { take(text, length) };
    with_session(|session| match is_request {
        true => session.handle_request(&String::from_utf8_lossy(&bytes)),
        false => session.handle_lines(&bytes),
    });
}

/// Sends what the work reported since the last call.
#[unsafe(no_mangle)]
extern "C" fn chuhe_report() {
    with_session(Session::handle_events);
}

/// Runs the work that waits. It returns early each time that the work is suspended.
#[unsafe(no_mangle)]
extern "C" fn chuhe_run() {
    while let Some(work) = next_work() {
        work();
        chuhe_report();
    }
}

fn with_session(handle: impl FnOnce(&mut Session)) {
    SESSION.with_borrow_mut(|session| {
        if let Some(session) = session {
            handle(session);
        }
    });
}
