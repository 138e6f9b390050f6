//! The evaluation along the moves of a search, updated incrementally.

use super::evaluator::Evaluator;
use super::network::HiddenStack;
use super::score::Score;
use super::tables::{self, MATERIAL, PieceSquareTable, TABLES};
use crate::board::{Board, Piece, Square, Undo};

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
    state: State,
    /// The number of moves from the first position of the line to the current one.
    ply: usize,
}

/// What is updated from move to move.
#[derive(Debug)]
enum State {
    /// A table, and its sum over the pieces of each position of the line, from red's view.
    Table(&'static PieceSquareTable, Vec<Score>),
    /// The hidden layers of a network.
    Network(HiddenStack),
}

impl Evaluation {
    /// Creates an evaluation for lines of up to `plies` moves, and begins one at `board`.
    pub fn new(evaluator: &Evaluator, plies: usize, board: &Board) -> Evaluation {
        let of_table = |table| State::Table(table, vec![0; plies + 1]);
        let state = match evaluator {
            Evaluator::Material => of_table(&MATERIAL),
            Evaluator::Tables => of_table(&TABLES),
            Evaluator::Network(network) => State::Network(HiddenStack::new(network.clone(), plies)),
        };
        let mut evaluation = Evaluation { state, ply: 0 };
        evaluation.begin(board);
        evaluation
    }

    /// Begins a new line at `board`.
    pub fn begin(&mut self, board: &Board) {
        self.ply = 0;
        match &mut self.state {
            State::Table(table, sums) => sums[0] = tables::sum(table, board),
            State::Network(layers) => layers.begin(board),
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
        match &mut self.state {
            State::Table(table, sums) => {
                let value = |piece: Piece, square: Square| table[piece.index()][square.index()];
                let taken = captured.map_or(0, |victim| value(victim, mv.to()));
                let change = value(piece, mv.to()) - value(piece, mv.from()) - taken;
                sums[self.ply + 1] = sums[self.ply] + change;
            }
            State::Network(layers) => layers.make(self.ply, piece, mv, captured, board),
        }
        self.ply += 1;
    }

    /// Updates the state after a null move.
    #[inline]
    pub fn make_null(&mut self) {
        match &mut self.state {
            State::Table(_, sums) => sums[self.ply + 1] = sums[self.ply],
            State::Network(layers) => layers.make_null(self.ply),
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
        match &mut self.state {
            State::Table(_, sums) => tables::for_side(board.side(), sums[self.ply]),
            State::Network(layers) => layers.evaluate(self.ply, board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NullUndo;
    use crate::board::test_games::random_game;
    use crate::eval::network::Network;
    use fastrand::Rng;
    use std::sync::Arc;

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
        let network = |seed| Evaluator::Network(Arc::new(Network::random(seed)));
        let scored: usize = (0..12)
            .map(|seed| compare_along_random_moves(&network(seed), seed, 1500))
            .sum();
        assert!(scored > 10_000);
        for evaluator in [Evaluator::Material, Evaluator::Tables] {
            assert!(compare_along_random_moves(&evaluator, 77, 1500) > 800);
        }
        let evaluator = network(9);
        let mut evaluation = Evaluation::new(&evaluator, 10, &Board::startpos());
        for board in random_game(&mut Rng::with_seed(5), 160) {
            evaluation.begin(&board);
            assert_eq!(evaluation.score(&board), evaluator.evaluate(&board));
        }
    }
}
