//! The transposition table of df-pn.
//!
//! A proof or disproof holds on every path, unless it depends on a repetition. Then its entry has a path key, the combined keys
//! of the positions from the repeated one to its own in their order, and is not found on any other path. So the graph-history
//! interaction problem is solved after Kishimoto & Müller (2004), but with one entry for each position and keys of 31 bits.

use super::node::ProofNumbers;
use crate::board::Move;
use crate::solve::bucket_table::{self, BucketTable, age, log_nodes};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProofEntry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// The key of the path on which it holds; 0 for every path.
    path_key: u32,
    mv: Option<Move>,
    /// The number of the puzzle in which it was stored.
    puzzle: u8,
    /// About the logarithm of the nodes it cost.
    work: u8,
}

impl bucket_table::TableEntry for ProofEntry {
    fn key(&self) -> u64 {
        self.key
    }

    fn priority(&self, puzzle: u8) -> i32 {
        let proved = if self.proof == 0 { 4 } else { 0 };
        256 + i32::from(self.work) + proved - 8 * age(self.puzzle, puzzle)
    }
}

/// The transposition table of df-pn. Entries that cost few nodes and old entries are replaced first, proofs last.
pub(super) type ProofTable = BucketTable<ProofEntry>;

impl ProofTable {
    /// The numbers of a position and the move that proves it, if they hold on the path. `ply_of` returns the ply of the ancestor
    /// from which the path has a path key, `None` if it has none.
    pub fn probe(
        &self,
        key: u64,
        ply_of: impl Fn(u32) -> Option<u16>,
    ) -> Option<(ProofNumbers, Option<Move>)> {
        let entry = self.find(key)?;
        let depends_on = match entry.path_key {
            0 => None,
            path_key => Some(ply_of(path_key)?),
        };
        let numbers = ProofNumbers {
            proof: entry.proof,
            disproof: entry.disproof,
            depends_on,
        };
        Some((numbers, entry.mv))
    }

    /// Stores numbers that cost `nodes` nodes. `path_key` is 0 if they hold on every path. A proof that holds on every path is
    /// replaced only by a shorter one.
    pub fn store(
        &mut self,
        key: u64,
        numbers: ProofNumbers,
        path_key: u32,
        mv: Option<Move>,
        nodes: u64,
    ) {
        let (puzzle, work) = (self.puzzle, log_nodes(nodes));
        let old = self.slot(key);
        let same = old.key == key;
        let proved = old.proof == 0 && old.path_key == 0;
        let better = numbers.is_won() && path_key == 0 && numbers.disproof < old.disproof;
        if same && proved && !better {
            return;
        }
        let before = if same { old.work } else { 0 };
        *old = ProofEntry {
            key,
            proof: numbers.proof,
            disproof: numbers.disproof,
            path_key,
            mv,
            puzzle,
            work: work.max(before),
        };
    }
}
