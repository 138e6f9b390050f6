//! The evaluator: the hand-crafted evaluation or a network.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::explain::explain;
use super::hand_crafted::{HandCrafted, Knowledge};
use super::network::{self, Network, NetworkError, embedded};
use super::score::Score;
use crate::board::Board;

/// Scores single positions. Clones share the network. [`Evaluation`](super::Evaluation) scores the positions of a search.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::{Evaluator, Knowledge};
/// let board = Board::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1").unwrap();
/// assert!(Evaluator::default().evaluate(&board) > 300);
/// assert!(Evaluator::hand_crafted(Knowledge::Material).evaluate(&board) > 900);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluator {
    pub(super) hand_crafted: HandCrafted,
    pub(super) network: Option<Arc<Network>>,
}

impl Evaluator {
    /// Returns the hand-crafted evaluation with this knowledge.
    pub fn hand_crafted(knowledge: Knowledge) -> Evaluator {
        Evaluator {
            hand_crafted: HandCrafted::new(knowledge),
            network: None,
        }
    }

    /// Returns the evaluator of this network, or the full hand-crafted evaluation for `None`.
    pub fn of_network(network: Option<Arc<Network>>) -> Evaluator {
        Evaluator {
            hand_crafted: HandCrafted::new(Knowledge::Full),
            network,
        }
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a network of this program.
    pub fn read(path: &Path) -> Result<Evaluator, NetworkError> {
        Ok(Evaluator::of_network(Some(Network::read(path)?.into())))
    }

    /// Returns true if the evaluator uses a network.
    pub fn has_network(&self) -> bool {
        self.network.is_some()
    }

    /// Returns the score of a position for the side to move, at most [`MAX_EVAL`](super::MAX_EVAL) either way.
    pub fn evaluate(&self, board: &Board) -> Score {
        match &self.network {
            Some(network) => network.evaluate(board),
            None => self.hand_crafted.evaluate(board),
        }
    }

    /// Returns the hand-crafted terms of a position as a table. With a network the worth of each piece to it follows.
    pub fn explain(&self, board: &Board) -> String {
        let terms = explain(board, self.hand_crafted.knowledge);
        match &self.network {
            Some(network) => format!("{terms}\n\n{}", network::explain(network, board)),
            None => terms.to_string(),
        }
    }
}

impl Default for Evaluator {
    /// The embedded network.
    fn default() -> Evaluator {
        Evaluator::of_network(embedded())
    }
}

impl fmt::Display for Evaluator {
    /// Names the network, or the hand-crafted evaluation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.network {
            Some(network) => write!(f, "network {:016x}", network.checksum()),
            None => f.write_str("hand-crafted evaluation"),
        }
    }
}
