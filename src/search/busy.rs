//! The table of positions that threads are searching (ABDADA's); see [`super::deferral`].
//!
//! There are no locks. A lost or outdated entry costs only time.

use std::sync::atomic::{AtomicU64, Ordering};

use super::params;

/// The number of sets. The positions of hundreds of threads at once hardly fill them.
const SETS: usize = 1 << 10;
/// The number of entries of a set.
const WAYS: usize = 4;

/// The keys of the positions that threads are searching.
#[derive(Debug)]
pub(super) struct BusyTable {
    /// Keys, 0 for no position. There are no entries with one thread.
    keys: Box<[AtomicU64]>,
}

impl BusyTable {
    pub fn new(threads: usize) -> BusyTable {
        let size = if threads > 1 { SETS * WAYS } else { 0 };
        BusyTable {
            keys: (0..size).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Returns true if moves are deferred at nodes of this depth.
    #[inline]
    pub fn applies_at(&self, depth: i32) -> bool {
        !self.keys.is_empty() && depth >= params::defer_depth()
    }

    fn set(&self, key: u64) -> &[AtomicU64] {
        let first = (key as usize % SETS) * WAYS;
        &self.keys[first..first + WAYS]
    }

    /// Returns true if a thread is searching the position of this key.
    pub fn contains(&self, key: u64) -> bool {
        let mut set = self.set(key).iter();
        set.any(|entry| entry.load(Ordering::Relaxed) == key)
    }

    /// Adds a position when a thread begins to search it. In a full set it replaces another.
    pub fn insert(&self, key: u64) {
        let set = self.set(key);
        let free = set.iter().find(|entry| entry.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&set[0]).store(key, Ordering::Relaxed);
    }

    /// Removes a position when its search has ended.
    pub fn remove(&self, key: u64) {
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
    fn a_position_is_contained_until_it_is_removed() {
        let busy = BusyTable::new(2);
        let keys = [7, 7 + SETS as u64, 8];
        assert!(!busy.contains(7));
        keys.iter().for_each(|&key| busy.insert(key));
        assert_eq!(keys.map(|key| busy.contains(key)), [true; 3]);
        busy.remove(7);
        assert_eq!(keys.map(|key| busy.contains(key)), [false, true, true]);
    }

    #[test]
    fn a_full_set_replaces_an_entry_and_removes_all() {
        let busy = BusyTable::new(2);
        let keys: [u64; 9] = std::array::from_fn(|n| (n as u64 + 1) * SETS as u64);
        keys.iter().for_each(|&key| busy.insert(key));
        assert!(busy.contains(keys[8]));
        keys.iter().for_each(|&key| busy.remove(key));
        assert_eq!(keys.map(|key| busy.contains(key)), [false; 9]);
    }

    #[test]
    fn one_thread_defers_nothing() {
        assert!(!BusyTable::new(1).applies_at(100));
        assert!(BusyTable::new(2).applies_at(100));
        assert!(!BusyTable::new(2).applies_at(1));
    }
}
