//! Quantisation of floating-point parameters to integers, and the inverse.
//!
//! Rows are in units of 1/255, weights of the heads in units of 1/64, each rounded to the nearest integer.

use super::params::{BIASES, FIRST_HEAD, NetworkParams, SHARED};
use crate::eval::network::features::ROWS_PER_BUCKET;
use crate::eval::network::{
    Base, HEADS, HIDDEN, HIDDEN_UNIT, HiddenLayer, Network, OUTPUT_LIMIT, OUTPUT_UNIT,
};

/// The greatest absolute value in a row. The sum of thirty-two fits into 16 bits.
const ROW_LIMIT: f32 = 1023.0;

/// Quantises parameters to a network that is added to `base`. An output of 1 becomes `scale` centipawns.
pub fn quantise(params: &NetworkParams, scale: i32, base: Base) -> Network {
    let mut network = Network::zero();
    network.scale = scale;
    network.base = base;
    let integer = |number: f32| {
        (number * HIDDEN_UNIT as f32)
            .round()
            .clamp(-ROW_LIMIT, ROW_LIMIT) as i16
    };
    for (row, to) in network.rows.iter_mut().enumerate() {
        let (bucket_row, shared) = (params.row(row), params.row(SHARED + row % ROWS_PER_BUCKET));
        to.0 = std::array::from_fn(|index| integer(bucket_row[index] + shared[index]));
    }
    for (bucket, to) in network.biases.iter_mut().enumerate() {
        to.0 = params.row(BIASES + bucket).map(integer);
    }
    let limit = OUTPUT_LIMIT as f32;
    let weight = |number: f32| (number * OUTPUT_UNIT as f32).round().clamp(-limit, limit) as i16;
    for head in 0..HEADS {
        for perspective in 0..2 {
            network.heads[head].0[perspective] =
                params.row(FIRST_HEAD + 2 * head + perspective).map(weight);
        }
        let bias = params.head_bias(head) * (HIDDEN_UNIT * OUTPUT_UNIT) as f32;
        network.head_biases[head] = bias.round() as i32;
    }
    network
}

/// The parameters of a network. Shared rows are 0, because the bucket rows include them.
pub fn dequantise(network: &Network) -> NetworkParams {
    let mut params = NetworkParams::zero();
    let numbers = |integers: &[i16; HIDDEN], one: i32| integers.map(|n| f32::from(n) / one as f32);
    for (row, HiddenLayer(integers)) in network.rows.iter().enumerate() {
        *params.row_mut(row) = numbers(integers, HIDDEN_UNIT);
    }
    for (bucket, HiddenLayer(integers)) in network.biases.iter().enumerate() {
        *params.row_mut(BIASES + bucket) = numbers(integers, HIDDEN_UNIT);
    }
    for head in 0..HEADS {
        for perspective in 0..2 {
            let row = params.row_mut(FIRST_HEAD + 2 * head + perspective);
            *row = numbers(&network.heads[head].0[perspective], OUTPUT_UNIT);
        }
        let bias = network.head_biases[head] as f32 / (HIDDEN_UNIT * OUTPUT_UNIT) as f32;
        *params.head_bias_mut(head) = bias;
    }
    params
}

#[cfg(test)]
mod tests {
    use super::super::first_layer::FirstLayer;
    use super::super::input::NetworkInput;
    use super::super::model::Model;
    use super::super::params::ALL_ROWS;
    use super::*;
    use crate::train::packed::{pack, sample};
    use crate::train::test_games::random_game;

    #[test]
    fn dequantise_is_the_inverse_of_quantise() {
        let network = quantise(&NetworkParams::random(6), 400, Base::Nothing);
        assert!(quantise(&dequantise(&network), 400, Base::Nothing) == network);
    }

    #[test]
    fn a_quantised_network_scores_like_its_parameters() {
        let mut params = NetworkParams::random(8);
        // About as large as after training.
        for weight in &mut params.0[FIRST_HEAD * HIDDEN..ALL_ROWS * HIDDEN] {
            *weight *= 10.0;
        }
        let network = quantise(&params, 400, Base::Nothing);
        let first = FirstLayer::of(&params);
        let model = Model::new(&first, &params, 0.0025);
        let mut random = fastrand::Rng::with_seed(2);
        let (mut error, mut largest) = (0.0f32, 0.0f32);
        for _ in 0..30 {
            for board in random_game(&mut random, 100) {
                let input = NetworkInput::read(&pack(&sample(&board)));
                let score = model.output(&input) * 400.0;
                error = error.max((score - network.evaluate(&board) as f32).abs());
                largest = largest.max(score.abs());
            }
        }
        assert!(largest > 500.0, "{largest}");
        assert!(error < largest / 20.0, "{error} of {largest}");
    }
}
