//! The score of a position by [`WeightParams`], and its gradient.
//!
//! It is the evaluation of [`crate::eval`] without rounding. `m` and `e` are the middlegame and endgame sums, red minus
//! black:
//!
//! ```text
//! m     = sum of (times * weight.mg) - curve.mg(red's units) + curve.mg(black's units)
//! e     = the same with weight.eg and curve.eg
//! mixed = (m * phase + e * (32 - phase)) / 32
//! score = mixed * scale / 64       scale by the winning chances of the side that is ahead in mixed
//! ```
//!
//! The score is linear in each weight, so the gradient is computed by hand, by the chain rule from the last line to the
//! first.

use super::WeightParams;
use super::set::PositionTrace;
use crate::eval::FULL_PHASE;
use crate::eval::danger::{MAX_PARTS, PARTS_PER_UNIT};
use crate::eval::endgame::{Chances, FULL_SCALE};
use crate::eval::values::{DANGER, SCALE_BY_MARGIN, SCALE_LONE_CANNON, SCALE_PER_PAWN};

/// The signs of the king danger of red and of black in a score for red.
const SIGNS: [f64; 2] = [-1.0, 1.0];
const PHASE: f64 = FULL_PHASE as f64;
const SCALE: f64 = FULL_SCALE as f64;

/// A point on the curve of king danger.
#[derive(Clone, Copy)]
struct CurvePoint {
    /// The index of the parameter of the curve point below it.
    below: usize,
    /// The distance from that point, from 0 to 1.
    part: f64,
    /// True if the point moves with the units, which it does not at the end of the curve.
    varies: bool,
}

/// The intermediate results of a score.
struct Forward {
    danger: [CurvePoint; 2],
    mixed: f64,
    chances: Chances,
    /// The factor of `mixed`, in 64ths.
    scale: f64,
    /// True if `scale` changes with its weights, which it does not at its limits.
    varies: bool,
}

/// The score of a position, in centipawns for red.
pub fn score(params: &WeightParams, sample: PositionTrace) -> f64 {
    let forward = forward(params, sample);
    forward.mixed * forward.scale / SCALE
}

/// Returns the score of a position, in centipawns for red, and adds its gradient times `slope(score)` to `gradient`.
pub fn add_gradient(
    params: &WeightParams,
    sample: PositionTrace,
    gradient: &mut WeightParams,
    slope: impl Fn(f64) -> f64,
) -> f64 {
    let at = forward(params, sample);
    let score = at.mixed * at.scale / SCALE;
    let slope = slope(score);
    if at.varies {
        let slope = slope * at.mixed / SCALE;
        match at.chances {
            Chances::Short { row, pawns } => {
                gradient.0[2 * SCALE_BY_MARGIN.at(row.into()).index()] += slope;
                gradient.0[2 * SCALE_PER_PAWN.first] += slope * f64::from(pawns);
            }
            Chances::LoneCannon => gradient.0[2 * SCALE_LONE_CANNON.first] += slope,
            Chances::Full | Chances::None => {}
        }
    }
    let mg = slope * at.scale / SCALE * sample.phase / PHASE;
    let eg = slope * at.scale / SCALE - mg;
    let (weights, times) = sample.counts;
    for (&weight, &times) in weights.iter().zip(times) {
        let (index, times) = (2 * usize::from(weight), f64::from(times));
        gradient.0[index] += mg * times;
        gradient.0[index + 1] += eg * times;
    }
    for (
        side,
        CurvePoint {
            below,
            part,
            varies,
        },
    ) in at.danger.into_iter().enumerate()
    {
        let (mg, eg) = (SIGNS[side] * mg, SIGNS[side] * eg);
        gradient.0[below] += mg * (1.0 - part);
        gradient.0[below + 1] += eg * (1.0 - part);
        gradient.0[below + 2] += mg * part;
        gradient.0[below + 3] += eg * part;
        if !varies {
            continue;
        }
        let steepness = mg * (params.0[below + 2] - params.0[below])
            + eg * (params.0[below + 3] - params.0[below + 1]);
        let (weights, times) = sample.danger[side];
        for (&weight, &times) in weights.iter().zip(times) {
            gradient.0[2 * usize::from(weight)] +=
                steepness / PARTS_PER_UNIT as f64 * f64::from(times);
        }
    }
    score
}

