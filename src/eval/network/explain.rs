//! Explanation of a network's score: the worth of each piece.
//!
//! The worth of a piece is the score of the position minus the score without that piece, from the view of its owner.

use std::fmt;

use super::{Base, Network};
use crate::board::{Board, Color, Piece, PieceKind, Square};
use crate::eval::score::{Score, Signed};

/// The worth of a piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceWorth {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
    /// What its owner would lose without it, in centipawns.
    pub worth: Score,
}

/// The score of a position and the worth of its pieces.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::network::{Network, explain};
/// let explanation = explain(&Network::zero(), &Board::startpos());
/// assert_eq!((explanation.score, explanation.pieces.len()), (0, 30)); // all but the generals
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkExplanation {
    /// The network's checksum.
    pub checksum: u64,
    /// The side to move.
    pub side: Color,
    /// The score for the side to move, with the base.
    pub score: Score,
    /// What the network adds to the hand-crafted evaluation, for the side to move; `None` if it scores alone.
    pub correction: Option<Score>,
    /// The worth of each piece but the generals.
    pub pieces: Vec<PieceWorth>,
    /// The squares of red's and black's general.
    pub generals: [Square; 2],
}

/// Explains the score of a position.
pub fn explain(network: &Network, board: &Board) -> NetworkExplanation {
    let side = board.side();
    let score = network.evaluate(board);
    let worth = |(piece, square): (Piece, Square)| {
        let lost = score - network.evaluate(&board.without(square));
        let worth = if piece.color() == side { lost } else { -lost };
        PieceWorth {
            piece,
            square,
            worth,
        }
    };
    // The network cannot score a position without a general.
    let counted = board
        .all_pieces()
        .filter(|(piece, _)| piece.kind() != PieceKind::General);
    NetworkExplanation {
        checksum: network.checksum(),
        side,
        score,
        correction: (network.base == Base::HandCrafted).then(|| network.own_score(board)),
        pieces: counted.map(worth).collect(),
        generals: Color::ALL.map(|side| board.general(side)),
    }
}

impl fmt::Display for NetworkExplanation {
    /// Writes the board with each piece's worth below it, then the score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "network {:016x}, worth of each piece", self.checksum)?;
        let at = |square: Square| self.pieces.iter().find(|worth| worth.square == square);
        for rank in (0..Square::RANKS).rev() {
            let (mut letters, mut worths) = (rank.to_string(), String::from(" "));
            for square in (0..Square::FILES).map(|file| Square::new(file, rank)) {
                let worth = at(square);
                let letter = match worth {
                    Some(worth) => worth.piece.letter(),
                    None if square == self.generals[0] => 'K',
                    None if square == self.generals[1] => 'k',
                    None => '.',
                };
                letters += &format!("{letter:>6}");
                let worth = worth.map_or(String::new(), |worth| Signed(worth.worth).to_string());
                worths += &format!("{worth:>6}");
            }
            writeln!(f, "{letters}")?;
            if !worths.trim().is_empty() {
                writeln!(f, "{}", worths.trim_end())?;
            }
        }
        let files: String = ('a'..='i').map(|file| format!("{file:>6}")).collect();
        writeln!(f, " {files}")?;
        let (score, side) = (Signed(self.score), self.side);
        match self.correction {
            Some(correction) => {
                let correction = Signed(correction);
                write!(
                    f,
                    "network adds {correction} to the HCE: score {score} for {side}, to move"
                )
            }
            None => write!(f, "network's score {score} for {side}, to move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::samples;

    #[test]
    fn explained_scores_equal_the_evaluation() {
        let mut network = Network::random(2);
        for base in [Base::Nothing, Base::HandCrafted] {
            network.base = base;
            for board in samples::positions(8) {
                let explanation = explain(&network, &board);
                assert_eq!(explanation.score, network.evaluate(&board), "{board:?}");
                assert_eq!(explanation.pieces.len() + 2, board.all_pieces().count());
                assert_eq!(explanation.correction.is_some(), base == Base::HandCrafted);
            }
        }
    }

    #[test]
    fn the_worth_of_a_piece_is_the_score_lost_without_it() {
        let network = Network::random(5);
        let with = "2bak4/9/4b4/9/9/2R6/9/4B4/9/2BAK4 w";
        let without = "2bak4/9/4b4/9/9/9/9/4B4/9/2BAK4 w";
        let [with, without] = [with, without].map(|fen| Board::from_fen(fen).unwrap());
        let c4: Square = "c4".parse().unwrap();
        let worth = |board: &Board, square: Square| {
            let explanation = explain(&network, board);
            let found = explanation
                .pieces
                .iter()
                .find(|worth| worth.square == square);
            found.unwrap().worth
        };
        let lost = network.evaluate(&with) - network.evaluate(&without);
        assert_eq!(worth(&with, c4), lost);
        assert_ne!(lost, 0);
        // The rook is black's on the flipped board.
        assert_eq!(worth(&with.flipped(), c4.flipped()), lost);
    }

    #[test]
    fn the_text_fits_a_narrow_terminal() {
        let mut network = Network::random(1);
        let alone = explain(&network, &Board::startpos()).to_string();
        assert!(alone.contains("network's score "), "{alone}");
        network.base = Base::HandCrafted;
        let text = explain(&network, &Board::startpos()).to_string();
        assert!(text.contains("network adds "), "{text}");
        assert_eq!(text.lines().count(), 1 + 10 + 6 + 1 + 1, "{text}");
        let fits = |line: &str| line.len() <= 70 && line.is_ascii();
        assert!(text.lines().all(fits), "{text}");
    }
}
