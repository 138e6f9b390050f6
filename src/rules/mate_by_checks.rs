//! Mate by checks (连将杀), for the rules about threats of mate and for the solver.

use crate::board::{Board, Move, MoveList};

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
    let undo = board.make(mv);
    let none = !board.has_legal_move();
    board.undo(undo);
    none
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
        let undo = board.make(check);
        let mates = board.legal_moves().into_iter().all(|reply| {
            let back = board.make(reply);
            let mates = mates_by_checks(board, moves - 1, left);
            board.undo(back);
            mates
        });
        board.undo(undo);
        mates
    })
}
