//! The network in fractions: forwards to a score, backwards to slopes.
//!
//! The shape is [`crate::eval::network`]'s, with one addition. Six buckets of rows share what does not depend on where the
//! general stands: each row is the sum of one of its bucket and one that all buckets have (a *factoriser*, as in
//! Stockfish's trainer). So a piece that was seldom seen with the general in the corner is not unknown there. Sums
//! are made once a step; forwards and backwards only see the sum.
//!
//! An output is in the unit in which the points expected are `1 / (1 + exp(-output))`.

use super::first_layer::{self, FirstLayer, SLICE, SLICE_ROWS, SLICES, Slice};
use super::input::Input;
use crate::eval::network::features::{BUCKETS, ROWS, ROWS_PER_BUCKET};
use crate::eval::network::{HEADS, HIDDEN, OUTPUT_LIMIT, OUTPUT_ONE};

/// A row of fractions.
pub type Row = [f32; HIDDEN];

/// Every number that is learnt, in one long list; what is where, say the methods.
#[derive(Clone, Debug, PartialEq)]
pub struct Params(pub Vec<f32>);

/// Rows of a bucket each, then those that all share, biases of the buckets, weights of the heads.
pub const SHARED: usize = ROWS;
/// The first bias.
pub const BIASES: usize = SHARED + ROWS_PER_BUCKET;
/// The first head: two rows each.
pub const FIRST_HEAD: usize = BIASES + BUCKETS;
/// Rows in all; behind them a number for each head.
pub const ALL_ROWS: usize = FIRST_HEAD + 2 * HEADS;
/// Numbers in all.
pub const SIZE: usize = ALL_ROWS * HIDDEN + HEADS;

/// The largest weight of a head, either way: what can be written in whole numbers.
pub const HEAD_LIMIT: f32 = OUTPUT_LIMIT as f32 / OUTPUT_ONE as f32;

impl Params {
    /// All zero.
    pub fn zero() -> Params {
        Params(vec![0.0; SIZE])
    }

    /// Small random numbers to begin with.
    pub fn random(seed: u64) -> Params {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut params = Params::zero();
        let mut fill = |rows: std::ops::Range<usize>, size: f32| {
            for number in &mut params.0[rows.start * HIDDEN..rows.end * HIDDEN] {
                *number = (2.0 * random.f32() - 1.0) * size;
            }
        };
        // Some thirty rows are summed; the sum should be within 0 to 1 about half of the time.
        fill(SHARED..BIASES, 0.1);
        fill(FIRST_HEAD..ALL_ROWS, 0.06);
        params.0[BIASES * HIDDEN..FIRST_HEAD * HIDDEN].fill(0.2);
        params
    }

    /// A row, by its number among all.
    #[inline]
    pub fn row(&self, row: usize) -> &Row {
        (&self.0[row * HIDDEN..(row + 1) * HIDDEN])
            .try_into()
            .expect("a row is so long")
    }

    /// A row, to be changed.
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> &mut Row {
        (&mut self.0[row * HIDDEN..(row + 1) * HIDDEN])
            .try_into()
            .expect("a row is so long")
    }

    /// Sets what a head's sum begins with.
    pub fn set_head_bias(&mut self, head: usize, bias: f32) {
        self.0[ALL_ROWS * HIDDEN + head] = bias;
    }

    /// What a head's sum begins with.
    pub fn head_bias(&self, head: usize) -> f32 {
        self.0[ALL_ROWS * HIDDEN + head]
    }
}

/// Slopes of the loss, summed over positions. Those of shared rows are left out: they are sums over the buckets.
#[derive(Clone, Debug)]
pub struct Slopes {
    /// As [`Params`].
    pub numbers: Params,
    /// Which rows of the first layer have any.
    pub touched: Vec<bool>,
    /// The losses of the positions, summed.
    pub loss: f64,
}

impl Slopes {
    /// None yet.
    pub fn zero() -> Slopes {
        Slopes {
            numbers: Params::zero(),
            touched: vec![false; ROWS],
            loss: 0.0,
        }
    }
}

/// Positions that are gone through together.
pub const BLOCK: usize = 256;

/// What a thread writes on while it learns: kept, so that it need not be made for each batch.
#[derive(Clone, Debug)]
pub struct Desk {
    /// The sums of both views of each position of a block, a slice of all after the other; then their slopes.
    sums: Vec<[Slice; 2]>,
    /// The output of each position; then its slope.
    outputs: [f32; BLOCK],
    /// Views of the block that switch a row on, row after row: twice the position, one more for the other's view.
    views: Vec<u16>,
    /// Where in `views` those of a row end.
    ends: Vec<u32>,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk {
            sums: vec![[[0.0; SLICE]; 2]; SLICES * BLOCK],
            outputs: [0.0; BLOCK],
            views: Vec::new(),
            ends: vec![0; SLICE_ROWS],
        }
    }
}

