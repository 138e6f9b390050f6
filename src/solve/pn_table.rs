//! What proof-number search knows of positions.
//!
//! An entry is a pair of numbers: how many leaves must still be proved for a proof, how many disproved for a
//! disproof. Both ends are good for ever, unless they lean on a repetition: "here the attacker can only go back to where
//! it was" holds on that way alone, and elsewhere the same move may mate; so does "here the defender can only check
//! for ever, and loses by it". Such an entry carries the way it holds on, as the combined keys of the positions from the
//! repeated one to here, and on any other way it is not seen: the graph-history interaction, handled in the manner
//! of Kishimoto & Müller (2004).

use super::numbers::Numbers;
use super::ways::{self, Ways};
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

impl ways::Entry for Entry {
    fn key(&self) -> u64 {
        self.key
    }

    fn worth(&self, years: i32) -> i32 {
        let proved = if self.proof == 0 { 4 } else { 0 };
        256 + i32::from(self.work) + proved - 8 * years
    }

    fn age(&self) -> u8 {
        self.age
    }
}

/// The table: the cheapest and oldest are replaced first, proofs last.
#[derive(Debug)]
pub(super) struct PnTable {
    table: Ways<Entry>,
}

impl PnTable {
    pub fn new(bytes: usize) -> PnTable {
        PnTable {
            table: Ways::new(bytes),
        }
    }

    pub fn next_puzzle(&mut self) {
        self.table.next_puzzle();
    }

    /// See [`Ways::prefetch`].
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.table.prefetch(key);
    }

    /// What is known of a position, and the move that proves it. `way` says where what holds on one way only
    /// would lean, if this is the way.
    pub fn probe(
        &self,
        key: u64,
        way: impl Fn(u32) -> Option<u16>,
    ) -> Option<(Numbers, Option<Move>)> {
        let entry = self.table.find(key)?;
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
        if self.table.find(key).is_none() {
            self.store(key, numbers, 0, None, 0);
        }
    }

    /// Stores what is known; `way` is 0 but for what leans on a repetition.
    pub fn store(&mut self, key: u64, numbers: Numbers, way: u32, mv: Option<Move>, nodes: u64) {
        let (age, work) = (self.table.age(), ways::work(nodes));
        let old = self.table.place(key);
        let same = old.key == key;
        let proved = old.proof == 0 && old.way == 0;
        let better = numbers.is_won() && way == 0 && numbers.disproof < old.disproof;
        if same && proved && !better {
            return;
        }
        let before = if same { old.work } else { 0 };
        *old = Entry {
            key,
            proof: numbers.proof,
            disproof: numbers.disproof,
            way,
            mv,
            age,
            work: work.max(before),
        };
    }
}
