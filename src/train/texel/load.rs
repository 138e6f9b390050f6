//! From files of positions to what is learnt from and what is checked with.
//!
//! Which of the two a position is for depends on the position alone. So it is the same in every run,
//! with whatever files, and a position that two files hold is never learnt from and checked with.

use std::path::Path;

use super::Set;
use crate::board::Board;
use crate::train::reader::{Error, Reader};

/// The two sets.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    /// What is learnt from.
    pub train: Set,
    /// What is checked with.
    pub validation: Set,
}

impl Sets {
    /// Adds a file's positions, the share `validation` (0 to 1) of them to check with. `observe` is
    /// told now and then how many positions there are.
    ///
    /// # Errors
    /// When the file cannot be read, is something else, or a record of it holds no position.
    pub fn read(
        &mut self,
        path: &Path,
        validation: f64,
        mut observe: impl FnMut(usize),
    ) -> Result<(), Error> {
        for sample in Reader::open(path)? {
            let sample = sample?;
            let set = if is_checked(&sample.board, validation) {
                &mut self.validation
            } else {
                &mut self.train
            };
            set.push(&sample.board, sample.score, sample.result.points());
            let all = self.train.len() + self.validation.len();
            if all.is_multiple_of(4096) {
                observe(all);
            }
        }
        Ok(())
    }
}

/// Whether a position is checked with, by a hash of it.
fn is_checked(board: &Board, share: f64) -> bool {
    // The upper half of a product depends on every bit (Donald Knuth's multiplicative hashing).
    let hash = board.key().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (hash as f64) < share * (f64::from(u32::MAX) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::test_games::random_game;
    use fastrand::Rng;

    #[test]
    fn the_share_is_about_what_was_asked_for_and_the_same_again() {
        let mut random = Rng::with_seed(1);
        let (mut all, mut checked) = (0, 0);
        for _ in 0..40 {
            for board in random_game(&mut random, 100) {
                all += 1;
                checked += usize::from(is_checked(&board, 0.1));
                assert_eq!(is_checked(&board, 0.1), is_checked(&board.clone(), 0.1));
                assert!(!is_checked(&board, 0.0) && is_checked(&board, 1.0));
            }
        }
        assert!((all / 13..all / 8).contains(&checked), "{checked} of {all}");
    }
}
