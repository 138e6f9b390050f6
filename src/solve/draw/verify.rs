//! The independent verifier for draws.
//!
//! It plays a [`Strategy`] of the side that holds the draw against all moves of the opponent, and uses only the board and the rules.
//! The side must have a legal move in every position, so it is never mated. Every repetition must be one that it does not lose.
//!
//! A side loses a repetition only if every one of its moves in it is a check, a chase or, by the Chinese rules, a threat of mate
//! (an *offensive* move here). So a cycle with another move is no loss. Cycles of offensive moves alone are judged by the rules if
//! they have no position in common; else the strategy is rejected.

use std::collections::HashMap;

use crate::board::{Board, Color, Move};
use crate::rules::{ClassifiedMove, MoveClass, RepetitionRules};
use crate::solve::cannot_lose::cannot_lose;
use crate::solve::solution::{DrawSolution, DrawStatus};
use crate::solve::strategy::Strategy;
use crate::solve::verify::{InvalidProofKind, PackedBoard, cycle_winner, pack};

/// Verifies that `side` holds at least a draw with a strategy that has a move for each of its turns. Repetitions are judged by
/// `rules`; the natural limit is ignored. The line of the solution begins with a move of `side`.
///
/// # Errors
/// The first failure, if the strategy does not hold.
pub(super) fn verify_draw(
    board: &Board,
    side: Color,
    strategy: &Strategy,
    rules: RepetitionRules,
) -> Result<DrawSolution, InvalidProofKind> {
    let graph = DrawGraph::of(strategy, board, side)?;
    let cyclic = graph.cyclic(|_| true);
    graph.judge_cycles(&cyclic, rules)?;
    Ok(DrawSolution {
        status: DrawStatus::Draw,
        line: graph.line(&cyclic),
        by_repetition: cyclic.contains(&true),
        ..DrawSolution::default()
    })
}

/// The positions with `side` to move: the board, or those after each move of the opponent.
pub(super) fn turns_of(side: Color, board: &Board) -> Vec<Board> {
    if board.side() == side {
        return vec![board.clone()];
    }
    let moves = board.legal_moves().into_iter();
    moves.map(|mv| board.after_line(&[mv])).collect()
}

/// A position with the side to move.
struct DrawNode {
    board: Board,
    /// The move of the strategy.
    mv: Move,
    /// The opponent's replies, each with the index of the node that it leads to. Replies after which the side cannot lose are left
    /// out.
    replies: Vec<(Move, usize)>,
}

/// The positions of a strategy.
struct DrawGraph {
    side: Color,
    nodes: Vec<DrawNode>,
    indices: HashMap<PackedBoard, usize>,
}

impl DrawGraph {
    /// Creates the graph of all positions that the opponent can reach.
    fn of(strategy: &Strategy, board: &Board, side: Color) -> Result<DrawGraph, InvalidProofKind> {
        let mut graph = DrawGraph {
            side,
            nodes: Vec::new(),
            indices: HashMap::new(),
        };
        for board in turns_of(side, board) {
            graph.add(board, strategy)?;
        }
        let mut index = 0;
        while let Some(node) = graph.nodes.get(index) {
            let after = node.board.after_line(&[node.mv]);
            for reply in after.legal_moves() {
                if let Some(to) = graph.add(after.after_line(&[reply]), strategy)? {
                    graph.nodes[index].replies.push((reply, to));
                }
            }
            index += 1;
        }
        Ok(graph)
    }

    /// Adds a position with the side to move, and returns its index. `None` if the side cannot lose it.
    fn add(
        &mut self,
        board: Board,
        strategy: &Strategy,
    ) -> Result<Option<usize>, InvalidProofKind> {
        if cannot_lose(&board, self.side) {
            return Ok(None);
        }
        let next = self.nodes.len();
        let index = *self.indices.entry(pack(&board)).or_insert(next);
        if index == next {
            let mv = strategy.get(&board).ok_or(InvalidProofKind::NoMove)?;
            if !board.is_legal_move(mv) {
                return Err(InvalidProofKind::Illegal(mv));
            }
            self.nodes.push(DrawNode {
                board,
                mv,
                replies: Vec::new(),
            });
        }
        Ok(Some(index))
    }

