//! The weights as numbers that can be moved by a little.
//!
//! Each weight has two places, `2 * index` for the middlegame and the next for the endgame. A plain
//! number uses the first of its two.

use std::ops::{Index, IndexMut};

use crate::eval::Tapered;
use crate::eval::values::{DANGER, FAMILIES, HANGING, SCALE_BY_MARGIN, SCALE_HOPELESS};
use crate::eval::values::{PIECE_VALUES, SCALE_PER_PAWN};
use crate::eval::weight::{Family, Shape, Weight};
use crate::eval::weights::{COUNT, VALUES};
use crate::train::adam::Adam;

/// How many numbers there are.
pub const SIZE: usize = 2 * COUNT;

/// A number for each half of each weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Params(Vec<f64>);

impl Params {
    /// Nothing everywhere.
    pub fn zero() -> Params {
        Params(vec![0.0; SIZE])
    }

    /// What the program is built with.
    pub fn built_in() -> Params {
        Params::of(&VALUES)
    }

    /// The weights of a table.
    pub fn of(values: &[Tapered; COUNT]) -> Params {
        let mut params = Params::zero();
        for (index, value) in values.iter().enumerate() {
            params[2 * index] = value.mg().into();
            params[2 * index + 1] = value.eg().into();
        }
        params
    }

    /// The table of weights nearest to these numbers.
    pub fn rounded(&self) -> [Tapered; COUNT] {
        let mut values = [Tapered::ZERO; COUNT];
        for family in FAMILIES {
            for place in 0..family.count() {
                let index = family.first + place;
                let round = |number: f64| number.round().clamp(-30_000.0, 30_000.0) as i32;
                let mg = round(self[2 * index]);
                let eg = match family.shape {
                    Shape::Plain(_) => mg,
                    _ => round(self[2 * index + 1]),
                };
                values[index] = Tapered::new(mg, eg);
            }
        }
        values
    }

    /// All numbers, in order.
    pub fn as_slice(&self) -> &[f64] {
        &self.0
    }

    /// The same in another unit: every weight but the plain numbers, so many times.
    pub fn scaled(mut self, factor: f64) -> Params {
        for family in FAMILIES.iter().filter(|family| !is_plain(family)) {
            let weights = 2 * family.first..2 * (family.first + family.count());
            for number in &mut self.0[weights] {
                *number *= factor;
            }
        }
        self
    }

    /// Puts in order what only makes sense in order: more danger never costs less, and less force
    /// never keeps more of a score. Numbers that are out of order all become their mean, which is the
    /// nearest that is in order.
    pub fn settle(&mut self) {
        for half in 0..2 {
            // No danger at all costs nothing, and none gains anything.
            self.order(DANGER, half, 1.0);
            for place in 0..DANGER.count() {
                let number = &mut self[2 * DANGER.at(place).index() + half];
                *number = number.max(0.0);
            }
        }
        self.order(SCALE_BY_MARGIN, 0, -1.0);
    }

    /// Makes one half of a family rise from place to place, or fall where `sign` is negative. Adjacent
    /// violators are pooled (Ayer and others, 1955).
    fn order(&mut self, family: Family, half: usize, sign: f64) {
        let place = |at: usize| 2 * family.at(at).index() + half;
        // Runs of equal numbers: their mean and how many.
        let mut runs: Vec<(f64, usize)> = Vec::new();
        for at in 0..family.count() {
            let (mut sum, mut count) = (sign * self[place(at)], 1);
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
            self[place(at)] = sign * number;
        }
    }

    /// Makes a step of [`Adam`] against the gradient, of about `rate` small steps or less in each number.
    pub fn step(
        &mut self,
        gradient: &Params,
        freedoms: &[Freedom],
        adam: &mut Adam<f64>,
        rate: f64,
    ) {
        let correction = adam.begin_step();
        for (place, freedom) in freedoms.iter().enumerate() {
            if freedom.step == 0.0 {
                continue;
            }
            // The gradient by small steps rather than by units.
            let gradient = gradient[place] * freedom.step;
            let (mean, square) = (&mut adam.mean[place], &mut adam.square[place]);
            let step = correction.step(mean, square, gradient, rate * freedom.step);
            self[place] = (self[place] - step).clamp(freedom.least, freedom.most);
        }
    }

    /// Adds another, number by number.
    pub fn add(&mut self, other: &Params) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine += theirs;
        }
    }
}

impl Index<usize> for Params {
    type Output = f64;
    #[inline]
    fn index(&self, place: usize) -> &f64 {
        &self.0[place]
    }
}

impl IndexMut<usize> for Params {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut f64 {
        &mut self.0[place]
    }
}

