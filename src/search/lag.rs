//! Lag: the delay between the end of a search's time and its answer.
//!
//! On a busy machine a thread detects its deadline late, and the thread that sends the answer waits for a CPU, while the clock of
//! the game runs. So the lag of each answer is measured, from the end of the search's time to the sending of the answer. The next
//! searches reserve twice the largest recent lag if that exceeds the overhead of the settings. It is doubled because the
//! transfer of the command to the program and of the answer to the GUI takes about as long and cannot be measured.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The longest lag that counts. After a longer one the machine was probably suspended.
const LONGEST: Duration = Duration::from_secs(1);
/// With each answer the largest lag decreases by the inverse of this. It is halved after about five answers.
const DECAY: u64 = 8;

/// The largest recent lag.
#[derive(Debug, Default)]
pub(super) struct Lag {
    micros: AtomicU64,
}

impl Lag {
    /// Records the lag of an answer.
    pub fn record(&self, lag: Duration) {
        let before = self.micros.load(Ordering::Relaxed);
        let lag = lag.min(LONGEST).as_micros() as u64;
        let recent = lag.max(before - before / DECAY);
        self.micros.store(recent, Ordering::Relaxed);
    }

    /// Returns the time to reserve in a search for lag.
    pub fn margin(&self) -> Duration {
        2 * Duration::from_micros(self.micros.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margin_follows_the_largest_recent_lag_and_decays() {
        let lag = Lag::default();
        assert_eq!(lag.margin(), Duration::ZERO);
        let millis = Duration::from_millis;
        lag.record(millis(8));
        lag.record(millis(2));
        assert_eq!(lag.margin(), millis(14));
        lag.record(millis(9));
        assert_eq!(lag.margin(), millis(18));
        for _ in 0..40 {
            lag.record(Duration::from_micros(100));
        }
        assert!(lag.margin() < millis(1));
        lag.record(Duration::from_secs(3_600));
        assert_eq!(lag.margin(), 2 * LONGEST);
    }
}
