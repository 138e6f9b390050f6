//! Mate by checks (连将杀), and kills (杀): threats of such a mate.

use crate::board::{Board, Move, MoveList};

/// The longest mate that counts as threatened, in moves of the attacker. The rule book has no such bound; a player has one.
const LONGEST_KILL: u32 = 4;
/// Checks searched before a threat counts as none.
const KILL_CHECKS: u32 = 20_000;

/// Whether the side that has just moved threatens to mate by successive checks: a kill, by the Chinese rules. False where it
/// gives check, which is graver. The threat may have stood before the move.
pub(super) fn threatens_mate(board: &Board) -> bool {
    if board.in_check() {
        return false;
    }
    let mut board = board.clone();
    let _ = board.make_null();
    let mut left = KILL_CHECKS;
    (1..=LONGEST_KILL).any(|moves| mates_by_checks(&mut board, moves, &mut left))
}

/// A check that mates at once.
pub(crate) fn mate_by_check(board: &mut Board) -> Option<Move> {
    let mut checks = MoveList::new();
    board.checks(&mut checks);
    if checks.is_empty() {
        return None;
    }
    let safety = board.safety();
    // Legality is tested for all first, since no check is made on the board then.
    checks.retain(|mv| board.is_legal(*mv, &safety));
    checks.into_iter().find(|&mv| leaves_no_move(board, mv))
}

/// Whether a legal move mates or stalemates at once.
pub(crate) fn leaves_no_move(board: &mut Board, mv: Move) -> bool {
    board.after(mv, |board| !board.has_legal_move())
}

/// Whether the side to move mates within so many moves, each a check. Looks at `left` checks at most, and counts them down; all
/// last moves after a line count as one.
pub(crate) fn mates_by_checks(board: &mut Board, moves: u32, left: &mut u32) -> bool {
    if moves <= 1 {
        *left = left.saturating_sub(1);
        return mate_by_check(board).is_some();
    }
    let safety = board.safety();
    let mut checks = MoveList::new();
    board.checks(&mut checks);
    checks.into_iter().any(|check| {
        if *left == 0 || !board.is_legal(check, &safety) {
            return false;
        }
        *left -= 1;
        board.after(check, |board| {
            let mut replies = board.legal_moves().into_iter();
            replies.all(|reply| board.after(reply, |board| mates_by_checks(board, moves - 1, left)))
        })
    })
}
