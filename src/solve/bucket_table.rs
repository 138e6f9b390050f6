//! A transposition table for provers: buckets of four entries, of which the least valuable is replaced.

use crate::search::prefetch;

/// Entries of a bucket.
const ENTRIES: usize = 4;

/// The entry that a table stores for a position.
pub(super) trait TableEntry: Copy + Default {
    /// The position's key.
    fn key(&self) -> u64;

    /// Its priority, at least 0, during the puzzle with this number: the entry of lowest priority in a bucket is replaced.
    fn priority(&self, puzzle: u8) -> i32;
}

/// A table of bounded size.
#[derive(Debug)]
pub(super) struct BucketTable<E> {
    buckets: Vec<[E; ENTRIES]>,
    mask: usize,
    /// The number of the current puzzle, modulo 256.
    pub puzzle: u8,
}

impl<E: TableEntry> BucketTable<E> {
    /// Creates a table of at most `bytes` bytes; the number of its buckets is a power of two, and at least one.
    pub fn new(bytes: usize) -> BucketTable<E> {
        let buckets = 1 << (bytes / size_of::<[E; ENTRIES]>()).max(1).ilog2();
        BucketTable {
            buckets: vec![[E::default(); ENTRIES]; buckets],
            mask: buckets - 1,
            puzzle: 0,
        }
    }

    /// Begins another puzzle. Entries stored from now on have higher priority than older ones.
    pub fn next_puzzle(&mut self) {
        self.puzzle = self.puzzle.wrapping_add(1);
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The high half, because the entries of a bucket are compared by the whole key.
        (key >> 32) as usize & self.mask
    }

    /// Prefetches the bucket of a key into the cache. All children of a node are prefetched before the first is read, so that the
    /// memory latencies overlap.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let bucket = &self.buckets[self.index(key)];
        prefetch(&bucket[0]);
        prefetch(&bucket[ENTRIES - 1]);
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub fn find(&self, key: u64) -> Option<&E> {
        let bucket = &self.buckets[self.index(key)];
        bucket.iter().find(|entry| entry.key() == key)
    }

    /// The entry to store a position in: its own, or the one of lowest priority in its bucket.
    #[inline]
    pub fn slot(&mut self, key: u64) -> &mut E {
        let (index, puzzle) = (self.index(key), self.puzzle);
        let priority = |entry: &&mut E| match entry.key() == key {
            true => -1,
            false => entry.priority(puzzle),
        };
        let bucket = self.buckets[index].iter_mut();
        bucket.min_by_key(priority).expect("a bucket has entries")
    }
}

/// How many puzzles ago an entry was stored, at most 8.
pub(super) fn age(stored: u8, now: u8) -> i32 {
    i32::from(now.wrapping_sub(stored)).min(8)
}

/// The number of bits of a number of nodes: 0 for 0, else the binary logarithm rounded down, plus one.
pub(super) fn log_nodes(nodes: u64) -> u8 {
    (u64::BITS - nodes.leading_zeros()) as u8
}
