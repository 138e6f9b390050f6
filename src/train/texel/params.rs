//! The weights of the hand-crafted evaluation as floating-point parameters.
//!
//! Each weight has two parameters: that at `2 * index` for the middlegame, the next one for the endgame. A plain number uses
//! only the first.

use crate::eval::Tapered;
use crate::eval::values::{
    DANGER, FAMILIES, HANGING, PIECE_VALUES, SCALE_BY_MARGIN, SCALE_LONE_CANNON, SCALE_PER_PAWN,
};
use crate::eval::weight::{Family, Numbers};
use crate::eval::weights::{COUNT, VALUES};
use crate::train::adam::Adam;

/// The number of parameters.
pub const SIZE: usize = 2 * COUNT;

/// Two parameters for each weight.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightParams(pub Vec<f64>);

impl WeightParams {
    /// All parameters 0, as of an empty gradient.
    pub fn zero() -> WeightParams {
        WeightParams(vec![0.0; SIZE])
    }

    /// The weights that the program is built with.
    pub fn built_in() -> WeightParams {
        WeightParams::of(&VALUES)
    }

    /// The parameters of these weights.
    pub fn of(values: &[Tapered; COUNT]) -> WeightParams {
        let mut params = WeightParams::zero();
        for (index, value) in values.iter().enumerate() {
            params.0[2 * index] = value.mg().into();
            params.0[2 * index + 1] = value.eg().into();
        }
        params
    }

    /// The weights, rounded to integers.
    pub fn rounded(&self) -> [Tapered; COUNT] {
        let round = |index: usize| self.0[index].round().clamp(-30_000.0, 30_000.0) as i32;
        let mut values = [Tapered::ZERO; COUNT];
        for family in FAMILIES {
            let half = usize::from(!is_plain(family));
            let weights = values.iter_mut().enumerate().skip(family.first);
            for (index, value) in weights.take(family.count()) {
                *value = Tapered::new(round(2 * index), round(2 * index + half));
            }
        }
        values
    }

    /// Multiplies all weights except the plain numbers.
    pub fn scaled(mut self, factor: f64) -> WeightParams {
        for family in FAMILIES.iter().filter(|family| !is_plain(family)) {
            let weights = 2 * family.first..2 * (family.first + family.count());
            for number in &mut self.0[weights] {
                *number *= factor;
            }
        }
        self
    }

    /// Makes the families monotonic that must be: the danger curve rises and is never negative, and the scale falls with the
    /// margin.
    pub fn make_monotonic(&mut self) {
        for half in 0..2 {
            self.pool_violators(DANGER, half, 1.0);
            for units in 0..DANGER.count() {
                let number = &mut self.0[2 * DANGER.at(units).index() + half];
                *number = number.max(0.0);
            }
        }
        self.pool_violators(SCALE_BY_MARGIN, 0, -1.0);
    }

    /// Makes one half of a family rise, or fall if `sign` is -1, by the least squared change: adjacent numbers out of order are
    /// replaced by their mean (pool adjacent violators, Ayer and others, 1955).
    fn pool_violators(&mut self, family: Family, half: usize, sign: f64) {
        let index = |at: usize| 2 * family.at(at).index() + half;
        // Runs of equal numbers: the mean and the length.
        let mut runs: Vec<(f64, usize)> = Vec::new();
        for at in 0..family.count() {
            let (mut sum, mut count) = (sign * self.0[index(at)], 1);
            while let Some(&(mean, others)) = runs.last()
                && mean > sum / count as f64
            {
                sum += mean * others as f64;
                count += others;
                runs.pop();
            }
            runs.push((sum / count as f64, count));
        }
        let numbers = runs
            .iter()
            .flat_map(|&(mean, count)| std::iter::repeat_n(mean, count));
        for (at, number) in numbers.enumerate() {
            self.0[index(at)] = sign * number;
        }
    }

    /// Makes a step of [`Adam`] against the gradient, of about `rate` times [`ParamRange::step`] or less in each parameter.
    pub fn step(
        &mut self,
        gradient: &WeightParams,
        ranges: &[ParamRange],
        adam: &mut Adam<f64>,
        rate: f64,
    ) {
        let correction = adam.begin_step();
        for (index, range) in variable(ranges) {
            // The derivative by `range.step` rather than by 1.
            let gradient = gradient.0[index] * range.step;
            let (mean, square) = (&mut adam.mean[index], &mut adam.square[index]);
            let step = correction.step(mean, square, gradient, rate * range.step);
            self.0[index] = (self.0[index] - step).clamp(range.least, range.most);
        }
    }

    /// Adds other parameters.
    pub fn add(&mut self, other: &WeightParams) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine += theirs;
        }
    }
}

