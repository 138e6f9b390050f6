//! A transposition table for provers: buckets of four entries, of which the least valuable is replaced.

use crate::search::prefetch;

/// Entries of a bucket.
const ENTRIES: usize = 4;

/// What a table stores of a position.
pub(super) trait Entry: Copy + Default {
    /// The position's key.
    fn key(&self) -> u64;

    /// Its value, from 0 on, when it was stored so many puzzles ago, eight at most.
    fn worth(&self, puzzles: i32) -> i32;

    /// The puzzle in which it was stored, modulo 256.
    fn age(&self) -> u8;
}

/// A table of bounded size.
#[derive(Debug)]
pub(super) struct BucketTable<E> {
    buckets: Vec<[E; ENTRIES]>,
    mask: usize,
    age: u8,
}

impl<E: Entry> BucketTable<E> {
    /// A table of so many bytes, rounded down to a power of two; at least one bucket.
    pub fn new(bytes: usize) -> BucketTable<E> {
        let buckets = 1 << (bytes / size_of::<[E; ENTRIES]>()).max(1).ilog2();
        BucketTable {
            buckets: vec![[E::default(); ENTRIES]; buckets],
            mask: buckets - 1,
            age: 0,
        }
    }

    /// Begins another puzzle: what is stored from now on outlives what was before.
    pub fn next_puzzle(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The number of the puzzle, modulo 256.
    #[inline]
    pub fn age(&self) -> u8 {
        self.age
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
        let (index, age) = (self.index(key), self.age);
        let worth = |entry: &&mut E| match entry.key() == key {
            true => -1,
            false => entry.worth(i32::from(age.wrapping_sub(entry.age())).min(8)),
        };
        let bucket = self.buckets[index].iter_mut();
        bucket.min_by_key(worth).expect("a bucket has entries")
    }
}

/// About the binary logarithm of a number of nodes.
pub(super) fn log_nodes(nodes: u64) -> u8 {
    (u64::BITS - nodes.leading_zeros()) as u8
}
