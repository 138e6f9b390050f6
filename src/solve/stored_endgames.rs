//! Wins by repetition by the results in the endgame tables: whether one is ruled out, and the strategy of one.

use super::repair::strategy_among;
use super::strategy::Strategy;
use crate::board::Board;
use crate::endgame::{EndgameResult, EndgameTables};
use crate::rules::RepetitionRules;
use crate::rules::offenders::may_be_forced_to_attack;

/// Returns true if the side to move wins neither by mate nor by repetition, by the result of its position in the endgame tables.
/// They decide perpetual checks, but no other offences of the defender.
pub(super) fn rules_out_win(result: EndgameResult, board: &Board, rules: RepetitionRules) -> bool {
    use EndgameResult::{LosesByRule, Mated, Mates, WinsByRule};
    match result {
        // The opponent mates or wins by perpetual check of the side to move, which no offence outweighs.
        Mated(_) | LosesByRule => true,
        Mates(_) | WinsByRule => false,
        _ => !may_be_forced_to_attack(board, !board.side(), rules),
    }
}

/// The strategy of a win by perpetual check; `None` if it has too many positions. After a mistake of the defender it mates.
pub(super) fn strategy_by_rule(tables: &EndgameTables, board: &Board) -> Option<Strategy> {
    strategy_among(board, |board| {
        let moves = tables.moves(board).unwrap_or_default();
        let count = match moves.first() {
            Some((_, EndgameResult::Mates(_))) => 1,
            _ => moves.partition_point(|&(_, result)| result == EndgameResult::WinsByRule),
        };
        moves.into_iter().take(count).map(|(mv, _)| mv)
    })
}
