//! Repetition detection in the history of a game or search, and the moves of the cycle.

use crate::board::{Board, Color, Move};

/// An earlier position of a game or search, with what repetition needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The position's key.
    pub key: u64,
    /// True if the side to move was in check.
    pub in_check: bool,
    /// The move that led to the position; `None` for the first one and after a null move.
    pub mv: Option<Move>,
}

impl HistoryEntry {
    /// The entry of a position and the move that led to it.
    pub fn of(board: &Board, mv: Option<Move>) -> HistoryEntry {
        HistoryEntry {
            key: board.key(),
            in_check: board.in_check(),
            mv,
        }
    }
}

/// The `root` of [`find`] outside a search.
pub const NO_SEARCH_ROOT: usize = usize::MAX;

/// The moves since an earlier occurrence of the last position of `history`, each with the position that it led to; `None`
/// unless the position has occurred `occurrences` times. `quiet_plies` is the number of plies since the last capture.
///
/// Two occurrences suffice if both are in the search, at index `root` of `history` or later: the sides that chose the cycle
/// once can choose it again. After an occurrence in the game they can still deviate.
#[inline]
pub fn find(
    history: &[HistoryEntry],
    quiet_plies: u16,
    occurrences: u32,
    root: usize,
) -> Option<&[HistoryEntry]> {
    let last = history.len().checked_sub(1)?;
    let earliest = last.saturating_sub(quiet_plies as usize);
    let key = history[last].key;
    let mut count = 1;
    let mut index = last;
    // A position cannot recur in fewer than four plies, nor with the other side to move.
    let mut step = 4;
    while index >= earliest + step {
        index -= step;
        step = 2;
        if history[index].key == key {
            count += 1;
            if count >= occurrences || index >= root {
                return Some(&history[index + 1..]);
            }
        }
    }
    None
}

/// The number of occurrences of the last position of `history`.
pub(super) fn occurrences(history: &[HistoryEntry], quiet_plies: u16) -> u32 {
    let found = |&count: &u32| find(history, quiet_plies, count, NO_SEARCH_ROOT).is_some();
    1 + (2..).take_while(found).count() as u32
}

/// A move with the positions before and after it.
#[derive(Clone, Debug)]
pub(super) struct Transition {
    pub mv: Move,
    pub before: Board,
    pub after: Board,
}

impl Transition {
    /// A move of a position.
    pub fn of(before: &Board, mv: Move) -> Transition {
        let (before, mut after) = (before.clone(), before.clone());
        let _ = after.make(mv);
        Transition { mv, before, after }
    }

    /// The side that moved.
    pub fn mover(&self) -> Color {
        self.before.side()
    }
}

/// The moves of a cycle that ends on `board`, the last first. A cycle has no capture, so its moves can be made
/// backwards.
pub(super) fn moves_backwards(
    board: &Board,
    cycle: &[HistoryEntry],
) -> impl Iterator<Item = Transition> {
    let mut board = board.clone();
    cycle.iter().rev().map_while(move |entry| {
        let mv = entry.mv?;
        let after = board.clone();
        let _ = board.make(Move::new(mv.to(), mv.from()));
        Some(Transition {
            mv,
            before: board.clone(),
            after,
        })
    })
}
