//! The weights of the hand-crafted evaluation as floating-point parameters.
//!
//! Each weight has two places, `2 * index` for the middlegame and the next for the endgame. A plain number uses the first.

use crate::eval::Tapered;
use crate::eval::values::{
    DANGER, FAMILIES, HANGING, PIECE_VALUES, SCALE_BY_MARGIN, SCALE_HOPELESS, SCALE_PER_PAWN,
};
use crate::eval::weight::{Family, Shape};
use crate::eval::weights::{COUNT, VALUES};
use crate::train::adam::Adam;

/// The number of parameters.
pub const SIZE: usize = 2 * COUNT;

/// A parameter for each half of each weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Params(pub Vec<f64>);

impl Params {
    pub fn zero() -> Params {
        Params(vec![0.0; SIZE])
    }

    /// The weights that the program is built with.
    pub fn built_in() -> Params {
        Params::of(&VALUES)
    }

    /// The weights of a table.
    pub fn of(values: &[Tapered; COUNT]) -> Params {
        let mut params = Params::zero();
        for (index, value) in values.iter().enumerate() {
            params.0[2 * index] = value.mg().into();
            params.0[2 * index + 1] = value.eg().into();
        }
        params
    }

    /// The table of weights nearest to these parameters.
    pub fn rounded(&self) -> [Tapered; COUNT] {
        let round = |place: usize| self.0[place].round().clamp(-30_000.0, 30_000.0) as i32;
        let mut values = [Tapered::ZERO; COUNT];
        for family in FAMILIES {
            let half = usize::from(!is_plain(family));
            let places = values.iter_mut().enumerate().skip(family.first);
            for (index, value) in places.take(family.count()) {
                *value = Tapered::new(round(2 * index), round(2 * index + half));
            }
        }
        values
    }

    /// Multiplies every weight but the plain numbers.
    pub fn scaled(mut self, factor: f64) -> Params {
        for family in FAMILIES.iter().filter(|family| !is_plain(family)) {
            let weights = 2 * family.first..2 * (family.first + family.count());
            for number in &mut self.0[weights] {
                *number *= factor;
            }
        }
        self
    }

    /// Makes families monotonic that must be: more danger never costs less, and less force never keeps more of a score.
    pub fn settle(&mut self) {
        for half in 0..2 {
            self.order(DANGER, half, 1.0);
            // Danger never gains anything.
            for place in 0..DANGER.count() {
                let number = &mut self.0[2 * DANGER.at(place).index() + half];
                *number = number.max(0.0);
            }
        }
        self.order(SCALE_BY_MARGIN, 0, -1.0);
    }

    /// Makes one half of a family rise from place to place, or fall where `sign` is negative: numbers that are out of order
    /// become their mean, which is the nearest that is in order (pool adjacent violators, Ayer and others, 1955).
    fn order(&mut self, family: Family, half: usize, sign: f64) {
        let place = |at: usize| 2 * family.at(at).index() + half;
        // Runs of equal numbers: their mean and how many.
        let mut runs: Vec<(f64, usize)> = Vec::new();
        for at in 0..family.count() {
            let (mut sum, mut count) = (sign * self.0[place(at)], 1);
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
            self.0[place(at)] = sign * number;
        }
    }

    /// Makes a step of [`Adam`] against the gradient, of about `rate` small steps or less in each parameter.
    pub fn step(
        &mut self,
        gradient: &Params,
        ranges: &[ParamRange],
        adam: &mut Adam<f64>,
        rate: f64,
    ) {
        let correction = adam.begin_step();
        for (place, range) in moving(ranges) {
            // The gradient by small steps rather than by units.
            let gradient = gradient.0[place] * range.step;
            let (mean, square) = (&mut adam.mean[place], &mut adam.square[place]);
            let step = correction.step(mean, square, gradient, rate * range.step);
            self.0[place] = (self.0[place] - step).clamp(range.least, range.most);
        }
    }

    /// Adds other parameters.
    pub fn add(&mut self, other: &Params) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine += theirs;
        }
    }
}

