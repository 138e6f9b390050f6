//! The results of a round.

use serde::{Deserialize, Serialize};

/// A round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its number, from 0.
    pub round: u32,
    /// The player of its self-play games: `terms`, or the checksum of a network.
    pub player: String,
    /// The number of positions that were learnt from, with those of rounds before.
    pub positions: usize,
    /// The number of positions that it was checked with.
    pub check: usize,
    /// The steepness of the logistic curve, per centipawn.
    pub k: f64,
    /// The validation loss before quantisation.
    pub loss: f64,
    /// The validation loss after quantisation.
    pub loss_whole: f64,
    /// The validation loss of the results alone.
    pub results: f64,
    /// The checksum of the network.
    pub checksum: String,
    /// The match, if there was one.
    #[serde(rename = "match")]
    pub games: Option<Games>,
}

/// The bound of an Elo difference. JSON has no infinity for a side that won every game.
pub const MAX_ELO: f64 = 10_000.0;

/// A match against the network before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Games {
    /// The name of the opponent.
    pub against: String,
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// The Elo difference and the ends of its interval, within [`MAX_ELO`]; `None` before the first pair of games.
    pub elo: Option<[f64; 3]>,
}
