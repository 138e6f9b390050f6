//! What proof-number search knows of positions.
//!
//! An entry is a pair of numbers: how many leaves must still be proved for a proof, how many disproved for a
//! disproof. Both ends are good for ever, unless they lean on a repetition: "here the attacker can only go back to where
//! it was" holds on that way alone, and elsewhere the same move may mate; so does "here the defender can only check
//! for ever, and loses by it". Such an entry carries the way it holds on, as the combined keys of the positions from the
//! repeated one to here, and on any other way it is not seen: the graph-history interaction, handled in the manner
//! of Kishimoto & Müller (2004).

use super::numbers::Numbers;
use crate::board::Move;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// The way on which it holds; 0 for any.
    way: u32,
    mv: Option<Move>,
    age: u8,
    work: u8,
}

const WAYS: usize = 4;

/// The table: buckets of four entries, the cheapest and oldest replaced first, proofs last.
#[derive(Debug)]
pub(super) struct PnTable {
    entries: Vec<Entry>,
    mask: usize,
    age: u8,
}

impl PnTable {
    pub fn new(bytes: usize) -> PnTable {
        let buckets = bytes / (WAYS * size_of::<Entry>());
        let buckets = if buckets == 0 {
            1
        } else {
            1 << buckets.ilog2()
        };
        PnTable {
            entries: vec![Entry::default(); buckets * WAYS],
            mask: buckets - 1,
            age: 0,
        }
    }

    pub fn next_puzzle(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let first = ((key >> 32) as usize & self.mask) * WAYS;
        first..first + WAYS
    }

    /// Asks the processor to fetch the bucket of a key, which is wanted soon. All children of a node are asked for before the
    /// first is looked at, so that the waits for memory overlap.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = &self.entries[self.bucket(key)];
            for entry in [&bucket[0], &bucket[WAYS - 1]] {
                // SAFETY: prefetching reads nothing, and the address is that of an entry.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast()) };
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position, and the move that proves it. `way` says where what holds on one way only
    /// would lean, if this is the way.
    pub fn probe(
        &self,
        key: u64,
        way: impl Fn(u32) -> Option<u16>,
    ) -> Option<(Numbers, Option<Move>)> {
        let bucket = &self.entries[self.bucket(key)];
        let entry = bucket.iter().find(|entry| entry.key == key)?;
        let leans_on = match entry.way {
            0 => None,
            held => Some(way(held)?),
        };
        let numbers = Numbers {
            proof: entry.proof,
            disproof: entry.disproof,
            leans_on,
        };
        Some((numbers, entry.mv))
    }

    /// Stores a guess, unless something is known.
    pub fn guess(&mut self, key: u64, numbers: Numbers) {
        let range = self.bucket(key);
        if !self.entries[range].iter().any(|entry| entry.key == key) {
            self.store(key, numbers, 0, None, 0);
        }
    }

    /// Stores what is known; `way` is 0 but for what leans on a repetition.
    pub fn store(&mut self, key: u64, numbers: Numbers, way: u32, mv: Option<Move>, nodes: u64) {
        let age = self.age;
        let range = self.bucket(key);
        let bucket = &mut self.entries[range];
        let worth = |entry: &Entry| {
            if entry.key == key {
                return -1;
            }
            let years = i32::from(age.wrapping_sub(entry.age)).min(8);
            let proved = if entry.proof == 0 { 4 } else { 0 };
            256 + i32::from(entry.work) + proved - 8 * years
        };
        let place = (0..WAYS)
            .min_by_key(|&place| worth(&bucket[place]))
            .expect("a bucket has entries");
        let old = &bucket[place];
        let work = (u64::BITS - nodes.leading_zeros()) as u8;
        let same = old.key == key;
        let proved = old.proof == 0 && old.way == 0;
        let better = numbers.is_won() && way == 0 && numbers.disproof < old.disproof;
        if same && proved && !better {
            return;
        }
        let work = if same { work.max(old.work) } else { work };
        bucket[place] = Entry {
            key,
            proof: numbers.proof,
            disproof: numbers.disproof,
            way,
            mv,
            age,
            work,
        };
    }
}
