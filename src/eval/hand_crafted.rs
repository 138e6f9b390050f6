//! The hand-crafted evaluation (HCE): a sum of terms, mixed by the phase and scaled in endgames.

use super::accumulator::Accumulator;
use super::endgame::{self, FULL_SCALE};
use super::score::{MAX_EVAL, Score};
use super::tapered::Tapered;
use super::terms::{self, Total};
use crate::board::{Board, Color};

/// The terms that are used, as UCCI's option `knowledge` sets them. Each level adds to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Knowledge {
    /// Material alone.
    Material,
    /// Material and piece-square tables.
    Tables,
    /// All terms, the right to move, and scaling of endgames that are hard to win.
    #[default]
    Full,
}

/// The hand-crafted evaluation at a level of [`Knowledge`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandCrafted {
    pub(super) knowledge: Knowledge,
    /// True if the CPU counts and scans bits in one instruction; detected on x86-64 only.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    bit_instructions: bool,
}

impl HandCrafted {
    /// Creates the evaluation with this knowledge.
    pub fn new(knowledge: Knowledge) -> HandCrafted {
        #[cfg(target_arch = "x86_64")]
        let bit_instructions = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        #[cfg(not(target_arch = "x86_64"))]
        let bit_instructions = false;
        HandCrafted {
            knowledge,
            bit_instructions,
        }
    }

    /// Returns the score of a position with these sums for the side to move, at most [`MAX_EVAL`] either way. `terms` is the sum
    /// of the other terms that depend on the pieces alone; it is computed if it is `None`.
    #[inline]
    pub fn score(&self, board: &Board, sums: &Accumulator, terms: &mut Option<Tapered>) -> Score {
        #[cfg(target_arch = "x86_64")]
        if self.bit_instructions {
            // SAFETY: the flag is set only where the CPU has the features.
            return unsafe { score_with_bit_instructions(self.knowledge, board, sums, terms) };
        }
        score(self.knowledge, board, sums, terms)
    }

    /// Returns the score of a position and computes its sums from the board.
    pub fn evaluate(&self, board: &Board) -> Score {
        self.score(board, &Accumulator::of(board), &mut None)
    }
}

/// [`score`] compiled for CPUs that count and scan bits in one instruction.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn score_with_bit_instructions(
    knowledge: Knowledge,
    board: &Board,
    sums: &Accumulator,
    terms: &mut Option<Tapered>,
) -> Score {
    score(knowledge, board, sums, terms)
}

#[inline(always)]
fn score(
    knowledge: Knowledge,
    board: &Board,
    sums: &Accumulator,
    terms: &mut Option<Tapered>,
) -> Score {
    let mut total = Total(sums.material);
    if knowledge != Knowledge::Material {
        total.0 += sums.placed;
    }
    if knowledge == Knowledge::Full {
        if terms.is_none() {
            let mut sum = Total::default();
            terms::add_terms(board, &mut sum);
            *terms = Some(sum.0);
        }
        total.0 += terms.unwrap_or_default();
        terms::add_tempo(board.side(), &mut total);
    }
    scale_and_score(board, knowledge, total.0, sums.phase).1
}

/// Interpolates by phase and scales by the winning chances. Returns the scale in 64ths and the score for the side to move.
#[inline(always)]
pub(super) fn scale_and_score(
    board: &Board,
    knowledge: Knowledge,
    sum: Tapered,
    phase: i32,
) -> (i32, Score) {
    let mixed = sum.at_phase(phase);
    let scale = match knowledge {
        Knowledge::Full if mixed > 0 => endgame::scale(board, Color::Red),
        Knowledge::Full if mixed < 0 => endgame::scale(board, Color::Black),
        _ => FULL_SCALE,
    };
    let red = (mixed * scale / FULL_SCALE).clamp(-MAX_EVAL, MAX_EVAL);
    match board.side() {
        Color::Red => (scale, red),
        Color::Black => (scale, -red),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PieceKind;
    use crate::eval::term::Term;
    use crate::eval::{explain, samples, values, weights};

    const LEVELS: [Knowledge; 3] = [Knowledge::Material, Knowledge::Tables, Knowledge::Full];

    fn score(board: &Board, knowledge: Knowledge) -> Score {
        HandCrafted::new(knowledge).evaluate(board)
    }

    #[test]
    fn mirrored_and_flipped_positions_score_alike_with_and_without_bit_instructions() {
        let positions = samples::positions(20);
        assert!(positions.len() > 300);
        for board in positions {
            for knowledge in LEVELS {
                let here = score(&board, knowledge);
                assert_eq!(here, score(&board.mirrored(), knowledge), "{board:?}");
                assert_eq!(here, score(&board.flipped(), knowledge), "{board:?}");
                assert!(here.abs() <= MAX_EVAL);
                let mut plain = HandCrafted::new(knowledge);
                plain.bit_instructions = false;
                assert_eq!(here, plain.evaluate(&board), "{board:?}");
            }
        }
    }

    #[test]
    fn the_start_position_scores_the_tempo_alone() {
        let board = Board::startpos();
        assert_eq!(score(&board, Knowledge::Material), 0);
        assert_eq!(score(&board, Knowledge::Tables), 0);
        let tempo = weights::value(values::TEMPO.single());
        assert_eq!(score(&board, Knowledge::Full), tempo.mg());
    }

    #[test]
    fn each_level_of_knowledge_contains_the_one_below() {
        for board in samples::positions(5) {
            let rows = LEVELS.map(|knowledge| explain(&board, knowledge).rows);
            assert_eq!(rows[0], rows[1][..1]);
            assert_eq!(rows[1], rows[2][..2]);
            assert_eq!(rows[2].len(), Term::ALL.len());
        }
    }

    #[test]
    fn a_rook_ahead_in_material_is_ahead_in_score() {
        for board in samples::positions(20) {
            let rooks = |color| board.count(color, PieceKind::Rook);
            let more_rooks = rooks(board.side()) > rooks(!board.side());
            if more_rooks && score(&board, Knowledge::Material) > 900 {
                let full = score(&board, Knowledge::Full);
                assert!(full > 0, "{}", explain(&board, Knowledge::Full));
            }
        }
    }
}
