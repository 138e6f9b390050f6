//! Judging a repetition: each side's moves in the cycle make an [`Offence`]; the graver one loses, and equal ones draw.
//!
//! The search judges every repetition, so the tests come in order of cost: checks are stored in the history. Chases are
//! computed only if neither side checks with every move, and only until no piece has been chased by all moves.

use std::cmp::Ordering;

use super::RepetitionRules;
use super::chase::{Chases, rooks_pinned_by_horses};
use super::cycle::{HistoryEntry, moves_backwards};
use super::mate_by_checks::threatens_mate;
use super::threat::SlotSet;
use crate::board::{Board, Color};

/// What a side does with every one of its moves of a cycle, in order of gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offence {
    /// No offence: a move is allowed, or the moves are of different kinds.
    None,
    /// It chases one piece, the same with every move (Asian rules).
    Chase,
    /// It chases a rook that may not leave the leg of a horse that would give check, except to capture that horse (Asian rules).
    ChaseOfPinnedRook,
    /// It attacks: each move checks, threatens mate or chases (Chinese rules).
    Attack,
    /// It gives check.
    Check,
}

impl Offence {
    /// The word in JSON, the English predicate in a verdict, and the Chinese term.
    pub(super) const fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Offence::None => ("none", "", "不犯禁"),
            Offence::Chase => ("chase", "chases one piece", "长捉"),
            Offence::ChaseOfPinnedRook => (
                "chase-of-pinned-rook",
                "chases a rook pinned by a horse",
                "长捉被马牵制之车",
            ),
            Offence::Attack => ("attack", "attacks (check, kill or chase)", "长打"),
            Offence::Check => ("check", "gives check", "长将"),
        }
    }

    /// The word in JSON.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }
}

/// The side that wins by a cycle that [`super::cycle::find`] found and that ends on `board`; `None` for a draw.
#[inline]
pub fn winner(board: &Board, cycle: &[HistoryEntry], rules: RepetitionRules) -> Option<Color> {
    let mut offences = check_offences(board, cycle);
    if offences == [Offence::None; 2] {
        offences = other_offences(board, cycle, rules);
    }
    winner_by(offences)
}

/// The side with the lesser offence, by [`Color::index`]; `None` if they are equal.
pub(super) fn winner_by([red, black]: [Offence; 2]) -> Option<Color> {
    match red.cmp(&black) {
        Ordering::Less => Some(Color::Red),
        Ordering::Equal => None,
        Ordering::Greater => Some(Color::Black),
    }
}

/// The offence of each side, by [`Color::index`], in the cycle that ends on `board`.
pub(super) fn offences(
    board: &Board,
    cycle: &[HistoryEntry],
    rules: RepetitionRules,
) -> [Offence; 2] {
    let checks = check_offences(board, cycle);
    let others = other_offences(board, cycle, rules);
    [0, 1].map(|side| checks[side].max(others[side]))
}

/// [`Offence::Check`] for each side that gave check with every move.
fn check_offences(board: &Board, cycle: &[HistoryEntry]) -> [Offence; 2] {
    Color::ALL.map(|color| {
        // The last move was that of the side not to move.
        let skip = usize::from(color == board.side());
        let mut moves = cycle.iter().rev().skip(skip).step_by(2);
        match moves.all(|entry| entry.in_check) {
            true => Offence::Check,
            false => Offence::None,
        }
    })
}

/// The offence of each side other than check.
#[inline(never)]
fn other_offences(board: &Board, cycle: &[HistoryEntry], rules: RepetitionRules) -> [Offence; 2] {
    match rules {
        RepetitionRules::Asian => chases_throughout(board, cycle),
        RepetitionRules::Chinese => attacks_throughout(board, cycle),
        RepetitionRules::Simple => [Offence::None; 2],
    }
}

/// The chase of each side that chased the same piece with every move.
fn chases_throughout(board: &Board, cycle: &[HistoryEntry]) -> [Offence; 2] {
    let mut chased = [SlotSet::MAX; 2];
    let mut pinned_rooks = [SlotSet::MAX; 2];
    for transition in moves_backwards(board, cycle) {
        let mover = transition.mover();
        let targets = &mut chased[mover.index()];
        if *targets != 0 {
            *targets = Chases::of(&transition).chased(*targets);
        }
        if *targets != 0 {
            pinned_rooks[mover.index()] &=
                *targets & rooks_pinned_by_horses(&transition.after, !mover);
        }
        if chased == [0; 2] {
            break;
        }
    }
    [0, 1].map(|side| match (chased[side], pinned_rooks[side]) {
        (0, _) => Offence::None,
        (targets, rooks) if targets & rooks != 0 => Offence::ChaseOfPinnedRook,
        _ => Offence::Chase,
    })
}

/// [`Offence::Attack`] for each side that attacked with every move, by check, chase or kill.
fn attacks_throughout(board: &Board, cycle: &[HistoryEntry]) -> [Offence; 2] {
    let mut offences = [Offence::Attack; 2];
    for transition in moves_backwards(board, cycle) {
        let offence = &mut offences[transition.mover().index()];
        let still_attacks = *offence == Offence::Attack
            && (transition.after.in_check()
                || Chases::of(&transition).chased(SlotSet::MAX) != 0
                || threatens_mate(&transition.after));
        if !still_attacks {
            *offence = Offence::None;
        }
        if offences == [Offence::None; 2] {
            break;
        }
    }
    offences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;
    use crate::rules::Game;
    use crate::rules::cycle::{NO_SEARCH_ROOT, find};

    #[test]
    fn repetitions_are_found_and_judged() {
        const BLACK: Option<Option<Color>> = Some(Some(Color::Black));
        const DRAW: Option<Option<Color>> = Some(None);
        let checks = "4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1";
        let pawn = "4k4/9/9/9/9/9/9/p8/R8/5K3 w - - 0 1";
        let (idle, late) = ("b0c2 b9c7 c2b0 c7b9 ", "a3a4 a6a5 b0c2 b9c7 c2b0 c7b9");
        for (fen, moves, occurrences, root, expected) in [
            (START_FEN, idle, 2, NO_SEARCH_ROOT, DRAW),
            (START_FEN, idle, 3, NO_SEARCH_ROOT, None),
            (START_FEN, &idle.repeat(2), 3, NO_SEARCH_ROOT, DRAW),
            // Perpetual check loses, whoever is to move.
            (checks, "d1e1 e9d9 e1d1 d9e9", 2, NO_SEARCH_ROOT, BLACK),
            (checks, "d1e1 e9d9 e1d1 d9e9 d1e1", 2, NO_SEARCH_ROOT, BLACK),
            // A position before a capture cannot recur.
            (
                pawn,
                "a1a2 e9d9 a2a3 d9e9 a3a2 e9d9",
                2,
                NO_SEARCH_ROOT,
                DRAW,
            ),
            (pawn, "a1a2 e9d9 a2a3 d9e9", 2, NO_SEARCH_ROOT, None),
            // Two occurrences suffice if both are in the search.
            (START_FEN, late, 3, 2, DRAW),
            (START_FEN, late, 3, 3, None),
        ] {
            let mut game = Game::new(Board::from_fen(fen).unwrap());
            for mv in moves.split_ascii_whitespace() {
                game.play(mv.parse().unwrap()).unwrap();
            }
            let board = game.board();
            let cycle = find(game.history(), board.quiet_plies(), occurrences, root);
            let judged = cycle.map(|cycle| winner(board, cycle, RepetitionRules::Asian));
            assert_eq!(
                judged, expected,
                "{moves}, {occurrences} times, from {root}"
            );
        }
    }
}
