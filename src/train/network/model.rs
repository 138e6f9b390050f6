//! The network in training: forward pass (output) and backward pass (gradient).
//!
//! The shape is that of [`crate::eval::network`] with a *factoriser*, as in Stockfish's trainer: each row is the sum of a row
//! of its bucket and a row that all buckets share. The shared row trains on all positions,
//! which helps buckets that occur seldom. The sums are computed once per step ([`first_layer`]).
//!
//! The output is a logit: the expected points of the side to move are `1 / (1 + exp(-output))`.

use super::first_layer::{self, FirstLayer, SLICE, SLICE_ROWS, SLICES, Slice};
use super::input::NetworkInput;
use super::params::{BIASES, FIRST_HEAD, Gradient, NetworkParams, add};
use crate::eval::network::features::ROWS;

/// The most positions in a block.
pub const BLOCK: usize = 256;

/// The buffers of a thread, kept from batch to batch.
#[derive(Clone, Debug)]
pub struct ThreadBuffers {
    /// The sums of both perspectives of each position of a block, slice by slice. The backward pass replaces them by their
    /// gradients.
    sums: Vec<[Slice; 2]>,
    /// The output of each position, replaced by its gradient before the backward pass.
    outputs: [f32; BLOCK],
    /// The perspectives in which each row is active, row by row: twice the index of the position, plus 1 for the opponent's
    /// perspective.
    perspectives: Vec<u16>,
    /// The end of the perspectives of each row in `perspectives`.
    ends: Vec<u32>,
}

impl Default for ThreadBuffers {
    fn default() -> ThreadBuffers {
        ThreadBuffers {
            sums: vec![[[0.0; SLICE]; 2]; SLICES * BLOCK],
            outputs: [0.0; BLOCK],
            perspectives: Vec::new(),
            ends: vec![0; SLICE_ROWS],
        }
    }
}

impl ThreadBuffers {
    /// Sorts the perspectives of a block by their active rows (counting sort).
    #[inline(always)]
    fn sort_perspectives(&mut self, block: &[(NetworkInput, f32)]) {
        self.ends.fill(0);
        let perspectives = || {
            let inputs = block.iter().enumerate();
            inputs.flat_map(|(index, (input, _))| {
                let sides = input.sides.iter().enumerate();
                sides.map(move |(perspective, side)| (2 * index + perspective, side))
            })
        };
        for (_, side) in perspectives() {
            for row in first_layer::rows(side) {
                self.ends[row] += 1;
            }
        }
        let mut sum = 0;
        for end in &mut self.ends {
            sum += std::mem::replace(end, sum);
        }
        self.perspectives.resize(sum as usize, 0);
        for (perspective, side) in perspectives() {
            for row in first_layer::rows(side) {
                let end = &mut self.ends[row];
                self.perspectives[*end as usize] = perspective as u16;
                *end += 1;
            }
        }
    }
}

/// A network in training that can be evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The first layer of `params`.
    first: &'a FirstLayer,
    params: &'a NetworkParams,
    /// The output per centipawn of the score that the network is added to.
    k: f32,
}

