//! The responses to a GUI, in either protocol.

use std::time::Duration;

use super::adjudication::Adjudication;
use super::wdl::Wdl;
use crate::board::Move;
use crate::eval::Score;
use crate::search::score::Meaning;
use crate::search::{Line, Probe};

/// A response to a GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// The engine's name and its options.
    Introduction,
    /// All that was asked before is done.
    ReadyOk,
    /// The time and nodes of the search so far.
    Progress {
        /// Time since it began.
        elapsed: Duration,
        /// Nodes searched.
        nodes: u64,
        /// The search has ended.
        last: bool,
    },
    /// A variation.
    Variation {
        /// The variation, its score and its depth.
        line: Line,
        /// Whether its rank is reported: where there is more than one line.
        ranked: bool,
        /// The chances of winning, drawing and losing, where they are wanted.
        wdl: Option<Wdl>,
    },
    /// The static evaluation of a position.
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
    /// A forced win or loss was found, or another than before.
    ForcedEnd(Meaning),
    /// A message for the person at the GUI.
    Message(String),
    /// The move to play.
    BestMove {
        /// The move.
        mv: Move,
        /// The answer expected, to ponder on.
        ponder: Option<Move>,
        /// A draw that is accepted with it, or a resignation.
        adjudication: Option<Adjudication>,
    },
    /// There is no move to play.
    NoBestMove {
        /// None is legal: the side to move has lost.
        over: bool,
    },
    /// Lines for people and scripts, written as they are.
    Text(String),
    /// What the hash table holds.
    PopHash(Probe),
    /// The program ends.
    Bye,
}
