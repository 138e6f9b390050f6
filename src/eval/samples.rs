//! Positions to test on: random games from the start, the same in every run.

use crate::board::{Board, Move};

/// Plays up to `plies` random legal moves with a preference for captures, and calls `show` with the board before
/// each, the move, and the board after.
pub fn play(
    board: &mut Board,
    seed: u64,
    plies: usize,
    mut show: impl FnMut(&Board, Move, &Board),
) {
    let mut rng = fastrand::Rng::with_seed(seed);
    for _ in 0..plies {
        let moves = board.legal_moves();
        let mut picks = std::iter::repeat_with(|| rng.choice(&moves))
            .take(4)
            .flatten();
        let Some(first) = picks.next() else {
            return;
        };
        let capture = picks.find(|mv| !board.is_empty(mv.to()));
        let (mv, before) = (*capture.unwrap_or(first), board.clone());
        let _ = board.make(mv);
        show(&before, mv, board);
    }
}

/// The positions of so many random games, every fifth ply.
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
