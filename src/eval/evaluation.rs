//! The evaluation along the moves of a search, updated incrementally.

use std::sync::Arc;

use super::accumulator::Accumulator;
use super::evaluator::Evaluator;
use super::hand_crafted::HandCrafted;
use super::network::{Base, HiddenStack, Network};
use super::score::Score;
use super::tapered::Tapered;
use crate::board::{Board, Undo};

/// Scores the positions along a line of moves. Memory is allocated at creation only.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::{Evaluation, Evaluator};
/// let evaluator = Evaluator::default();
/// let mut board = Board::startpos();
/// let mut evaluation = Evaluation::new(&evaluator, 64, &board);
/// let before = evaluation.score(&board);
/// let undo = board.make("h2e2".parse()?);
/// evaluation.make(&board, &undo);
/// assert_eq!(evaluation.score(&board), evaluator.evaluate(&board));
/// board.undo(undo);
/// evaluation.undo();
/// assert_eq!(evaluation.score(&board), before);
/// # Ok::<(), chuhe::board::ParseMoveError>(())
/// ```
#[derive(Debug)]
pub struct Evaluation {
    hand_crafted: HandCrafted,
    /// False if a network scores alone.
    uses_hand_crafted: bool,
    network: Option<HiddenStack>,
    /// The positions of the line.
    plies: Vec<Ply>,
    /// The number of moves from the first position of the line to the current one.
    pub(crate) ply: usize,
}

/// The hand-crafted evaluation's state of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Ply {
    sums: Accumulator,
    /// The other terms that depend on the pieces alone, if they have been computed. A null move does not change them.
    terms: Option<Tapered>,
}

impl Evaluation {
    /// Creates an evaluation for lines of up to `plies` moves, and begins one at `board`.
    pub fn new(evaluator: &Evaluator, plies: usize, board: &Board) -> Evaluation {
        let network = evaluator.network.clone();
        let alone = |network: &Arc<Network>| network.base == Base::Nothing;
        let mut evaluation = Evaluation {
            hand_crafted: evaluator.hand_crafted,
            uses_hand_crafted: !network.as_ref().is_some_and(alone),
            network: network.map(|network| HiddenStack::new(network, plies)),
            plies: vec![Ply::default(); plies + 1],
            ply: 0,
        };
        evaluation.begin(board);
        evaluation
    }

    /// Begins a new line at `board`.
    pub fn begin(&mut self, board: &Board) {
        self.ply = 0;
        self.plies[0] = Ply {
            sums: Accumulator::of(board),
            terms: None,
        };
        if let Some(network) = &mut self.network {
            network.begin(board);
        }
    }

    /// Updates the state after a move. `board` is the position after it, and `undo` is what [`Board::make`] returned.
    #[inline]
    pub fn make(&mut self, board: &Board, undo: &Undo) {
        let (mv, captured) = (undo.mv(), undo.captured());
        let Some(piece) = board.piece_at(mv.to()) else {
            debug_assert!(false, "no move led to this position");
            return;
        };
        if self.uses_hand_crafted {
            let sums = &self.plies[self.ply].sums;
            self.plies[self.ply + 1] = Ply {
                sums: sums.after(piece, mv.from(), mv.to(), captured),
                terms: None,
            };
        }
        if let Some(network) = &mut self.network {
            network.make(self.ply, piece, mv, captured, board);
        }
        self.ply += 1;
    }

    /// Updates the state after a null move.
    #[inline]
    pub fn make_null(&mut self) {
        self.plies[self.ply + 1] = self.plies[self.ply];
        if let Some(network) = &mut self.network {
            network.make_null(self.ply);
        }
        self.ply += 1;
    }

    /// Restores the state before the last move or null move.
    #[inline]
    pub fn undo(&mut self) {
        self.ply -= 1;
    }

    /// Returns the score of the current position for the side to move, at most [`MAX_EVAL`](super::MAX_EVAL) either way.
    /// `board` is that position.
    #[inline]
    pub fn score(&mut self, board: &Board) -> Score {
        let Ply { sums, terms } = &mut self.plies[self.ply];
        let mut hand_crafted = || self.hand_crafted.score(board, sums, terms);
        match &mut self.network {
            None => hand_crafted(),
            Some(stack) => {
                let own = stack.evaluate(self.ply, board);
                stack.network().with_base(own, hand_crafted)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NullUndo;
    use crate::eval::Knowledge;
    use fastrand::Rng;

    enum Step {
        Move(Undo),
        Null(NullUndo),
    }

    /// Makes and takes back random moves and compares some scores with those computed from the board. Returns how many.
    fn compare_along_random_moves(evaluator: &Evaluator, seed: u64, steps: usize) -> usize {
        let mut rng = Rng::with_seed(seed);
        let mut board = Board::startpos();
        let mut evaluation = Evaluation::new(evaluator, 200, &board);
        let mut line = Vec::new();
        let mut scored = 0;
        for _ in 0..steps {
            let moves = board.legal_moves();
            let takes_back = line.len() >= 190 || moves.is_empty() || rng.u8(..10) < 4;
            if takes_back {
                match line.pop() {
                    None => continue,
                    Some(Step::Move(undo)) => board.undo(undo),
                    Some(Step::Null(undo)) => board.undo_null(undo),
                }
                evaluation.undo();
            } else if !board.in_check() && rng.u8(..20) == 0 {
                evaluation.make_null();
                line.push(Step::Null(board.make_null()));
            } else {
                // Moves of the generals are frequent, because they change a side's view of the whole board.
                let general = board.general(board.side());
                let mv = match moves.iter().find(|mv| mv.from() == general) {
                    Some(&mv) if rng.u8(..4) == 0 => mv,
                    _ => moves[rng.usize(..moves.len())],
                };
                let undo = board.make(mv);
                evaluation.make(&board, &undo);
                line.push(Step::Move(undo));
            }
            assert_eq!(evaluation.ply, line.len());
            if rng.u8(..3) > 0 {
                scored += 1;
                let score = evaluation.score(&board);
                assert_eq!(score, evaluator.evaluate(&board), "{board:?}");
            }
        }
        scored
    }

    #[test]
    fn updated_scores_equal_those_computed_from_the_board() {
        let network = |seed| {
            let mut network = Network::random(seed);
            network.base = [Base::Nothing, Base::HandCrafted][seed as usize % 2];
            Evaluator::of_network(Some(Arc::new(network)))
        };
        let scored: usize = (0..12)
            .map(|seed| compare_along_random_moves(&network(seed), seed, 1500))
            .sum();
        assert!(scored > 10_000);
        for knowledge in [Knowledge::Material, Knowledge::Tables, Knowledge::Full] {
            assert!(
                compare_along_random_moves(&Evaluator::hand_crafted(knowledge), 77, 1500) > 800
            );
        }
        let evaluator = network(9);
        let mut evaluation = Evaluation::new(&evaluator, 10, &Board::startpos());
        for board in crate::eval::samples::positions(5) {
            evaluation.begin(&board);
            assert_eq!(evaluation.score(&board), evaluator.evaluate(&board));
        }
    }
}
