//! Explanation of a hand-crafted evaluation: a table of its terms.

use std::fmt;
use std::ops::Add;

use super::accumulator::phase;
use super::danger::Units;
use super::endgame::FULL_SCALE;
use super::hand_crafted::{Knowledge, scale_and_score};
use super::score::{Score, Signed};
use super::tapered::{FULL_PHASE, Tapered};
use super::term::{Sink, Term};
use super::terms;
use super::weight::Weight;
use super::weights::value;
use crate::board::{Board, Color};

/// One term of an evaluation, from each side's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub term: Term,
    pub red: Tapered,
    pub black: Tapered,
    /// Red's minus black's, mixed by the position's phase.
    pub total: Score,
}

/// All terms of an evaluation, and the score.
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
    /// The terms of this knowledge.
    pub rows: Vec<Row>,
    /// The phase that mixes middlegame and endgame, 32 to 0.
    pub phase: i32,
    /// The part of the sum that counts, in 64ths, depending on the chances to win.
    pub scale: i32,
    /// The side to move.
    pub side: Color,
    /// The score for the side to move.
    pub score: Score,
}

/// The sum of each term by colour.
#[derive(Default)]
struct Ledger([[Tapered; 2]; Term::ALL.len()]);

impl Sink for Ledger {
    type Tally = Units;

    fn add(&mut self, term: Term, color: Color, weight: Weight, times: i32) {
        self.0[term as usize][color.index()] += value(weight) * times;
    }

    fn danger(&mut self, color: Color, units: Units) {
        self.0[Term::Danger as usize][color.index()] += -units.cost();
    }
}

/// Evaluates a position term by term.
pub fn explain(board: &Board, knowledge: Knowledge) -> Explanation {
    let mut ledger = Ledger::default();
    terms::judge_pieces(board, knowledge != Knowledge::Material, &mut ledger);
    if knowledge == Knowledge::Full {
        terms::judge(board, &mut ledger);
    }
    let phase = phase(board);
    let count = match knowledge {
        Knowledge::Material => 1,
        Knowledge::Tables => 2,
        Knowledge::Full => Term::ALL.len(),
    };
    let row = |((term, _), [red, black]): ((Term, _), [Tapered; 2])| Row {
        term,
        red,
        black,
        total: (red - black).at_phase(phase),
    };
    let sums = Term::ALL.into_iter().zip(ledger.0).take(count);
    let rows: Vec<Row> = sums.map(row).collect();
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
            let halves = |value: Tapered| format!("{:>6} /{:>5}", value.mg(), value.eg());
            let (red, black, total) = (halves(row.red), halves(row.black), Signed(row.total));
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
    fn explained_scores_are_those_of_the_search() {
        let (mut different, mut seen) = (0, [false; Term::ALL.len()]);
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
                // Row by row each is rounded for itself: less than one apiece.
                let rows: Score = explanation.rows.iter().map(|row| row.total).sum();
                assert!((rows - summed).abs() <= explanation.rows.len() as Score);
                different += (explanation.scale != FULL_SCALE) as u32;
                for row in explanation.rows {
                    seen[row.term as usize] |= row.total != 0;
                }
            }
        }
        assert!(different > 10, "no scaled position among the samples");
        assert_eq!(seen, [true; Term::ALL.len()], "every term occurs");
    }

    #[test]
    fn the_table_reads_well() {
        let text = explain(&Board::startpos(), Knowledge::Tables).to_string();
        assert_eq!(text.lines().count(), 5, "{text}");
        assert!(text.ends_with("score 0 for red, to move"), "{text}");
        assert!(!text.contains("+0"), "{text}");
    }
}
