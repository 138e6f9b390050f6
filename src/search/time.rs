//! Time: how much of the clock a move may take.
//!
//! Two limits are made of the clock. The **soft** one is asked between iterations: past it no new
//! one is begun, for it would hardly finish. It is stretched when the score falls or the best move
//! keeps changing, and shortened when the same move has been best for long or has taken nearly all
//! the nodes. The **hard** one is asked all the time and ends the search wherever it is. Neither
//! ever reaches the end of the clock: a few times the `overhead` of the way to the GUI is kept back.

use std::time::Duration;

use super::limits::Limits;
use super::params;

/// The limits of one search; `None` where time does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Begin no iteration after this, before any scaling.
    pub soft: Option<Duration>,
    /// Stop at this.
    pub hard: Option<Duration>,
}

/// What is kept back of a clock that is added to, in overheads.
const RESERVE: u32 = 3;
/// What sudden death keeps back, in overheads.
const SUDDEN_DEATH_RESERVE: u32 = 150;

impl Budget {
    /// The budget of a search, keeping back `overhead` for each move.
    pub fn of(limits: &Limits, overhead: Duration) -> Budget {
        let mut budget = Budget::default();
        if let Some(clock) = limits.clock {
            let expected = params::time_moves_left() as u32;
            let moves = clock.moves_to_go.unwrap_or(expected).clamp(1, expected);
            // The clock itself tells what the way to the GUI has cost so far; what is kept back is for
            // the next few moves. Where nothing is ever added to the clock, it is for all the rest of a
            // long game.
            let sudden_death = clock.increment.is_zero() && clock.moves_to_go.is_none();
            let reserve = match sudden_death {
                true => (overhead * SUDDEN_DEATH_RESERVE).min(clock.remaining * 7 / 8),
                false => (overhead * RESERVE).min(clock.remaining / 2),
            };
            let usable = clock.remaining.saturating_sub(reserve.max(overhead));
            let added = clock.increment.saturating_sub(overhead / 4);
            let soft = usable / moves + added * params::time_increment() as u32 / 100;
            // The last move before more time is given may take nearly all, others at most a third.
            let most = if moves == 1 {
                usable * 9 / 10
            } else {
                usable / 3
            };
            let least = Duration::from_millis(1);
            budget.soft = Some(soft.min(most).max(least));
            budget.hard = Some(
                (soft * params::time_hard_factor() as u32)
                    .min(most)
                    .max(least),
            );
        }
        if let Some(movetime) = limits.movetime {
            let usable = movetime
                .saturating_sub(overhead)
                .max(Duration::from_millis(1));
            budget.hard = Some(budget.hard.map_or(usable, |hard| hard.min(usable)));
        }
        budget
    }
}

/// What the iterations so far say about how long to go on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Course {
    /// Iterations for which the best move has been the same.
    pub stable: u32,
    /// By how much the score fell since the last iteration.
    pub fallen: i32,
    /// Part of the nodes spent on the best move, 0 to 1.
    pub effort: f64,
}

/// The soft limit as the course of the search has it.
pub fn scaled(soft: Duration, course: Course) -> Duration {
    let hundredths = |param: i32| f64::from(param) / 100.0;
    let stability = hundredths(params::time_unstable())
        - hundredths(params::time_stable()) * f64::from(course.stable.min(8));
    let falling =
        1.0 + hundredths(params::time_fallen()) * f64::from(course.fallen.clamp(-20, 80)) / 100.0;
    let effort = hundredths(params::time_effortless())
        - hundredths(params::time_effort()) * course.effort.clamp(0.0, 1.0);
    soft.mul_f64((stability * falling * effort).clamp(0.25, 2.5))
}

#[cfg(test)]
mod tests {
    use super::super::limits::Clock;
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        Budget::of(
            &Limits {
                clock: Some(clock),
                ..Limits::default()
            },
            Duration::from_millis(10),
        )
    }

    #[test]
    fn never_more_than_the_clock_holds() {
        for remaining in [0, 1, 5, 10, 11, 20, 50, 100, 1000, 60_000] {
            for increment in [0, 20, 1000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = clock(remaining, increment, moves);
                    let hard = budget.hard.unwrap().as_millis() as u64;
                    assert!(
                        hard <= remaining.saturating_sub(10).max(1),
                        "{remaining} {moves:?}"
                    );
                    assert!(budget.soft <= budget.hard);
                }
            }
        }
    }

    #[test]
    fn twenty_millisecond_increments_sustain_themselves() {
        // A game of 200 moves in which each takes its hard limit and 5 ms on the way never runs
        // out.
        let mut left = 1000;
        for _ in 0..200 {
            let spent = clock(left, 20, None).hard.unwrap().as_millis() as u64 + 5;
            assert!(spent < left, "{left} ms left, {spent} spent");
            left = left - spent + 20;
        }
    }

    #[test]
    fn sudden_death_lasts_for_a_long_game() {
        // A minute for 180 moves, each of which takes its soft limit and 8 ms on the way: what a
        // busy machine and a slow GUI were seen to take.
        let mut left = 60_000;
        for _ in 0..180 {
            let spent = clock(left, 0, None).soft.unwrap().as_millis() as u64 + 8;
            assert!(spent < left, "{left} ms left, {spent} spent");
            left -= spent;
        }
    }

    #[test]
    fn a_stable_move_is_played_sooner_and_a_falling_score_later() {
        let soft = Duration::from_secs(1);
        let at = |course| scaled(soft, course);
        let middling = Course {
            stable: 3,
            fallen: 0,
            effort: 0.5,
        };
        assert!(
            at(Course {
                stable: 8,
                ..middling
            }) < at(middling)
        );
        assert!(
            at(Course {
                fallen: 50,
                ..middling
            }) > at(middling)
        );
        assert!(
            at(Course {
                effort: 0.95,
                ..middling
            }) < at(middling)
        );
    }

    #[test]
    fn movetime_is_a_hard_limit() {
        let limits = Limits {
            movetime: Some(Duration::from_millis(500)),
            ..Limits::default()
        };
        let budget = Budget::of(&limits, Duration::from_millis(10));
        assert_eq!(
            budget,
            Budget {
                soft: None,
                hard: Some(Duration::from_millis(490))
            }
        );
    }
}