/// How a number may be moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Freedom {
    /// What is a small step for it, where a hundredth of a pawn is 1; 0 for one that stays.
    pub step: f64,
    /// The least it may be.
    pub least: f64,
    /// The most it may be.
    pub most: f64,
}

/// How each number may be moved.
///
/// Plain numbers have no second half. Some weights say nothing: a general is never captured nor
/// left hanging, and what no danger at all costs is nothing. Units of danger are never negative,
/// and a share of a score is between none and all.
pub fn freedoms() -> Vec<Freedom> {
    let free = Freedom {
        step: 1.0,
        least: -10_000.0,
        most: 10_000.0,
    };
    let mut freedoms = vec![free; SIZE];
    let mut set = |weight: Weight, half: usize, freedom| {
        freedoms[2 * weight.index() + half] = freedom;
    };
    let stays = Freedom { step: 0.0, ..free };
    for family in FAMILIES.iter().filter(|family| is_plain(family)) {
        let shares = [SCALE_BY_MARGIN, SCALE_PER_PAWN, SCALE_HOPELESS];
        let is_share = shares.iter().any(|share| share.first == family.first);
        let (step, most) = if is_share {
            (0.25, 64.0)
        } else {
            (1.0, 1_000.0)
        };
        for place in 0..family.count() {
            let least = 0.0;
            set(family.at(place), 0, Freedom { step, least, most });
            set(family.at(place), 1, stays);
        }
    }
    for weight in [PIECE_VALUES.at(0), HANGING.at(0), DANGER.at(0)] {
        set(weight, 0, stays);
        set(weight, 1, stays);
    }
    freedoms
}

fn is_plain(family: &Family) -> bool {
    matches!(family.shape, Shape::Plain(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::values::TEMPO;

    #[test]
    fn the_built_in_numbers_come_back() {
        assert_eq!(Params::built_in().rounded(), VALUES);
    }

    #[test]
    fn a_plain_number_is_one_number() {
        let mut params = Params::built_in();
        params[2 * SCALE_HOPELESS.first] = 7.4;
        let rounded = params.rounded()[SCALE_HOPELESS.first];
        assert_eq!((rounded.mg(), rounded.eg()), (7, 7));
    }

    #[test]
    fn what_says_nothing_stays() {
        let freedoms = freedoms();
        assert_eq!(freedoms.len(), SIZE);
        assert_eq!(freedoms[2 * PIECE_VALUES.first].step, 0.0);
        assert_eq!(freedoms[2 * SCALE_PER_PAWN.first + 1].step, 0.0);
        assert_eq!(freedoms[2 * TEMPO.first].step, 1.0);
        for (freedom, &number) in freedoms.iter().zip(Params::built_in().as_slice()) {
            assert!(freedom.least <= number && number <= freedom.most);
        }
    }

    #[test]
    fn adam_finds_the_minimum_and_leaves_fixed_numbers() {
        let freedoms = freedoms();
        let (mut params, mut adam) = (Params::built_in(), Adam::new(SIZE));
        let fixed = params[2 * DANGER.first];
        for step in 0..2_000 {
            let mut gradient = Params::zero();
            gradient[2 * TEMPO.first] = 2.0 * (params[2 * TEMPO.first] - 33.0);
            gradient[2 * DANGER.first] = 1.0;
            params.step(&gradient, &freedoms, &mut adam, 0.999_f64.powi(step));
        }
        assert!((params[2 * TEMPO.first] - 33.0).abs() < 0.01);
        assert_eq!(params[2 * DANGER.first], fixed);
    }

    #[test]
    fn what_is_out_of_order_is_pooled() {
        let mut params = Params::built_in();
        let danger = |at: usize| 2 * DANGER.at(at).index();
        for (at, number) in [(1, 4.0), (2, -9.0), (3, 10.0), (4, 6.0), (5, 5.0)] {
            params[danger(at)] = number;
        }
        let scale = |at: usize| 2 * SCALE_BY_MARGIN.at(at).index();
        for (at, number) in [(0, 50.0), (1, 60.0), (2, 10.0), (3, 20.0), (4, 1.0)] {
            params[scale(at)] = number;
        }
        params.settle();
        let seen = [0, 1, 2, 3, 4, 5].map(|at| params[danger(at)]);
        assert_eq!(seen, [0.0, 0.0, 0.0, 7.0, 7.0, 7.0]);
        let seen = [0, 1, 2, 3, 4].map(|at| params[scale(at)]);
        assert_eq!(seen, [55.0, 55.0, 15.0, 15.0, 1.0]);
        let settled = params.clone();
        params.settle();
        assert_eq!(params, settled);
    }

    #[test]
    fn the_built_in_numbers_are_in_order() {
        let mut params = Params::built_in();
        params.settle();
        assert_eq!(params, Params::built_in());
    }
}
