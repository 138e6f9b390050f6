//! Output of `chuhe analyze`: the trait behind the table and JSON lines.

use crate::board::Board;
use crate::cli::Failure;
use crate::search::{Line, Outcome};

/// Prints what a search of one position finds.
pub trait Report {
    /// Prints a line of an iteration.
    fn line(&mut self, line: &Line) -> Result<(), Failure>;
    /// Prints the result of the search.
    fn result(&mut self, outcome: &Outcome) -> Result<(), Failure>;
    /// Prints that there is nothing to search, because no move is legal.
    fn over(&mut self, board: &Board) -> Result<(), Failure>;
}
