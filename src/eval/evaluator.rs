//! The evaluator: material, piece-square tables, or a network.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::network::{Network, NetworkError, embedded};
use super::score::Score;
use super::tables::{self, MATERIAL, TABLES};
use crate::board::Board;

/// Scores single positions. Clones share the network. [`Evaluation`](super::Evaluation) scores the positions of a search.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::Evaluator;
/// let board = Board::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1").unwrap();
/// assert!(Evaluator::default().evaluate(&board) > 300);
/// assert!(Evaluator::Material.evaluate(&board) > 900);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluator {
    /// The values of the pieces.
    Material,
    /// The values of the pieces and of their squares ([`tables`]).
    Tables,
    /// A network.
    Network(Arc<Network>),
}

impl Evaluator {
    /// Reads a network file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a network of this program.
    pub fn read(path: &Path) -> Result<Evaluator, NetworkError> {
        Ok(Evaluator::Network(Network::read(path)?.into()))
    }

    /// Returns the score of a position for the side to move, at most [`MAX_EVAL`](super::MAX_EVAL) either way.
    pub fn evaluate(&self, board: &Board) -> Score {
        match self {
            Evaluator::Material => tables::score(&MATERIAL, board),
            Evaluator::Tables => tables::score(&TABLES, board),
            Evaluator::Network(network) => network.evaluate(board),
        }
    }
}

impl Default for Evaluator {
    /// The embedded network.
    fn default() -> Evaluator {
        Evaluator::Network(embedded())
    }
}

impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluator::Material => f.write_str("material"),
            Evaluator::Tables => f.write_str("piece-square tables"),
            Evaluator::Network(network) => write!(f, "network {:016x}", network.checksum()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_games::random_game;
    use crate::eval::MAX_EVAL;
    use fastrand::Rng;

    #[test]
    fn mirrored_and_flipped_positions_score_alike() {
        let mut scores = std::collections::HashSet::new();
        let network = Network::random(3);
        for evaluator in [
            Evaluator::Material,
            Evaluator::Tables,
            Evaluator::Network(Arc::new(network)),
        ] {
            let mut random = Rng::with_seed(4);
            let games = (0..20).flat_map(|_| random_game(&mut random, 160));
            for board in games.step_by(5) {
                let score = evaluator.evaluate(&board);
                assert_eq!(score, evaluator.evaluate(&board.mirrored()), "{board:?}");
                assert_eq!(score, evaluator.evaluate(&board.flipped()), "{board:?}");
                assert!(score.abs() <= MAX_EVAL);
                scores.insert(score);
            }
        }
        assert!(scores.len() > 200, "{}", scores.len());
    }
}
