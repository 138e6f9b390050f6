//! Explanation of a score: what each piece is worth where it stands.
//!
//! The worth of a piece is the score of the position minus the score without that piece, from the view of its owner.

use std::fmt;

use super::evaluator::Evaluator;
use super::score::{Score, Signed};
use super::tables;
use crate::board::{Board, Color, Piece, PieceKind, Square};

/// The worth of a piece on its square, in about hundredths of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceWorth {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
    /// What its owner would lose without it; `None` for a general, without which there is no score.
    pub worth: Option<Score>,
    /// Its value by the piece-square tables.
    pub table: Score,
}

/// The score of a position and the worth of its pieces.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::{Evaluator, Explanation};
/// let explanation = Explanation::new(&Evaluator::Tables, &Board::startpos());
/// assert_eq!((explanation.score, explanation.pieces.len()), (0, 32));
/// for piece in explanation.pieces {
///     assert!(piece.worth.is_none_or(|worth| worth == piece.table));
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The evaluator.
    pub evaluator: Evaluator,
    /// The side to move.
    pub side: Color,
    /// The score for the side to move.
    pub score: Score,
    /// The score by the piece-square tables, for the side to move.
    pub table_score: Score,
    /// The pieces, red's first.
    pub pieces: Vec<PieceWorth>,
}

impl Explanation {
    /// Explains the score of a position.
    pub fn new(evaluator: &Evaluator, board: &Board) -> Explanation {
        let side = board.side();
        let score = evaluator.evaluate(board);
        let worth = |(piece, square): (Piece, Square)| {
            let is_general = piece.kind() == PieceKind::General;
            let sign = if piece.color() == side { 1 } else { -1 };
            let lost = || sign * (score - evaluator.evaluate(&board.without(square)));
            PieceWorth {
                piece,
                square,
                worth: (!is_general).then(lost),
                table: tables::value(piece, square),
            }
        };
        Explanation {
            evaluator: evaluator.clone(),
            side,
            score,
            table_score: Evaluator::Tables.evaluate(board),
            pieces: board.all_pieces().map(worth).collect(),
        }
    }

    /// A line of numbers below the pieces of a rank, without spaces at the end.
    fn numbers(&self, rank: u8, number: impl Fn(&PieceWorth) -> Option<Score>) -> String {
        let mut line = String::from(" ");
        for file in 0..Square::FILES {
            let square = Square::new(file, rank);
            let here = self.pieces.iter().find(|piece| piece.square == square);
            let number = here.and_then(&number).map(|number| number.to_string());
            line += &format!("{:>6}", number.unwrap_or_default());
        }
        line.trim_end().to_owned()
    }
}

impl fmt::Display for Explanation {
    /// Writes the board with the worth of each piece below it, with a network also the value by the tables, then the scores.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (evaluator, side) = (&self.evaluator, self.side);
        let has_network = matches!(evaluator, Evaluator::Network(_));
        let below = if has_network {
            "; below: by the piece-square tables"
        } else {
            ""
        };
        writeln!(f, "worth of each piece{below}")?;
        for rank in (0..Square::RANKS).rev() {
            let mut letters = rank.to_string();
            for square in (0..Square::FILES).map(|file| Square::new(file, rank)) {
                let here = self.pieces.iter().find(|piece| piece.square == square);
                letters += &format!("{:>6}", here.map_or('.', |here| here.piece.letter()));
            }
            writeln!(f, "{letters}")?;
            if self.pieces.iter().any(|piece| piece.square.rank() == rank) {
                writeln!(f, "{}", self.numbers(rank, |piece| piece.worth))?;
                if has_network {
                    writeln!(f, "{}", self.numbers(rank, |piece| Some(piece.table)))?;
                }
            }
        }
        let files: String = ('a'..='i').map(|file| format!("{file:>6}")).collect();
        writeln!(f, " {files}")?;
        let score = Signed(self.score);
        write!(f, "score {score} for {side}, to move, by {evaluator}")?;
        match has_network {
            true => write!(
                f,
                "\nscore {} by {}",
                Signed(self.table_score),
                Evaluator::Tables
            ),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::Network;

    fn network(seed: u64) -> Evaluator {
        Evaluator::Network(Network::random(seed).into())
    }

    #[test]
    fn the_worth_of_a_piece_is_the_score_lost_without_it() {
        let network = network(5);
        let with = "2bak4/9/4b4/9/9/2R6/9/4B4/9/2BAK4 w";
        let without = "2bak4/9/4b4/9/9/9/9/4B4/9/2BAK4 w";
        let [with, without] = [with, without].map(|fen| Board::from_fen(fen).unwrap());
        let c4: Square = "c4".parse().unwrap();
        let worth = |board: &Board, square: Square| {
            let pieces = Explanation::new(&network, board).pieces;
            let found = pieces.iter().find(|worth| worth.square == square);
            found.unwrap().worth.unwrap()
        };
        let lost = network.evaluate(&with) - network.evaluate(&without);
        assert_eq!(worth(&with, c4), lost);
        assert_ne!(lost, 0);
        // The rook is black's on the flipped board.
        assert_eq!(worth(&with.flipped(), c4.flipped()), lost);
        for board in [&with, &with.flipped()] {
            let table_score = Explanation::new(&network, board).table_score;
            assert_eq!(table_score, Evaluator::Tables.evaluate(board));
            assert_ne!(table_score, 0);
        }
    }

    #[test]
    fn the_text_fits_a_narrow_terminal() {
        for (evaluator, lines) in [(Evaluator::Tables, 19), (network(1), 26)] {
            let text = Explanation::new(&evaluator, &Board::startpos()).to_string();
            assert_eq!(text.lines().count(), lines, "{text}");
            let fits = |line: &str| line.len() <= 75 && line.is_ascii();
            assert!(text.lines().all(fits), "{text}");
            assert!(text.contains(&format!("to move, by {evaluator}")), "{text}");
        }
    }
}
