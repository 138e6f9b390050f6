//! Floor 2: a score for a position.
//!
//! | room | idea |
//! |---|---|
//! | [`tapered`] | a middlegame and an endgame value in one word |
//! | [`weight`], [`values`], [`weights`] | what a weight is; all numbers, written down by name; the flat table of them |
//! | [`tables`] | what a square is worth to a piece |
//! | [`accumulator`] | material and tables, kept from move to move |
//! | [`attacks`] | what both sides attack, found once |
//! | [`terms`] | the list of terms, and how they are summed |
//! | [`mobility`], [`pawns`], [`threats`], [`guards`], [`lines`], [`danger`] | a term each |
//! | [`endgame`] | whether the side ahead has the force to win |
//! | [`network`] | a network that is trained, on top of all of these or beside them |
//! | `fingerprint` | what tells the terms of one program from another's |
//! | [`mod@explain`] | an evaluation taken apart, for a person |
//! | [`mod@trace`] | an evaluation taken apart, for a tuner |
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::eval::{Accumulator, Evaluator, Knowledge};
//! let board = Board::startpos();
//! let score = Evaluator::new(Knowledge::Full).evaluate(&board, &Accumulator::of(&board));
//! assert!(score > 0 && score < 80); // level, but for the move
//! ```

pub mod accumulator;
pub mod attacks;
pub mod danger;
pub mod endgame;
pub mod explain;
mod fingerprint;
pub mod guards;
pub mod lines;
pub mod mobility;
pub mod network;
pub mod pawns;
pub mod tables;
pub mod tapered;
pub mod terms;
pub mod threats;
pub mod trace;
pub mod values;
pub mod weight;
pub mod weights;

#[cfg(test)]
mod samples;

pub use accumulator::Accumulator;
pub use explain::{Explanation, explain};
pub use fingerprint::fingerprint;
pub use tapered::{FULL_PHASE, Tapered};
pub use terms::Term;
pub use trace::{Trace, trace};

use crate::board::{Board, Color};
use endgame::FULL_SCALE;
use terms::Total;

/// Hundredths of a pawn or so, from the view of the side to move.
pub type Score = i32;

/// The largest evaluation, either way.
pub const MAX_SCORE: Score = 29_000;

/// How much the evaluation knows: UCCI's `knowledge`. Each level adds to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Knowledge {
    /// Material alone.
    Material,
    /// Material and piece-square tables.
    Tables,
    /// All terms, a tempo, and a scale for endgames that cannot be won.
    #[default]
    Full,
}

/// Scores positions, as much as its [`Knowledge`] lets it.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::{Accumulator, Evaluator, Knowledge};
/// let board = Board::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1").unwrap();
/// let evaluator = Evaluator::new(Knowledge::Material);
/// assert!(evaluator.evaluate(&board, &Accumulator::of(&board)) > 900);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Evaluator {
    knowledge: Knowledge,
    /// Whether the machine counts and scans bits in one instruction; asked of x86-64 only.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    bit_instructions: bool,
}

impl Evaluator {
    /// An evaluator that knows so much.
    pub fn new(knowledge: Knowledge) -> Evaluator {
        #[cfg(target_arch = "x86_64")]
        let bit_instructions = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        #[cfg(not(target_arch = "x86_64"))]
        let bit_instructions = false;
        Evaluator {
            knowledge,
            bit_instructions,
        }
    }

    /// The score from the view of the side to move, between -29,000 and 29,000. `sums` are the
    /// board's own.
    #[inline]
    pub fn evaluate(&self, board: &Board, sums: &Accumulator) -> Score {
        #[cfg(target_arch = "x86_64")]
        if self.bit_instructions {
            // SAFETY: the flag is set only where the machine was asked and has the features.
            return unsafe { score_with_bit_instructions(self.knowledge, board, sums) };
        }
        score(self.knowledge, board, sums)
    }
}

/// The score again, compiled for machines that count and scan bits in one instruction.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn score_with_bit_instructions(knowledge: Knowledge, board: &Board, sums: &Accumulator) -> Score {
    score(knowledge, board, sums)
}

#[inline(always)]
fn score(knowledge: Knowledge, board: &Board, sums: &Accumulator) -> Score {
    let mut total = Total(sums.material());
    if knowledge != Knowledge::Material {
        total.0 += sums.placed();
    }
    if knowledge == Knowledge::Full {
        terms::judge(board, &mut total);
    }
    conclude(board, knowledge, total.0, sums.phase()).score
}

/// What a sum of terms comes to.
struct Conclusion {
    /// In 64ths, how much of the sum counts.
    scale: i32,
    /// The score, from the view of the side to move.
    score: Score,
}

/// Mixes the phases, asks whether it can be won, and turns the score to the mover.
#[inline(always)]
fn conclude(board: &Board, knowledge: Knowledge, sum: Tapered, phase: i32) -> Conclusion {
    let mixed = sum.at_phase(phase);
    let scale = match knowledge {
        Knowledge::Full if mixed > 0 => endgame::scale(board, Color::Red),
        Knowledge::Full if mixed < 0 => endgame::scale(board, Color::Black),
        _ => FULL_SCALE,
    };
    let red = (mixed * scale / FULL_SCALE).clamp(-MAX_SCORE, MAX_SCORE);
    let score = match board.side() {
        Color::Red => red,
        Color::Black => -red,
    };
    Conclusion { scale, score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PieceKind;

    const LEVELS: [Knowledge; 3] = [Knowledge::Material, Knowledge::Tables, Knowledge::Full];

    fn score(board: &Board, knowledge: Knowledge) -> Score {
        Evaluator::new(knowledge).evaluate(board, &Accumulator::of(board))
    }

    #[test]
    fn mirrored_and_flipped_positions_score_alike() {
        let positions = samples::positions(20);
        assert!(positions.len() > 300);
        for board in positions {
            for knowledge in LEVELS {
                let here = score(&board, knowledge);
                assert_eq!(here, score(&board.mirrored(), knowledge), "{board:?}");
                assert_eq!(here, score(&board.flipped(), knowledge), "{board:?}");
                assert!(here.abs() <= MAX_SCORE);
            }
        }
    }

    #[test]
    fn both_compilations_agree() {
        let fast = Evaluator::new(Knowledge::Full);
        let plain = Evaluator {
            bit_instructions: false,
            ..fast
        };
        for board in samples::positions(5) {
            let sums = Accumulator::of(&board);
            assert_eq!(fast.evaluate(&board, &sums), plain.evaluate(&board, &sums));
        }
    }

    #[test]
    fn the_start_is_level_but_for_the_move() {
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
    fn material_outweighs_position() {
        // A rook more is a rook more, wherever the others stand.
        for board in samples::positions(20) {
            let rooks = |color| board.count(color, PieceKind::Rook) as Score;
            let material = score(&board, Knowledge::Material);
            if (rooks(board.side()) - rooks(!board.side())) > 0 && material > 900 {
                let full = score(&board, Knowledge::Full);
                assert!(full > 0, "{}", explain(&board, Knowledge::Full));
            }
        }
    }
}
