//! Sets of positions for the Texel fit, each as the weights that it is made of: about 150 bytes.

use std::io;
use std::path::Path;

use fastrand::Rng;

use crate::board::Board;
use crate::eval::endgame::Chances;
use crate::eval::{self, Score};
use crate::train::reader::Reader;

/// Indices of weights, and how often each counts.
pub type List<'a> = (&'a [u16], &'a [i8]);

/// A position as the model sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Weights that count, red's less black's.
    pub counts: List<'a>,
    /// Units of danger of red's and of black's general.
    pub danger: [List<'a>; 2],
    /// The phase, 32 to 0.
    pub phase: f64,
    /// The winning chances of red where it is ahead, and of black where it is.
    pub chances: [Chances; 2],
    /// The search score, for red.
    pub score: f64,
    /// Red's points of its game.
    pub points: f32,
}

/// A position without its weights.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// Where its weights begin.
    start: usize,
    /// The lengths of its lists: weights that count, units of danger for red's and for black's general.
    lengths: [u8; 3],
    phase: u8,
    chances: [Chances; 2],
    score: i16,
    /// Red's points, twice.
    doubled: u8,
}

/// Many positions, each with its score and its game's result.
#[derive(Clone, Debug, Default)]
pub struct Set {
    heads: Vec<Head>,
    weights: Vec<u16>,
    times: Vec<i8>,
}

impl Set {
    /// Adds a position with its search score (for red, in centipawns) and red's points of its game: 0, a half or 1.
    pub fn push(&mut self, board: &Board, score: Score, points: f32) {
        let trace = eval::trace(board);
        let start = self.weights.len();
        let lists = [&trace.counts, &trace.danger[0], &trace.danger[1]];
        for &(weight, times) in lists.into_iter().flatten() {
            debug_assert!(i8::try_from(times).is_ok(), "too many pieces: {times}");
            self.weights.push(weight.index() as u16);
            self.times.push(times as i8);
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

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// A position by its index, less than [`len`](Set::len).
    #[inline]
    pub fn sample(&self, index: usize) -> Sample<'_> {
        let head = &self.heads[index];
        let mut start = head.start;
        let [counts, red, black] = head.lengths.map(|length| {
            let range = start..start + usize::from(length);
            start = range.end;
            (&self.weights[range.clone()], &self.times[range])
        });
        Sample {
            counts,
            danger: [red, black],
            phase: f64::from(head.phase),
            chances: head.chances,
            score: head.score.into(),
            points: f32::from(head.doubled) / 2.0,
        }
    }

    /// Shuffles the positions.
    pub fn shuffle(&mut self, random: &mut Rng) {
        random.shuffle(&mut self.heads);
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
/// Which of the two a position belongs to depends on the position alone. So it is the same in every run, with any files, and a
/// position that two files hold is never in both.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    pub train: Set,
    pub validation: Set,
}

impl Sets {
    /// Adds the positions of a file, the share `validation` (0 to 1) of them to the validation set. `observe` receives the
    /// number of positions now and then.
    pub fn read(
        &mut self,
        path: &Path,
        validation: f64,
        mut observe: impl FnMut(usize),
    ) -> io::Result<()> {
        for sample in Reader::open(path)? {
            let sample = sample?;
            let set = match is_validated(&sample.board, validation) {
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

/// True if a position belongs to the validation set, which has this share of all.
fn is_validated(board: &Board, share: f64) -> bool {
    // The upper half of a product depends on every bit (Donald Knuth's multiplicative hashing).
    let hash = board.key().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (hash as f64) < share * (f64::from(u32::MAX) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::test_games::random_game;

    #[test]
    fn samples_are_the_traces_of_their_positions() {
        let mut set = Set::default();
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
            let sample = set.sample(index);
            let (weights, times) = sample.counts;
            assert_eq!(weights.len(), trace.counts.len());
            let counts = weights.iter().zip(times);
            for (&(weight, count), (&index, &times)) in trace.counts.iter().zip(counts) {
                assert_eq!((weight.index(), count), (index.into(), times.into()));
            }
            assert_eq!(sample.danger[1].0.len(), trace.danger[1].len());
            assert_eq!(sample.phase, f64::from(trace.phase));
            assert_eq!(
                (sample.score, sample.points),
                (40.0 * index as f64, index as f32 / 2.0)
            );
        }
        assert_eq!(set.len(), 2);
        let occurrences: u32 = set.occurrences().iter().sum();
        assert_eq!(occurrences as usize, set.weights.len());
    }

    #[test]
    fn the_share_of_the_validation_set_is_kept() {
        let mut random = Rng::with_seed(1);
        let (mut all, mut checked) = (0, 0);
        for _ in 0..40 {
            for board in random_game(&mut random, 100) {
                all += 1;
                checked += usize::from(is_validated(&board, 0.1));
                let again = is_validated(&board.clone(), 0.1);
                assert_eq!(is_validated(&board, 0.1), again);
                assert!(!is_validated(&board, 0.0) && is_validated(&board, 1.0));
            }
        }
        assert!((all / 13..all / 8).contains(&checked), "{checked} of {all}");
    }
}
