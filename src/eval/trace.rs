//! An evaluation as the weights it is made of, for a tuner.
//!
//! A score is almost linear in the weights: each counts so many times, and the phase mixes the two
//! halves. Two things bend it. The danger of a palace goes through a curve, so its units are kept
//! apart for either side; and a side that is ahead keeps a share of its score only, by its
//! [`Chances`].

use super::accumulator::phase;
use super::endgame::{self, Chances};
use super::score::Score;
use super::term::{Sink, Tally, Term};
use super::terms;
use super::weight::Weight;
use crate::board::{Board, Color};

/// Weights and how often each counts.
pub type Counts = Vec<(Weight, i32)>;

/// What a full evaluation of a position is made of.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::{trace, values::{PIECE_VALUES, TEMPO}};
/// let start = trace(&Board::startpos());
/// // All else is the same for both sides.
/// assert_eq!(start.counts, [(TEMPO.single(), 1)]);
///
/// let rook_down = Board::from_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w");
/// assert!(trace(&rook_down.unwrap()).counts.contains(&(PIECE_VALUES.at(4), -1)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// How often each weight counts, red's less black's, in order; none that cancels out.
    pub counts: Counts,
    /// Units of the danger that red's and black's general is in.
    pub danger: [Counts; 2],
    /// The phase that mixes middlegame and endgame, 32 to 0.
    pub phase: Score,
    /// What red can hope for when it is ahead, and what black when black is.
    pub chances: [Chances; 2],
}

impl Tally for Counts {
    fn count(&mut self, weight: Weight, times: usize) {
        if times > 0 {
            self.push((weight, times as i32));
        }
    }
}

impl Sink for Trace {
    type Tally = Counts;

    fn add(&mut self, _term: Term, color: Color, weight: Weight, times: i32) {
        let sign = match color {
            Color::Red => 1,
            Color::Black => -1,
        };
        self.counts.push((weight, sign * times));
    }

    fn danger(&mut self, color: Color, tally: Counts) {
        self.danger[color.index()] = merged(tally);
    }
}

/// Traces the full evaluation of a position.
pub fn trace(board: &Board) -> Trace {
    let mut trace = Trace {
        phase: phase(board),
        chances: Color::ALL.map(|color| endgame::chances(board, color)),
        ..Trace::default()
    };
    terms::judge_pieces(board, true, &mut trace);
    terms::judge(board, &mut trace);
    trace.counts = merged(trace.counts);
    trace
}

/// Each weight once, in order, and none that counts nothing.
fn merged(mut counts: Counts) -> Counts {
    counts.sort_unstable();
    counts.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    counts.retain(|&(_, times)| times != 0);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::danger::Units;
    use crate::eval::weights::value;
    use crate::eval::{Evaluator, Knowledge, Tapered, samples};

    /// What a trace sums up to, as the search would: the score from the mover's view.
    fn score(trace: &Trace, side: Color) -> Score {
        let mut sum = Tapered::ZERO;
        for &(weight, times) in &trace.counts {
            sum += value(weight) * times;
        }
        let cost = |counts: &Counts| {
            let mut units = Units::default();
            for &(weight, times) in counts {
                units.count(weight, times as usize);
            }
            units.cost()
        };
        let mixed = (sum - cost(&trace.danger[0]) + cost(&trace.danger[1])).at_phase(trace.phase);
        let chances = trace.chances[(mixed < 0) as usize];
        let red = mixed * chances.scale() / endgame::FULL_SCALE;
        match side {
            Color::Red => red,
            Color::Black => -red,
        }
    }

    #[test]
    fn what_is_traced_is_what_is_played() {
        let evaluator = Evaluator::hand_crafted(Knowledge::Full);
        for board in samples::positions(20) {
            let trace = trace(&board);
            let played = evaluator.evaluate(&board);
            assert_eq!(score(&trace, board.side()), played, "{board:?}");
        }
    }

    #[test]
    fn a_weight_counts_once() {
        for board in samples::positions(3) {
            let trace = trace(&board);
            assert!(trace.counts.is_sorted());
            for pair in trace.counts.windows(2) {
                assert_ne!(pair[0].0, pair[1].0);
            }
        }
    }
}
