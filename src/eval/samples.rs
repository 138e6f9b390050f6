//! Test positions from random games, the same in every run.

use crate::board::{Board, Move};

/// Plays up to `plies` random legal moves with a preference for captures. Calls `visit` for each with the board before it,
/// the move, and the board after it.
pub fn play(
    board: &mut Board,
    seed: u64,
    plies: usize,
    mut visit: impl FnMut(&Board, Move, &Board),
) {
    let mut rng = fastrand::Rng::with_seed(seed);
    for _ in 0..plies {
        let moves = board.legal_moves();
        let mut candidates = std::iter::repeat_with(|| rng.choice(&moves))
            .take(4)
            .flatten();
        let Some(first) = candidates.next() else {
            return;
        };
        let capture = candidates.find(|mv| !board.is_empty(mv.to()));
        let (mv, before) = (*capture.unwrap_or(first), board.clone());
        let _ = board.make(mv);
        visit(&before, mv, board);
    }
}

/// Returns every fifth position of this many random games, and the start position.
pub fn positions(games: u64) -> Vec<Board> {
    let mut positions = vec![Board::startpos()];
    for seed in 0..games {
        let mut ply = 0;
        play(&mut Board::startpos(), seed, 160, |_, _, after| {
            ply += 1;
            if ply % 5 == 0 {
                positions.push(after.clone());
            }
        });
    }
    positions
}