/// The range of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamRange {
    /// A small step, where a hundredth of a pawn is 1; 0 for a constant.
    pub step: f64,
    pub least: f64,
    pub most: f64,
}

/// The range of each parameter.
///
/// The second half of a plain number is constant, and so are weights without a meaning: a general is never captured nor left
/// hanging, and no danger at all costs nothing. Units of danger are never negative, and a share of a score is between none
/// and all.
pub fn ranges() -> Vec<ParamRange> {
    let free = ParamRange {
        step: 1.0,
        least: -10_000.0,
        most: 10_000.0,
    };
    let constant = ParamRange { step: 0.0, ..free };
    let mut ranges = vec![free; SIZE];
    let shares = [SCALE_BY_MARGIN, SCALE_PER_PAWN, SCALE_HOPELESS].map(|share| share.first);
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

/// The places and ranges of the parameters that are not constant.
pub fn moving(ranges: &[ParamRange]) -> impl Iterator<Item = (usize, &ParamRange)> {
    ranges
        .iter()
        .enumerate()
        .filter(|(_, range)| range.step > 0.0)
}

fn is_plain(family: &Family) -> bool {
    matches!(family.shape, Shape::Plain(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::values::TEMPO;

    #[test]
    fn built_in_params_are_in_order_in_range_and_round_to_the_weights() {
        let mut params = Params::built_in();
        assert_eq!(params.rounded(), VALUES);
        params.settle();
        assert_eq!(params, Params::built_in());
        let ranges = ranges();
        assert_eq!(ranges.len(), SIZE);
        for (range, &number) in ranges.iter().zip(&params.0) {
            assert!(range.least <= number && number <= range.most);
        }
    }

    #[test]
    fn a_plain_number_has_one_parameter() {
        let mut params = Params::built_in();
        params.0[2 * SCALE_HOPELESS.first] = 7.4;
        let rounded = params.rounded()[SCALE_HOPELESS.first];
        assert_eq!((rounded.mg(), rounded.eg()), (7, 7));
    }

    #[test]
    fn adam_finds_the_minimum_and_leaves_constants() {
        let ranges = ranges();
        let [tempo, constant] = [2 * TEMPO.first, 2 * DANGER.first];
        assert_eq!(ranges[tempo].step, 1.0);
        for place in [2 * PIECE_VALUES.first, 2 * SCALE_PER_PAWN.first + 1] {
            assert_eq!(ranges[place].step, 0.0);
        }
        let (mut params, mut adam) = (Params::built_in(), Adam::new(SIZE));
        for step in 0..2_000 {
            let mut gradient = Params::zero();
            gradient.0[tempo] = 2.0 * (params.0[tempo] - 33.0);
            gradient.0[constant] = 1.0;
            params.step(&gradient, &ranges, &mut adam, 0.999_f64.powi(step));
        }
        assert!((params.0[tempo] - 33.0).abs() < 0.01);
        assert_eq!(params.0[constant], Params::built_in().0[constant]);
    }

    #[test]
    fn numbers_out_of_order_are_pooled() {
        let mut params = Params::built_in();
        let [danger, scale] = [DANGER, SCALE_BY_MARGIN].map(|of| move |at| 2 * of.at(at).index());
        for (at, number) in [(1, 4.0), (2, -9.0), (3, 10.0), (4, 6.0), (5, 5.0)] {
            params.0[danger(at)] = number;
        }
        for (at, number) in [50.0, 60.0, 10.0, 20.0, 1.0].into_iter().enumerate() {
            params.0[scale(at)] = number;
        }
        params.settle();
        let settled = [0, 1, 2, 3, 4, 5].map(|at| params.0[danger(at)]);
        assert_eq!(settled, [0.0, 0.0, 0.0, 7.0, 7.0, 7.0]);
        let settled = [0, 1, 2, 3, 4].map(|at| params.0[scale(at)]);
        assert_eq!(settled, [55.0, 55.0, 15.0, 15.0, 1.0]);
        let settled = params.clone();
        params.settle();
        assert_eq!(params, settled);
    }
}
