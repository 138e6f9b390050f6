//! A packed position as the rows that it switches on.
//!
//! A position of 32 bytes ([`crate::train::packed`]) becomes two short lists of rows without a board in between: training
//! reads each position dozens of times, and this is all that it needs.

use arrayvec::ArrayVec;

use crate::board::{Color, Piece, Square};
use crate::eval::network::features::{MAX_ACTIVE, View, is_feature, lean};
use crate::eval::network::stage;
use crate::train::packed::{Record, head, pieces};

/// The rows of one view, and its bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Where the sums begin.
    pub bucket: usize,
    /// What is added to them.
    pub rows: ArrayVec<u16, MAX_ACTIVE>,
}

/// A position as the network sees it, and what is to be learnt of it.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The mover's view, then the other's.
    pub sides: [Side; 2],
    /// Which head answers.
    pub stage: usize,
    /// What the terms say, where the network is added to them, and else 0; centipawns for the mover.
    pub base: f32,
    /// What a search said, centipawns for the mover.
    pub score: f32,
    /// The mover's points of the game: 0, a half or 1.
    pub points: f32,
}

impl Input {
    /// Reads a record of a file that has been checked; a square that is none counts as no piece.
    pub fn read(record: &Record) -> Input {
        let pieces: ArrayVec<(Piece, Square), 32> = pieces(record).collect();
        let head = head(record);
        let mover = head.side;
        let sides = [mover, !mover].map(|side| see(&pieces, side));
        let (score, points) = (head.score as f32, head.result.points());
        let (score, points) = match mover {
            Color::Red => (score, points),
            Color::Black => (-score, 1.0 - points),
        };
        Input {
            sides,
            stage: stage(pieces.len() as u32),
            base: 0.0,
            score,
            points,
        }
    }
}

/// What a side sees.
fn see(pieces: &[(Piece, Square)], side: Color) -> Side {
    let mut sum = 0;
    let mut general = None;
    for &(piece, square) in pieces {
        sum += lean(side, piece, square);
        if !is_feature(side, piece) {
            general = Some(square);
        }
    }
    let Some(general) = general else {
        return Side::default();
    };
    let view = View::new(side, general, sum);
    let features = pieces.iter().filter(|&&(piece, _)| is_feature(side, piece));
    Side {
        bucket: view.index() / 2,
        rows: features
            .map(|&(piece, square)| view.row(side, piece, square) as u16)
            .take(MAX_ACTIVE)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::packed::{GameResult, Sample, pack};
    use crate::train::test_games::random_game;

    #[test]
    fn what_is_read_is_what_the_board_shows() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..20 {
            for board in random_game(&mut random, 100) {
                let input = Input::read(&pack(&Sample {
                    board: board.clone(),
                    score: 30,
                    result: GameResult::Win,
                    ply: 0,
                }));
                for (side, seen) in [board.side(), !board.side()].into_iter().zip(&input.sides) {
                    let view = View::of(&board, side);
                    assert_eq!(seen.bucket, view.index() / 2);
                    let mut want: Vec<u16> = board
                        .all_pieces()
                        .filter(|&(piece, _)| is_feature(side, piece))
                        .map(|(piece, square)| view.row(side, piece, square) as u16)
                        .collect();
                    let mut got = seen.rows.to_vec();
                    want.sort_unstable();
                    got.sort_unstable();
                    assert_eq!(got, want);
                }
                let red = board.side() == Color::Red;
                assert_eq!(input.score, if red { 30.0 } else { -30.0 });
                assert_eq!(input.points, if red { 1.0 } else { 0.0 });
                assert_eq!(input.stage, stage(board.all_pieces().count() as u32));
            }
        }
    }
}
