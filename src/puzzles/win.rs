//! Decisive wins: lines in which one move wins and every other one loses the advantage.
//!
//! The alpha-beta search scores the two best moves of each position of the winner, and plays the best reply of the defender.
//! Nothing is proved.

use crate::board::{Board, Move};
use crate::eval::Score;
use crate::review::reviewer::expected_points;
use crate::search::ranking::rank_moves;
use crate::search::{Engine, score};

/// The least expected points of a winning move, from 0 to 1.
pub(super) const WON: f64 = 0.8;
/// The most expected points of every other move, as long as one move alone wins.
const NOT_WON: f64 = 0.6;
/// The most moves of the winner.
const MAX_MOVES: usize = 8;

/// Returns the decisive win of the side to move, if it has at least `min_moves` moves and is no mate that the search sees: its
/// moves with the replies between them, and the score of its first move in centipawns. Each position is searched with `nodes` nodes.
pub(super) fn decisive_win(
    engine: &mut Engine,
    board: &Board,
    nodes: u64,
    min_moves: u32,
) -> Option<(Vec<Move>, Score)> {
    let mut board = board.clone();
    let (mut line, mut first_score) = (Vec::new(), score::DRAW);
    for step in 0..MAX_MOVES {
        let ranked = rank_moves(engine, &board, nodes, 2, &[]);
        let &(best, score) = ranked.first()?;
        let points = |rank: usize| {
            ranked
                .get(rank)
                .map_or(0.0, |&(_, score)| expected_points(score))
        };
        let is_plain = points(1) >= WON;
        let is_mate = step == 0 && score::is_decisive(score);
        if points(0) < WON || is_mate || (points(1) > NOT_WON && !is_plain) {
            return None;
        }
        if step == 0 {
            first_score = score;
        }
        if is_plain {
            // The last reply needs no answer.
            line.pop();
            break;
        }
        line.push(best);
        let _ = board.make(best);
        let Some(&(reply, _)) = rank_moves(engine, &board, nodes, 1, &[]).first() else {
            break;
        };
        line.push(reply);
        let _ = board.make(reply);
    }
    // A line that ends with a reply has no plain win within the most moves.
    let moves = line.len().div_ceil(2);
    (line.len() % 2 == 1 && moves >= min_moves as usize).then_some((line, first_score))
}
