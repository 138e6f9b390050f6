//! Positions as the weights they are made of, close together in memory: about 150 bytes each.

use fastrand::Rng;

use super::sample::Sample;
use crate::board::Board;
use crate::eval::endgame::Chances;
use crate::eval::trace::Counts;
use crate::eval::{self, Score};

/// What of a position is not weights.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// Where its weights begin.
    start: usize,
    /// How many weights count, how many units of danger for red's and for black's general.
    lengths: [u8; 3],
    phase: u8,
    chances: [Chances; 2],
    score: i16,
    /// Red's points, twice.
    doubled: u8,
}

/// Many positions, each with its score and its game's result.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::train::texel::Set;
/// let mut set = Set::default();
/// set.push(&Board::startpos(), 12, 0.5);
/// assert_eq!(set.len(), 1);
/// assert_eq!(set.sample(0).score, 12.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Set {
    heads: Vec<Head>,
    weights: Vec<u16>,
    times: Vec<i8>,
}

impl Set {
    /// Adds a position, what a search said of it (for red, in centipawns) and red's points of its
    /// game: 0, a half or 1.
    pub fn push(&mut self, board: &Board, score: Score, points: f32) {
        let trace = eval::trace(board);
        let start = self.weights.len();
        let lists: [&Counts; 3] = [&trace.counts, &trace.danger[0], &trace.danger[1]];
        for list in lists {
            for &(weight, times) in list {
                debug_assert!(
                    i8::try_from(times).is_ok(),
                    "a board has not so many pieces"
                );
                self.weights.push(weight.index() as u16);
                self.times.push(times as i8);
            }
        }
        self.heads.push(Head {
            start,
            lengths: lists.map(|list| list.len() as u8),
            phase: trace.phase as u8,
            chances: trace.chances,
            score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            doubled: (2.0 * points) as u8,
        });
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The position at a place.
    ///
    /// # Panics
    /// When there are not so many.
    #[inline]
    pub fn sample(&self, index: usize) -> Sample<'_> {
        let head = &self.heads[index];
        let mut start = head.start;
        let lists = head.lengths.map(|length| {
            let range = start..start + usize::from(length);
            start = range.end;
            (&self.weights[range.clone()], &self.times[range])
        });
        Sample {
            counts: lists[0],
            danger: [lists[1], lists[2]],
            phase: f64::from(head.phase),
            chances: head.chances,
            score: head.score.into(),
            points: f32::from(head.doubled) / 2.0,
        }
    }

    /// Brings the positions into another order.
    pub fn shuffle(&mut self, random: &mut Rng) {
        random.shuffle(&mut self.heads);
    }

    /// In how many positions each weight counts, by its index.
    pub fn occurrences(&self) -> Vec<u32> {
        let mut occurrences = vec![0; eval::weights::COUNT];
        for &weight in &self.weights {
            occurrences[usize::from(weight)] += 1;
        }
        occurrences
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::trace;

    #[test]
    fn a_position_comes_back() {
        let mut set = Set::default();
        let fens = [
            "r1bakab1r/9/1cn4c1/p1p1p1p1p/4n4/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w",
            "2bak4/4a4/4b4/9/9/9/9/4B4/4A4/2BAK1R2 b",
        ];
        for (index, fen) in fens.iter().enumerate() {
            let board = Board::from_fen(fen).unwrap();
            set.push(&board, 40 * index as Score, index as f32 / 2.0);
        }
        for (index, fen) in fens.iter().enumerate() {
            let trace = trace(&Board::from_fen(fen).unwrap());
            let sample = set.sample(index);
            let (weights, times) = sample.counts;
            assert_eq!(weights.len(), trace.counts.len());
            for (&(weight, count), (&index, &times)) in
                trace.counts.iter().zip(weights.iter().zip(times))
            {
                assert_eq!((weight.index(), count), (index.into(), times.into()));
            }
            assert_eq!(sample.danger[1].0.len(), trace.danger[1].len());
            assert_eq!(sample.phase, f64::from(trace.phase));
            assert_eq!(sample.points, index as f32 / 2.0);
        }
        let seen: u32 = set.occurrences().iter().sum();
        assert_eq!(seen as usize, set.weights.len());
    }
}
