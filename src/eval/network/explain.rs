//! Explanation of a network's score: the worth of each piece.
//!
//! The worth of a piece is the value of the position less the value without that piece.

use std::fmt;

use super::{Base, Network};
use crate::board::{Board, Color, Piece, PieceKind, Square};
use crate::eval::score::{Score, Signed};

/// The worth of a piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    pub piece: Piece,
    pub square: Square,
    /// The loss of its owner without it, in centipawns.
    pub worth: Score,
}

/// The score of a position and the worth of its pieces.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::network::{Network, explain};
/// let thought = explain(&Network::zero(), &Board::startpos());
/// assert_eq!((thought.score, thought.pieces.len()), (0, 30)); // all but the generals
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The network's checksum.
    pub checksum: u64,
    /// The side to move.
    pub side: Color,
    /// The score for the side to move, with the base.
    pub score: Score,
    /// The network's own score for the side to move, if it has a base.
    pub adds: Option<Score>,
    /// The worth of each piece but the generals.
    pub pieces: Vec<Worth>,
    /// The squares of red's and black's general.
    pub generals: [Square; 2],
}

/// Explains the score of a position.
pub fn explain(network: &Network, board: &Board) -> Thought {
    let side = board.side();
    let score = network.evaluate(board);
    let worth = |(piece, square): (Piece, Square)| {
        let lost = score - network.evaluate(&board.without(square));
        let worth = if piece.color() == side { lost } else { -lost };
        Worth {
            piece,
            square,
            worth,
        }
    };
    // Without its general a side has no view.
    let counted = board
        .all_pieces()
        .filter(|(piece, _)| piece.kind() != PieceKind::General);
    Thought {
        checksum: network.checksum(),
        side,
        score,
        adds: (network.base == Base::Terms).then(|| network.own(board)),
        pieces: counted.map(worth).collect(),
        generals: Color::ALL.map(|side| board.general(side)),
    }
}

impl fmt::Display for Thought {
    /// Writes the board with each piece's worth below it, then the score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = "and what it thinks each piece is worth here";
        writeln!(f, "network {:016x}, {heading}", self.checksum)?;
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
        match self.adds {
            Some(adds) => {
                let adds = Signed(adds);
                write!(
                    f,
                    "network adds {adds} to the terms: score {score} for {side}, to move"
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
    fn explained_scores_are_those_of_the_search() {
        let mut network = Network::random(2);
        for base in [Base::Nothing, Base::Terms] {
            network.base = base;
            for board in samples::positions(8) {
                let thought = explain(&network, &board);
                assert_eq!(thought.score, network.evaluate(&board), "{board:?}");
                assert_eq!(thought.pieces.len() + 2, board.all_pieces().count());
                assert_eq!(thought.adds.is_some(), base == Base::Terms);
            }
        }
    }

    #[test]
    fn a_pieces_worth_is_what_its_owner_loses_with_it() {
        let network = Network::random(5);
        let with = "2bak4/9/4b4/9/9/2R6/9/4B4/9/2BAK4 w";
        let without = "2bak4/9/4b4/9/9/9/9/4B4/9/2BAK4 w";
        let [with, without] = [with, without].map(|fen| Board::from_fen(fen).unwrap());
        let c4: Square = "c4".parse().unwrap();
        let worth = |board: &Board, square: Square| {
            let thought = explain(&network, board);
            let found = thought.pieces.iter().find(|worth| worth.square == square);
            found.unwrap().worth
        };
        let lost = network.evaluate(&with) - network.evaluate(&without);
        assert_eq!(worth(&with, c4), lost);
        assert_ne!(lost, 0);
        // The rook is black's on the flipped board.
        assert_eq!(worth(&with.flipped(), c4.flipped()), lost);
    }

    #[test]
    fn the_board_reads_well() {
        let mut network = Network::random(1);
        let alone = explain(&network, &Board::startpos()).to_string();
        assert!(alone.contains("network's score "), "{alone}");
        network.base = Base::Terms;
        let text = explain(&network, &Board::startpos()).to_string();
        assert!(text.contains("network adds "), "{text}");
        assert_eq!(text.lines().count(), 1 + 10 + 6 + 1 + 1, "{text}");
        let fits = |line: &str| line.len() <= 70 && line.is_ascii();
        assert!(text.lines().all(fits), "{text}");
    }
}
