//! Proof and disproof numbers, and how those of children make those of their parent.

/// Infinite: proved, or disproved.
pub(super) const INFINITE: u32 = u32::MAX;

/// The numbers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Leaves to prove for a proof: 0 when it is proved, [`INFINITE`] when it is disproved.
    pub proof: u32,
    /// Leaves to disprove for a disproof. Of a proved position: the plies of the proof.
    pub disproof: u32,
    /// For what leans on a repetition: the plies from the root of the position repeated.
    pub leans_on: Option<u16>,
}

impl Numbers {
    /// Disproved for good.
    pub const LOST: Numbers = Numbers {
        proof: INFINITE,
        disproof: 0,
        leans_on: None,
    };

    /// Not known yet.
    pub const fn new(proof: u32, disproof: u32) -> Numbers {
        Numbers {
            proof,
            disproof,
            leans_on: None,
        }
    }

    /// Proved, the mate so many plies off.
    pub const fn won(plies: u32) -> Numbers {
        Numbers::new(0, plies)
    }

    /// The same, leaning on a position of the line; what a position itself is leaned on for, so many plies from the
    /// root, holds for good behind it.
    pub fn leaning(self, on: Option<u16>, ply: usize) -> Numbers {
        Numbers {
            leans_on: on.filter(|&on| usize::from(on) < ply),
            ..self
        }
    }

    pub const fn is_won(self) -> bool {
        self.proof == 0
    }

    pub const fn is_lost(self) -> bool {
        self.proof == INFINITE
    }

    /// Whether it is proved or disproved.
    pub const fn is_known(self) -> bool {
        self.is_won() || self.is_lost()
    }
}

/// A number of which the largest child counts, and one for each other.
pub(super) fn sum(hardest: u32, others: u32) -> u32 {
    hardest.saturating_add(others).min(INFINITE - 2)
}

/// A threshold a little above the second best child.
pub(super) fn above(second: u32) -> u32 {
    match second {
        INFINITE => INFINITE - 1,
        _ => second.saturating_add(1 + second / 4).min(INFINITE - 1),
    }
}

/// The earlier of two positions leaned on: what leans on both holds only on the longer way.
pub(super) fn earlier(a: Option<u16>, b: Option<u16>) -> Option<u16> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_thresholds_stay_finite() {
        assert_eq!(sum(3, 2), 5);
        assert!(sum(INFINITE - 2, 100) < INFINITE - 1);
        assert_eq!(above(8), 11);
        assert_eq!(above(INFINITE), INFINITE - 1);
    }

    #[test]
    fn what_leans_on_itself_leans_on_nothing() {
        assert_eq!(Numbers::LOST.leaning(Some(4), 4), Numbers::LOST);
        assert_eq!(Numbers::won(2).leaning(Some(3), 4).leans_on, Some(3));
        assert_eq!(earlier(Some(2), Some(5)), Some(2));
        assert_eq!(earlier(None, Some(5)), Some(5));
    }
}
