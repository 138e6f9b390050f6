//! The network in training: forward pass (output) and backward pass (gradient).
//!
//! The shape is that of [`crate::eval::network`] with a *factoriser*, as in Stockfish's trainer: each row is the sum of a row
//! of its bucket and a row that all buckets share. The shared row trains on all positions,
//! which helps buckets that occur seldom. The sums are computed once per step ([`first_layer`]).
//!
//! The innermost loops, here and in [`head`], use indices instead of closures and zipped iterators: not all builds inline those, and
//! then they are not compiled for the instructions of this machine.
//!
//! The output is a logit: the expected points of the side to move are `1 / (1 + exp(-output))`.

use multiversion::multiversion;

use super::first_layer::{self, FirstLayer, SLICE, SLICE_ROWS, SLICES, Slice};
use super::head;
use super::input::NetworkInput;
use super::params::{BIASES, Gradient, NetworkParams, add};
use crate::eval::network::features::ROWS;
use crate::eval::network::shape::{PAIRED, PRODUCTS};

const _: () = assert!(SLICE == 2 * PAIRED);

/// The most positions in a block.
pub const BLOCK: usize = 256;

/// The buffers of a thread, kept from batch to batch.
#[derive(Clone, Debug)]
pub struct ThreadBuffers {
    /// The sums of both perspectives of each position of a block, slice by slice. The backward pass replaces them by their
    /// gradients.
    sums: Vec<[Slice; 2]>,
    /// The products of each position, which the backward pass replaces by their gradients.
    products: Vec<[f32; PRODUCTS]>,
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
            products: vec![[0.0; PRODUCTS]; BLOCK],
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
}

