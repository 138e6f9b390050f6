//! The transposition table: results of searches by position.
//!
//! **Idea** (Greenblatt 1967; Moreland's articles on hashing). Different move orders reach the same position. The table stores for
//! each position the best move, a score, the kind of bound that the score is, and the depth of its search. A deep enough entry
//! ends the search of a node. A shallower one contributes the move to try first, which is the greater benefit with iterative
//! deepening.
//!
//! **Form.** Buckets of four 16-byte entries, one cache line each. Each search is a generation; of the four entries the shallowest
//! and oldest is replaced. Threads share the table without locks. An entry is two words, and the first is the key *xor* the
//! second, so that a torn write matches no key (Hyatt & Mann 2002).
//!
//! **Drawback.** A score that depends on the way to the position is wrong elsewhere: the graph-history interaction (Campbell
//! 1985). Wins and losses by the repetition rules cut no other node, except in the search for mates; they serve as
//! [`MateHints`](super::MateHints). Of a score that depends on the game before the search (through a repetition, or the natural
//! limit) only the move and the evaluation are stored, and nothing if there is a score already. A draw within the search is stored
//! like any other score: to keep those out as well was tried and lost, see `docs/measurements/strength.md`. Mates are stored as
//! distances from the node.

use std::sync::atomic::{AtomicU64, Ordering};

use super::report::Bound;
use super::resources::thread_count;
use super::score::{self, INFINITY, ScoreKind, WIN_BOUND};
use super::zeroed_slice::{ZeroedSlice, prefetch};
use crate::board::Move;
use crate::eval::Score;
use crate::host::in_threads;

const ENTRIES_PER_BUCKET: usize = 4;
const BUCKET_SIZE: usize = size_of::<Bucket>();
/// The most MiB of a table that the system provides and one thread clears without a delay that matters.
const SMALL_MIB: usize = 128;
/// The most threads that clear a table; more are not faster than the memory.
const MAX_ZERO_THREADS: usize = 8;
/// The number of generations, after which they begin again at 0.
const GENERATIONS: u8 = 64;

/// The result of the search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The move that was best, or caused the cut.
    pub mv: Option<Move>,
    /// The score for the side to move, with mates counted in plies from the root; in the stored entry from this node.
    pub score: Score,
    /// The static evaluation without correction, if it was computed.
    pub eval: Option<Score>,
    /// The depth of the search, in plies.
    pub depth: i32,
    /// Whether the score is exact.
    pub bound: Bound,
}

impl Entry {
    /// An entry with only a move and an evaluation.
    pub fn without_score(mv: Option<Move>, eval: Option<Score>) -> Entry {
        Entry {
            mv,
            score: NO_SCORE,
            eval,
            depth: 0,
            bound: Bound::Lower,
        }
    }

    /// False if only the move and the evaluation are stored.
    pub fn has_score(&self) -> bool {
        self.score != NO_SCORE
    }

    /// Returns true if the score is a win or loss by rule, which does not hold on every path to the position.
    #[inline]
    pub fn is_by_rule(&self) -> bool {
        matches!(score::classify(self.score), ScoreKind::Rule(_))
    }
}

/// An entry in memory: `key ^ data` and `data`.
#[derive(Debug)]
struct AtomicEntry {
    check: AtomicU64,
    data: AtomicU64,
}

/// The entries of one cache line.
#[derive(Debug)]
#[repr(align(64))]
struct Bucket([AtomicEntry; ENTRIES_PER_BUCKET]);

/// The score of an entry without one: a lower bound that every score reaches.
const NO_SCORE: Score = -INFINITY;
/// The evaluation of an entry without one.
const NO_EVAL: i16 = i16::MIN;

/// Packs an entry into a word. From the lowest bits on: move 16 bits, score 16, evaluation 16, depth 8, bound 2, generation 6.
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

/// The transposition table, shared by all threads.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: ZeroedSlice<Bucket>,
    /// The number of searches since the table was empty.
    searches: AtomicU64,
}

