//! Quantisation: from fractions to integers.
//!
//! Rows are in 1/255, weights of the heads in 1/64, each rounded to the nearest. The trainer reports the loss after it.

use super::params::{BIASES, FIRST_HEAD, Params, SHARED};
use crate::eval::network::features::{BUCKETS, ROWS, ROWS_PER_BUCKET};
use crate::eval::network::{Base, HEADS, Hidden, Network, ONE, OUTPUT_LIMIT, OUTPUT_ONE};

/// The largest number of a row: the sum of thirty-two fits into 16 bits.
const ROW_LIMIT: f32 = 1023.0;

/// Quantises parameters. An output of 1 becomes `scale` centipawns, added to `base`.
pub fn quantise(params: &Params, scale: i32, base: Base) -> Network {
    let mut network = Network::zero();
    network.scale = scale;
    network.base = base;
    let whole = |fraction: f32| (fraction * ONE as f32).round().clamp(-ROW_LIMIT, ROW_LIMIT) as i16;
    for row in 0..ROWS {
        let (own, shared) = (params.row(row), params.row(SHARED + row % ROWS_PER_BUCKET));
        network.rows[row] = Hidden(std::array::from_fn(|index| {
            whole(own[index] + shared[index])
        }));
    }
    for bucket in 0..BUCKETS {
        network.biases[bucket] = Hidden(params.row(BIASES + bucket).map(whole));
    }
    let limit = OUTPUT_LIMIT as f32;
    let weight = |fraction: f32| (fraction * OUTPUT_ONE as f32).round().clamp(-limit, limit) as i16;
    for head in 0..HEADS {
        for view in 0..2 {
            network.heads[head].0[view] = params.row(FIRST_HEAD + 2 * head + view).map(weight);
        }
        let bias = params.head_bias(head) * (ONE * OUTPUT_ONE) as f32;
        network.head_biases[head] = bias.round() as i32;
    }
    network
}

#[cfg(test)]
mod tests {
    use super::super::first_layer::FirstLayer;
    use super::super::input::Input;
    use super::super::model::Model;
    use super::super::params::ALL_ROWS;
    use super::*;
    use crate::eval::network::HIDDEN;
    use crate::train::packed::{GameResult, Sample, pack};
    use crate::train::test_games::random_game;

    #[test]
    fn integers_score_like_fractions() {
        let mut params = Params::random(8);
        // As large as they come to be.
        for weight in &mut params.0[FIRST_HEAD * HIDDEN..ALL_ROWS * HIDDEN] {
            *weight *= 10.0;
        }
        let network = quantise(&params, 400, Base::Nothing);
        let model = Model {
            first: &FirstLayer::of(&params),
            params: &params,
            k: 0.0025,
        };
        let mut random = fastrand::Rng::with_seed(2);
        let (mut most, mut largest) = (0.0f32, 0.0f32);
        for _ in 0..30 {
            for board in random_game(&mut random, 100) {
                let input = Input::read(&pack(&Sample {
                    board: board.clone(),
                    score: 0,
                    result: GameResult::Draw,
                    ply: 0,
                }));
                let fraction = model.output(&input) * 400.0;
                let off = (fraction - network.evaluate(&board) as f32).abs();
                most = most.max(off);
                largest = largest.max(fraction.abs());
            }
        }
        assert!(largest > 500.0, "{largest}");
        assert!(most < largest / 20.0, "{most} of {largest}");
    }
}
