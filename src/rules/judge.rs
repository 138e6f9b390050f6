//! Judge: the verdict on a game by all rules.

use super::verdict::{JudgedRepetition, Outcome, Reason, Verdict};
use super::{ClassifiedMove, Game, HistoryEntry, RuleSet, cycle, repetition};
use crate::board::{Board, Color, PieceKind};

/// Judges the last position of a game.
///
/// The rules apply in this order: a side without a legal move has lost; a repetition is judged by the rule set; then come the
/// natural limit and insufficient material.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::{Game, Reason, RuleSet, judge};
/// let game = Game::new(Board::from_fen("3k1P3/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1").unwrap());
/// let verdict = judge(&game, &RuleSet::default());
/// assert_eq!((verdict.outcome.name(), verdict.reason), ("red", Reason::Checkmate));
/// ```
pub fn judge(game: &Game, rules: &RuleSet) -> Verdict {
    let board = game.board();
    let (outcome, reason) = if !board.has_legal_move() {
        let reason = match board.in_check() {
            true => Reason::Checkmate,
            false => Reason::Stalemate,
        };
        (Outcome::Win(!board.side()), reason)
    } else if let Some(repeated) = repeated(game, rules) {
        (repeated.outcome(), Reason::Repetition(repeated))
    } else if rules.limit_reached(board.quiet_plies()) {
        let moves = rules.move_limit;
        (Outcome::Draw, Reason::NaturalLimit { moves })
    } else if let Some(reason) = insufficient_material(board) {
        (Outcome::Draw, reason)
    } else {
        (Outcome::Undecided, Reason::InProgress)
    };
    Verdict { outcome, reason }
}

/// The repetition that the last position completes.
fn repeated(game: &Game, rules: &RuleSet) -> Option<JudgedRepetition> {
    let (board, history) = (game.board(), game.history());
    let quiet_plies = board.quiet_plies();
    let judged = cycle::find(
        history,
        quiet_plies,
        rules.repeat_count,
        cycle::NO_SEARCH_ROOT,
    )?;
    let round = shortest_round(judged);
    let mut cycle: Vec<ClassifiedMove> =
        cycle::moves_backwards(board, &judged[judged.len() - round..])
            .map(|transition| ClassifiedMove::of(&transition.before, transition.mv))
            .collect();
    cycle.reverse();
    Some(JudgedRepetition {
        rules: rules.repetition,
        occurrences: cycle::occurrences(history, quiet_plies),
        offences: repetition::offences(board, judged, rules.repetition),
        rounds: judged.len() / round,
        cycle,
    })
}

/// The length of the shortest sequence of moves whose repetition gives all positions. The same moves may be those of other
/// pieces.
fn shortest_round(moves: &[HistoryEntry]) -> usize {
    let repeats = |&length: &usize| {
        let alike = |index: usize| moves[index].key == moves[index % length].key;
        moves.len().is_multiple_of(length) && (length..moves.len()).all(alike)
    };
    (2..moves.len()).find(repeats).unwrap_or(moves.len())
}

/// The reason for a draw if neither side has the material to win.
fn insufficient_material(board: &Board) -> Option<Reason> {
    use PieceKind::{Advisor, Elephant};
    let left = |kind| Color::ALL.iter().any(|&color| board.count(color, kind) > 0);
    if board.has_attackers() {
        None
    } else if left(Advisor) || left(Elephant) {
        Some(Reason::NoAttackers)
    } else {
        Some(Reason::BareGenerals)
    }
}
