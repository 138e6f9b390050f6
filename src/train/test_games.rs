//! Random games and samples for tests.

use fastrand::Rng;

use super::packed::{GameResult, Sample};
use crate::board::Board;

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

/// A position with a score of 0, from the beginning of a game that red won.
pub fn sample(board: &Board) -> Sample {
    Sample {
        board: board.clone(),
        score: 0,
        result: GameResult::Win,
        ply: 0,
    }
}
