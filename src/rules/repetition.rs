//! Judging a repetition: each side's moves of the cycle are an [`Offence`]; the worse offender loses, and equals draw.
//!
//! The search asks at every repetition, so the questions come in order of cost: who checks is stored, who chases is looked for
//! only where nobody checks with every move, and only as long as some piece may still be chased by all of them.

use std::cmp::Ordering;

use super::Repetition;
use super::chase::{Chases, rooks_pinned_by_horses};
use super::cycle::{HistoryEntry, backwards};
use super::mate_by_checks::threatens_mate;
use super::threat::Pieces;
use crate::board::{Board, Color};

/// What a side does with every one of its moves of a cycle, from the least blame to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Offence {
    /// Nothing in particular: some move is idle, or the moves are of different kinds.
    #[default]
    None,
    /// It chases one and the same piece (Asian rules).
    Chase,
    /// The piece that it chases is a rook pinned by a horse, which may not run (Asian rules).
    ChaseOfPinnedRook,
    /// It attacks: checks, threatens mate or chases, one or the other (Chinese rules).
    Attack,
    /// It gives check.
    Check,
}

impl Offence {
    /// The word for programs, what the side does with every move, and the Chinese term.
    pub(super) const fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Offence::None => ("none", "", "不犯禁"),
            Offence::Chase => ("chase", "chases the same piece", "长捉"),
            Offence::ChaseOfPinnedRook => (
                "chase-of-pinned-rook",
                "chases a rook pinned by a horse",
                "长捉被马牵制之车",
            ),
            Offence::Attack => ("attack", "attacks (check, kill or chase)", "长打"),
            Offence::Check => ("check", "gives check", "长将"),
        }
    }

    pub const fn name(self) -> &'static str {
        self.texts().0
    }
}

/// The side that wins by a cycle that [`super::cycle::find`] found and that ends on `board`; `None` for a draw.
#[inline]
pub fn winner(board: &Board, cycle: &[HistoryEntry], rules: Repetition) -> Option<Color> {
    let mut offences = checks(board, cycle);
    if offences == [Offence::None; 2] {
        offences = others(board, cycle, rules);
    }
    winner_by(offences)
}

/// The side whose offence, by [`Color::index`], is the lesser.
pub(super) fn winner_by([red, black]: [Offence; 2]) -> Option<Color> {
    match red.cmp(&black) {
        Ordering::Less => Some(Color::Red),
        Ordering::Equal => None,
        Ordering::Greater => Some(Color::Black),
    }
}

/// What each side, by [`Color::index`], is to be blamed for in the cycle that ends on `board`.
pub(super) fn offences(board: &Board, cycle: &[HistoryEntry], rules: Repetition) -> [Offence; 2] {
    let (checks, others) = (checks(board, cycle), others(board, cycle, rules));
    [checks[0].max(others[0]), checks[1].max(others[1])]
}

/// Which side gave check with every move.
fn checks(board: &Board, cycle: &[HistoryEntry]) -> [Offence; 2] {
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

/// What else each side did with every move.
#[inline(never)]
fn others(board: &Board, cycle: &[HistoryEntry], rules: Repetition) -> [Offence; 2] {
    match rules {
        Repetition::Asian => chases_throughout(board, cycle),
        Repetition::Chinese => attacks_throughout(board, cycle),
        Repetition::Simple => [Offence::None; 2],
    }
}

/// Which side chased one and the same piece with every move.
fn chases_throughout(board: &Board, cycle: &[HistoryEntry]) -> [Offence; 2] {
    let mut chased = [Pieces::MAX; 2];
    let mut pinned_rooks = [Pieces::MAX; 2];
    for turn in backwards(board, cycle) {
        let mover = turn.mover();
        let targets = &mut chased[mover.index()];
        if *targets != 0 {
            *targets = Chases::of(&turn).chased(*targets);
        }
        if *targets != 0 {
            pinned_rooks[mover.index()] &= *targets & rooks_pinned_by_horses(&turn.after, !mover);
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

/// Which side attacked with every move: by check, chase or kill.
fn attacks_throughout(board: &Board, cycle: &[HistoryEntry]) -> [Offence; 2] {
    let mut offences = [Offence::Attack; 2];
    for turn in backwards(board, cycle) {
        let offence = &mut offences[turn.mover().index()];
        let still = *offence == Offence::Attack
            && (turn.after.in_check()
                || Chases::of(&turn).chased(Pieces::MAX) != 0
                || threatens_mate(&turn.after));
        if !still {
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
    use crate::rules::cycle::{AT_THE_BOARD, find};

    #[test]
    fn repetitions_are_found_and_judged() {
        const BLACK: Option<Option<Color>> = Some(Some(Color::Black));
        const DRAW: Option<Option<Color>> = Some(None);
        let checks = "4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1";
        let pawn = "4k4/9/9/9/9/9/9/p8/R8/5K3 w - - 0 1";
        let (idle, late) = ("b0c2 b9c7 c2b0 c7b9 ", "a3a4 a6a5 b0c2 b9c7 c2b0 c7b9");
        for (fen, moves, occurrences, root, want) in [
            (START_FEN, idle, 2, AT_THE_BOARD, DRAW),
            (START_FEN, idle, 3, AT_THE_BOARD, None),
            (START_FEN, &idle.repeat(2), 3, AT_THE_BOARD, DRAW),
            // Perpetual check loses, whoever is to move.
            (checks, "d1e1 e9d9 e1d1 d9e9", 2, AT_THE_BOARD, BLACK),
            (checks, "d1e1 e9d9 e1d1 d9e9 d1e1", 2, AT_THE_BOARD, BLACK),
            // Nothing before a capture comes again.
            (pawn, "a1a2 e9d9 a2a3 d9e9 a3a2 e9d9", 2, AT_THE_BOARD, DRAW),
            (pawn, "a1a2 e9d9 a2a3 d9e9", 2, AT_THE_BOARD, None),
            // In a search twice is enough, if the search has been there and not only the game.
            (START_FEN, late, 3, 2, DRAW),
            (START_FEN, late, 3, 3, None),
        ] {
            let mut game = Game::new(Board::from_fen(fen).unwrap());
            for mv in moves.split_ascii_whitespace() {
                game.play(mv.parse().unwrap()).unwrap();
            }
            let board = game.board();
            let cycle = find(game.history(), board.quiet_plies(), occurrences, root);
            let judged = cycle.map(|cycle| winner(board, cycle, Repetition::Asian));
            assert_eq!(judged, want, "{moves}, {occurrences} times, from {root}");
        }
    }
}
