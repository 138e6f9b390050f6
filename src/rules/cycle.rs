//! Finding a repetition, and walking through its moves.

use super::Past;
use crate::board::{Board, Color, Move};

/// The `root` of [`find`] where nothing is searched: every occurrence is the game's.
pub const AT_THE_BOARD: usize = usize::MAX;

/// The moves since an earlier occurrence of the last position of `past`, each with the position it
/// led to; `None` if the position has not occurred often enough. `reversible` is how many plies
/// lie behind the last capture: only they can hold a repetition.
///
/// Often enough is `occurrences` times; in a search twice, if the earlier one lies in the search
/// too: at index `root` of `past` or later. For what comes once more there comes again, but
/// what the game has seen twice may still be left in time.
///
/// The keys alone are compared, so to find nothing costs next to nothing.
#[inline]
pub fn find(past: &[Past], reversible: u16, occurrences: u32, root: usize) -> Option<&[Past]> {
    let last = past.len().checked_sub(1)?;
    let earliest = last.saturating_sub(reversible as usize);
    let key = past[last].key;
    let mut seen = 1;
    let mut index = last;
    // A position cannot come back in fewer than four plies, nor with the other side to move.
    let mut step = 4;
    while index >= earliest + step {
        index -= step;
        step = 2;
        if past[index].key == key {
            seen += 1;
            if seen >= occurrences || index >= root {
                return Some(&past[index + 1..]);
            }
        }
    }
    None
}

/// How often the last position of `past` has been on the board.
pub(super) fn occurrences(past: &[Past], reversible: u16) -> u32 {
    let mut occurrences = 1;
    while find(past, reversible, occurrences + 1, AT_THE_BOARD).is_some() {
        occurrences += 1;
    }
    occurrences
}

/// A move with the positions before and after it.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub mv: Move,
    pub before: Board,
    pub after: Board,
}

impl Turn {
    /// The move played on the board.
    pub fn of(before: &Board, mv: Move) -> Turn {
        let mut after = before.clone();
        let _ = after.make(mv);
        Turn {
            mv,
            before: before.clone(),
            after,
        }
    }

    /// Whose move it was.
    pub fn mover(&self) -> Color {
        self.before.side()
    }
}

/// The moves of a cycle that ends on `board`, the last first.
///
/// A cycle holds no capture, so its moves are taken back by playing them backwards.
pub(super) fn backwards(board: &Board, cycle: &[Past]) -> impl Iterator<Item = Turn> {
    let mut board = board.clone();
    cycle.iter().rev().map_while(move |past| {
        let mv = past.mv?;
        let after = board.clone();
        let _ = board.make(Move::new(mv.to(), mv.from()));
        Some(Turn {
            mv,
            before: board.clone(),
            after,
        })
    })
}
