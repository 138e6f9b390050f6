//! Whether the result in an endgame table rules out a win by repetition.

use crate::board::Board;
use crate::endgame::EndgameResult;
use crate::rules::RepetitionRules;
use crate::rules::offenders::may_be_forced_to_attack;

/// Returns true if the side to move wins neither by mate nor by repetition, by the result of its position in the endgame tables.
/// They decide perpetual checks, but no other offences of the defender.
pub(super) fn rules_out_win(result: EndgameResult, board: &Board, rules: RepetitionRules) -> bool {
    use EndgameResult::{Mated, Mates, WinsByRule};
    match result {
        // The opponent's mate repeats no position.
        Mated(_) => true,
        Mates(_) | WinsByRule => false,
        _ => !may_be_forced_to_attack(board, !board.side(), rules),
    }
}
