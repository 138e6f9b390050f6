//! The network's weights, and the score of a single position (NNUE inference without updates).

use std::fmt;

use super::features::{BUCKETS, Perspective, ROWS, is_feature_piece};
use super::shape::{HEADS, HIDDEN, Head, HiddenLayer, OUTPUT_UNIT, head_index};
use super::vector;
use crate::board::{Board, Color};
use crate::eval::score::{MAX_EVAL, Score};

/// A trained network, quantised to integers.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// The weights of each feature, by row.
    pub(crate) rows: Box<[HiddenLayer]>,
    /// The biases of the hidden layer, for each bucket.
    pub(crate) biases: [HiddenLayer; BUCKETS],
    /// The layers behind the hidden layer, for each number of pieces (`head_index`).
    pub(crate) heads: Box<[Head]>,
    /// Centipawns for an output of 1.
    pub(crate) scale: i32,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({:016x})", self.checksum())
    }
}

impl Network {
    /// Returns a network that scores every position 0.
    pub fn zero() -> Network {
        Network {
            rows: vec![HiddenLayer([0; HIDDEN]); ROWS].into(),
            biases: [HiddenLayer([0; HIDDEN]); BUCKETS],
            heads: vec![Head::ZERO; HEADS].into(),
            scale: 1,
        }
    }

    /// Computes the hidden layer of a side's perspective.
    fn hidden_layer(&self, board: &Board, side: Color) -> HiddenLayer {
        let perspective = Perspective::of(board, side);
        let mut sums = self.biases[perspective.index() / 2];
        for (piece, square) in board.all_pieces() {
            if is_feature_piece(side, piece) {
                vector::add(&mut sums, &self.rows[perspective.row(side, piece, square)]);
            }
        }
        sums
    }

    /// Returns the score of a position from the hidden layers of the mover's and of the other side's perspective.
    #[inline]
    pub(super) fn output_score(&self, board: &Board, [mover, other]: [&HiddenLayer; 2]) -> Score {
        let head = &self.heads[head_index(board.slots_on_board().count_ones())];
        let output = vector::output(mover, other, head);
        let score = output * i64::from(self.scale) / i64::from(OUTPUT_UNIT);
        score.clamp((-MAX_EVAL).into(), MAX_EVAL.into()) as Score
    }

    /// Returns the score of a position for the side to move, at most [`MAX_EVAL`] either way.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::eval::network::Network;
    /// assert_eq!(Network::zero().evaluate(&Board::startpos()), 0);
    /// ```
    pub fn evaluate(&self, board: &Board) -> Score {
        let side = board.side();
        let layers = [side, !side].map(|side| self.hidden_layer(board, side));
        self.output_score(board, layers.each_ref())
    }
}

#[cfg(test)]
impl Network {
    /// Returns a network of small random weights.
    pub(crate) fn random(seed: u64) -> Network {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut network = Network::zero();
        for row in network.rows.iter_mut().chain(&mut network.biases) {
            row.0.fill_with(|| random.i16(-160..=160));
        }
        for head in &mut network.heads {
            for weights in head.weights_mut() {
                weights.fill_with(|| random.i16(-1000..=1000));
            }
            for biases in head.biases_mut() {
                biases.fill_with(|| random.i32(0..=2_000_000));
            }
        }
        network.scale = 400;
        network
    }
}