impl TranspositionTable {
    /// Creates an empty table of `mib` MiB, at least one bucket. If the memory cannot be allocated, half of it is tried, and so on.
    pub fn new(mib: usize) -> TranspositionTable {
        let mut count = (mib << 20).max(BUCKET_SIZE) / BUCKET_SIZE;
        let buckets = loop {
            // SAFETY: a bucket consists of integers.
            if let Some(buckets) = unsafe { ZeroedSlice::new(count) } {
                break buckets;
            }
            count = (count / 2).max(1);
        };
        let table = TranspositionTable {
            buckets,
            searches: AtomicU64::new(0),
        };
        // The system provides memory when it is first written, which would take its time from the first searches.
        if mib > SMALL_MIB {
            table.zero();
        }
        table
    }

    /// The size in MiB.
    pub fn mib(&self) -> usize {
        (self.buckets.len() * BUCKET_SIZE) >> 20
    }

    /// Begins the next generation, at the start of each search.
    pub fn age(&self) {
        self.searches.fetch_add(1, Ordering::Relaxed);
    }

    /// The generation of this search.
    fn generation(&self) -> u8 {
        (self.searches.load(Ordering::Relaxed) % u64::from(GENERATIONS)) as u8
    }

    /// Empties the table, unless no search has used it.
    pub fn clear(&self) {
        if self.searches.swap(0, Ordering::Relaxed) > 0 {
            self.zero();
        }
    }

    /// Sets all bytes to zero, in several threads if the table is large.
    fn zero(&self) {
        let threads = match self.mib() > SMALL_MIB {
            true => thread_count(0).min(MAX_ZERO_THREADS),
            false => 1,
        };
        let parts = self.buckets.chunks(self.buckets.len().div_ceil(threads));
        in_threads(parts, |buckets| {
            for slot in buckets.iter().flat_map(|bucket| &bucket.0) {
                slot.check.store(0, Ordering::Relaxed);
                slot.data.store(0, Ordering::Relaxed);
            }
        });
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The key scaled to the number of buckets, which need not be a power of two.
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// Prefetches a position's bucket into the cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Returns the entry of the position with this key, `ply` plies from the root.
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

    /// Stores the result of a position, `ply` plies from the root.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        entry.score = shifted(entry.score, ply as Score);
        let generation = self.generation();
        let mut victim = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                if let Some(old) = unpack(data) {
                    // An entry without a score does not replace one with a score.
                    if old.has_score() && !entry.has_score() {
                        return;
                    }
                    // A bound does not replace a much deeper result of the same search.
                    let is_current = generation_of(data) == generation;
                    if is_current && entry.bound != Bound::Exact && entry.depth + 4 <= old.depth {
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

    /// Returns the part of the table that holds entries of this search, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        let generation = self.generation();
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

/// Converts a mate counted from the root to one counted from a node `plies` from it; with negative `plies` back.
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
    fn a_stored_entry_is_read_unchanged() {
        let table = TranspositionTable::new(1);
        table.age();
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
    fn forced_wins_are_counted_from_the_node_and_those_by_rule_are_marked() {
        for (stored, read, by_rule) in [
            (MATE - 9, MATE - 7, false),
            (9 - MATE, 7 - MATE, false),
            (RULE_WIN - 4, RULE_WIN - 2, true),
        ] {
            let table = TranspositionTable::new(1);
            table.store(7, 4, entry(stored, 5, Bound::Exact));
            let found = table.probe(7, 2).unwrap();
            assert_eq!((found.score, found.is_by_rule()), (read, by_rule));
        }
    }

    #[test]
    fn an_entry_without_score_never_cuts() {
        let table = TranspositionTable::new(1);
        let mv = Some("h2e2".parse().unwrap());
        table.store(7, 9, Entry::without_score(mv, None));
        let found = table.probe(7, 2).unwrap();
        assert_eq!((found.score, found.bound), (-INFINITY, Bound::Lower));
        assert_eq!(found.mv, mv);
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let table = TranspositionTable::new(0);
        assert_eq!(table.buckets.len(), 1);
        for key in 1..=4 {
            table.store(key, 0, entry(0, 10 + key as i32, Bound::Exact));
        }
        table.store(5, 0, entry(0, 1, Bound::Exact));
        assert_eq!(table.probe(1, 0), None, "the shallowest is replaced");
        // Two searches later new entries replace old ones of any depth.
        table.age();
        table.age();
        for key in 6..=8 {
            table.store(key, 0, entry(0, 1, Bound::Exact));
        }
        let stays = |key| table.probe(key, 0).is_some();
        assert!(
            (6..=8).all(stays),
            "old entries are replaced before new ones"
        );
    }
}
