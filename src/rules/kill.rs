//! Kills: threats of mate.
//!
//! The Chinese rules call a move a *kill* (杀) when it threatens to mate at once or by successive
//! checks. To find out, the mover is let move again, and may only give check. Whether the threat stood
//! before the move is not asked: who leaves one unanswered is mated, not judged.

use super::mate_by_checks::mates_by_checks;
use crate::board::Board;

/// The longest mate that counts as threatened, in moves of the attacker.
///
/// The rule book has no such bound; a player at the board has one.
pub const LONGEST_KILL: u32 = 4;
/// Checks looked at before a threat counts as none.
const CHECKS: u32 = 20_000;

/// Whether the side that has just moved threatens to mate by successive checks. Not where
/// it gives check: that is a check, whatever follows.
///
/// ```
/// use chuhe::{board::Board, rules::threatens_mate};
/// // The rook on b7 would mate on b9, if black did nothing; the one on a8 alone would not.
/// let board = Board::from_fen("4k4/R8/1R7/9/9/9/9/9/9/3K5 b - - 0 1").unwrap();
/// assert!(threatens_mate(&board));
/// let board = Board::from_fen("4k4/9/1R7/9/9/9/9/9/9/3K5 b - - 0 1").unwrap();
/// assert!(!threatens_mate(&board));
/// ```
pub fn threatens_mate(board: &Board) -> bool {
    if board.in_check() {
        return false;
    }
    let mut board = board.clone();
    let _ = board.make_null();
    let mut left = CHECKS;
    (1..=LONGEST_KILL).any(|moves| mates_by_checks(&mut board, moves, &mut left))
}
