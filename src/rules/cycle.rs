//! Finding a repetition in the history of a game or search, and walking through its moves.

use crate::board::{Board, Color, Move};

/// A position that was on the board, as far as repetition needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The position's key.
    pub key: u64,
    /// Whether the side to move stood in check.
    pub in_check: bool,
    /// The move that led to it; `None` where the game began, and after a search's null move.
    pub mv: Option<Move>,
}

impl HistoryEntry {
    /// The entry of a position that this move led to.
    pub fn of(board: &Board, mv: Option<Move>) -> HistoryEntry {
        HistoryEntry {
            key: board.key(),
            in_check: board.in_check(),
            mv,
        }
    }
}

/// The `root` of [`find`] outside a search: every occurrence is the game's.
pub const AT_THE_BOARD: usize = usize::MAX;

/// The moves since an earlier occurrence of the last position of `history`, each with the position it led to; `None` if the
/// position has not occurred often enough. `reversible` is the number of plies since the last capture.
///
/// Often enough is `occurrences` times. In a search twice is enough if the earlier one lies in the search too, at index `root`
/// of `history` or later: the cycle can be repeated, while what the game has seen twice may still be left in time.
#[inline]
pub fn find(
    history: &[HistoryEntry],
    reversible: u16,
    occurrences: u32,
    root: usize,
) -> Option<&[HistoryEntry]> {
    let last = history.len().checked_sub(1)?;
    let earliest = last.saturating_sub(reversible as usize);
    let key = history[last].key;
    let mut seen = 1;
    let mut index = last;
    // A position cannot come back in fewer than four plies, nor with the other side to move.
    let mut step = 4;
    while index >= earliest + step {
        index -= step;
        step = 2;
        if history[index].key == key {
            seen += 1;
            if seen >= occurrences || index >= root {
                return Some(&history[index + 1..]);
            }
        }
    }
    None
}

/// How often the last position of `history` has been on the board.
pub(super) fn occurrences(history: &[HistoryEntry], reversible: u16) -> u32 {
    let found = |&count: &u32| find(history, reversible, count, AT_THE_BOARD).is_some();
    1 + (2..).take_while(found).count() as u32
}

/// A move with the positions before and after it.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub mv: Move,
    pub before: Board,
    pub after: Board,
}

impl Turn {
    pub fn mover(&self) -> Color {
        self.before.side()
    }
}

/// The moves of a cycle that ends on `board`, the last first. It holds no capture, so its moves are played backwards.
pub(super) fn backwards(board: &Board, cycle: &[HistoryEntry]) -> impl Iterator<Item = Turn> {
    let mut board = board.clone();
    cycle.iter().rev().map_while(move |entry| {
        let mv = entry.mv?;
        let after = board.clone();
        let _ = board.make(Move::new(mv.to(), mv.from()));
        Some(Turn {
            mv,
            before: board.clone(),
            after,
        })
    })
}
