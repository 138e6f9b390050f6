//! Time: how much of the clock a move may take.
//!
//! Two limits are made of the clock. The **soft** one is read between iterations: past it no new one is begun, for it would
//! hardly finish. It is stretched when the score falls or the best move keeps changing, and shortened when the same move has
//! been best for long or has taken nearly all the nodes. The **hard** one is read all the time and ends the search wherever it
//! is. Neither ever reaches the end of the clock: a few times the `overhead` of the communication with the GUI is kept back.

use std::time::Duration;

use super::params;
use super::request::Limits;

/// The limits of one search; `None` where time does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Begin no iteration after this, before any scaling.
    pub soft: Option<Duration>,
    /// Stop at this.
    pub hard: Option<Duration>,
}

/// The reserve of a clock that is added to, in overheads.
const RESERVE: u32 = 3;
/// The reserve of sudden death, in overheads: nothing is ever added, and a long game may remain.
const SUDDEN_DEATH_RESERVE: u32 = 150;

impl Budget {
    /// The budget of a search, keeping back `overhead` for each move.
    pub fn of(limits: &Limits, overhead: Duration) -> Budget {
        let least = Duration::from_millis(1);
        let mut budget = Budget::default();
        if let Some(clock) = limits.clock {
            let expected = params::time_moves_left() as u32;
            let moves = clock.moves_to_go.unwrap_or(expected).clamp(1, expected);
            let sudden_death = clock.increment.is_zero() && clock.moves_to_go.is_none();
            let reserve = match sudden_death {
                true => (overhead * SUDDEN_DEATH_RESERVE).min(clock.remaining * 7 / 8),
                false => (overhead * RESERVE).min(clock.remaining / 2),
            };
            let usable = clock.remaining.saturating_sub(reserve.max(overhead));
            let added = clock.increment.saturating_sub(overhead / 4);
            let soft = usable / moves + added * params::time_increment() as u32 / 100;
            let hard = soft * params::time_hard_factor() as u32;
            // The last move before more time is given may take nearly all, others at most a third.
            let most = match moves {
                1 => usable * 9 / 10,
                _ => usable / 3,
            };
            budget.soft = Some(soft.min(most).max(least));
            budget.hard = Some(hard.min(most).max(least));
        }
        if let Some(movetime) = limits.movetime {
            let usable = movetime.saturating_sub(overhead).max(least);
            budget.hard = Some(budget.hard.map_or(usable, |hard| hard.min(usable)));
        }
        budget
    }
}

/// The soft limit, scaled by the course of the search: for how many iterations the best move has been the same, by how much the
/// score fell since the last, and which part of the nodes the best move took, 0 to 1.
pub fn scaled(soft: Duration, stable: u32, fallen: i32, effort: f64) -> Duration {
    let hundredths = |param: i32| f64::from(param) / 100.0;
    let stability = hundredths(params::time_unstable())
        - hundredths(params::time_stable()) * f64::from(stable.min(8));
    let falling =
        1.0 + hundredths(params::time_fallen()) * f64::from(fallen.clamp(-20, 80)) / 100.0;
    let effort = hundredths(params::time_effortless())
        - hundredths(params::time_effort()) * effort.clamp(0.0, 1.0);
    soft.mul_f64((stability * falling * effort).clamp(0.25, 2.5))
}

#[cfg(test)]
mod tests {
    use super::super::request::Clock;
    use super::*;

    /// Soft and hard limit of a clock in milliseconds.
    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (u64, u64) {
        let clock = Some(Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        });
        let limits = Limits {
            clock,
            ..Limits::default()
        };
        let Budget { soft, hard } = Budget::of(&limits, Duration::from_millis(10));
        let millis = |limit: Option<Duration>| limit.unwrap().as_millis() as u64;
        (millis(soft), millis(hard))
    }

    #[test]
    fn never_more_than_the_clock_holds() {
        for remaining in [0, 1, 5, 10, 11, 20, 50, 100, 1000, 60_000] {
            for increment in [0, 20, 1000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let (soft, hard) = budget(remaining, increment, moves);
                    let most = remaining.saturating_sub(10).max(1);
                    assert!(hard <= most, "{remaining} {moves:?}");
                    assert!(soft <= hard, "{remaining} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_clock_lasts_for_the_whole_game() {
        // Each move takes its hard limit and 5 ms of communication, and 20 ms are added.
        let mut left = 1000;
        for _ in 0..200 {
            let spent = budget(left, 20, None).1 + 5;
            assert!(spent < left, "{left} ms left, {spent} spent");
            left = left - spent + 20;
        }
        // Sudden death: each move takes its soft limit and 8 ms, as on a busy machine with a slow GUI.
        let mut left = 60_000;
        for _ in 0..180 {
            let spent = budget(left, 0, None).0 + 8;
            assert!(spent < left, "{left} ms left, {spent} spent");
            left -= spent;
        }
    }

    #[test]
    fn a_stable_move_is_played_sooner_and_a_falling_score_later() {
        let at = |stable, fallen, effort| scaled(Duration::from_secs(1), stable, fallen, effort);
        let middling = at(3, 0, 0.5);
        assert!(at(8, 0, 0.5) < middling);
        assert!(at(3, 50, 0.5) > middling);
        assert!(at(3, 0, 0.95) < middling);
    }

    #[test]
    fn movetime_is_a_hard_limit() {
        let limits = Limits {
            movetime: Some(Duration::from_millis(500)),
            ..Limits::default()
        };
        let budget = Budget::of(&limits, Duration::from_millis(10));
        assert_eq!(budget.soft, None);
        assert_eq!(budget.hard, Some(Duration::from_millis(490)));
    }
}
