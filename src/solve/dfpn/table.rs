//! The transposition table of df-pn.
//!
//! A proof or disproof holds on every path, unless it depends on a repetition. Then its entry carries a path key: the combined keys
//! of the positions from the repeated one to its own. On any other path it is not found. This is the graph-history interaction
//! problem, solved in the manner of Kishimoto & Müller (2004).

use super::node::Numbers;
use crate::board::Move;
use crate::solve::bucket_table::{self, BucketTable, age, log_nodes};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// The path on which it holds; 0 for every path.
    path_key: u32,
    mv: Option<Move>,
    puzzle: u8,
    work: u8,
}

impl bucket_table::Entry for Entry {
    fn key(&self) -> u64 {
        self.key
    }

    fn worth(&self, puzzle: u8) -> i32 {
        let proved = if self.proof == 0 { 4 } else { 0 };
        256 + i32::from(self.work) + proved - 8 * age(self.puzzle, puzzle)
    }
}

/// The table. The cheapest and oldest entries are replaced first, proofs last.
pub(super) type ProofTable = BucketTable<Entry>;

impl ProofTable {
    /// What is known of a position, and the move that proves it. `ply_of` returns the ancestor from which the path has a path key.
    pub fn probe(
        &self,
        key: u64,
        ply_of: impl Fn(u32) -> Option<u16>,
    ) -> Option<(Numbers, Option<Move>)> {
        let entry = self.find(key)?;
        let depends_on = match entry.path_key {
            0 => None,
            path_key => Some(ply_of(path_key)?),
        };
        let numbers = Numbers {
            proof: entry.proof,
            disproof: entry.disproof,
            depends_on,
        };
        Some((numbers, entry.mv))
    }

    /// Stores what is known; `path_key` is 0 for what holds on every path.
    pub fn store(
        &mut self,
        key: u64,
        numbers: Numbers,
        path_key: u32,
        mv: Option<Move>,
        nodes: u64,
    ) {
        let (puzzle, work) = (self.puzzle, log_nodes(nodes));
        let old = self.place(key);
        let same = old.key == key;
        let proved = old.proof == 0 && old.path_key == 0;
        let better = numbers.is_won() && path_key == 0 && numbers.disproof < old.disproof;
        if same && proved && !better {
            return;
        }
        let before = if same { old.work } else { 0 };
        *old = Entry {
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
