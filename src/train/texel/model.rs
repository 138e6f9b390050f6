//! A score from numbers that can be moved, and how it changes with each of them.
//!
//! It is the evaluation of [`crate::eval`] without its rounding. With `m` and `e` the sums of the
//! middlegame's and the endgame's halves, red less black:
//!
//! ```text
//! m     = sum of (times * weight.mg) - curve.mg(red's units) + curve.mg(black's units)
//! e     = the same of the endgame's halves
//! mixed = (m * phase + e * (32 - phase)) / 32
//! score = mixed * kept / 64        kept by the chances of the side that mixed says is ahead
//! ```
//!
//! Every weight enters in a straight line, units and curve each for itself; so the slopes are written
//! down by hand, going back through the same lines from the last to the first.

use super::Params;
use super::sample::Sample;
use crate::eval::FULL_PHASE;
use crate::eval::danger::{MOST, PARTS};
use crate::eval::endgame::{Chances, FULL_SCALE};
use crate::eval::values::{DANGER, SCALE_BY_MARGIN, SCALE_HOPELESS, SCALE_PER_PAWN};

/// Where danger enters the score of its colour: red's general's is bad for red.
const SIGNS: [f64; 2] = [-1.0, 1.0];

/// A place on the curve of danger.
#[derive(Clone, Copy)]
struct Place {
    /// The whole unit below it.
    whole: usize,
    /// How far it is from there to the next, 0 to 1.
    part: f64,
    /// Whether it would move with the units.
    free: bool,
}

/// What is known half way.
struct Sums {
    mg: f64,
    eg: f64,
    danger: [Place; 2],
}

/// The score of a position for red.
pub fn score(params: &Params, sample: Sample) -> f64 {
    let mixed = mix(&sums(params, sample), sample.phase);
    mixed * kept(params, chances(sample, mixed)).0 / f64::from(FULL_SCALE)
}

/// The score of a position for red; `slope` is asked with it how much a unit of score is worth, and
/// so much times the score's change with each number is added to `gradient`.
pub fn descend(
    params: &Params,
    sample: Sample,
    gradient: &mut Params,
    slope: impl Fn(f64) -> f64,
) -> f64 {
    let sums = sums(params, sample);
    let mixed = mix(&sums, sample.phase);
    let chances = chances(sample, mixed);
    let (kept, free) = kept(params, chances);
    let full = f64::from(FULL_SCALE);
    let score = mixed * kept / full;
    let slope = slope(score);

    if free {
        match chances {
            Chances::Short { row, pawns } => {
                gradient[2 * SCALE_BY_MARGIN.at(row.into()).index()] += slope * mixed / full;
                gradient[2 * SCALE_PER_PAWN.first] += slope * mixed / full * f64::from(pawns);
            }
            Chances::LoneCannon => gradient[2 * SCALE_HOPELESS.first] += slope * mixed / full,
            Chances::Full | Chances::None => {}
        }
    }
    let mg = slope * kept / full * sample.phase / f64::from(FULL_PHASE);
    let eg = slope * kept / full - mg;
    let (weights, times) = sample.counts;
    for (&weight, &times) in weights.iter().zip(times) {
        let (place, times) = (2 * usize::from(weight), f64::from(times));
        gradient[place] += mg * times;
        gradient[place + 1] += eg * times;
    }
    for (side, place) in sums.danger.into_iter().enumerate() {
        let below = 2 * DANGER.at(place.whole).index();
        let (mg, eg) = (SIGNS[side] * mg, SIGNS[side] * eg);
        gradient[below] += mg * (1.0 - place.part);
        gradient[below + 1] += eg * (1.0 - place.part);
        gradient[below + 2] += mg * place.part;
        gradient[below + 3] += eg * place.part;
        if !place.free {
            continue;
        }
        let steepness =
            mg * (params[below + 2] - params[below]) + eg * (params[below + 3] - params[below + 1]);
        let (weights, times) = sample.danger[side];
        for (&weight, &times) in weights.iter().zip(times) {
            gradient[2 * usize::from(weight)] += steepness / PARTS as f64 * f64::from(times);
        }
    }
    score
}

