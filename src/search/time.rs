//! Time management: how much of the clock a move may take.
//!
//! **Idea** (Chess Programming Wiki, "Time Management"). The clock gives two limits. After the **soft** limit no new iteration
//! begins, because it would seldom finish. The limit is longer when the score falls or the best move changes, and shorter when
//! the same move has been best for long or took nearly all nodes. In a game with increments a late move may take a larger part of
//! the clock, which would otherwise be left at the end. The **hard** limit ends the search within an iteration.
//!
//! A reserve for the communication with the GUI is never used. Where time is added to the clock it is 3 times the `overhead`, or 3
//! times the [margin for lag](super::lag) if that is longer, and at least a tenth of a second; with a number of moves to go this
//! minimum is at most a quarter of the clock. In sudden death it is 150 times the longer of both. It is at most 7/8 of the
//! clock, but never less than the longer of both. A time for each move has that as its reserve, but there the margin for lag
//! counts as at most half of the time.
//!
//! **Drawback.** How long a game lasts and how much an iteration costs are estimates.
//! Measured in `docs/measurements/strength.md`.

use std::time::Duration;

use super::params;
use super::request::Limits;

/// The time limits of one search; `None` for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeBudget {
    /// No iteration begins after this time, which [`scaled_soft_limit`] still scales.
    pub soft: Option<Duration>,
    /// The search stops at this time.
    pub hard: Option<Duration>,
}

/// The reserve on a clock with an increment or a number of moves to go, in overheads.
const RESERVE: u32 = 3;
/// The least reserve on such a clock; with a number of moves to go at most a quarter of the clock. On a busy machine the program
/// may not be scheduled for this long.
const LEAST_RESERVE: Duration = Duration::from_millis(100);
/// The reserve in sudden death, in overheads: no time is added, and a long game may remain.
const SUDDEN_DEATH_RESERVE: u32 = 150;
/// The move of the game from which [`moves_left`] no longer falls.
const LATE_GAME_MOVE: i32 = 37;
/// Longer times on a clock are as long as this.
const LONGEST: Duration = Duration::from_secs(100 * 24 * 3600);

impl TimeBudget {
    /// Computes the limits of a search for the game's move `number` by its FEN. For the communication of each move `overhead` is
    /// reserved, or `lag_margin` if that is longer; with `movetime` the margin counts as at most half of it. Times on a clock and
    /// an `overhead` above 100 days count as 100 days.
    pub fn of(
        limits: &Limits,
        number: u16,
        overhead: Duration,
        lag_margin: Duration,
    ) -> TimeBudget {
        let least = Duration::from_millis(1);
        let overhead = overhead.min(LONGEST);
        let mut budget = TimeBudget::default();
        if let Some(clock) = limits.clock {
            let overhead = overhead.max(lag_margin);
            let remaining = clock.remaining.min(LONGEST);
            let sudden_death = clock.increment.is_zero() && clock.moves_to_go.is_none();
            let most_moves = params::time_moves_fixed() as u32;
            let moves = match clock.moves_to_go {
                Some(moves) => moves.clamp(1, most_moves),
                None if sudden_death => most_moves,
                None => moves_left(number),
            };
            let least_reserve = match clock.moves_to_go {
                // In UCCI a fixed time for each move is a clock for one move.
                Some(_) => LEAST_RESERVE.min(remaining / 4),
                None => LEAST_RESERVE,
            };
            let reserve = match sudden_death {
                true => overhead * SUDDEN_DEATH_RESERVE,
                false => (overhead * RESERVE).max(least_reserve),
            };
            let reserve = reserve.min(remaining * 7 / 8).max(overhead);
            let usable = remaining.saturating_sub(reserve);
            // The communication takes a part of each increment, in most moves much less than the overhead.
            let added = clock.increment.min(LONGEST).saturating_sub(overhead / 4);
            let soft = usable / moves + added * params::time_increment() as u32 / 100;
            let hard = soft * params::time_hard_factor() as u32;
            // The last move before more time is added may take nearly all, others at most a third.
            let most = match moves {
                1 => usable * 9 / 10,
                _ => usable / 3,
            };
            budget.soft = Some(soft.min(most).max(least));
            budget.hard = Some(hard.min(most).max(least));
        }
        if let Some(movetime) = limits.movetime {
            // A late answer loses no game here, so the lag takes at most half of the time.
            let overhead = overhead.max(lag_margin.min(movetime / 2));
            let usable = movetime.saturating_sub(overhead).max(least);
            budget.hard = Some(budget.hard.map_or(usable, |hard| hard.min(usable)));
        }
        budget
    }
}

/// Returns for how many moves the clock must last from the game's move `number` on, if increments are added to it. The later in
/// the game, the more of the time comes from increments.
fn moves_left(number: u16) -> u32 {
    let (first, last) = (params::time_moves_first(), params::time_moves_last());
    let number = i32::from(number).min(LATE_GAME_MOVE);
    (first - (first - last) * number / LATE_GAME_MOVE) as u32
}

/// Scales the soft limit by the course of the search.
///
/// `stable` is for how many iterations the best move has been the same, `score_drop` by how much the score fell in the last one,
/// and `effort` the part of the nodes that the best move took, from 0 to 1; `None`, if it is unknown, changes nothing.
pub fn scaled_soft_limit(
    soft: Duration,
    stable: u32,
    score_drop: i32,
    effort: Option<f64>,
) -> Duration {
    let hundredths = |param: i32| f64::from(param) / 100.0;
    let stability = hundredths(params::time_unstable())
        - hundredths(params::time_stable()) * f64::from(stable.min(8));
    let falling =
        1.0 + hundredths(params::time_fallen()) * f64::from(score_drop.clamp(-20, 80)) / 100.0;
    let effort = effort.map_or(1.0, |share| {
        hundredths(params::time_effortless())
            - hundredths(params::time_effort()) * share.clamp(0.0, 1.0)
    });
    soft.mul_f64((stability * falling * effort).clamp(0.25, 2.5))
}

