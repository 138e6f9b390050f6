//! Sets of positions for Texel tuning, each as the weights in its score: about 150 bytes.

use std::io;
use std::path::Path;

use fastrand::Rng;

use crate::board::Board;
use crate::eval::endgame::Chances;
use crate::eval::{self, Score};
use crate::train::reader::SampleReader;

/// Indices of weights, and the number of times that each counts.
pub type WeightCounts<'a> = (&'a [u16], &'a [i8]);

/// A position as the weights in its score.
#[derive(Clone, Copy, Debug)]
pub struct PositionTrace<'a> {
    /// The weights that count, red minus black.
    pub counts: WeightCounts<'a>,
    /// The units of king danger of red and of black.
    pub danger: [WeightCounts<'a>; 2],
    /// The phase, from 32 (all pieces) to 0.
    pub phase: f64,
    /// The winning chances of red if it is ahead, and of black if it is.
    pub chances: [Chances; 2],
    /// The search score, in centipawns for red.
    pub score: f64,
    /// The points of red in its game: 0, 0.5 or 1.
    pub points: f32,
}

/// The data of a position except its weights.
#[derive(Clone, Copy, Debug)]
struct PositionHeader {
    /// The index of its first weight.
    start: usize,
    /// The lengths of its lists: weights that count, units of king danger of red and of black.
    lengths: [u8; 3],
    phase: u8,
    chances: [Chances; 2],
    score: i16,
    /// The half points of red: 0, 1 or 2.
    half_points: u8,
}

/// A set of positions with their scores and results.
#[derive(Clone, Debug, Default)]
pub struct PositionSet {
    headers: Vec<PositionHeader>,
    weights: Vec<u16>,
    times: Vec<i8>,
}

impl PositionSet {
    /// Adds a position with its search score, in centipawns for red, and the points of red in its game: 0, 0.5 or 1.
    pub fn push(&mut self, board: &Board, score: Score, points: f32) {
        let trace = eval::trace(board);
        let start = self.weights.len();
        let lists = [&trace.counts, &trace.danger[0], &trace.danger[1]];
        for &(weight, times) in lists.into_iter().flatten() {
            debug_assert!(i8::try_from(times).is_ok(), "too many pieces: {times}");
            self.weights.push(weight.index() as u16);
            self.times.push(times as i8);
        }
        self.headers.push(PositionHeader {
            start,
            lengths: lists.map(|list| list.len() as u8),
            phase: trace.phase as u8,
            chances: trace.chances,
            score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            half_points: (2.0 * points) as u8,
        });
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.headers.len()
    }

    /// A position by its index, less than [`len`](PositionSet::len).
    #[inline]
    pub fn trace(&self, index: usize) -> PositionTrace<'_> {
        let header = &self.headers[index];
        let mut start = header.start;
        let [counts, red, black] = header.lengths.map(|length| {
            let range = start..start + usize::from(length);
            start = range.end;
            (&self.weights[range.clone()], &self.times[range])
        });
        PositionTrace {
            counts,
            danger: [red, black],
            phase: f64::from(header.phase),
            chances: header.chances,
            score: header.score.into(),
            points: f32::from(header.half_points) / 2.0,
        }
    }

    /// Shuffles the positions.
    pub fn shuffle(&mut self, random: &mut Rng) {
        random.shuffle(&mut self.headers);
    }

    /// The number of positions in which each weight counts, by its index.
    pub fn occurrences(&self) -> Vec<u32> {
        let mut occurrences = vec![0; eval::weights::COUNT];
        for &weight in &self.weights {
            occurrences[usize::from(weight)] += 1;
        }
        occurrences
    }
}

/// The training set and the validation set.
///
/// The set of a position depends on the position alone. So it is the same in every run and for all files, and a position that
/// is in two files is never in both sets.
#[derive(Clone, Debug, Default)]
pub struct DataSplit {
    /// The positions for training.
    pub train: PositionSet,
    /// The positions for validation.
    pub validation: PositionSet,
}

impl DataSplit {
    /// Adds the positions of a file, the share `validation` (0 to 1) of them to the validation set. `observe` is called with
    /// the number of positions after every 4096.
    ///
    /// # Errors
    /// If the file cannot be read or is invalid.
    pub fn read(
        &mut self,
        path: &Path,
        validation: f64,
        mut observe: impl FnMut(usize),
    ) -> io::Result<()> {
        for sample in SampleReader::open(path)? {
            let sample = sample?;
            let set = match is_validation(&sample.board, validation) {
                true => &mut self.validation,
                false => &mut self.train,
            };
            set.push(&sample.board, sample.score, sample.result.points());
            let all = self.train.len() + self.validation.len();
            if all.is_multiple_of(4096) {
                observe(all);
            }
        }
        Ok(())
    }
}

/// True if a position belongs to the validation set, which has this share of all positions.
fn is_validation(board: &Board, share: f64) -> bool {
    // The upper half of a product depends on every bit (Donald Knuth's multiplicative hashing).
    let hash = board.key().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (hash as f64) < share * (f64::from(u32::MAX) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::test_games::random_game;

    #[test]
    fn stored_positions_have_the_traces_of_the_evaluation() {
        let mut set = PositionSet::default();
        let fens = [
            "r1bakab1r/9/1cn4c1/p1p1p1p1p/4n4/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w",
            "2bak4/4a4/4b4/9/9/9/9/4B4/4A4/2BAK1R2 b",
        ];
        let boards = fens.map(|fen| Board::from_fen(fen).unwrap());
        for (index, board) in boards.iter().enumerate() {
            set.push(board, 40 * index as Score, index as f32 / 2.0);
        }
        for (index, board) in boards.iter().enumerate() {
            let trace = eval::trace(board);
            let stored = set.trace(index);
            let (weights, times) = stored.counts;
            assert_eq!(weights.len(), trace.counts.len());
            let counts = weights.iter().zip(times);
            for (&(weight, count), (&index, &times)) in trace.counts.iter().zip(counts) {
                assert_eq!((weight.index(), count), (index.into(), times.into()));
            }
            assert_eq!(stored.danger[1].0.len(), trace.danger[1].len());
            assert_eq!(stored.phase, f64::from(trace.phase));
            let expected = (40.0 * index as f64, index as f32 / 2.0);
            assert_eq!((stored.score, stored.points), expected);
        }
        assert_eq!(set.len(), 2);
        let occurrences: u32 = set.occurrences().iter().sum();
        assert_eq!(occurrences as usize, set.weights.len());
    }

    #[test]
    fn validation_set_has_its_share_of_the_positions() {
        let mut random = Rng::with_seed(1);
        let (mut all, mut validation) = (0, 0);
        for _ in 0..40 {
            for board in random_game(&mut random, 100) {
                all += 1;
                validation += usize::from(is_validation(&board, 0.1));
                let again = is_validation(&board.clone(), 0.1);
                assert_eq!(is_validation(&board, 0.1), again);
                assert!(!is_validation(&board, 0.0) && is_validation(&board, 1.0));
            }
        }
        assert!(
            (all / 13..all / 8).contains(&validation),
            "{validation} of {all}"
        );
    }
}