#[inline]
fn forward(params: &WeightParams, sample: PositionTrace) -> Forward {
    let (mut mg, mut eg) = (0.0, 0.0);
    let (weights, times) = sample.counts;
    for (&weight, &times) in weights.iter().zip(times) {
        let (index, times) = (2 * usize::from(weight), f64::from(times));
        mg += params.0[index] * times;
        eg += params.0[index + 1] * times;
    }
    let danger = sample.danger.map(|(weights, times)| {
        let units = weights.iter().zip(times);
        let units =
            units.map(|(&weight, &times)| params.0[2 * usize::from(weight)] * f64::from(times));
        curve_point(units.sum())
    });
    for (CurvePoint { below, part, .. }, sign) in danger.into_iter().zip(SIGNS) {
        let between = |here: f64, next: f64| here + (next - here) * part;
        mg += sign * between(params.0[below], params.0[below + 2]);
        eg += sign * between(params.0[below + 1], params.0[below + 3]);
    }
    let mixed = (mg * sample.phase + eg * (PHASE - sample.phase)) / PHASE;
    let chances = sample.chances[usize::from(mixed < 0.0)];
    let (scale, varies) = match chances {
        Chances::Full => (SCALE, false),
        Chances::None => (0.0, false),
        Chances::LoneCannon => (params.0[2 * SCALE_LONE_CANNON.first], true),
        Chances::Short { row, pawns } => {
            let scale = params.0[2 * SCALE_BY_MARGIN.at(row.into()).index()]
                + params.0[2 * SCALE_PER_PAWN.first] * f64::from(pawns);
            (scale.min(SCALE), scale <= SCALE)
        }
    };
    Forward {
        danger,
        mixed,
        chances,
        scale,
        varies,
    }
}

/// The point of the danger curve for a number of units.
fn curve_point(units: f64) -> CurvePoint {
    let parts = units.clamp(0.0, MAX_PARTS as f64) / PARTS_PER_UNIT as f64;
    // The last point belongs to the last segment.
    let whole = (parts as usize).min(DANGER.count() - 2);
    CurvePoint {
        below: 2 * DANGER.at(whole).index(),
        part: parts - whole as f64,
        varies: units < MAX_PARTS as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PositionSet;
    use super::super::params::SIZE;
    use super::*;
    use crate::board::{Board, Color};
    use crate::eval::{Evaluator, Knowledge};
    use fastrand::Rng;

    /// Positions of random games with many captures, so that endgames occur.
    fn positions(games: u64) -> Vec<(Board, PositionSet)> {
        let mut positions = Vec::new();
        for seed in 0..games {
            let (mut board, mut random) = (Board::startpos(), Rng::with_seed(seed));
            for ply in 0..200 {
                let moves = board.legal_moves();
                let capture = moves.iter().find(|mv| !board.is_empty(mv.to()));
                let any = random.choice(&moves);
                let Some(&mv) = capture.filter(|_| random.u8(..3) == 0).or(any) else {
                    break;
                };
                let _ = board.make(mv);
                if ply % 3 == 0 {
                    let mut set = PositionSet::default();
                    set.push(&board, 0, 0.5);
                    positions.push((board.clone(), set));
                }
            }
        }
        positions
    }

    #[test]
    fn model_agrees_with_the_evaluation_except_for_rounding() {
        let params = WeightParams::built_in();
        let mut scaled = 0;
        for (board, set) in positions(60) {
            let score = Evaluator::hand_crafted(Knowledge::Full).evaluate(&board);
            let red_score = match board.side() {
                Color::Red => score,
                Color::Black => -score,
            };
            // The phase, the scale and the points on the curve are rounded.
            let difference = super::score(&params, set.trace(0)) - f64::from(red_score);
            assert!(difference.abs() < 4.0, "{difference}: {}", board.to_fen());
            scaled += usize::from(set.trace(0).chances != [Chances::Full; 2]);
        }
        assert!(scaled > 100, "{scaled}");
    }

    #[test]
    fn gradient_matches_finite_differences() {
        let mut random = Rng::with_seed(3);
        let mut params = WeightParams::built_in();
        // Not at the corners of the curve, where there is no derivative.
        for index in 0..SIZE {
            params.0[index] += random.f64() - 0.5;
        }
        let mut moved = [false; SIZE];
        for (_, set) in positions(8) {
            let sample = set.trace(0);
            let mut gradient = WeightParams::zero();
            let at = add_gradient(&params, sample, &mut gradient, |_| 1.0);
            assert_eq!(at, score(&params, sample));
            for (index, moved) in moved.iter_mut().enumerate() {
                let step = 1e-4;
                let mut beside = params.clone();
                beside.0[index] += step;
                let up = score(&beside, sample);
                beside.0[index] -= 2.0 * step;
                let slope = (up - score(&beside, sample)) / (2.0 * step);
                let difference = (slope - gradient.0[index]).abs();
                assert!(difference < 1e-3, "{index}: {slope} {}", gradient.0[index]);
                *moved |= slope.abs() > 1e-3;
            }
        }
        let moved = moved.iter().filter(|&&moved| moved).count();
        assert!(moved > SIZE / 2, "{moved} of {SIZE}");
    }
}
