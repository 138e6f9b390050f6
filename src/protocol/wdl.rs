//! Win, draw and loss chances (WDL) of a score, for GUIs that show them.
//!
//! Two logistic curves, one for winning and its mirror image for losing; a draw is what is left:
//!
//! ```text
//! win  = 1 / (1 + exp((HALF_WINS - score) / WIN_CHANCE_SCALE))
//! loss = 1 / (1 + exp((HALF_WINS + score) / WIN_CHANCE_SCALE))
//! ```
//!
//! [`HALF_WINS`] and [`WIN_CHANCE_SCALE`] are the maximum-likelihood fit to the results of 297,278 positions from self-play at 3,000
//! nodes a move (commit c179823, `docs/network.md`). With more time there are more draws, against a weaker opponent more wins. At
//! scores below 30, 87 % of those games were drawn, and 84 % by the model; at 400 to 800, 70 % were won, and 72 % by the model.
//!
//! [`HALF_WINS`]: crate::search::score::HALF_WINS
//! [`WIN_CHANCE_SCALE`]: crate::search::score::WIN_CHANCE_SCALE

use crate::eval::Score;
use crate::search::score::{ScoreKind, classify, win_chance};

/// Chances in thousandths, from the view of the side to move; their sum is 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// The chance to win.
    pub win: u32,
    /// The chance to draw.
    pub draw: u32,
    /// The chance to lose.
    pub loss: u32,
}

impl Wdl {
    /// Returns the chances of a score. A forced win is certain.
    ///
    /// ```
    /// use chuhe::protocol::wdl::Wdl;
    /// use chuhe::search::score::MATE;
    /// assert_eq!(Wdl::of(0), Wdl { win: 80, draw: 840, loss: 80 });
    /// assert_eq!(Wdl::of(360), Wdl { win: 453, draw: 538, loss: 9 });
    /// assert_eq!(Wdl::of(MATE - 5), Wdl { win: 1000, draw: 0, loss: 0 });
    /// ```
    pub fn of(score: Score) -> Wdl {
        let [win, loss] = match classify(score) {
            ScoreKind::Mate(plies) | ScoreKind::Rule(plies) if plies > 0 => [1000, 0],
            ScoreKind::Mate(_) | ScoreKind::Rule(_) => [0, 1000],
            ScoreKind::Evaluation(score) => {
                [score, -score].map(|score| (1000.0 * win_chance(score)).round() as u32)
            }
        };
        Wdl {
            win,
            draw: 1000_u32.saturating_sub(win + loss),
            loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_rise_with_the_score_and_are_symmetric() {
        let mut last = 0;
        for score in (-29_000..=29_000).step_by(37) {
            let (here, there) = (Wdl::of(score), Wdl::of(-score));
            assert_eq!(here.win + here.draw + here.loss, 1000, "{score}");
            let mirrored = [there.loss, there.draw, there.win];
            assert_eq!([here.win, here.draw, here.loss], mirrored);
            assert!(here.win >= last);
            last = here.win;
        }
    }
}
