//! What a GUI can be told, whatever dialect it is told in.

use std::time::Duration;

use super::manners::Gesture;
use super::wdl::Wdl;
use crate::board::Move;
use crate::eval::Score;
use crate::search::score::Meaning;
use crate::search::{Line, Probe};

/// What a GUI can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// Who we are, which options there are, and that all of it was said.
    Introduction,
    /// All that was asked before is done.
    ReadyOk,
    /// How long the search has run and how much it has seen.
    Progress {
        /// Time since it began.
        elapsed: Duration,
        /// Positions searched.
        nodes: u64,
        /// The search has ended.
        last: bool,
    },
    /// A variation.
    Variation {
        /// What was found.
        line: Line,
        /// Whether its rank is to be told: where there is more than one line.
        ranked: bool,
        /// The chances that its score promises, where they are wanted.
        wdl: Option<Wdl>,
    },
    /// The score of a position as it stands, without a search.
    StaticScore(Score),
    /// The move that is being searched.
    CurrentMove {
        /// The depth of the iteration, in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// A forced end was found, or another than before.
    ForcedEnd(Meaning),
    /// A word to the person at the GUI.
    Message(String),
    /// The move to play.
    BestMove {
        /// The move.
        mv: Move,
        /// The answer expected, to ponder on.
        ponder: Option<Move>,
        /// What is said with it.
        gesture: Option<Gesture>,
    },
    /// There is no move to play.
    NoBestMove {
        /// None is legal: the side to move has lost.
        over: bool,
    },
    /// Lines for people and scripts, as they are.
    Text(String),
    /// What the hash table holds.
    PopHash(Probe),
    /// The program ends.
    Bye,
}

/// What a score that is no evaluation means, in words.
///
/// ```
/// use chuhe::protocol::response::forced_end;
/// use chuhe::search::score::{MATE, meaning};
/// assert_eq!(forced_end(meaning(MATE - 3)).unwrap(), "mate in 2");
/// assert_eq!(forced_end(meaning(150)), None);
/// ```
pub fn forced_end(meaning: Meaning) -> Option<String> {
    // Plies to the winner's moves: it has the first and the last of them.
    let moves = |plies: i32| (plies.abs() + 1) / 2;
    match meaning {
        Meaning::Evaluation(_) => None,
        Meaning::Mate(plies) if plies > 0 => Some(format!("mate in {}", moves(plies))),
        Meaning::Mate(plies) => Some(format!("mated in {}", moves(plies))),
        Meaning::Rule(plies) if plies > 0 => Some(format!("wins by rule in {}", moves(plies))),
        Meaning::Rule(plies) => Some(format!("loses by rule in {}", moves(plies))),
    }
}
