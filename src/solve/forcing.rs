//! Forcing moves: checks, and quiet moves that threaten mate.
//!
//! A quiet move is a threat if the attacker would mate by checks within a few moves when the defender passes. All threats
//! are of order two of lambda search (Thomsen 2000), with a bounded length. A move that leaves no reply is allowed as well, because
//! stalemate loses.

use crate::board::{Board, MoveList};
use crate::rules::mate_by_checks::{legal_checks, mates_by_checks};

/// The moves that the attacker may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forcing {
    /// Checks alone (连将杀).
    Checks,
    /// Checks, replies to checks, moves that threaten to mate by at most this many checks (1 or more), and moves that leave no
    /// reply.
    Threats(u32),
    /// Every legal move.
    All,
}

/// Checks searched for one threat, for each move of its length.
const THREAT_CHECKS: u32 = 300;

impl Forcing {
    /// Appends the allowed legal moves. Returns the cost of finding them, roughly in nodes.
    pub(super) fn moves(self, board: &mut Board, moves: &mut MoveList) -> u64 {
        // A side in check has few moves, so all are allowed.
        if self == Forcing::All || (self != Forcing::Checks && board.in_check()) {
            moves.extend(board.legal_moves());
            return 1;
        }
        let checks = legal_checks(board);
        moves.extend(checks.iter().copied());
        let Forcing::Threats(length) = self else {
            return 1;
        };
        let mut work = 0;
        for mv in board.legal_moves() {
            let forces =
                |board: &mut Board| !board.has_legal_move() || threatens(board, length, &mut work);
            if !checks.contains(&mv) && board.after(mv, forces) {
                moves.push(mv);
            }
        }
        work
    }
}

/// Returns true if the side that has just moved without giving check would mate by checks if the other side passed. Adds its
/// cost to `work`.
fn threatens(board: &mut Board, length: u32, work: &mut u64) -> bool {
    let undo = board.make_null();
    let checks = THREAT_CHECKS * length;
    let mut left = checks;
    let mates = (1..=length).any(|length| mates_by_checks(board, length, &mut left));
    board.undo_null(undo);
    *work += u64::from(checks - left);
    mates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;

    #[test]
    fn a_threat_mates_if_the_defender_passes() {
        let mut board = Board::from_fen("3k5/R8/9/1R7/9/9/9/9/9/4K1B2 w - - 0 1").unwrap();
        let mut moves = |forcing: Forcing| {
            let mut moves = MoveList::new();
            forcing.moves(&mut board, &mut moves);
            moves.iter().map(Move::to_string).collect::<Vec<_>>()
        };
        assert_eq!(moves(Forcing::Checks), ["a8d8", "a8a9", "b6d6", "b6b9"]);
        let threats = moves(Forcing::Threats(1));
        // Whatever else red does, the rook mates on b9 next.
        assert!(threats.contains(&"b6b5".to_owned()) && threats.contains(&"g0i2".to_owned()));
    }

    #[test]
    fn a_quiet_move_that_leaves_no_reply_is_forcing() {
        let mut board = Board::from_fen("3k5/9/2P6/9/9/9/9/9/9/4K4 w - - 0 1").unwrap();
        let mut moves = MoveList::new();
        Forcing::Threats(1).moves(&mut board, &mut moves);
        assert!(moves.iter().any(|mv| mv.to_string() == "c7c8"));
    }
}
