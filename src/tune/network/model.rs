//! The network in fractions: forwards to a score, backwards to slopes.
//!
//! The shape is [`crate::eval::network`]'s, with one addition. Six buckets of rows share what does not depend on where the
//! general stands: each row is the sum of one of its bucket and one that all buckets have (a *factoriser*, as in
//! Stockfish's trainer). So a piece that was seldom seen with the general in the corner is not unknown there. Sums
//! are made once a step; forwards and backwards only see the sum.
//!
//! An output is in the unit in which the points expected are `1 / (1 + exp(-output))`.

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
        as_row(&self.0[row * HIDDEN..])
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

#[inline]
fn as_row(numbers: &[f32]) -> &Row {
    numbers[..HIDDEN].try_into().expect("a row is so long")
}

/// The rows of the first layer as they are used, each the sum of its bucket's and the shared one.
#[inline(always)]
pub fn merge(params: &Params, merged: &mut [f32], rows: std::ops::Range<usize>) {
    for row in rows.clone() {
        let to = &mut merged[(row - rows.start) * HIDDEN..][..HIDDEN];
        let own = params.row(row);
        let shared = params.row(SHARED + row % ROWS_PER_BUCKET);
        for ((to, own), shared) in to.iter_mut().zip(own).zip(shared) {
            *to = own + shared;
        }
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

/// What the forward pass of a position leaves behind.
struct Forward {
    sums: [Row; 2],
    output: f32,
}

/// The first layer as it is used, and the rest of the network.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The sums of [`merge`].
    pub merged: &'a [f32],
    /// Biases and heads.
    pub params: &'a Params,
}

impl Model<'_> {
    #[inline(always)]
    fn forward(&self, input: &Input) -> Forward {
        let mut sums = [[0.0; HIDDEN]; 2];
        let mut output = self.params.head_bias(input.stage);
        for (view, (sums, side)) in sums.iter_mut().zip(&input.sides).enumerate() {
            *sums = *self.params.row(BIASES + side.bucket);
            for &row in &side.rows {
                let weights = as_row(&self.merged[usize::from(row) * HIDDEN..]);
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += weight;
                }
            }
            let head = self.params.row(FIRST_HEAD + 2 * input.stage + view);
            // Eight sums beside each other, so that the machine need not keep the order of one.
            let mut parts = [0.0f32; 8];
            for (sums, head) in sums.as_chunks::<8>().0.iter().zip(head.as_chunks::<8>().0) {
                for lane in 0..8 {
                    let clipped = sums[lane].clamp(0.0, 1.0);
                    parts[lane] += clipped * clipped * head[lane];
                }
            }
            output += parts.iter().sum::<f32>();
        }
        Forward { sums, output }
    }

    /// The output for a position.
    pub fn output(&self, input: &Input) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the machine has both.
            return unsafe { output_wide(self, input) };
        }
        self.forward(input).output
    }

    /// Adds the slopes of positions to `slopes`, each with its target.
    pub fn learn(&self, inputs: &[(Input, f32)], slopes: &mut Slopes) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the machine has both.
            unsafe { learn_wide(self, inputs, slopes) };
            return;
        }
        self.learn_plain(inputs, slopes);
    }

    #[inline(always)]
    fn learn_plain(&self, inputs: &[(Input, f32)], slopes: &mut Slopes) {
        for (input, target) in inputs {
            let Forward { sums, output } = self.forward(input);
            let points = sigmoid(output);
            let off = points - target;
            slopes.loss += f64::from(off * off);
            let slope = 2.0 * off * points * (1.0 - points);
            slopes.numbers.0[ALL_ROWS * HIDDEN + input.stage] += slope;
            for (view, (sums, side)) in sums.iter().zip(&input.sides).enumerate() {
                let head = FIRST_HEAD + 2 * input.stage + view;
                let mut down = [0.0f32; HIDDEN];
                let weights = self.params.row(head);
                let learnt = slopes.numbers.row_mut(head);
                for index in 0..HIDDEN {
                    let clipped = sums[index].clamp(0.0, 1.0);
                    learnt[index] += slope * clipped * clipped;
                    let within = sums[index] > 0.0 && sums[index] < 1.0;
                    let steep = if within { 2.0 * clipped } else { 0.0 };
                    down[index] = slope * weights[index] * steep;
                }
                let rows = side.rows.iter().map(|&row| usize::from(row));
                for row in rows.chain([BIASES + side.bucket]) {
                    if row < ROWS {
                        slopes.touched[row] = true;
                    }
                    let learnt = slopes.numbers.row_mut(row);
                    for (learnt, down) in learnt.iter_mut().zip(&down) {
                        *learnt += down;
                    }
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn output_wide(model: &Model, input: &Input) -> f32 {
    model.forward(input).output
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn learn_wide(model: &Model, inputs: &[(Input, f32)], slopes: &mut Slopes) {
    model.learn_plain(inputs, slopes);
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
    use crate::tune::packed::{GameResult, Sample, pack};

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
        .map(|(fen, target)| (input(fen), target))
        .into();
        let mut params = Params::random(5);
        let loss = |params: &Params| -> f64 {
            let mut merged = vec![0.0; ROWS * HIDDEN];
            merge(params, &mut merged, 0..ROWS);
            let model = Model {
                merged: &merged,
                params,
            };
            let losses = inputs
                .iter()
                .map(|(input, target)| f64::from(sigmoid(model.output(input)) - target).powi(2));
            losses.sum()
        };
        let mut merged = vec![0.0; ROWS * HIDDEN];
        merge(&params, &mut merged, 0..ROWS);
        let mut slopes = Slopes::zero();
        Model {
            merged: &merged,
            params: &params,
        }
        .learn(&inputs, &mut slopes);
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
