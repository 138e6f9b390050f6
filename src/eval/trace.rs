//! Trace of a hand-crafted evaluation for Texel tuning: how often each weight counts.
//!
//! A score is linear in the weights except for two things. The units of danger of a general go through a curve, so they are
//! counted separately for each side. And the score of the side ahead is scaled by its [`Chances`].

use super::accumulator::phase;
use super::endgame::{self, Chances};
use super::score::Score;
use super::term::{Term, TermSink, UnitCounter};
use super::terms;
use super::weight::Weight;
use crate::board::{Board, Color};

/// Weights, and how often each counts.
pub type Counts = Vec<(Weight, i32)>;

/// The weights of an evaluation at [`Knowledge::Full`](super::Knowledge::Full).
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::{trace, values::{PIECE_VALUES, TEMPO}};
/// let start = trace(&Board::startpos());
/// // All others cancel out.
/// assert_eq!(start.counts, [(TEMPO.single(), 1)]);
///
/// let rook_down = Board::from_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w");
/// assert!(trace(&rook_down.unwrap()).counts.contains(&(PIECE_VALUES.at(4), -1)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// How often each weight counts, red's less black's, in order and never 0.
    pub counts: Counts,
    /// Weights of the units of danger of red's and of black's general.
    pub danger: [Counts; 2],
    /// The phase, from [`FULL_PHASE`](super::FULL_PHASE) (middlegame) to 0 (endgame).
    pub phase: Score,
    /// The winning chances of red and of black, each used if that side is ahead.
    pub chances: [Chances; 2],
}

impl UnitCounter for Counts {
    fn count(&mut self, weight: Weight, times: usize) {
        if times > 0 {
            self.push((weight, times as i32));
        }
    }
}

impl TermSink for Trace {
    type Counter = Counts;

    fn add(&mut self, _term: Term, color: Color, weight: Weight, times: i32) {
        let sign = [1, -1][color.index()];
        self.counts.push((weight, sign * times));
    }

    fn danger(&mut self, color: Color, counter: Counts) {
        self.danger[color.index()] = merged(counter);
    }
}

/// Traces the evaluation of a position.
pub fn trace(board: &Board) -> Trace {
    let mut trace = Trace {
        phase: phase(board),
        chances: Color::ALL.map(|color| endgame::chances(board, color)),
        ..Trace::default()
    };
    terms::add_piece_terms(board, true, &mut trace);
    terms::add_terms(board, &mut trace);
    terms::add_tempo(board.side(), &mut trace);
    trace.counts = merged(trace.counts);
    trace
}

/// Returns each weight once, in order, with the sum of its counts; weights that cancel out are left out.
fn merged(mut counts: Counts) -> Counts {
    counts.sort_unstable();
    counts.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
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

    /// Returns the score of a trace from the view of the side to move.
    fn score(trace: &Trace, side: Color) -> Score {
        let mut sum = Tapered::ZERO;
        for &(weight, times) in &trace.counts {
            sum += value(weight) * times;
        }
        let [red, black] = trace.danger.each_ref().map(|counts| {
            let mut units = Units::default();
            for &(weight, times) in counts {
                units.count(weight, times as usize);
            }
            units.cost()
        });
        let mixed = (sum - red + black).at_phase(trace.phase);
        let chances = trace.chances[(mixed < 0) as usize];
        [1, -1][side.index()] * (mixed * chances.scale() / endgame::FULL_SCALE)
    }

    #[test]
    fn traced_scores_equal_the_evaluation() {
        let evaluator = Evaluator::hand_crafted(Knowledge::Full);
        for board in samples::positions(20) {
            let trace = trace(&board);
            let evaluated = evaluator.evaluate(&board);
            assert_eq!(score(&trace, board.side()), evaluated, "{board:?}");
            // Each weight counts once.
            assert!(trace.counts.is_sorted_by(|a, b| a.0 < b.0));
        }
    }
}