#[cfg(test)]
mod tests {
    use super::super::lag::Lag;
    use super::super::request::Clock;
    use super::*;

    /// Returns the soft and the hard limit for a clock late in a game, all in milliseconds.
    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (u64, u64) {
        budget_at(60, remaining, increment, moves_to_go, 0)
    }

    /// The same at move `number` and with a lag in milliseconds.
    fn budget_at(
        number: u16,
        remaining: u64,
        increment: u64,
        moves_to_go: Option<u32>,
        lag: u64,
    ) -> (u64, u64) {
        let clock = Some(Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        });
        let limits = Limits {
            clock,
            ..Limits::default()
        };
        let [overhead, lag] = [10, lag].map(Duration::from_millis);
        let TimeBudget { soft, hard } = TimeBudget::of(&limits, number, overhead, lag);
        let millis = |limit: Option<Duration>| limit.unwrap().as_millis() as u64;
        (millis(soft), millis(hard))
    }

    #[test]
    fn limits_never_exceed_the_clock() {
        for remaining in [0, 1, 5, 10, 11, 20, 50, 100, 1000, 60_000] {
            for increment in [0, 20, 1000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40)] {
                    for lag in [0, 9, 30, 2_000] {
                        let (soft, hard) = budget_at(60, remaining, increment, moves, lag);
                        let most = remaining.saturating_sub(10).max(1);
                        assert!(hard <= most, "{remaining} {moves:?} {lag}");
                        assert!(soft <= hard, "{remaining} {moves:?} {lag}");
                    }
                }
            }
        }
    }

    #[test]
    fn any_time_on_a_clock_is_accepted() {
        let longest = Duration::MAX;
        for increment in [Duration::ZERO, longest] {
            let clock = Some(Clock {
                remaining: longest,
                increment,
                moves_to_go: None,
            });
            let limits = Limits {
                clock,
                ..Limits::default()
            };
            let budget = TimeBudget::of(&limits, 1, longest, Duration::ZERO);
            assert!(budget.soft.is_some() && budget.soft <= budget.hard);
        }
    }

    #[test]
    fn the_clock_suffices_for_the_whole_game() {
        // Each move takes its hard limit and 5 ms of communication, and 20 ms are added to the clock.
        let mut left = 1000;
        for _ in 0..200 {
            let spent = budget(left, 20, None).1 + 5;
            assert!(spent < left, "{left} ms left, {spent} spent");
            left = left - spent + 20;
        }
        // The same with 10 ms. A tenth of a second always remains.
        let mut left = 1000;
        for number in 0..300 {
            left -= budget_at(number, left, 10, None, 0).1 + 5 - 10;
            assert!(left >= 100, "move {number}: {left} ms left");
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
    fn a_move_may_take_more_of_the_clock_late_in_the_game_if_increments_follow() {
        let soft = |number, increment| budget_at(number, 3_000, increment, None, 0).0;
        assert!(soft(1, 30) < soft(20, 30) && soft(20, 30) < soft(40, 30));
        assert_eq!(soft(40, 30), soft(100, 30));
        assert_eq!(soft(1, 0), soft(100, 0));
    }

    #[test]
    fn a_clock_for_one_move_is_used_for_the_most_part() {
        for remaining in [100, 200, 1_000, 10_000] {
            assert!(budget(remaining, 0, Some(1)).1 >= remaining / 2);
        }
    }

    #[test]
    fn a_stable_move_is_played_sooner_and_a_falling_score_later() {
        let at = |stable, fallen, effort| {
            scaled_soft_limit(Duration::from_secs(1), stable, fallen, effort)
        };
        let middling = at(3, 0, Some(0.5));
        assert!(at(8, 0, Some(0.5)) < middling);
        assert!(at(3, 50, Some(0.5)) > middling);
        assert!(at(3, 0, Some(0.95)) < middling);
        assert!((at(3, 0, Some(0.95))..at(3, 0, Some(0.0))).contains(&at(3, 0, None)));
    }

    #[test]
    fn lag_below_the_overhead_costs_no_time() {
        for (remaining, increment) in [(100, 10), (1_000, 20), (60_000, 0)] {
            let quiet = budget(remaining, increment, None);
            assert_eq!(budget_at(60, remaining, increment, None, 10), quiet);
            assert!(budget_at(60, remaining, increment, None, 40) < quiet);
        }
    }

    /// Each move takes its hard limit and the lag, of which every fourth is the largest. 10 ms are added.
    #[test]
    fn a_clock_lasts_on_a_busy_machine() {
        let lag = Lag::default();
        let mut left = 100;
        for number in 0..300 {
            let late = if number % 4 == 0 { 24 } else { 4 };
            let margin = lag.margin().as_millis() as u64;
            let spent = budget_at(60, left, 10, None, margin).1 + late;
            assert!(spent < left, "move {number}: {left} ms left, {spent} spent");
            left = left - spent + 10;
            lag.record(Duration::from_millis(late));
        }
    }

    #[test]
    fn movetime_is_a_hard_limit() {
        let limits = Limits {
            movetime: Some(Duration::from_millis(500)),
            ..Limits::default()
        };
        for (lag, hard) in [(0, 490), (9, 490), (60, 440), (2_000, 250)] {
            let [overhead, lag] = [10, lag].map(Duration::from_millis);
            let budget = TimeBudget::of(&limits, 1, overhead, lag);
            assert_eq!(budget.soft, None);
            assert_eq!(budget.hard, Some(Duration::from_millis(hard)));
        }
    }
}
