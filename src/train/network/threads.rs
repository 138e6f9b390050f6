//! Work that the threads of a training share.

use std::thread;

/// Calls `work` with each part, in a thread of its own, and returns the results in the order of the parts. The only part is worked
/// on in this thread.
pub fn in_threads<P: Send, R: Send>(
    parts: impl ExactSizeIterator<Item = P>,
    work: impl Fn(P) -> R + Sync,
) -> Vec<R> {
    if parts.len() == 1 {
        return parts.map(work).collect();
    }
    let work = &work;
    thread::scope(|scope| {
        let started: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let results = started.into_iter().map(|thread| thread.join());
        results.collect::<Result<_, _>>().expect("no part panics")
    })
}
