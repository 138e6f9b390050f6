//! Work that the threads of a training share.

use std::thread;

/// Calls `work` with each part, in a thread of its own, and waits for all of them. The only part is worked on in this thread.
pub fn in_threads<P: Send>(parts: impl ExactSizeIterator<Item = P>, work: impl Fn(P) + Sync) {
    if parts.len() == 1 {
        parts.for_each(work);
        return;
    }
    thread::scope(|scope| {
        for part in parts {
            let work = &work;
            scope.spawn(move || work(part));
        }
    });
}
