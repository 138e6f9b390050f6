//! Random games for tests.

use fastrand::Rng;

use super::Board;

/// The positions after each of the first `plies` random moves of a game.
pub fn random_game(random: &mut Rng, plies: u8) -> Vec<Board> {
    let mut board = Board::startpos();
    let mut positions = Vec::new();
    while positions.len() < plies.into()
        && let Some(&mv) = random.choice(&board.legal_moves())
    {
        let _ = board.make(mv);
        positions.push(board.clone());
    }
    positions
}
