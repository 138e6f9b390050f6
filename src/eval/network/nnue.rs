//! The network: its numbers, and the score of a position from its board.

use std::fmt;

use super::features::{BUCKETS, ROWS, View, is_feature};
use super::shape::{HEADS, HIDDEN, Head, Hidden, ONE, OUTPUT_ONE, stage};
use super::vector;
use crate::board::{Board, Color};
use crate::eval::hand_crafted::{HandCrafted, Knowledge};
use crate::eval::score::{MAX_SCORE, Score};

/// The score that a network's own score is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Base {
    /// The network scores alone.
    #[default]
    Nothing,
    /// The hand-crafted evaluation at [`Knowledge::Full`].
    Terms,
}

impl fmt::Display for Base {
    /// The role of a network with this base.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Base::Nothing => "scores alone",
            Base::Terms => "is added to the terms",
        })
    }
}

/// A trained network in integers.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// The weights of each feature.
    pub rows: Box<[Hidden]>,
    /// The biases of the hidden sums, for each bucket.
    pub biases: [Hidden; BUCKETS],
    /// The output weights of each stage.
    pub heads: [Head; HEADS],
    /// The output bias of each stage, in 1 / (255 * 64).
    pub head_biases: [i32; HEADS],
    /// Centipawns for an output of 1.
    pub scale: i32,
    pub base: Base,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({:016x})", self.checksum())
    }
}

impl Network {
    /// A network that scores every position 0.
    pub fn zero() -> Network {
        Network {
            rows: vec![Hidden([0; HIDDEN]); ROWS].into(),
            biases: [Hidden([0; HIDDEN]); BUCKETS],
            heads: [Head([[0; HIDDEN]; 2]); HEADS],
            head_biases: [0; HEADS],
            scale: 1,
            base: Base::Nothing,
        }
    }

    /// The hidden sums of a side's view.
    pub fn hidden(&self, board: &Board, side: Color) -> Hidden {
        let view = View::of(board, side);
        let mut sums = self.biases[view.index() / 2];
        for (piece, square) in board.all_pieces() {
            if is_feature(side, piece) {
                vector::add(&mut sums, &self.rows[view.row(side, piece, square)]);
            }
        }
        sums
    }

    /// The network's own score from the hidden sums of the mover's view and the other's.
    #[inline]
    pub fn conclude(&self, mover: &Hidden, other: &Hidden, pieces: u32) -> Score {
        let stage = stage(pieces);
        let sum = vector::activate(mover, other, &self.heads[stage]);
        let output = sum / i64::from(ONE) + i64::from(self.head_biases[stage]);
        let score = output * i64::from(self.scale) / i64::from(ONE * OUTPUT_ONE);
        score.clamp((-MAX_SCORE).into(), MAX_SCORE.into()) as Score
    }

    /// The score of a position from the network's own; `terms` is called if it is the base.
    #[inline]
    pub fn on_base(&self, own: Score, terms: impl FnOnce() -> Score) -> Score {
        match self.base {
            Base::Nothing => own,
            Base::Terms => (own + terms()).clamp(-MAX_SCORE, MAX_SCORE),
        }
    }

    /// The network's own score of a position for the side to move.
    pub fn own(&self, board: &Board) -> Score {
        let side = board.side();
        let [mover, other] = [side, !side].map(|side| self.hidden(board, side));
        self.conclude(&mover, &other, board.alive().count_ones())
    }

    /// The score of a position for the side to move, with the base.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::eval::network::Network;
    /// assert_eq!(Network::zero().evaluate(&Board::startpos()), 0);
    /// ```
    pub fn evaluate(&self, board: &Board) -> Score {
        self.on_base(self.own(board), || {
            HandCrafted::new(Knowledge::Full).evaluate(board)
        })
    }
}

#[cfg(test)]
impl Network {
    /// A network of small random numbers.
    pub(crate) fn random(seed: u64) -> Network {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut network = Network::zero();
        for row in network.rows.iter_mut().chain(&mut network.biases) {
            row.0.fill_with(|| random.i16(-40..=40));
        }
        for head in &mut network.heads {
            let weights = head.0.as_flattened_mut();
            weights.fill_with(|| random.i16(-127..=127));
        }
        let biases = &mut network.head_biases;
        biases.fill_with(|| random.i32(-10_000..=10_000));
        network.scale = 400;
        network
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::samples;

    #[test]
    fn positions_score_like_their_mirror_images_and_zero_networks_like_their_base() {
        let mut network = Network::random(3);
        let mut scores = std::collections::HashSet::new();
        for base in [Base::Nothing, Base::Terms] {
            network.base = base;
            for board in samples::positions(20) {
                let score = network.evaluate(&board);
                assert_eq!(score, network.evaluate(&board.mirrored()), "{board:?}");
                assert_eq!(score, network.evaluate(&board.flipped()), "{board:?}");
                scores.insert(score);
            }
        }
        assert!(scores.len() > 200);
        let mut network = Network::zero();
        network.base = Base::Terms;
        let terms = HandCrafted::new(Knowledge::Full);
        for board in samples::positions(5) {
            let score = network.evaluate(&board);
            assert_eq!(score, terms.evaluate(&board), "{board:?}");
        }
    }
}
