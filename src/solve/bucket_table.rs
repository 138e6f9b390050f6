//! A transposition table for provers: buckets of four entries, of which the least valuable is replaced.

use crate::search::prefetch;

/// Entries of a bucket.
const ENTRIES: usize = 4;

/// What a table stores of a position.
pub(super) trait Entry: Copy + Default {
    /// The position's key.
    fn key(&self) -> u64;

    /// Its value, from 0 on, in the puzzle with this number.
    fn worth(&self, puzzle: u8) -> i32;
}

/// A table of bounded size.
#[derive(Debug)]
pub(super) struct BucketTable<E> {
    buckets: Vec<[E; ENTRIES]>,
    mask: usize,
    /// The number of the puzzle, modulo 256.
    pub puzzle: u8,
}

impl<E: Entry> BucketTable<E> {
    /// A table of so many bytes, rounded down to a power of two; at least one bucket.
    pub fn new(bytes: usize) -> BucketTable<E> {
        let buckets = 1 << (bytes / size_of::<[E; ENTRIES]>()).max(1).ilog2();
        BucketTable {
            buckets: vec![[E::default(); ENTRIES]; buckets],
            mask: buckets - 1,
            puzzle: 0,
        }
    }

    /// Begins another puzzle: what is stored from now on outlives what was before.
    pub fn next_puzzle(&mut self) {
        self.puzzle = self.puzzle.wrapping_add(1);
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The high half, because the entries of a bucket are compared by the whole key.
        (key >> 32) as usize & self.mask
    }

    /// Fetches the bucket of a key into the cache. All children of a node are prefetched before the first is read, so that the
    /// waits for memory overlap.
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

    /// Where to store a position: its own entry, or the least valuable one.
    #[inline]
    pub fn place(&mut self, key: u64) -> &mut E {
        let (index, puzzle) = (self.index(key), self.puzzle);
        let worth = |entry: &&mut E| match entry.key() == key {
            true => -1,
            false => entry.worth(puzzle),
        };
        let bucket = self.buckets[index].iter_mut();
        bucket.min_by_key(worth).expect("a bucket has entries")
    }
}

/// How many puzzles ago something was stored, eight at most.
pub(super) fn age(stored: u8, now: u8) -> i32 {
    i32::from(now.wrapping_sub(stored)).min(8)
}

/// About the binary logarithm of a number of nodes.
pub(super) fn log_nodes(nodes: u64) -> u8 {
    (u64::BITS - nodes.leading_zeros()) as u8
}
