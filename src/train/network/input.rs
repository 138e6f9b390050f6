//! Packed positions as the features of the network, and their targets.
//!
//! A record ([`crate::train::packed`]) becomes two short lists of rows without a board in between: training reads each position
//! dozens of times, and this is all that it needs.

use arrayvec::ArrayVec;

use crate::board::{Color, Piece, Square};
use crate::eval::network::features::{View, is_feature, lean};
use crate::eval::network::{Base, stage};
use crate::eval::{Evaluator, Knowledge};
use crate::train::packed::{Record, head, pieces, unpack};
use crate::train::parallel;

/// The most features of a position: all pieces but the own general.
const MAX_ACTIVE: usize = 31;

/// The active rows of one view, and its bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    pub bucket: usize,
    pub rows: ArrayVec<u16, MAX_ACTIVE>,
}

/// A position as the network sees it, with what it is to learn.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The mover's view, then the opponent's.
    pub sides: [Side; 2],
    /// The number of the head.
    pub stage: usize,
    /// The score that the network's is added to, or 0; centipawns for the mover.
    pub base: f32,
    /// The search score, centipawns for the mover.
    pub score: f32,
    /// The mover's points of the game: 0, a half or 1.
    pub points: f32,
}

impl Input {
    /// Reads a checked record. An invalid square counts as no piece.
    pub fn read(record: &Record) -> Input {
        let pieces: ArrayVec<(Piece, Square), 32> = pieces(record).collect();
        let (mover, score, result) = head(record);
        let (score, points) = (score as f32, result.points());
        let (score, points) = match mover {
            Color::Red => (score, points),
            Color::Black => (-score, 1.0 - points),
        };
        Input {
            sides: [mover, !mover].map(|side| view(&pieces, side)),
            stage: stage(pieces.len() as u32),
            base: 0.0,
            score,
            points,
        }
    }
}

/// The view of a side.
fn view(pieces: &[(Piece, Square)], side: Color) -> Side {
    let sum = pieces
        .iter()
        .map(|&(piece, square)| lean(side, piece, square))
        .sum();
    let is_feature = |&&(piece, _): &&(Piece, Square)| is_feature(side, piece);
    let Some(&(_, general)) = pieces.iter().find(|piece| !is_feature(piece)) else {
        return Side::default();
    };
    let view = View::new(side, general, sum);
    let features = pieces.iter().filter(is_feature);
    Side {
        bucket: view.index() / 2,
        rows: features
            .map(|&(piece, square)| view.row(side, piece, square) as u16)
            .take(MAX_ACTIVE)
            .collect(),
    }
}

/// Positions of a training set or a validation set.
#[derive(Clone, Debug)]
pub struct Positions<'a> {
    pub records: &'a [Record],
    /// The score of the hand-crafted evaluation for each, centipawns for the mover; empty where the network scores alone.
    base: Vec<i16>,
}

impl<'a> Positions<'a> {
    /// Positions for a network that is added to `base`. Its scores never change, so they are computed once, by so many threads.
    pub fn new(records: &'a [Record], base: Base, threads: usize) -> Positions<'a> {
        let evaluator = &Evaluator::hand_crafted(Knowledge::Full);
        // The reader of the file has refused records that hold no position.
        let score = |record: &Record| {
            let board = unpack(record).ok()?.board;
            i16::try_from(evaluator.evaluate(&board)).ok()
        };
        let share = records.len().div_ceil(threads.max(1));
        let blocks = match base {
            Base::Nothing => Vec::new(),
            Base::Terms => parallel::cut(records.len(), share),
        };
        let scores = parallel::each(&blocks, threads, |places| -> Vec<i16> {
            let scores = records[places].iter().map(score);
            scores.map(Option::unwrap_or_default).collect()
        });
        let base = scores.concat();
        debug_assert!(base.is_empty() || base.len() == records.len());
        Positions { records, base }
    }

    /// A position by its index.
    #[inline]
    pub fn input(&self, index: usize) -> Input {
        Input {
            base: self.base.get(index).map_or(0.0, |&score| score.into()),
            ..Input::read(&self.records[index])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::packed::{Sample, pack, sample};
    use crate::train::test_games::random_game;

    #[test]
    fn a_record_gives_the_features_of_its_board() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..20 {
            for board in random_game(&mut random, 100) {
                let input = Input::read(&pack(&Sample {
                    score: 30,
                    ..sample(&board)
                }));
                for (side, read) in [board.side(), !board.side()].into_iter().zip(&input.sides) {
                    let view = View::of(&board, side);
                    assert_eq!(read.bucket, view.index() / 2);
                    let pieces = board.all_pieces();
                    let features = pieces.filter(|&(piece, _)| is_feature(side, piece));
                    let rows = features.map(|(piece, square)| view.row(side, piece, square) as u16);
                    let mut rows = [rows.collect(), read.rows.to_vec()];
                    rows.iter_mut().for_each(|rows| rows.sort_unstable());
                    assert_eq!(rows[0], rows[1]);
                }
                let (score, points) = match board.side() {
                    Color::Red => (30.0, 1.0),
                    Color::Black => (-30.0, 0.0),
                };
                assert_eq!((input.score, input.points), (score, points));
                assert_eq!(input.stage, stage(board.all_pieces().count() as u32));
            }
        }
    }
}
