//! What a network thinks of a position, for a person to read.
//!
//! A network has no terms to be shown. But it can be asked what a piece is worth where it stands: the value of the position
//! less the value without that piece.

use std::fmt;

use super::features::is_feature;
use super::{Base, Network};
use crate::board::{Board, Color, Piece, Square};
use crate::eval::score::{Score, Signed};

/// What a piece is worth where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
    /// How much less its owner would stand without it, in centipawns.
    pub worth: Score,
}

/// What a network thinks of a position.
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
    /// Who is to move.
    pub side: Color,
    /// The score for the side to move, with the terms where the network is added to them.
    pub score: Score,
    /// What the network adds to the terms, for the side to move; none where it scores alone.
    pub adds: Option<Score>,
    /// What each piece but the generals is worth.
    pub pieces: Vec<Worth>,
    /// Where the generals stand, red's and black's.
    pub generals: [Square; 2],
}

/// Asks a network about a position.
pub fn explain(network: &Network, board: &Board) -> Thought {
    let all: Vec<(Piece, Square)> = board.all_pieces().collect();
    let side = board.side();
    let score = network.evaluate(board);
    let worth = |&(piece, square): &(Piece, Square)| {
        let lost = score - network.evaluate(&board.without(square));
        Worth {
            piece,
            square,
            worth: if piece.color() == side { lost } else { -lost },
        }
    };
    // Without its general a side has no view.
    let counted =
        |(piece, _): &&(Piece, Square)| Color::ALL.into_iter().all(|side| is_feature(side, *piece));
    Thought {
        checksum: network.checksum(),
        side,
        score,
        adds: (network.base == Base::Terms).then(|| network.own(board)),
        pieces: all.iter().filter(counted).map(worth).collect(),
        generals: Color::ALL.map(|side| board.general(side)),
    }
}

impl fmt::Display for Thought {
    /// The board with each piece's worth below it, then the score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "network {:016x}, and what it thinks each piece is worth here",
            self.checksum
        )?;
        let at = |square: Square| self.pieces.iter().find(|worth| worth.square == square);
        for rank in (0..Square::RANKS).rev() {
            let squares = || (0..Square::FILES).map(move |file| Square::new(file, rank));
            let mut letters = format!("{rank}");
            let mut worths = String::from(" ");
            for square in squares() {
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
            Some(adds) => write!(
                f,
                "network adds {} to the terms: score {score} for {side}, to move",
                Signed(adds)
            ),
            None => write!(f, "network's score {score} for {side}, to move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::samples;

    #[test]
    fn the_score_is_the_one_that_is_played() {
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
        let of = |board: &Board| {
            let thought = explain(&network, board);
            let found = thought.pieces.iter().find(|worth| worth.square == c4);
            found.unwrap().worth
        };
        let lost = network.evaluate(&with) - network.evaluate(&without);
        assert_eq!(of(&with), lost);
        assert_ne!(lost, 0);
        // The same for black, whose rook it is when the board is turned over.
        let c5: Square = c4.flipped();
        let flipped = explain(&network, &with.flipped());
        let found = flipped.pieces.iter().find(|worth| worth.square == c5);
        assert_eq!(found.unwrap().worth, lost);
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
        assert!(
            text.lines().all(|line| line.len() <= 70 && line.is_ascii()),
            "{text}"
        );
    }
}
