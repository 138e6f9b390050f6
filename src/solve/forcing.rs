//! Which moves force: checks, and quiet moves that threaten mate.
//!
//! A quiet move is a threat when the attacker, were the defender to pass, would mate by checks within a few moves. Moves that leave
//! the defender few replies count too, because stalemate loses as well. The order of threats is that of lambda search (Thomsen 2000).

use crate::board::{Board, MoveList};
use crate::rules::mate_by_checks::mates_by_checks;

/// The moves that the attacker may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forcing {
    /// Checks alone (连将杀).
    Checks,
    /// Checks, answers to checks, and moves that threaten to mate by so many checks or fewer.
    Threats(u32),
    /// Every legal move.
    All,
}

/// Replies that count as few.
const FEW: u64 = 3;
/// Checks looked at for one threat, for each move that it may be long.
const THREAT_CHECKS: u32 = 300;

impl Forcing {
    /// Appends the legal moves allowed. Returns the work it took, in about nodes.
    pub(super) fn moves(self, board: &mut Board, moves: &mut MoveList) -> u64 {
        // In check there are few moves, and none is wasted.
        if self == Forcing::All || (self != Forcing::Checks && board.in_check()) {
            moves.extend(board.legal_moves());
            return 1;
        }
        let safety = board.safety();
        let mut checks = MoveList::new();
        board.checks(&mut checks);
        checks.retain(|mv| board.is_legal(*mv, &safety));
        moves.extend(checks.iter().copied());
        let Forcing::Threats(length) = self else {
            return 1;
        };
        let mut work = 0;
        for mv in board.legal_moves() {
            let forces = |board: &mut Board| {
                threatens(board, length, &mut work) || board.count_legal_moves() <= FEW
            };
            if !checks.contains(&mv) && board.after(mv, forces) {
                moves.push(mv);
            }
        }
        work
    }
}

/// Whether the side that has just moved, giving no check, would mate by checks if the other passed.
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
    fn a_threat_is_a_mate_if_the_other_passes() {
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
}
