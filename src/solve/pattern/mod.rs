//! Mating patterns (基本杀法): the traditional names of a mate.
//!
//! Each pattern is a row of [`MATING_PATTERNS`]: its names, a definition that a program can check, the detector that checks it,
//! and a sample. Most definitions depend on the final position alone, some on the last moves before it. A mate may match several
//! patterns, or none. `docs/patterns.md` shows the table.
//!
//! Many definitions use the same condition. A piece *takes part* in a mate if it gives check, or if the mated side would have a
//! legal move without it.

mod cannons;
mod final_position;
mod generals;
mod horses;
mod pawns;
mod rooks;
mod table;

use final_position::FinalPosition;
pub use table::{MATING_PATTERNS, MatingPattern};

use crate::board::{Board, Move};

/// The patterns of the mate at the end of a line, in the order of the table. Empty if the side to move has a legal move there.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::solve::mating_patterns;
/// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1")?;
/// let patterns = mating_patterns(&board, &["b0b9".parse().unwrap()]);
/// let names: Vec<&str> = patterns.iter().map(|pattern| pattern.zh).collect();
/// assert_eq!(names, ["双车错"]);
/// # Ok::<(), chuhe::board::FenError>(())
/// ```
pub fn mating_patterns(start: &Board, line: &[Move]) -> Vec<&'static MatingPattern> {
    let Some(mate) = FinalPosition::after(start, line) else {
        return Vec::new();
    };
    let patterns = MATING_PATTERNS.iter();
    patterns.filter(|pattern| (pattern.detect)(&mate)).collect()
}
