//! Positions to test on: random games from the start, the same in every run.

use crate::board::{Board, Move};

/// A small generator (xorshift, Marsaglia 2003); enough to pick moves with.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}

/// Plays up to `plies` random legal moves, captures preferred now and then so that boards empty,
/// and shows each: the board before, the move, the board after.
pub fn play(
    board: &mut Board,
    seed: u64,
    plies: usize,
    mut show: impl FnMut(&Board, Move, &Board),
) {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (seed + 1).wrapping_mul(0xd134_2543_de82_ef95));
    for _ in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mut mv = moves[dice.below(moves.len())];
        for _ in 0..3 {
            if board.is_empty(mv.to()) {
                mv = moves[dice.below(moves.len())];
            }
        }
        let before = board.clone();
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