impl<'a> Model<'a> {
    /// A network of these parameters.
    pub fn new(first: &'a FirstLayer, params: &'a NetworkParams, k: f32) -> Model<'a> {
        Model { first, params, k }
    }

    /// The output for a position.
    pub fn output(&self, input: &NetworkInput) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the processor supports both.
            return unsafe { output_wide(self, input) };
        }
        self.output_plain(input)
    }

    #[inline(always)]
    fn output_plain(&self, input: &NetworkInput) -> f32 {
        let mut output = self.bias(input);
        for slice in 0..SLICES {
            let rows = self.first.slice(slice);
            for (perspective, side) in input.sides.iter().enumerate() {
                let sums = first_layer::sum(rows, side);
                output += weighted_sum(&sums, self.head(input, perspective, slice));
            }
        }
        output
    }

    /// The output without the contribution of the hidden layer.
    #[inline(always)]
    fn bias(&self, input: &NetworkInput) -> f32 {
        self.params.head_bias(input.head) + self.k * input.base
    }

    /// The weights of the output head for a slice of a perspective.
    #[inline(always)]
    fn head(&self, input: &NetworkInput, perspective: usize, slice: usize) -> &Slice {
        let row = self.params.row(FIRST_HEAD + 2 * input.head + perspective);
        &row.as_chunks().0[slice]
    }

    /// Adds the gradient and the loss of at most [`BLOCK`] positions, each with its target, to `gradient`.
    pub fn add_gradient(
        &self,
        block: &[(NetworkInput, f32)],
        buffers: &mut ThreadBuffers,
        gradient: &mut Gradient,
    ) {
        debug_assert!(block.len() <= BLOCK);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the processor supports both.
            return unsafe { add_gradient_wide(self, block, buffers, gradient) };
        }
        self.add_gradient_plain(block, buffers, gradient);
    }

    #[inline(always)]
    fn add_gradient_plain(
        &self,
        block: &[(NetworkInput, f32)],
        buffers: &mut ThreadBuffers,
        gradient: &mut Gradient,
    ) {
        buffers.sort_perspectives(block);
        self.forward(block, buffers);
        for ((input, target), output) in block.iter().zip(&mut buffers.outputs) {
            let points = sigmoid(*output);
            let error = points - target;
            gradient.loss += f64::from(error * error);
            *output = 2.0 * error * points * (1.0 - points);
            *gradient.numbers.head_bias_mut(input.head) += *output;
        }
        self.backward(block, buffers, gradient);
    }

    #[inline(always)]
    fn forward(&self, block: &[(NetworkInput, f32)], buffers: &mut ThreadBuffers) {
        for ((input, _), output) in block.iter().zip(&mut buffers.outputs) {
            *output = self.bias(input);
        }
        for (slice, sums) in buffers.sums.chunks_exact_mut(BLOCK).enumerate() {
            let rows = self.first.slice(slice);
            for (((input, _), sums), output) in block.iter().zip(sums).zip(&mut buffers.outputs) {
                for (perspective, (side, sums)) in input.sides.iter().zip(sums).enumerate() {
                    *sums = first_layer::sum(rows, side);
                    *output += weighted_sum(sums, self.head(input, perspective, slice));
                }
            }
        }
    }

    /// The backward pass. The gradients of a row are summed over a block first, because the rows are not in the cache.
    #[inline(always)]
    fn backward(
        &self,
        block: &[(NetworkInput, f32)],
        buffers: &mut ThreadBuffers,
        gradient: &mut Gradient,
    ) {
        for (slice, sums) in buffers.sums.chunks_exact_mut(BLOCK).enumerate() {
            for (((input, _), sums), &slope) in block.iter().zip(&mut *sums).zip(&buffers.outputs) {
                for (perspective, sums) in sums.iter_mut().enumerate() {
                    let weights = self.head(input, perspective, slice);
                    let head = FIRST_HEAD + 2 * input.head + perspective;
                    let row = gradient.numbers.row_mut(head);
                    let weights_gradient: &mut Slice = &mut row.as_chunks_mut().0[slice];
                    for lane in 0..SLICE {
                        let sum = sums[lane];
                        let clipped = sum.clamp(0.0, 1.0);
                        weights_gradient[lane] += slope * clipped * clipped;
                        let steep = if clipped == sum { 2.0 * clipped } else { 0.0 };
                        sums[lane] = slope * weights[lane] * steep;
                    }
                }
            }
            let sums: &[Slice] = sums.as_flattened();
            let mut begin = 0;
            for (row, &end) in buffers.ends.iter().enumerate() {
                let perspectives = &buffers.perspectives[begin..end as usize];
                begin = end as usize;
                if perspectives.is_empty() {
                    continue;
                }
                let mut sum = [0.0; SLICE];
                for &perspective in perspectives {
                    add(&mut sum, &sums[usize::from(perspective)]);
                }
                let is_bias = row >= ROWS;
                if !is_bias {
                    gradient.touched[row] = true;
                }
                let row = if is_bias { BIASES + row - ROWS } else { row };
                let to = &mut gradient.numbers.row_mut(row)[slice * SLICE..][..SLICE];
                add(to, &sum);
            }
        }
    }
}