#[inline]
fn sums(params: &Params, sample: Sample) -> Sums {
    let (mut mg, mut eg) = (0.0, 0.0);
    let (weights, times) = sample.counts;
    for (&weight, &times) in weights.iter().zip(times) {
        let (place, times) = (2 * usize::from(weight), f64::from(times));
        mg += params[place] * times;
        eg += params[place + 1] * times;
    }
    let danger = sample.danger.map(|(weights, times)| {
        let units = weights.iter().zip(times);
        let units: f64 = units
            .map(|(&weight, &times)| params[2 * usize::from(weight)] * f64::from(times))
            .sum();
        place(units)
    });
    for (place, sign) in danger.into_iter().zip(SIGNS) {
        let below = 2 * DANGER.at(place.whole).index();
        let between = |half: usize| {
            let (here, next) = (params[below + half], params[below + 2 + half]);
            here + (next - here) * place.part
        };
        mg += sign * between(0);
        eg += sign * between(1);
    }
    Sums { mg, eg, danger }
}

fn place(units: f64) -> Place {
    let parts = units.clamp(0.0, MOST as f64) / PARTS as f64;
    // The last point belongs to the last stretch.
    let whole = (parts as usize).min(DANGER.count() - 2);
    Place {
        whole,
        part: parts - whole as f64,
        free: units < MOST as f64,
    }
}

fn mix(sums: &Sums, phase: f64) -> f64 {
    (sums.mg * phase + sums.eg * (f64::from(FULL_PHASE) - phase)) / f64::from(FULL_PHASE)
}

fn chances(sample: Sample, mixed: f64) -> Chances {
    sample.chances[usize::from(mixed < 0.0)]
}

/// How much a side keeps of its score, in 64ths, and whether that would move with its numbers.
fn kept(params: &Params, chances: Chances) -> (f64, bool) {
    let full = f64::from(FULL_SCALE);
    match chances {
        Chances::Full => (full, false),
        Chances::None => (0.0, false),
        Chances::LoneCannon => (params[2 * SCALE_HOPELESS.first], true),
        Chances::Short { row, pawns } => {
            let kept = params[2 * SCALE_BY_MARGIN.at(row.into()).index()]
                + params[2 * SCALE_PER_PAWN.first] * f64::from(pawns);
            (kept.min(full), kept <= full)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Set;
    use super::super::params::SIZE;
    use super::*;
    use crate::board::{Board, Color};
    use crate::eval::{Evaluator, Knowledge, Score};
    use fastrand::Rng;

    /// Positions of random games, captures preferred, so that endgames occur.
    fn positions(games: u64) -> Vec<Board> {
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
                    positions.push(board.clone());
                }
            }
        }
        positions
    }

    fn played(board: &Board) -> Score {
        let score = Evaluator::hand_crafted(Knowledge::Full).evaluate(board);
        match board.side() {
            Color::Red => score,
            Color::Black => -score,
        }
    }

    #[test]
    fn it_is_the_evaluation_but_for_rounding() {
        let params = Params::built_in();
        let mut scaled = 0;
        for board in positions(60) {
            let mut set = Set::default();
            set.push(&board, 0, 0.5);
            let model = score(&params, set.sample(0));
            // The phases, the scale and each side's place on the curve are rounded.
            let difference = model - f64::from(played(&board));
            assert!(difference.abs() < 4.0, "{difference}: {}", board.to_fen());
            let full = set.sample(0).chances == [Chances::Full; 2];
            scaled += usize::from(!full);
        }
        assert!(scaled > 100, "{scaled}");
    }

    #[test]
    fn slopes_are_what_small_steps_say() {
        let mut random = Rng::with_seed(3);
        let mut params = Params::built_in();
        // Off the corners of the curve, where there is no one slope.
        for place in 0..SIZE {
            params[place] += random.f64() - 0.5;
        }
        let mut moved = [false; SIZE];
        for board in positions(8) {
            let mut set = Set::default();
            set.push(&board, 0, 0.5);
            let sample = set.sample(0);
            let mut gradient = Params::zero();
            let at = descend(&params, sample, &mut gradient, |_| 1.0);
            assert_eq!(at, score(&params, sample));
            for place in 0..SIZE {
                let step = 1e-4;
                let mut beside = params.clone();
                beside[place] += step;
                let up = score(&beside, sample);
                beside[place] -= 2.0 * step;
                let slope = (up - score(&beside, sample)) / (2.0 * step);
                let difference = (slope - gradient[place]).abs();
                assert!(difference < 1e-3, "{place}: {slope} {}", gradient[place]);
                moved[place] |= slope.abs() > 1e-3;
            }
        }
        let moved = moved.iter().filter(|&&moved| moved).count();
        assert!(moved > SIZE / 2, "{moved} of {SIZE}");
    }
}
