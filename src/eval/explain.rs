//! Explanation of a hand-crafted evaluation as a table of its terms.

use std::fmt;
use std::ops::Add;

use super::accumulator::phase;
use super::danger::Units;
use super::endgame::FULL_SCALE;
use super::hand_crafted::{Knowledge, scale_and_score};
use super::score::{Score, Signed};
use super::tapered::{FULL_PHASE, Tapered};
use super::term::{Term, TermSink};
use super::terms;
use super::weight::Weight;
use super::weights::value;
use crate::board::{Board, Color};

/// One term of an explained evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermRow {
    /// The term.
    pub term: Term,
    /// The term's value for red; positive is good for red.
    pub red: Tapered,
    /// The term's value for black; positive is good for black.
    pub black: Tapered,
    /// Red's value minus black's, interpolated by the position's phase.
    pub total: Score,
}

/// The terms of an evaluation, and the score.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::{Knowledge, explain};
/// let explanation = explain(&Board::startpos(), Knowledge::Full);
/// assert!(explanation.to_string().contains("horse mobility"));
/// assert_eq!(explanation.score, explain(&Board::startpos().flipped(), Knowledge::Full).score);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// One row for each term of the level of knowledge.
    pub rows: Vec<TermRow>,
    /// The phase, from [`FULL_PHASE`] (middlegame) to 0 (endgame).
    pub phase: i32,
    /// The factor of the sum in 64ths, by the winning chances; see [`super::endgame`].
    pub scale: i32,
    /// The side to move.
    pub side: Color,
    /// The score for the side to move.
    pub score: Score,
}

/// The sum of each term by colour.
#[derive(Default)]
struct TermSums([[Tapered; 2]; Term::ALL.len()]);

impl TermSink for TermSums {
    type Counter = Units;

    fn add(&mut self, term: Term, color: Color, weight: Weight, times: i32) {
        self.0[term as usize][color.index()] += value(weight) * times;
    }

    fn danger(&mut self, color: Color, units: Units) {
        self.0[Term::Danger as usize][color.index()] += -units.cost();
    }
}

/// Evaluates a position term by term.
pub fn explain(board: &Board, knowledge: Knowledge) -> Explanation {
    let mut sums = TermSums::default();
    terms::add_piece_terms(board, knowledge != Knowledge::Material, &mut sums);
    if knowledge == Knowledge::Full {
        terms::add_terms(board, &mut sums);
        terms::add_tempo(board.side(), &mut sums);
    }
    let phase = phase(board);
    let count = match knowledge {
        Knowledge::Material => 1,
        Knowledge::Tables => 2,
        Knowledge::Full => Term::ALL.len(),
    };
    let row = |((term, _), [red, black]): ((Term, _), [Tapered; 2])| TermRow {
        term,
        red,
        black,
        total: (red - black).at_phase(phase),
    };
    let sums = Term::ALL.into_iter().zip(sums.0).take(count);
    let rows: Vec<TermRow> = sums.map(row).collect();
    let differences = rows.iter().map(|row| row.red - row.black);
    let sum = differences.fold(Tapered::ZERO, Tapered::add);
    let (scale, score) = scale_and_score(board, knowledge, sum, phase);
    Explanation {
        rows,
        phase,
        scale,
        side: board.side(),
        score,
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<22}{:>13}{:>15}{:>11}",
            "term", "red mg / eg", "black mg / eg", "red-black"
        )?;
        for row in &self.rows {
            let phases = |value: Tapered| format!("{:>6} /{:>5}", value.mg(), value.eg());
            let (red, black, total) = (phases(row.red), phases(row.black), Signed(row.total));
            let name = Term::ALL[row.term as usize].1;
            writeln!(f, "{name:<22}{red}  {black}{total:>11}")?;
        }
        writeln!(
            f,
            "phase {} of {FULL_PHASE}, scale {} of {FULL_SCALE}",
            self.phase, self.scale
        )?;
        write!(f, "score {} for {}, to move", Signed(self.score), self.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::hand_crafted::HandCrafted;
    use crate::eval::samples;

    #[test]
    fn explained_scores_equal_the_evaluation() {
        let (mut scaled, mut seen) = (0, [false; Term::ALL.len()]);
        for board in samples::positions(12) {
            for knowledge in [Knowledge::Material, Knowledge::Tables, Knowledge::Full] {
                let explanation = explain(&board, knowledge);
                let score = HandCrafted::new(knowledge).evaluate(&board);
                assert_eq!(explanation.score, score, "{board:?}\n{explanation}");
                let red = [1, -1][board.side().index()] * score;
                let differences = explanation.rows.iter().map(|row| row.red - row.black);
                let sum = differences.fold(Tapered::ZERO, Tapered::add);
                let summed = sum.at_phase(explanation.phase);
                assert_eq!(summed * explanation.scale / FULL_SCALE, red);
                // Each row is rounded on its own, by less than 1.
                let rows: Score = explanation.rows.iter().map(|row| row.total).sum();
                assert!((rows - summed).abs() <= explanation.rows.len() as Score);
                scaled += (explanation.scale != FULL_SCALE) as u32;
                for row in explanation.rows {
                    seen[row.term as usize] |= row.total != 0;
                }
            }
        }
        assert!(scaled > 10, "no scaled position among the samples");
        assert_eq!(seen, [true; Term::ALL.len()], "every term occurs");
    }

    #[test]
    fn the_table_has_a_row_per_term_and_ends_with_the_score() {
        let text = explain(&Board::startpos(), Knowledge::Tables).to_string();
        assert_eq!(text.lines().count(), 5, "{text}");
        assert!(text.ends_with("score 0 for red, to move"), "{text}");
        assert!(!text.contains("+0"), "{text}");
    }
}