/// The contribution of a slice of a perspective to the output: squared clipped ReLU, times weights.
#[inline(always)]
fn weighted_sum(sums: &Slice, head: &Slice) -> f32 {
    // Eight partial sums, so that the compiler can use vector instructions.
    let mut parts = [0.0f32; 8];
    for (sums, head) in sums.as_chunks::<8>().0.iter().zip(head.as_chunks::<8>().0) {
        for lane in 0..8 {
            let clipped = sums[lane].clamp(0.0, 1.0);
            parts[lane] += clipped * clipped * head[lane];
        }
    }
    parts.iter().sum()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn output_wide(model: &Model, input: &NetworkInput) -> f32 {
    model.output_plain(input)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn add_gradient_wide(
    model: &Model,
    block: &[(NetworkInput, f32)],
    buffers: &mut ThreadBuffers,
    gradient: &mut Gradient,
) {
    model.add_gradient_plain(block, buffers, gradient);
}

/// The expected points for an output.
#[inline]
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use super::super::params::ALL_ROWS;
    use super::*;
    use crate::board::Board;
    use crate::eval::network::HIDDEN;
    use crate::train::packed::{pack, sample};

    #[test]
    fn gradient_matches_finite_differences() {
        let middlegame = "r1bakab1r/9/1cn4c1/p1p1p1p1p/4n4/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w";
        let endgame = "2bak4/4a4/4b4/9/9/9/9/4B4/4A4/2BAK1R2 b";
        let inputs = [(middlegame, 0.9), (endgame, 0.2)].map(|(fen, target)| {
            let board = Board::from_fen(fen).unwrap();
            let read = NetworkInput::read(&pack(&sample(&board)));
            let base = 100.0 * target;
            (NetworkInput { base, ..read }, target)
        });
        let mut params = NetworkParams::random(5);
        let loss = |params: &NetworkParams| -> f64 {
            let first = FirstLayer::of(params);
            let model = Model::new(&first, params, 0.003);
            let losses = inputs
                .iter()
                .map(|(input, target)| f64::from(sigmoid(model.output(input)) - target).powi(2));
            losses.sum()
        };
        let mut gradient = Gradient::zero();
        let first = FirstLayer::of(&params);
        let model = Model::new(&first, &params, 0.003);
        model.add_gradient(&inputs, &mut ThreadBuffers::default(), &mut gradient);
        assert!((gradient.loss - loss(&params)).abs() < 1e-6);
        let mut random = fastrand::Rng::with_seed(1);
        let [mover, opponent] = &inputs[0].0.sides;
        let heads = [0, 1].map(|index| inputs[index].0.head);
        let mut weight = |_| {
            let row = mover.rows[random.usize(..20)];
            usize::from(row) * HIDDEN + random.usize(..HIDDEN)
        };
        let mut indices: Vec<usize> = (0..40).map(&mut weight).collect();
        indices.extend(heads.map(|head| (FIRST_HEAD + 2 * head) * HIDDEN + 17));
        indices.extend(heads.map(|head| ALL_ROWS * HIDDEN + head));
        indices.push((BIASES + opponent.bucket) * HIDDEN + 3);
        let mut nonzero = 0;
        for index in indices {
            let step = 0.001;
            let was = params.0[index];
            let mut loss_at = |number| {
                params.0[index] = number;
                loss(&params)
            };
            let (above, below) = (loss_at(was + step), loss_at(was - step));
            params.0[index] = was;
            let expected = (above - below) / f64::from(2.0 * step);
            let got = f64::from(gradient.numbers.0[index]);
            let error = (expected - got).abs();
            assert!(
                error < 4e-4 + 0.05 * expected.abs(),
                "{index}: {got} for {expected}"
            );
            nonzero += usize::from(got != 0.0);
        }
        assert!(nonzero > 20);
    }
}
