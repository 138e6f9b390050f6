//! The transposition table of the search for the shortest mate: mate in so many, no mate in so many.
//!
//! Both are facts about a position, whatever the path to it, because a shortest mate never returns to a position. So entries
//! stay valid between puzzles. The cheapest and oldest entries are replaced first.

use crate::board::Move;
use crate::solve::bucket_table::{self, BucketTable, age, log_nodes};

/// What is known of a position for the side to move there, the attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// The attacker mates within so many of its moves; 0 where no mate is known.
    pub mate_in: u8,
    /// It does not mate within so many.
    pub no_mate_in: u8,
    /// The mating move, or for a position with the defender to move, the reply that refuted last.
    pub mv: Option<Move>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    fact: Fact,
    puzzle: u8,
    /// About the logarithm of the nodes it cost.
    work: u8,
}

impl bucket_table::Entry for Entry {
    fn key(&self) -> u64 {
        self.key
    }

    fn worth(&self, puzzle: u8) -> i32 {
        256 + i32::from(self.work) - 4 * age(self.puzzle, puzzle)
    }
}

/// The table of facts.
pub(super) type Facts = BucketTable<Entry>;

impl Facts {
    /// What is known of a position.
    #[inline]
    pub fn of(&self, key: u64) -> Fact {
        self.find(key).map_or(Fact::default(), |entry| entry.fact)
    }

    /// Stores a fact that cost so many nodes, in place of what was known.
    pub fn store(&mut self, key: u64, fact: Fact, nodes: u64) {
        let (puzzle, work) = (self.puzzle, log_nodes(nodes));
        let old = self.place(key);
        let before = if old.key == key { old.work } else { 0 };
        *old = Entry {
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
        assert_eq!(size_of::<Entry>(), 16);
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
