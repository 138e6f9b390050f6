//! The deepest iteration that any of the threads has finished.
//!
//! Threads run at different speeds and on different depths. What one has finished, none need finish again:
//! the others take its lines and go on from there, and the first to reach the depth asked for ends the
//! search.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::report::Line;

/// The lines of that iteration.
#[derive(Debug, Default)]
pub(super) struct Deepest {
    depth: AtomicU32,
    lines: Mutex<Vec<Line>>,
}

impl Deepest {
    /// Its depth, 0 for none.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.depth.load(Ordering::Acquire)
    }

    /// A thread has finished an iteration.
    pub fn finished(&self, depth: u32, lines: &[Line]) {
        let mut known = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth() {
            known.clear();
            known.extend_from_slice(lines);
            self.depth.store(depth, Ordering::Release);
        }
    }

    /// The deepest iteration, if it is of this depth or deeper.
    pub fn reaching(&self, depth: u32) -> Option<(u32, Vec<Line>)> {
        if self.depth() < depth {
            return None;
        }
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        Some((self.depth(), lines.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_stays() {
        let deepest = Deepest::default();
        assert!(deepest.reaching(1).is_none());
        let line = |depth| Line {
            depth,
            ..Line::default()
        };
        deepest.finished(3, &[line(3)]);
        deepest.finished(2, &[line(2)]);
        deepest.finished(3, &[]);
        assert_eq!(deepest.reaching(2), Some((3, vec![line(3)])));
        assert!(deepest.reaching(4).is_none());
    }
}