    /// For each position whether a cycle can be reached from it through positions that `is_in` accepts, itself included.
    fn cyclic(&self, is_in: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut kept: Vec<bool> = (0..self.nodes.len()).map(is_in).collect();
        // Positions without a successor are removed until none is left. Most successors have a higher index.
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (index, node) in self.nodes.iter().enumerate().rev() {
                if kept[index] && !node.replies.iter().any(|&(_, to)| kept[to]) {
                    kept[index] = false;
                    has_changed = true;
                }
            }
        }
        kept
    }

    /// Judges the cycles of offensive moves among the positions in `cyclic`.
    fn judge_cycles(
        &self,
        cyclic: &[bool],
        rules: RepetitionRules,
    ) -> Result<(), InvalidProofKind> {
        let offensive: Vec<bool> = (self.nodes.iter().zip(cyclic))
            .map(|(node, &cyclic)| cyclic && is_offensive(&node.board, node.mv, rules))
            .collect();
        let left = self.cyclic(|index| offensive[index]);
        let count = left.iter().filter(|&&left| left).count();
        for start in (0..left.len()).filter(|&index| left[index]) {
            let within = |index: usize| {
                let replies = self.nodes[index].replies.iter();
                replies.copied().filter(|&(_, to)| left[to])
            };
            let (mut cycle, mut at) = (Vec::new(), start);
            // A position that only leads to a cycle is judged with the positions of that.
            for _ in 0..count {
                let mut replies = within(at);
                let (Some((reply, to)), None) = (replies.next(), replies.next()) else {
                    return Err(InvalidProofKind::Repetition);
                };
                cycle.extend([self.nodes[at].mv, reply]);
                at = to;
                if at == start {
                    break;
                }
            }
            let winner = || cycle_winner(&self.nodes[start].board, &cycle, rules);
            if at == start && winner() == Some(!self.side) {
                return Err(InvalidProofKind::Repetition);
            }
        }
        Ok(())
    }

    /// A line from the first position with the side to move, through positions from which cycles can be reached, up to the first
    /// repetition.
    fn line(&self, cyclic: &[bool]) -> Vec<Move> {
        let (mut line, mut seen, mut at) = (Vec::new(), Vec::new(), 0);
        while let Some(node) = self.nodes.get(at)
            && !seen.contains(&at)
        {
            seen.push(at);
            line.push(node.mv);
            let continued = node.replies.iter().find(|(_, to)| cyclic[*to]);
            let Some(&(reply, to)) = continued.or(node.replies.first()) else {
                break;
            };
            line.push(reply);
            at = to;
        }
        line
    }
}

/// Returns true if a cycle of such moves may lose by the rules.
pub(super) fn is_offensive(board: &Board, mv: Move, rules: RepetitionRules) -> bool {
    let played = ClassifiedMove::of(board, mv);
    let chases = !played.chases.is_empty();
    played.class == MoveClass::Check
        || match rules {
            RepetitionRules::Asian => chases,
            RepetitionRules::Chinese => chases || played.class == MoveClass::Kill,
            RepetitionRules::Simple => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PieceKind;

    #[test]
    fn a_strategy_of_perpetual_checks_and_one_without_a_legal_move_are_rejected() {
        let board = Board::from_fen("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1").unwrap();
        let illegal = InvalidProofKind::Illegal("d1c3".parse().unwrap());
        let cycle = [("", "d1e1"), ("d1e1 e9d9", "e1d1")];
        for rules in RepetitionRules::ALL {
            for (moves, kind) in [
                (&cycle[..], InvalidProofKind::Repetition),
                (&cycle[..1], InvalidProofKind::NoMove),
                (&[("", "d1c3")], illegal),
            ] {
                let strategy = Strategy::after_lines(&board, moves);
                let error = verify_draw(&board, Color::Red, &strategy, rules).unwrap_err();
                assert_eq!(error, kind, "{rules:?}");
            }
        }
    }

    #[test]
    fn a_cycle_with_a_quiet_move_is_a_draw() {
        let board = Board::from_fen("4k4/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1").unwrap();
        let (mut strategy, mut open) = (Strategy::default(), turns_of(Color::Red, &board));
        // The rook steps between the a-file and the b-file, wherever the general goes.
        while let Some(here) = open.pop() {
            if strategy.get(&here).is_some() {
                continue;
            }
            let moves = here.legal_moves();
            let rook = here.pieces(Color::Red, PieceKind::Rook).next();
            let quiet = moves
                .into_iter()
                .find(|mv| Some(mv.from()) == rook && mv.to().rank() == 1 && mv.to().file() < 2);
            let quiet = quiet.expect("a move of the rook");
            strategy.set(&here, quiet);
            open.extend(turns_of(Color::Red, &here.after_line(&[quiet])));
        }
        let draw = verify_draw(&board, Color::Red, &strategy, RepetitionRules::Chinese).unwrap();
        assert!(draw.by_repetition);
    }
}