impl Desk {
    /// Notes which views switch on which rows.
    #[inline(always)]
    fn sort(&mut self, block: &[(Input, f32)]) {
        self.ends.fill(0);
        let views = || {
            let inputs = block.iter().enumerate();
            inputs.flat_map(|(place, (input, _))| {
                let sides = input.sides.iter().enumerate();
                sides.map(move |(view, side)| (2 * place + view, side))
            })
        };
        for (_, side) in views() {
            for row in first_layer::rows(side) {
                self.ends[row] += 1;
            }
        }
        let mut sum = 0;
        for end in &mut self.ends {
            sum += std::mem::replace(end, sum);
        }
        self.views.resize(sum as usize, 0);
        for (view, side) in views() {
            for row in first_layer::rows(side) {
                let end = &mut self.ends[row];
                self.views[*end as usize] = view as u16;
                *end += 1;
            }
        }
    }
}

/// The network as it is used.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The first layer of these numbers.
    pub first: &'a FirstLayer,
    /// All of them.
    pub params: &'a Params,
    /// An output by hundredth of a pawn of what it is added to.
    pub k: f32,
}

impl Model<'_> {
    /// The output for a position.
    pub fn output(&self, input: &Input) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the machine has both.
            return unsafe { output_wide(self, input) };
        }
        self.output_plain(input)
    }

    #[inline(always)]
    fn output_plain(&self, input: &Input) -> f32 {
        let mut output = self.start(input);
        for slice in 0..SLICES {
            let rows = self.first.slice(slice);
            for (view, side) in input.sides.iter().enumerate() {
                output += weigh(&first_layer::sum(rows, side), self.head(input, view, slice));
            }
        }
        output
    }

    /// What the output of a position begins with.
    #[inline(always)]
    fn start(&self, input: &Input) -> f32 {
        self.params.head_bias(input.stage) + self.k * input.base
    }

    /// A slice of the weights of a view's sums.
    #[inline(always)]
    fn head(&self, input: &Input, view: usize, slice: usize) -> &Slice {
        &self
            .params
            .row(FIRST_HEAD + 2 * input.stage + view)
            .as_chunks()
            .0[slice]
    }

    /// Adds the slopes of positions to `slopes`, each with its target.
    pub fn learn(&self, inputs: &[(Input, f32)], desk: &mut Desk, slopes: &mut Slopes) {
        for block in inputs.chunks(BLOCK) {
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                // SAFETY: the machine has both.
                unsafe { learn_wide(self, block, desk, slopes) };
                continue;
            }
            self.learn_plain(block, desk, slopes);
        }
    }

    #[inline(always)]
    fn learn_plain(&self, block: &[(Input, f32)], desk: &mut Desk, slopes: &mut Slopes) {
        desk.sort(block);
        self.forwards(block, desk);
        for ((input, target), output) in block.iter().zip(&mut desk.outputs) {
            let points = sigmoid(*output);
            let off = points - target;
            slopes.loss += f64::from(off * off);
            *output = 2.0 * off * points * (1.0 - points);
            slopes.numbers.0[ALL_ROWS * HIDDEN + input.stage] += *output;
        }
        self.backwards(block, desk, slopes);
    }

    /// From the rows to the outputs.
    #[inline(always)]
    fn forwards(&self, block: &[(Input, f32)], desk: &mut Desk) {
        for ((input, _), output) in block.iter().zip(&mut desk.outputs) {
            *output = self.start(input);
        }
        for (slice, sums) in desk.sums.chunks_exact_mut(BLOCK).enumerate() {
            let rows = self.first.slice(slice);
            for (((input, _), sums), output) in block.iter().zip(sums).zip(&mut desk.outputs) {
                for (view, (side, sums)) in input.sides.iter().zip(sums).enumerate() {
                    *sums = first_layer::sum(rows, side);
                    *output += weigh(sums, self.head(input, view, slice));
                }
            }
        }
    }

    /// From the slopes of the outputs to those of the rows. What many positions add to a row is summed before it
    /// is added, for the rows are far away.
    #[inline(always)]
    fn backwards(&self, block: &[(Input, f32)], desk: &mut Desk, slopes: &mut Slopes) {
        for (slice, sums) in desk.sums.chunks_exact_mut(BLOCK).enumerate() {
            for (((input, _), sums), &slope) in block.iter().zip(&mut *sums).zip(&desk.outputs) {
                for (view, sums) in sums.iter_mut().enumerate() {
                    let weights = self.head(input, view, slice);
                    let head = FIRST_HEAD + 2 * input.stage + view;
                    let learnt = slopes.numbers.row_mut(head);
                    let learnt: &mut Slice = &mut learnt.as_chunks_mut().0[slice];
                    for lane in 0..SLICE {
                        let sum = sums[lane];
                        let clipped = sum.clamp(0.0, 1.0);
                        learnt[lane] += slope * clipped * clipped;
                        let steep = if clipped == sum { 2.0 * clipped } else { 0.0 };
                        sums[lane] = slope * weights[lane] * steep;
                    }
                }
            }
            let sums: &[Slice] = sums.as_flattened();
            let mut begin = 0;
            for (row, &end) in desk.ends.iter().enumerate() {
                let views = &desk.views[begin..end as usize];
                begin = end as usize;
                if views.is_empty() {
                    continue;
                }
                let mut sum = [0.0; SLICE];
                for &view in views {
                    first_layer::add(&mut sum, &sums[usize::from(view)]);
                }
                let row = if row < ROWS {
                    slopes.touched[row] = true;
                    row
                } else {
                    BIASES + row - ROWS
                };
                let learnt = slopes.numbers.row_mut(row);
                first_layer::add(&mut learnt.as_chunks_mut().0[slice], &sum);
            }
        }
    }
}

