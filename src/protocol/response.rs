//! The responses to a GUI, in either protocol.

use std::time::Duration;

use super::adjudication::Adjudication;
use super::wdl::Wdl;
use crate::board::Move;
use crate::eval::Score;
use crate::search::{Probe, PvLine};

/// A response to a GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// The engine's name and its options.
    Introduction,
    /// All earlier commands are done.
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
        line: PvLine,
        /// True if its rank is reported, because several lines are searched.
        ranked: bool,
        /// The chances of winning, drawing and losing, if the option is on.
        wdl: Option<Wdl>,
    },
    /// The static evaluation of a position, or of the position after a move from the view of its mover.
    StaticScore {
        /// The score.
        score: Score,
        /// The move.
        mv: Option<Move>,
    },
    /// The move that is being searched.
    CurrentMove {
        /// The depth of the iteration, in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// A forced win or loss was found that differs from the last one.
    ForcedResult(Score),
    /// A message for the person at the GUI.
    Message(String),
    /// The move to play.
    BestMove {
        /// The move.
        mv: Move,
        /// The expected reply, to ponder on.
        ponder: Option<Move>,
        /// The acceptance of a draw, or a resignation.
        adjudication: Option<Adjudication>,
    },
    /// No move can be played.
    NoBestMove {
        /// True if no move is legal: the side to move has lost.
        over: bool,
    },
    /// Output of a console command, written unchanged.
    Console(String),
    /// The hash table's entry for a position.
    PopHash(Probe),
    /// The program ends.
    Bye,
}