impl<'a> Model<'a> {
    /// A network of these parameters.
    pub fn new(first: &'a FirstLayer, params: &'a NetworkParams) -> Model<'a> {
        Model { first, params }
    }

    /// The sums of the first layer, and their products.
    #[inline(always)]
    fn sum_rows(&self, block: &[(NetworkInput, f32)], buffers: &mut ThreadBuffers) {
        for (slice, sums) in buffers.sums.chunks_exact_mut(BLOCK).enumerate() {
            let rows = self.first.slice(slice);
            for (((input, _), sums), products) in block.iter().zip(sums).zip(&mut buffers.products)
            {
                let products = parts(products, slice);
                for ((side, sums), products) in input.sides.iter().zip(sums).zip(products) {
                    *sums = first_layer::sum(rows, side);
                    multiply_pairs(sums, products);
                }
            }
        }
    }

    /// The backward pass of the first layer. The gradients of a row are summed over a block first, because the rows are not in
    /// the cache.
    #[inline(always)]
    fn backward(
        &self,
        block: &[(NetworkInput, f32)],
        buffers: &mut ThreadBuffers,
        gradient: &mut Gradient,
    ) {
        for (slice, sums) in buffers.sums.chunks_exact_mut(BLOCK).enumerate() {
            let sums = &mut sums[..block.len()];
            for (sums, slopes) in sums.iter_mut().zip(&mut buffers.products) {
                for (sums, slopes) in sums.iter_mut().zip(parts(slopes, slice)) {
                    let (first, second) = sums.split_at_mut(PAIRED);
                    for lane in 0..PAIRED {
                        let (a, b) = (first[lane], second[lane]);
                        let (clipped_a, clipped_b) = (a.clamp(0.0, 1.0), b.clamp(0.0, 1.0));
                        let slope = slopes[lane];
                        first[lane] = if_unclipped(a, slope * clipped_b);
                        second[lane] = if_unclipped(b, slope * clipped_a);
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
                let to = gradient.numbers.row_mut(row).as_chunks_mut().0;
                add(&mut to[slice], &sum);
            }
        }
    }
}

/// The products of a slice of both perspectives.
#[inline(always)]
fn parts(products: &mut [f32; PRODUCTS], slice: usize) -> [&mut [f32; PAIRED]; 2] {
    let (mover, other) = products.split_at_mut(PRODUCTS / 2);
    [
        &mut mover.as_chunks_mut().0[slice],
        &mut other.as_chunks_mut().0[slice],
    ]
}

/// The slope of a sum: 0 where it is clipped.
#[inline(always)]
fn if_unclipped(sum: f32, slope: f32) -> f32 {
    if sum == sum.clamp(0.0, 1.0) {
        slope
    } else {
        0.0
    }
}

/// The products of the pairs of a slice.
#[inline(always)]
fn multiply_pairs(sums: &Slice, products: &mut [f32; PAIRED]) {
    for lane in 0..PAIRED {
        products[lane] = sums[lane].clamp(0.0, 1.0) * sums[PAIRED + lane].clamp(0.0, 1.0);
    }
}

/// The output for a position.
#[multiversion(targets("x86_64+avx512f+fma", "x86_64+avx2+fma"))]
pub fn output(model: &Model, input: &NetworkInput) -> f32 {
    let mut products = [0.0; PRODUCTS];
    for slice in 0..SLICES {
        let rows = model.first.slice(slice);
        let products = parts(&mut products, slice);
        for (side, products) in input.sides.iter().zip(products) {
            multiply_pairs(&first_layer::sum(rows, side), products);
        }
    }
    let head = model.params.head(input.head);
    head::forward(&head, &products).output
}

/// Adds the gradient and the loss of at most [`BLOCK`] positions, each with its target, to `gradient`.
#[multiversion(targets("x86_64+avx512f+fma", "x86_64+avx2+fma"))]
pub fn add_gradient(
    model: &Model,
    block: &[(NetworkInput, f32)],
    buffers: &mut ThreadBuffers,
    gradient: &mut Gradient,
) {
    debug_assert!(block.len() <= BLOCK);
    buffers.sort_perspectives(block);
    model.sum_rows(block, buffers);
    for ((input, target), products) in block.iter().zip(&mut buffers.products) {
        let head = model.params.head(input.head);
        let activations = head::forward(&head, products);
        let points = sigmoid(activations.output);
        let error = points - target;
        gradient.loss += f64::from(error * error);
        let slope = 2.0 * error * points * (1.0 - points);
        let gradient = &mut gradient.numbers.head_mut(input.head);
        head::backward(&head, products, &activations, slope, gradient);
    }
    model.backward(block, buffers, gradient);
}

/// The expected points for an output.
#[inline]
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use super::super::params::{FIRST_HEAD, HEAD_SIZE};
    use super::*;
    use crate::board::Board;
    use crate::eval::network::shape::{HIDDEN, SECOND};
    use crate::train::packed::{pack, sample};

    #[test]
    fn gradient_matches_finite_differences() {
        let middlegame = "r1bakab1r/9/1cn4c1/p1p1p1p1p/4n4/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w";
        let endgame = "2bak4/4a4/4b4/9/9/9/9/4B4/4A4/2BAK1R2 b";
        let inputs = [(middlegame, 0.9), (endgame, 0.2)].map(|(fen, target)| {
            let board = Board::from_fen(fen).unwrap();
            let read = NetworkInput::read(&pack(&sample(&board)));
            (read, target)
        });
        let mut params = NetworkParams::random(5);
        let loss = |first: &FirstLayer, params: &NetworkParams| -> f64 {
            let model = Model::new(first, params);
            let losses = inputs
                .iter()
                .map(|(input, target)| f64::from(sigmoid(output(&model, input)) - target).powi(2));
            losses.sum()
        };
        let mut gradient = Gradient::zero();
        let mut first = FirstLayer::of(&params);
        let model = Model::new(&first, &params);
        add_gradient(
            &model,
            &inputs,
            &mut ThreadBuffers::default(),
            &mut gradient,
        );
        assert!((gradient.loss - loss(&first, &params)).abs() < 1e-6);
        let mut random = fastrand::Rng::with_seed(1);
        let [mover, opponent] = &inputs[0].0.sides;
        let heads = [0, 1].map(|index| inputs[index].0.head);
        let mut weight = |_| {
            let row = mover.rows[random.usize(..20)];
            usize::from(row) * HIDDEN + random.usize(..HIDDEN)
        };
        let mut indices: Vec<usize> = (0..40).map(&mut weight).collect();
        for first in heads.map(|head| FIRST_HEAD + head * HEAD_SIZE) {
            let weight = |_| first + random.usize(..PRODUCTS * SECOND);
            indices.extend((0..40).map(weight));
            indices.extend(first + PRODUCTS * SECOND..first + HEAD_SIZE);
        }
        indices.push((BIASES + opponent.bucket) * HIDDEN + 3);
        let mut nonzero = 0;
        for index in indices {
            let step = 0.001;
            let was = params.0[index];
            let mut loss_at = |number| {
                params.0[index] = number;
                if index < FIRST_HEAD {
                    first.update(&params, 1);
                }
                loss(&first, &params)
            };
            let [above, below, _] = [was + step, was - step, was].map(&mut loss_at);
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
