//! Ranking of a position's best moves by a search with MultiPV, for openings and books.

use super::engine::Engine;
use super::report::{Bound, Event};
use super::request::{Limits, Request};
use crate::board::{Board, Move};
use crate::eval::Score;
use crate::rules::Game;

/// Returns the best moves and their scores for the side to move, the best first.
///
/// `max_moves` is in the range [`MULTIPV_RANGE`](super::request::MULTIPV_RANGE). The moves are those of the deepest of the
/// iterations that ranked the most moves within `nodes` nodes. If `max_moves` is 1, the move and its score are the result of the
/// search, which may come from a stopped iteration. Moves in `banned` are left out. The engine is cleared first, so that the
/// same call always returns the same moves.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::search::{Engine, Settings, ranking::rank_moves};
/// let mut engine = Engine::new(Settings::with_hash_mib(1));
/// let banned = ["h2e2".parse().unwrap()];
/// let ranked = rank_moves(&mut engine, &Board::startpos(), 20_000, 8, &banned);
/// assert_eq!(ranked.len(), 8);
/// assert!(ranked.is_sorted_by(|(_, one), (_, other)| one >= other));
/// assert!(ranked.iter().all(|&(mv, _)| mv != banned[0]));
/// ```
pub fn rank_moves(
    engine: &mut Engine,
    board: &Board,
    nodes: u64,
    max_moves: usize,
    banned: &[Move],
) -> Vec<(Move, Score)> {
    engine.clear();
    let limits = Limits::of_nodes(nodes);
    let mut request = Request::new(Game::new(board.clone()), limits);
    request.multipv = max_moves;
    request.banned = banned.to_vec();
    let mut rankings: Vec<Vec<(Move, Score)>> = Vec::new();
    let result = engine.search(request, |event| {
        let Event::Line(line) = event else {
            return;
        };
        let (depth, index) = (line.depth as usize, line.rank - 1);
        rankings.resize_with(rankings.len().max(depth + 1), Vec::new);
        // Bounds do not rank moves. They are reported after the first second, or for a stopped iteration; lines of the one before
        // follow those of a stopped one.
        if line.bound != Bound::Exact || depth + 1 < rankings.len() {
            return;
        }
        // The lines of an iteration come in the order of their ranks. A rank that is reported again replaces the old line and all
        // lines of lower rank.
        let ranked = &mut rankings[depth];
        ranked.truncate(index);
        if ranked.len() == index {
            ranked.push((line.pv[0], line.score));
        }
    });
    // The move may come from a stopped iteration, whose line is only a bound.
    if max_moves == 1 {
        return Vec::from_iter(result.best.map(|mv| (mv, result.score)));
    }
    // Of equally long rankings `max_by_key` returns the last, which is the deepest.
    rankings
        .into_iter()
        .max_by_key(Vec::len)
        .unwrap_or_default()
}