/// The range and the unit of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamRange {
    /// The change that corresponds to one centipawn of a weight; 0 for a constant.
    pub step: f64,
    /// The least value.
    pub least: f64,
    /// The greatest value.
    pub most: f64,
}

/// The range of each parameter.
///
/// The second parameter of a plain number is constant, and so are weights that never count: those of a general that is
/// captured or hanging, and of no danger. Units of danger are never negative, and a scale is from 0 to 64.
pub fn ranges() -> Vec<ParamRange> {
    let free = ParamRange {
        step: 1.0,
        least: -10_000.0,
        most: 10_000.0,
    };
    let constant = ParamRange { step: 0.0, ..free };
    let mut ranges = vec![free; SIZE];
    let shares = [SCALE_BY_MARGIN, SCALE_PER_PAWN, SCALE_LONE_CANNON].map(|share| share.first);
    for family in FAMILIES.iter().filter(|family| is_plain(family)) {
        let (step, most) = match shares.contains(&family.first) {
            true => (0.25, 64.0),
            false => (1.0, 1_000.0),
        };
        let least = 0.0;
        for index in family.first..family.first + family.count() {
            ranges[2 * index] = ParamRange { step, least, most };
            ranges[2 * index + 1] = constant;
        }
    }
    for weight in [PIECE_VALUES.at(0), HANGING.at(0), DANGER.at(0)] {
        ranges[2 * weight.index()..][..2].fill(constant);
    }
    ranges
}

/// The indices and ranges of the parameters that are not constant.
pub fn variable(ranges: &[ParamRange]) -> impl Iterator<Item = (usize, &ParamRange)> {
    ranges
        .iter()
        .enumerate()
        .filter(|(_, range)| range.step > 0.0)
}

/// True if the weights of a family are plain numbers, without middlegame and endgame values.
fn is_plain(family: &Family) -> bool {
    matches!(family.numbers, Numbers::Plain(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::values::TEMPO;

    #[test]
    fn built_in_params_are_monotonic_in_range_and_round_to_the_weights() {
        let mut params = WeightParams::built_in();
        assert_eq!(params.rounded(), VALUES);
        params.make_monotonic();
        assert_eq!(params, WeightParams::built_in());
        let ranges = ranges();
        assert_eq!(ranges.len(), SIZE);
        for (range, &number) in ranges.iter().zip(&params.0) {
            assert!(range.least <= number && number <= range.most);
        }
    }

    #[test]
    fn plain_number_has_one_parameter() {
        let mut params = WeightParams::built_in();
        params.0[2 * SCALE_LONE_CANNON.first] = 7.4;
        let rounded = params.rounded()[SCALE_LONE_CANNON.first];
        assert_eq!((rounded.mg(), rounded.eg()), (7, 7));
    }

    #[test]
    fn adam_finds_the_minimum_and_keeps_constants() {
        let ranges = ranges();
        let [tempo, constant] = [2 * TEMPO.first, 2 * DANGER.first];
        assert_eq!(ranges[tempo].step, 1.0);
        for index in [2 * PIECE_VALUES.first, 2 * SCALE_PER_PAWN.first + 1] {
            assert_eq!(ranges[index].step, 0.0);
        }
        let (mut params, mut adam) = (WeightParams::built_in(), Adam::new(SIZE));
        for step in 0..2_000 {
            let mut gradient = WeightParams::zero();
            gradient.0[tempo] = 2.0 * (params.0[tempo] - 33.0);
            gradient.0[constant] = 1.0;
            params.step(&gradient, &ranges, &mut adam, 0.999_f64.powi(step));
        }
        assert!((params.0[tempo] - 33.0).abs() < 0.01);
        assert_eq!(params.0[constant], WeightParams::built_in().0[constant]);
    }

    #[test]
    fn numbers_out_of_order_are_pooled() {
        let mut params = WeightParams::built_in();
        let [danger, scale] = [DANGER, SCALE_BY_MARGIN].map(|of| move |at| 2 * of.at(at).index());
        for (at, number) in [(1, 4.0), (2, -9.0), (3, 10.0), (4, 6.0), (5, 5.0)] {
            params.0[danger(at)] = number;
        }
        for (at, number) in [50.0, 60.0, 10.0, 20.0, 1.0].into_iter().enumerate() {
            params.0[scale(at)] = number;
        }
        params.make_monotonic();
        let pooled = [0, 1, 2, 3, 4, 5].map(|at| params.0[danger(at)]);
        assert_eq!(pooled, [0.0, 0.0, 0.0, 7.0, 7.0, 7.0]);
        let pooled = [0, 1, 2, 3, 4].map(|at| params.0[scale(at)]);
        assert_eq!(pooled, [55.0, 55.0, 15.0, 15.0, 1.0]);
        let pooled = params.clone();
        params.make_monotonic();
        assert_eq!(params, pooled);
    }
}
