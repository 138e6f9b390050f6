//! Book choice: from which of a book's numbers the weight of a move is taken.

/// What the weight of a book move is.
///
/// A `BOOK.DAT` has one weight for each move, which counts in each case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum BookChoice {
    /// How many games the move was played in, or its score if the book has no games with the position
    #[default]
    Weight,
    /// The book's score of the move, 0 if it is negative
    Score,
    /// The move's points per 10,000 games: a win counts one, a draw a half
    Result,
}
