//! The table of positions being searched; see [`super::deferral`].
//!
//! Nothing is locked: an entry that is lost or read too late costs time and nothing else.

use std::sync::atomic::{AtomicU64, Ordering};

use super::params;

/// Sets of the table: thousands of plies of hundreds of threads at once can hardly fill them.
const SETS: usize = 1 << 10;
/// Entries of a set.
const WAYS: usize = 4;

#[derive(Debug)]
pub(super) struct Busy {
    /// Keys, 0 for none; empty with one thread.
    keys: Box<[AtomicU64]>,
}

impl Busy {
    pub fn new(threads: usize) -> Busy {
        let size = if threads > 1 { SETS * WAYS } else { 0 };
        Busy {
            keys: (0..size).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Whether moves are deferred at nodes of this depth.
    #[inline]
    pub fn matters(&self, depth: i32) -> bool {
        !self.keys.is_empty() && depth >= params::defer_depth()
    }

    fn set(&self, key: u64) -> &[AtomicU64] {
        let first = (key as usize % SETS) * WAYS;
        &self.keys[first..first + WAYS]
    }

    /// Whether a thread is searching the position of this key.
    pub fn has(&self, key: u64) -> bool {
        let mut set = self.set(key).iter();
        set.any(|entry| entry.load(Ordering::Relaxed) == key)
    }

    pub fn begin(&self, key: u64) {
        let set = self.set(key);
        let free = set.iter().find(|entry| entry.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&set[0]).store(key, Ordering::Relaxed);
    }

    pub fn end(&self, key: u64) {
        for entry in self.set(key) {
            if entry.load(Ordering::Relaxed) == key {
                entry.store(0, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_from_its_beginning_to_its_end() {
        let busy = Busy::new(2);
        let keys = [7, 7 + SETS as u64, 8];
        assert!(!busy.has(7));
        keys.iter().for_each(|&key| busy.begin(key));
        assert_eq!(keys.map(|key| busy.has(key)), [true; 3]);
        busy.end(7);
        assert_eq!(keys.map(|key| busy.has(key)), [false, true, true]);
    }

    #[test]
    fn a_full_set_replaces_and_still_removes_all() {
        let busy = Busy::new(2);
        let keys: [u64; 9] = std::array::from_fn(|n| (n as u64 + 1) * SETS as u64);
        keys.iter().for_each(|&key| busy.begin(key));
        assert!(busy.has(keys[8]));
        keys.iter().for_each(|&key| busy.end(key));
        assert_eq!(keys.map(|key| busy.has(key)), [false; 9]);
    }

    #[test]
    fn one_thread_defers_nothing() {
        assert!(!Busy::new(1).matters(100));
        assert!(Busy::new(2).matters(100));
        assert!(!Busy::new(2).matters(1));
    }
}
