//! An evaluation taken apart, for a person to read.

use std::fmt;

use super::accumulator::phase;
use super::danger::Units;
use super::endgame::FULL_SCALE;
use super::hand_crafted::{Knowledge, conclude};
use super::score::{Score, Signed};
use super::tapered::{FULL_PHASE, Tapered};
use super::term::{Sink, Term};
use super::terms;
use super::weight::Weight;
use super::weights::value;
use crate::board::{Board, Color};

/// One term of an evaluation, for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which term.
    pub term: Term,
    /// What it gives red.
    pub red: Tapered,
    /// What it gives black, from black's view.
    pub black: Tapered,
    /// Red's less black's, mixed by the position's phase.
    pub total: Score,
}

/// All terms of an evaluation, and how they become the score.
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
    /// The terms that this much knowledge has.
    pub rows: Vec<Row>,
    /// The phase that mixes middlegame and endgame, 32 to 0.
    pub phase: i32,
    /// How much of the sum is left after asking whether it can be won, in 64ths.
    pub scale: i32,
    /// Who is to move.
    pub side: Color,
    /// The score from the view of the side to move, as the search sees it.
    pub score: Score,
}

impl Explanation {
    /// The sum of all rows, red minus black.
    pub fn sum(&self) -> Tapered {
        self.rows
            .iter()
            .fold(Tapered::ZERO, |sum, row| sum + row.red - row.black)
    }
}

/// Keeps the terms apart.
#[derive(Default)]
struct Ledger([[Tapered; 2]; Term::ALL.len()]);

impl Ledger {
    fn note(&mut self, term: Term, color: Color, value: Tapered) {
        self.0[term as usize][color.index()] += value;
    }
}

impl Sink for Ledger {
    type Tally = Units;

    fn add(&mut self, term: Term, color: Color, weight: Weight, times: i32) {
        self.note(term, color, value(weight) * times);
    }

    fn danger(&mut self, color: Color, units: Units) {
        self.note(Term::Danger, color, -units.cost());
    }
}

/// Evaluates a position and says why.
pub fn explain(board: &Board, knowledge: Knowledge) -> Explanation {
    let mut ledger = Ledger::default();
    terms::judge_pieces(board, knowledge != Knowledge::Material, &mut ledger);
    if knowledge == Knowledge::Full {
        terms::judge(board, &mut ledger);
    }
    let phase = phase(board);
    let terms = match knowledge {
        Knowledge::Material => &Term::ALL[..1],
        Knowledge::Tables => &Term::ALL[..2],
        Knowledge::Full => &Term::ALL[..],
    };
    let rows = terms
        .iter()
        .map(|&term| {
            let [red, black] = ledger.0[term as usize];
            Row {
                term,
                red,
                black,
                total: (red - black).at_phase(phase),
            }
        })
        .collect();
    let mut explanation = Explanation {
        rows,
        phase,
        scale: FULL_SCALE,
        side: board.side(),
        score: 0,
    };
    let conclusion = conclude(board, knowledge, explanation.sum(), phase);
    explanation.scale = conclusion.scale;
    explanation.score = conclusion.score;
    explanation
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<22}{:>13}{:>15}{:>11}",
            "term", "red mg / eg", "black mg / eg", "red-black"
        )?;
        for row in &self.rows {
            let (red, black) = (row.red, row.black);
            writeln!(
                f,
                "{:<22}{:>6} /{:>5}{:>8} /{:>5}{:>11}",
                row.term.name(),
                red.mg(),
                red.eg(),
                black.mg(),
                black.eg(),
                Signed(row.total)
            )?;
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
    fn what_is_explained_is_what_is_played() {
        let mut different = 0;
        for board in samples::positions(12) {
            for knowledge in [Knowledge::Material, Knowledge::Tables, Knowledge::Full] {
                let explanation = explain(&board, knowledge);
                let score = HandCrafted::new(knowledge).evaluate(&board);
                assert_eq!(explanation.score, score, "{board:?}\n{explanation}");
                let red = if board.side() == Color::Red {
                    score
                } else {
                    -score
                };
                let summed = explanation.sum().at_phase(explanation.phase);
                assert_eq!(summed * explanation.scale / FULL_SCALE, red);
                // Row by row each is rounded for itself: less than one apiece.
                let rows: Score = explanation.rows.iter().map(|row| row.total).sum();
                assert!((rows - summed).abs() <= explanation.rows.len() as Score);
                different += (explanation.scale != FULL_SCALE) as u32;
            }
        }
        assert!(different > 10, "no scaled position among the samples");
    }

    #[test]
    fn every_term_occurs() {
        let mut seen = [false; Term::ALL.len()];
        for board in samples::positions(12) {
            for row in explain(&board, Knowledge::Full).rows {
                seen[row.term as usize] |= row.total != 0;
            }
        }
        assert_eq!(seen, [true; Term::ALL.len()]);
    }

    #[test]
    fn the_table_reads_well() {
        let text = explain(&Board::startpos(), Knowledge::Tables).to_string();
        assert_eq!(text.lines().count(), 5, "{text}");
        assert!(text.ends_with("score 0 for red, to move"), "{text}");
        assert!(!text.contains("+0"), "{text}");
    }
}
