//! The transposition table: results of searches by position.
//!
//! **Idea.** Different move orders reach the same position. The table keeps for each its best move, a score, what kind of bound
//! the score is and to what depth it was searched. A deep enough entry ends the search of a node; a shallower one still names the
//! move to try first, and that is most of what it is worth in an iteratively deepened search.
//!
//! **Form.** Buckets of four 16-byte entries, one cache line each. Entries age: each search is a generation, and the least
//! valuable of the four is replaced, by depth and age. Threads share the table without locks: an entry is two words, and the
//! first is the key *xor* the second, so that a torn write fits no key (Hyatt & Mann 2002).
//!
//! **Drawback.** A score that depends on the way to the position is wrong elsewhere: the graph-history interaction (Campbell
//! 1985). Wins and losses by the repetition rules are not stored at all. Of a score that depends on the game before the search
//! (through a repetition, or the natural limit) only the move is. A draw within the search is stored like any other score: to
//! keep those out as well was tried and lost, see `docs/search.md`. Mates are stored as distances from the node.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::buckets::{Zeroed, prefetch};
use super::report::Bound;
use super::score::{self, INFINITY, Meaning, WIN_BOUND};
use crate::board::Move;
use crate::eval::Score;

const ENTRIES_PER_BUCKET: usize = 4;
const BUCKET_SIZE: usize = size_of::<Bucket>();
/// Generations are counted modulo this.
const GENERATIONS: u8 = 64;

/// The result of the search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The move that was best, or caused the cut.
    pub mv: Option<Move>,
    /// The score, mates counted from this node.
    pub score: Score,
    /// The static evaluation, or `None` when the side to move was in check.
    pub eval: Option<Score>,
    /// Depth searched, plies.
    pub depth: i32,
    /// Whether the score is exact.
    pub bound: Bound,
}

impl Entry {
    pub fn has_score(&self) -> bool {
        self.score != NO_SCORE
    }

    /// The entry with nothing but its move and evaluation.
    pub fn without_score(self) -> Entry {
        Entry {
            score: NO_SCORE,
            bound: Bound::Lower,
            depth: 0,
            ..self
        }
    }
}

/// One entry: `key ^ data` and `data`.
#[derive(Debug)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug)]
#[repr(align(64))]
struct Bucket([Slot; ENTRIES_PER_BUCKET]);

/// No score stored: a lower bound that everything reaches.
const NO_SCORE: Score = -INFINITY;
/// No evaluation stored.
const NO_EVAL: i16 = i16::MIN;

/// The word of an entry: move 16 bits, score 16, evaluation 16, depth 8, then bound 2, generation 6.
fn pack(entry: &Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    u64::from(entry.mv.map_or(0, |mv| mv.bits()))
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | (bound | u64::from(generation) << 2) << 56
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let eval = (data >> 32) as u16 as i16;
    Some(Entry {
        mv: Move::from_bits(data as u16),
        score: Score::from((data >> 16) as u16 as i16),
        eval: (eval != NO_EVAL).then_some(Score::from(eval)),
        depth: (data >> 48 & 0xff) as i32,
        bound,
    })
}

const fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// The table, shared by all threads.
#[derive(Debug)]
pub struct Table {
    buckets: Zeroed<Bucket>,
    generation: AtomicU8,
    /// Whether anything may have been stored.
    used: AtomicBool,
}

impl Table {
    /// An empty table of `mib` MiB (at least one bucket), or of the largest half, quarter, ... that the machine grants.
    pub fn new(mib: usize) -> Table {
        let mut wanted = (mib << 20).max(BUCKET_SIZE) / BUCKET_SIZE;
        let buckets = loop {
            // SAFETY: buckets are integers alone.
            if let Some(buckets) = unsafe { Zeroed::new(wanted) } {
                break buckets;
            }
            wanted = (wanted / 2).max(1);
        };
        Table {
            buckets,
            generation: AtomicU8::new(0),
            used: AtomicBool::new(false),
        }
    }

    /// The size, MiB.
    pub fn mib(&self) -> usize {
        (self.buckets.len() * BUCKET_SIZE) >> 20
    }

