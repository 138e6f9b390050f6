//! An evaluation taken apart, for a person to read.

use std::fmt;

use super::danger::Units;
use super::endgame::FULL_SCALE;
use super::terms::{self, Sink, Term};
use super::weight::Weight;
use super::weights::value;
use super::{Accumulator, FULL_PHASE, Knowledge, Score, Tapered, conclude};
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
    let [red, black] = Color::ALL.map(|color| Accumulator::of_side(board, color));
    ledger.note(Term::Material, Color::Red, red.material());
    ledger.note(Term::Material, Color::Black, -black.material());
    if knowledge != Knowledge::Material {
        ledger.note(Term::Tables, Color::Red, red.placed());
        ledger.note(Term::Tables, Color::Black, -black.placed());
    }
    if knowledge == Knowledge::Full {
        terms::judge(board, &mut ledger);
    }
    let phase = red.phase() + black.phase();
    let rows: Vec<Row> = Term::ALL
        .into_iter()
        .filter(|&term| match knowledge {
            Knowledge::Material => term == Term::Material,
            Knowledge::Tables => matches!(term, Term::Material | Term::Tables),
            Knowledge::Full => true,
        })
        .map(|term| {
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

/// A score with its sign, and zero without one: `+35`, `0`, `-120`.
#[derive(Clone, Copy, Debug)]
pub struct Signed(pub Score);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("0"),
            score => f.pad(&format!("{score:+}")),
        }
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
pub mod tests {
    use super::*;
    use crate::eval::{Evaluator, samples};

    /// How much more a term gives red, less black, in the second position than in the first; the
    /// sum of both phases' halves, so that neither hides.
    pub fn gain(term: Term, before: &str, after: &str) -> Score {
        let of = |fen: &str| {
            let explanation = explain(&Board::from_fen(fen).unwrap(), Knowledge::Full);
            let row = explanation.rows.iter().find(|row| row.term == term);
            let row = row.expect("the full knowledge has every term");
            let difference = row.red - row.black;
            (difference.mg() + difference.eg()) / 2
        };
        of(after) - of(before)
    }

    #[test]
    fn what_is_explained_is_what_is_played() {
        let mut different = 0;
        for board in samples::positions(12) {
            for knowledge in [Knowledge::Material, Knowledge::Tables, Knowledge::Full] {
                let explanation = explain(&board, knowledge);
                let score = Evaluator::new(knowledge).evaluate(&board, &Accumulator::of(&board));
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
