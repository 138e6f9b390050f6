//! Mate by checks (连将杀), and kills (杀): threats of such a mate.

use crate::board::{Board, Move, MoveList};

/// The longest mate that counts as a kill, in moves of the attacker. The rule book has no such bound; this one limits the time.
const LONGEST_KILL: u32 = 4;
/// The number of checks searched before the threat counts as none.
const KILL_CHECKS: u32 = 20_000;

/// Returns true if the side that has just moved, not with check, threatens to mate by successive checks (a kill by the Chinese
/// rules). The threat may have existed before the move.
pub(super) fn threatens_mate(board: &Board) -> bool {
    debug_assert!(!board.in_check());
    let mut board = board.clone();
    let _ = board.make_null();
    let mut budget = KILL_CHECKS;
    (1..=LONGEST_KILL).any(|moves| mates_by_checks(&mut board, moves, &mut budget))
}

/// The legal moves that give check.
pub(crate) fn legal_checks(board: &Board) -> MoveList {
    let mut checks = MoveList::new();
    board.checks(&mut checks);
    if !checks.is_empty() {
        let check_info = board.check_info();
        checks.retain(|mv| board.is_legal(*mv, &check_info));
    }
    checks
}

/// A check that mates at once, if there is one.
pub(crate) fn mate_by_check(board: &mut Board) -> Option<Move> {
    let checks = legal_checks(board);
    checks.into_iter().find(|&mv| leaves_no_move(board, mv))
}

/// Returns true if a legal move leaves the opponent without a legal move: mate or stalemate.
pub(crate) fn leaves_no_move(board: &mut Board, mv: Move) -> bool {
    board.after(mv, |board| !board.has_legal_move())
}

/// Returns true if the side to move mates within `moves` moves, each a check. `budget` is the number of checks that may still be
/// searched, and is decreased; all last moves in one position count as one. Once it is spent, only last moves are still searched.
pub(crate) fn mates_by_checks(board: &mut Board, moves: u32, budget: &mut u32) -> bool {
    if moves <= 1 {
        *budget = budget.saturating_sub(1);
        return mate_by_check(board).is_some();
    }
    let check_info = board.check_info();
    let mut checks = MoveList::new();
    board.checks(&mut checks);
    checks.into_iter().any(|check| {
        if *budget == 0 || !board.is_legal(check, &check_info) {
            return false;
        }
        *budget -= 1;
        board.after(check, |board| {
            let mut replies = board.legal_moves().into_iter();
            replies
                .all(|reply| board.after(reply, |board| mates_by_checks(board, moves - 1, budget)))
        })
    })
}