    /// Begins the next generation: one a search.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    pub fn clear(&self) {
        if !self.used.swap(false, Ordering::Relaxed) {
            return;
        }
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The key's high bits, scaled to the number of buckets: any size serves, not only powers of two.
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// Asks the processor to fetch a position's bucket before it is needed.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry of the position with this key, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let mut entry = unpack(data)?;
                entry.score = shifted(entry.score, -(ply as Score));
                return Some(entry);
            }
        }
        None
    }

    /// Stores the result of a position, `ply` plies from the root, unless it is a win or loss by rule.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        if entry.has_score() && matches!(score::meaning(entry.score), Meaning::Rule(_)) {
            return;
        }
        // Read before it is written: all threads have this line.
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
        entry.score = shifted(entry.score, ply as Score);
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                if let Some(old) = unpack(data) {
                    // A score is worth more than none.
                    if old.has_score() && !entry.has_score() {
                        return;
                    }
                    // A much deeper result of this very search is worth more than a new bound.
                    let fresh = generation_of(data) == generation;
                    if fresh && entry.bound != Bound::Exact && entry.depth + 4 <= old.depth {
                        return;
                    }
                    entry.mv = entry.mv.or(old.mv);
                }
                victim = slot;
                break;
            }
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            let worth = match unpack(data) {
                None => i32::MIN,
                Some(old) => old.depth - 8 * i32::from(age),
            };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = pack(&entry, generation);
        victim.check.store(key ^ data, Ordering::Relaxed);
        victim.data.store(data, Ordering::Relaxed);
    }

    /// How much of the table this search has filled, in thousandths, by a sample.
    pub fn fullness(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| unpack(data).is_some() && generation_of(data) == generation)
            .count();
        (used * 1000 / (sample * ENTRIES_PER_BUCKET)) as u32
    }
}

/// A score whose mate is counted from so many plies later: from the node at that ply instead of the root.
fn shifted(score: Score, plies: Score) -> Score {
    match score {
        NO_SCORE => NO_SCORE,
        WIN_BOUND.. => score + plies,
        _ if score <= -WIN_BOUND => score - plies,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::{MATE, RULE_WIN};
    use super::*;

    fn entry(score: Score, depth: i32, bound: Bound) -> Entry {
        Entry {
            mv: Some("h2e2".parse().unwrap()),
            score,
            eval: Some(-17),
            depth,
            bound,
        }
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = Table::new(1);
        assert_eq!(table.probe(42, 0), None);
        let in_check = Entry {
            eval: None,
            mv: None,
            ..entry(5, 0, Bound::Lower)
        };
        for (key, stored) in [
            (1, entry(0, 12, Bound::Exact)),
            (2, entry(-29_000, 12, Bound::Upper)),
            (3, entry(345, 12, Bound::Lower)),
            (4, in_check),
        ] {
            table.store(key << 50, 3, stored);
            assert_eq!(table.probe(key << 50, 7), Some(stored));
        }
        table.clear();
        assert_eq!(table.probe(1 << 50, 0), None);
    }

    #[test]
    fn mates_are_counted_from_the_node_and_wins_by_rule_not_stored() {
        for (stored, read) in [
            (MATE - 9, Some(MATE - 7)),
            (9 - MATE, Some(7 - MATE)),
            (RULE_WIN - 4, None),
        ] {
            let table = Table::new(1);
            table.store(7, 4, entry(stored, 5, Bound::Exact));
            assert_eq!(table.probe(7, 2).map(|entry| entry.score), read);
        }
    }

    #[test]
    fn without_its_score_an_entry_never_cuts() {
        let table = Table::new(1);
        table.store(7, 9, entry(12, 5, Bound::Exact).without_score());
        let found = table.probe(7, 2).unwrap();
        assert_eq!((found.score, found.bound), (-INFINITY, Bound::Lower));
        assert_eq!(found.mv, entry(0, 0, Bound::Exact).mv);
    }

    #[test]
    fn the_old_and_shallow_go_first() {
        let table = Table::new(0);
        assert_eq!(table.buckets.len(), 1);
        for key in 1..=4 {
            table.store(key, 0, entry(0, 10 + key as i32, Bound::Exact));
        }
        table.store(5, 0, entry(0, 1, Bound::Exact));
        assert_eq!(table.probe(1, 0), None, "the shallowest went");
        // Two searches later the rest is worth less than anything new.
        table.age();
        table.age();
        for key in 6..=8 {
            table.store(key, 0, entry(0, 1, Bound::Exact));
        }
        let stays = |key| table.probe(key, 0).is_some();
        assert!((6..=8).all(stays), "old ones went before new ones");
    }
}
