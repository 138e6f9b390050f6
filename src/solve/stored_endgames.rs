//! What a stored endgame says about mates by repetition.

use crate::board::{Board, PieceKind};
use crate::endgame::EndgameResult;
use crate::rules::RepetitionRules;

/// Returns true if the side to move wins neither by mate nor by repetition, by the result of its position in the endgame tables.
/// They decide perpetual checks, but no perpetual chases.
pub(super) fn rules_out_win(result: EndgameResult, board: &Board, rules: RepetitionRules) -> bool {
    use EndgameResult::{Mates, WinsByRule};
    let only_checks_lose = rules == RepetitionRules::Simple;
    !matches!(result, Mates(_) | WinsByRule) && (only_checks_lose || !may_repeat(board))
}

/// Returns true if the defender, not to move, has a piece that can give perpetual check or chase perpetually.
pub(super) fn may_repeat(board: &Board) -> bool {
    use PieceKind::{Cannon, Horse, Pawn, Rook};
    let has = |kind| board.count(!board.side(), kind) > 0;
    [Rook, Cannon, Horse, Pawn].into_iter().any(has)
}