/// What a slice of a view's sums adds to the output.
#[inline(always)]
fn weigh(sums: &Slice, head: &Slice) -> f32 {
    // Eight sums beside each other, so that the machine need not keep the order of one.
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
fn output_wide(model: &Model, input: &Input) -> f32 {
    model.output_plain(input)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn learn_wide(model: &Model, block: &[(Input, f32)], desk: &mut Desk, slopes: &mut Slopes) {
    model.learn_plain(block, desk, slopes);
}

/// The points expected of an output.
#[inline]
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::train::packed::{GameResult, Sample, pack};

    fn input(fen: &str) -> Input {
        Input::read(&pack(&Sample {
            board: Board::from_fen(fen).unwrap(),
            score: 0,
            result: GameResult::Win,
            ply: 0,
        }))
    }

    /// The slope in a number is what a small step of it does to the loss.
    #[test]
    fn slopes_are_those_of_small_steps() {
        let inputs: Vec<(Input, f32)> = [
            (
                "r1bakab1r/9/1cn4c1/p1p1p1p1p/4n4/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w",
                0.9,
            ),
            ("2bak4/4a4/4b4/9/9/9/9/4B4/4A4/2BAK1R2 b", 0.2),
        ]
        .map(|(fen, target)| {
            let base = 100.0 * target;
            (Input { base, ..input(fen) }, target)
        })
        .into();
        let mut params = Params::random(5);
        let loss = |params: &Params| -> f64 {
            let first = &FirstLayer::of(params);
            let model = Model {
                first,
                params,
                k: 0.003,
            };
            let losses = inputs
                .iter()
                .map(|(input, target)| f64::from(sigmoid(model.output(input)) - target).powi(2));
            losses.sum()
        };
        let mut slopes = Slopes::zero();
        Model {
            first: &FirstLayer::of(&params),
            params: &params,
            k: 0.003,
        }
        .learn(&inputs, &mut Desk::default(), &mut slopes);
        assert!((slopes.loss - loss(&params)).abs() < 1e-6);
        let mut random = fastrand::Rng::with_seed(1);
        let (first, stages) = (&inputs[0].0, [inputs[0].0.stage, inputs[1].0.stage]);
        let mut places: Vec<usize> = (0..40)
            .map(|_| {
                usize::from(first.sides[0].rows[random.usize(..20)]) * HIDDEN
                    + random.usize(..HIDDEN)
            })
            .collect();
        places.extend(stages.map(|stage| (FIRST_HEAD + 2 * stage) * HIDDEN + 17));
        places.extend(stages.map(|stage| ALL_ROWS * HIDDEN + stage));
        places.push((BIASES + first.sides[1].bucket) * HIDDEN + 3);
        let mut felt = 0;
        for place in places {
            let step = 0.001;
            let was = params.0[place];
            params.0[place] = was + step;
            let above = loss(&params);
            params.0[place] = was - step;
            let below = loss(&params);
            params.0[place] = was;
            let want = (above - below) / f64::from(2.0 * step);
            let got = f64::from(slopes.numbers.0[place]);
            assert!(
                (want - got).abs() < 4e-4 + 0.05 * want.abs(),
                "{place}: {got} for {want}"
            );
            felt += usize::from(got != 0.0);
        }
        assert!(felt > 20);
    }
}
