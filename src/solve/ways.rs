//! A table of positions for provers: buckets of four entries, of which what is worth least is replaced.

use crate::search::prefetch;

/// How many entries a bucket has.
const WAYS: usize = 4;

/// What a table keeps of a position.
pub(super) trait Entry: Copy + Default {
    /// The position's key.
    fn key(&self) -> u64;

    /// What it is worth to keep it, from 0 on, when it was stored so many puzzles ago, eight at most.
    fn worth(&self, years: i32) -> i32;

    /// In which puzzle it was stored.
    fn age(&self) -> u8;
}

/// A table of bounded size.
#[derive(Debug)]
pub(super) struct Ways<E> {
    buckets: Vec<[E; WAYS]>,
    mask: usize,
    age: u8,
}

impl<E: Entry> Ways<E> {
    /// A table of so many bytes, rounded down to a power of two; at least one bucket.
    pub fn new(bytes: usize) -> Ways<E> {
        let buckets = 1 << (bytes / size_of::<[E; WAYS]>()).max(1).ilog2();
        Ways {
            buckets: vec![[E::default(); WAYS]; buckets],
            mask: buckets - 1,
            age: 0,
        }
    }

    /// Begins another puzzle: what is stored from now on outlives what was before.
    pub fn next_puzzle(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Which puzzle it is, modulo 256.
    #[inline]
    pub fn age(&self) -> u8 {
        self.age
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The high half: the entries of a bucket share it no more than chance has it.
        (key >> 32) as usize & self.mask
    }

    /// Asks the processor to fetch the bucket of a key, which is wanted soon. All children of a node are asked for before the
    /// first is looked at, so that the waits for memory overlap.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let bucket = &self.buckets[self.index(key)];
        prefetch(&bucket[0]);
        prefetch(&bucket[WAYS - 1]);
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub fn find(&self, key: u64) -> Option<&E> {
        let bucket = &self.buckets[self.index(key)];
        bucket.iter().find(|entry| entry.key() == key)
    }

    /// Where to store what is known of a position: its own entry, or the one that is worth least.
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

/// What so many nodes count in an entry: about their logarithm.
pub(super) fn work(nodes: u64) -> u8 {
    (u64::BITS - nodes.leading_zeros()) as u8
}
