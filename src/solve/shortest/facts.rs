//! The transposition table of the search for the shortest mate.
//!
//! It stores the distance to mate and the longest length ruled out. Both are facts about a position, whatever the path to it,
//! because a shortest mate never repeats a position. So entries stay valid between puzzles.

use crate::board::Move;
use crate::solve::bucket_table::{self, BucketTable, age, log_nodes};

/// The facts known about a position. Lengths are in moves of the attacker, who is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// The length of the shortest mate; 0 if no mate is known.
    pub mate_in: u8,
    /// The longest length ruled out; 0 if none is.
    pub no_mate_in: u8,
    /// The mating move; for a position with the defender to move, the last reply that refuted a mate.
    pub mv: Option<Move>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FactEntry {
    key: u64,
    fact: Fact,
    /// The number of the puzzle in which it was stored.
    puzzle: u8,
    /// About the logarithm of the nodes it cost.
    work: u8,
}

impl bucket_table::TableEntry for FactEntry {
    fn key(&self) -> u64 {
        self.key
    }

    fn priority(&self, puzzle: u8) -> i32 {
        256 + i32::from(self.work) - 4 * age(self.puzzle, puzzle)
    }
}

/// The table of facts. Entries that cost few nodes and old entries are replaced first.
pub(super) type Facts = BucketTable<FactEntry>;

impl Facts {
    /// The facts known about a position; all zero if there are none.
    #[inline]
    pub fn of(&self, key: u64) -> Fact {
        self.find(key).map_or(Fact::default(), |entry| entry.fact)
    }

    /// Stores a fact that cost `nodes` nodes, in place of the old one.
    pub fn store(&mut self, key: u64, fact: Fact, nodes: u64) {
        let (puzzle, work) = (self.puzzle, log_nodes(nodes));
        let old = self.slot(key);
        let before = if old.key == key { old.work } else { 0 };
        *old = FactEntry {
            key,
            fact,
            puzzle,
            work: work.max(before),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheap_and_old_entries_are_replaced_first() {
        assert_eq!(size_of::<FactEntry>(), 16);
        let mut facts = Facts::new(64);
        let fact = |mate_in| Fact {
            mate_in,
            ..Fact::default()
        };
        for key in 1..=4 {
            facts.store(key, fact(key as u8), 1 << key);
        }
        facts.store(5, fact(5), 1 << 10);
        assert_eq!(facts.of(1), Fact::default(), "it was the cheapest");
        assert_eq!(facts.of(5), fact(5));
        for _ in 0..8 {
            facts.next_puzzle();
        }
        facts.store(6, fact(6), 1);
        facts.store(7, fact(7), 1);
        assert_eq!(facts.of(6), fact(6));
        assert_eq!(facts.of(5), fact(5));
    }
}
