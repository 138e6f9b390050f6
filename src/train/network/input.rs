//! Converts packed positions to the input of the network: active features, score and result.
//!
//! A record ([`crate::train::packed`]) is converted to two short lists of rows without a board in between, because training
//! reads each position dozens of times.

use arrayvec::ArrayVec;

use crate::board::{Color, Piece, Square};
use crate::eval::network::features::{Perspective, is_feature_piece, total_asymmetry};
use crate::eval::network::shape::head_index;
use crate::train::packed::{PackedSample, labels, pieces};

/// The most active features of a perspective: all pieces except its own general.
const MAX_ACTIVE: usize = 31;

/// The active rows of one perspective, and its bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActiveRows {
    /// The bucket, by the square of the own general.
    pub bucket: usize,
    /// The indices of the active rows.
    pub rows: ArrayVec<u16, MAX_ACTIVE>,
}

/// The input of the network for a position, with its score and result.
#[derive(Clone, Debug, Default)]
pub struct NetworkInput {
    /// The perspective of the side to move, then that of the opponent.
    pub sides: [ActiveRows; 2],
    /// The index of the output head.
    pub head: usize,
    /// The search score, in centipawns for the side to move.
    pub score: f32,
    /// The points of the side to move in its game: 0, 0.5 or 1.
    pub points: f32,
}

impl NetworkInput {
    /// Converts a checked record. An invalid square counts as a captured piece.
    pub fn read(record: &PackedSample) -> NetworkInput {
        let pieces: ArrayVec<(Piece, Square), 32> = pieces(record).collect();
        let (mover, score, result) = labels(record);
        let (score, points) = (score as f32, f32::from(result.red_half_points()) / 2.0);
        let (score, points) = match mover {
            Color::Red => (score, points),
            Color::Black => (-score, 1.0 - points),
        };
        NetworkInput {
            sides: [mover, !mover].map(|side| perspective(&pieces, side)),
            head: head_index(pieces.len() as u32),
            score,
            points,
        }
    }
}

/// The active rows of a side's perspective.
fn perspective(pieces: &[(Piece, Square)], side: Color) -> ActiveRows {
    let is_feature_piece = |&&(piece, _): &&(Piece, Square)| is_feature_piece(side, piece);
    let Some(&(_, general)) = pieces.iter().find(|piece| !is_feature_piece(piece)) else {
        return ActiveRows::default();
    };
    let asymmetry = total_asymmetry(side, pieces.iter().copied());
    let perspective = Perspective::new(side, general, asymmetry);
    let features = pieces.iter().filter(is_feature_piece);
    ActiveRows {
        bucket: perspective.index() / 2,
        rows: features
            .map(|&(piece, square)| perspective.row(side, piece, square) as u16)
            .take(MAX_ACTIVE)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_games::random_game;
    use crate::train::packed::{TrainingSample, pack, sample};

    #[test]
    fn record_gives_the_features_of_its_board() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..20 {
            for board in random_game(&mut random, 100) {
                let input = NetworkInput::read(&pack(&TrainingSample {
                    score: 30,
                    ..sample(&board)
                }));
                for (side, read) in [board.side(), !board.side()].into_iter().zip(&input.sides) {
                    let perspective = Perspective::of(&board, side);
                    assert_eq!(read.bucket, perspective.index() / 2);
                    let pieces = board.all_pieces();
                    let features = pieces.filter(|&(piece, _)| is_feature_piece(side, piece));
                    let rows =
                        features.map(|(piece, square)| perspective.row(side, piece, square) as u16);
                    let mut rows = [rows.collect(), read.rows.to_vec()];
                    rows.iter_mut().for_each(|rows| rows.sort_unstable());
                    assert_eq!(rows[0], rows[1]);
                }
                let (score, points) = match board.side() {
                    Color::Red => (30.0, 1.0),
                    Color::Black => (-30.0, 0.0),
                };
                assert_eq!((input.score, input.points), (score, points));
                assert_eq!(input.head, head_index(board.all_pieces().count() as u32));
            }
        }
    }
}
