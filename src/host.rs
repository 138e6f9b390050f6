//! The host: clock, pauses, threads and background work, and the error of work that was stopped. Layer 1 of `docs/architecture.md`.
//!
//! The operating system provides clock, pauses, threads and background work. WebAssembly has none of them: with the feature `wasm`
//! JavaScript provides a clock, and background work is a queue that JavaScript runs. It is *suspended* in [`handle_messages`] and
//! [`pause`]: the call stack is saved, the page's messages are handled, and the work goes on (`src/wasm/package/engine.js`).

use std::io;
use std::thread::{self, Builder, JoinHandle};
use std::time::Duration;

use thiserror::Error;

/// The error of work that was ended early, by a limit or by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped by a limit or by the user")]
pub struct Stopped;

/// A function that long work calls often. Its error ends the work.
pub type Tick<'a> = dyn FnMut() -> Result<(), Stopped> + 'a;

/// True if threads can be started. Without them a search runs in the calling thread.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");
/// True if work can wait for a message of its caller: for `stop` or `ponderhit`.
pub(crate) const CAN_WAIT: bool = HAS_THREADS || cfg!(feature = "wasm");

/// Calls `work` with each part and returns the results in the order of the parts. Each part has a thread of its own; a single part,
/// or all parts where there are no threads, run in the calling thread.
pub fn in_threads<P: Send, R: Send>(
    parts: impl ExactSizeIterator<Item = P>,
    work: impl Fn(P) -> R + Sync,
) -> Vec<R> {
    if parts.len() == 1 || !HAS_THREADS {
        return parts.map(work).collect();
    }
    let work = &work;
    thread::scope(|scope| {
        let started: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let results = started.into_iter().map(|thread| thread.join());
        results.collect::<Result<_, _>>().expect("no part panics")
    })
}

#[cfg(not(all(target_family = "wasm", feature = "wasm")))]
mod system {
    use super::{Builder, Duration, JoinHandle, io};

    pub use web_time::Instant;

    /// Suspends the work, so that JavaScript can handle messages, if its time slice is over. Does nothing where threads exist.
    #[inline]
    pub fn handle_messages() {}

    /// Waits until the thread is unparked, or for about this time.
    pub fn pause(time: Duration) {
        std::thread::park_timeout(time);
    }

    /// Starts background work in a thread, which can be joined.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn spawn(
        builder: Builder,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<Option<JoinHandle<()>>> {
        builder.spawn(work).map(Some)
    }
}

#[cfg(all(target_family = "wasm", feature = "wasm"))]
mod javascript {
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::ops::Sub;

    use super::{Builder, Duration, JoinHandle, io};

    /// The functions that JavaScript provides.
    mod imports {
        #[link(wasm_import_module = "chuhe")]
        unsafe extern "C" {
            /// The milliseconds since a fixed time.
            pub safe fn now() -> f64;
            /// Suspends the work for about this many milliseconds; for 0, only if its time slice is over.
            pub safe fn pause(milliseconds: u32);
        }
    }

    /// A moment of JavaScript's monotonic clock (`performance.now`).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(Duration::try_from_secs_f64(imports::now() / 1e3).unwrap_or_default())
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// The time since an earlier moment; zero if it is not earlier.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The moment after this time, if it can be represented.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Sub<Duration> for Instant {
        type Output = Instant;

        fn sub(self, time: Duration) -> Instant {
            Instant(self.0.saturating_sub(time))
        }
    }

    pub fn handle_messages() {
        imports::pause(0);
    }

    pub fn pause(time: Duration) {
        imports::pause(time.as_millis().clamp(1, 1_000) as u32);
    }

    type Work = Box<dyn FnOnce()>;

    thread_local! {
        static QUEUE: RefCell<VecDeque<Work>> = const { RefCell::new(VecDeque::new()) };
    }

    pub fn spawn(
        _builder: Builder,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<Option<JoinHandle<()>>> {
        QUEUE.with_borrow_mut(|queue| queue.push_back(Box::new(work)));
        Ok(None)
    }

    /// Removes the first work of the queue.
    pub fn next_work() -> Option<Work> {
        QUEUE.with_borrow_mut(VecDeque::pop_front)
    }
}

#[cfg(all(target_family = "wasm", feature = "wasm"))]
pub(crate) use javascript::next_work;
#[cfg(all(target_family = "wasm", feature = "wasm"))]
pub use javascript::{Instant, handle_messages, pause, spawn};
#[cfg(not(all(target_family = "wasm", feature = "wasm")))]
pub use system::{Instant, handle_messages, pause, spawn};
