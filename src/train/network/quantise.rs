//! Quantisation of floating-point parameters to integers, and the inverse.
//!
//! Rows are in units of 1/1020, weights of the heads in units of 1/1024, each rounded to the nearest integer.

use super::params::{BIASES, NetworkParams, SHARED};
use crate::eval::network::Network;
use crate::eval::network::features::ROWS_PER_BUCKET;
use crate::eval::network::shape::{
    BIAS_LIMIT, HIDDEN, HIDDEN_UNIT, HiddenLayer, OUTPUT_UNIT, ROW_LIMIT, SECOND, SECOND_UNIT,
    THIRD_UNIT, WEIGHT_LIMIT, WEIGHT_UNIT,
};

/// Quantises parameters to a network. An output of 1 becomes `scale` centipawns.
pub fn quantise(params: &NetworkParams, scale: i32) -> Network {
    let mut network = Network::zero();
    network.scale = scale;
    let limit = ROW_LIMIT as f32;
    let integer = |number: f32| (number * HIDDEN_UNIT as f32).round().clamp(-limit, limit) as i16;
    for (row, to) in network.rows.iter_mut().enumerate() {
        let (bucket_row, shared) = (params.row(row), params.row(SHARED + row % ROWS_PER_BUCKET));
        to.0 = std::array::from_fn(|index| integer(bucket_row[index] + shared[index]));
    }
    for (bucket, to) in network.biases.iter_mut().enumerate() {
        to.0 = params.row(BIASES + bucket).map(integer);
    }
    let limit = WEIGHT_LIMIT as f32;
    let weight = |number: f32| (number * WEIGHT_UNIT as f32).round().clamp(-limit, limit) as i16;
    let bias = |number: f32, unit: i32| {
        let limit = f64::from(BIAS_LIMIT);
        (f64::from(number) * f64::from(unit))
            .round()
            .clamp(-limit, limit) as i32
    };
    for (head, to) in network.heads.iter_mut().enumerate() {
        let head = params.head(head);
        to.second = std::array::from_fn(|neuron| head.second[neuron].map(weight));
        to.second_biases = head.second_biases.map(|number| bias(number, SECOND_UNIT));
        to.third = std::array::from_fn(|neuron| head.third[neuron].map(weight));
        to.third_biases = head.third_biases.map(|number| bias(number, THIRD_UNIT));
        to.output = head.output.map(weight);
        to.output_bias = bias(*head.output_bias, OUTPUT_UNIT);
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
    let weight = |number: i16| f32::from(number) / WEIGHT_UNIT as f32;
    let bias = |number: i32, unit: i32| (f64::from(number) / f64::from(unit)) as f32;
    for (head, from) in network.heads.iter().enumerate() {
        let head = params.head_mut(head);
        for neuron in 0..SECOND {
            head.second[neuron] = from.second[neuron].map(weight);
            head.third[neuron] = from.third[neuron].map(weight);
        }
        *head.second_biases = from.second_biases.map(|number| bias(number, SECOND_UNIT));
        *head.third_biases = from.third_biases.map(|number| bias(number, THIRD_UNIT));
        *head.output = from.output.map(weight);
        *head.output_bias = bias(from.output_bias, OUTPUT_UNIT);
    }
    params
}

#[cfg(test)]
mod tests {
    use super::super::first_layer::FirstLayer;
    use super::super::input::NetworkInput;
    use super::super::model::{Model, output};
    use super::*;
    use crate::board::test_games::random_game;
    use crate::eval::network::shape::HEADS;
    use crate::train::packed::{pack, sample};

    #[test]
    fn dequantise_is_the_inverse_of_quantise() {
        let network = quantise(&NetworkParams::random(6), 400);
        assert!(quantise(&dequantise(&network), 400) == network);
    }

    #[test]
    fn a_quantised_network_scores_like_its_parameters() {
        let mut params = NetworkParams::random(8);
        // About as large as after training.
        for head in 0..HEADS {
            let output = params.head_mut(head).output.iter_mut();
            output.for_each(|weight| *weight *= 10.0);
        }
        let network = quantise(&params, 400);
        let first = FirstLayer::of(&params);
        let model = Model::new(&first, &params);
        let mut random = fastrand::Rng::with_seed(2);
        let (mut error, mut largest) = (0.0f32, 0.0f32);
        for _ in 0..30 {
            for board in random_game(&mut random, 100) {
                let input = NetworkInput::read(&pack(&sample(&board)));
                let score = output(&model, &input) * 400.0;
                error = error.max((score - network.evaluate(&board) as f32).abs());
                largest = largest.max(score.abs());
            }
        }
        assert!(largest > 500.0, "{largest}");
        assert!(error < largest / 20.0, "{error} of {largest}");
    }
}
