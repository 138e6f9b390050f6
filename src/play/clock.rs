//! The clocks of both sides.

use std::fmt;
use std::time::{Duration, Instant};

use crate::board::Color;
use crate::search;

/// The clocks of both sides. The clock of the side to move runs from [`GameClock::start`] to [`GameClock::stop`].
#[derive(Clone, Debug)]
pub struct GameClock {
    /// The remaining time by [`Color::index`].
    left: [Duration; 2],
    increment: Duration,
    started: Instant,
}

impl GameClock {
    /// Creates clocks with this time for the game, and an increment that is added after each move.
    pub fn new(base: Duration, increment: Duration) -> GameClock {
        GameClock {
            left: [base; 2],
            increment,
            started: Instant::now(),
        }
    }

    /// Starts the clock of the side to move.
    pub fn start(&mut self) {
        self.started = Instant::now();
    }

    /// Stops the clock of a side after its move. Returns false if its time was up.
    pub fn stop(&mut self, side: Color) -> bool {
        let left = &mut self.left[side.index()];
        let after = left.checked_sub(self.started.elapsed());
        *left = after.map_or(Duration::ZERO, |after| after + self.increment);
        after.is_some()
    }

    /// Returns the clock of a side for the search.
    pub fn of(&self, side: Color) -> search::Clock {
        search::Clock {
            remaining: self.left[side.index()],
            increment: self.increment,
            moves_to_go: None,
        }
    }
}

impl fmt::Display for GameClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Color::ALL {
            let gap = if side == Color::Red { "" } else { ", " };
            let seconds = self.left[side.index()].as_secs();
            write!(f, "{gap}{side} {}:{:02}", seconds / 60, seconds % 60)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        let mut clock = GameClock::new(Duration::from_secs(65), Duration::from_secs(2));
        assert_eq!(clock.to_string(), "red 1:05, black 1:05");
        clock.started -= Duration::from_secs(10);
        assert!(clock.stop(Color::Red));
        assert_eq!(clock.of(Color::Red).remaining.as_secs(), 56);
        clock.start();
        clock.started -= Duration::from_secs(66);
        assert!(!clock.stop(Color::Black));
        assert_eq!(clock.to_string(), "red 0:56, black 0:00");
    }
}
