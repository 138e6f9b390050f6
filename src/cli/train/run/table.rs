//! What came of the rounds, for a person and for a program.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which, from 0.
    pub round: u32,
    /// Who played the games of its data: `terms`, or a network's checksum.
    pub player: String,
    /// Positions that were learnt from, those of rounds before too.
    pub positions: usize,
    /// Positions that it was checked with.
    pub check: usize,
    /// How steep the sigmoid is.
    pub k: f64,
    /// The loss on these, in fractions.
    pub loss: f64,
    /// The same in whole numbers, as the network is written.
    pub loss_whole: f64,
    /// The loss of the results alone.
    pub results: f64,
    /// The network's checksum.
    pub checksum: String,
    /// The match, if there was one.
    #[serde(rename = "match")]
    pub games: Option<Games>,
}

/// What stands for an Elo without end: JSON has no word for that of a side that won all.
pub const ENDLESS: f64 = 10_000.0;

/// A match against what was before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Games {
    /// Against whom.
    pub against: String,
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Elo, with the ends of its interval, none of them beyond [`ENDLESS`]; none before the first pair.
    pub elo: Option<[f64; 3]>,
}

/// Rounds as lines, with a heading if it is wanted.
pub struct Table<'a>(pub &'a [Row], pub bool);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1 {
            writeln!(
                f,
                "round  positions      loss  rounded   results  network           against   W-D-L        Elo"
            )?;
        }
        for row in self.0 {
            let rounded = 100.0 * (row.loss_whole / row.loss - 1.0);
            write!(
                f,
                "{:>5}  {:>9}  {:.6}  {rounded:>+5.2} %  {:.6}  {}",
                row.round, row.positions, row.loss, row.results, row.checksum
            )?;
            if let Some(games) = &row.games {
                let score = format!("{}-{}-{}", games.wins, games.draws, games.losses);
                write!(f, "  {:<8}  {score:<11}", games.against)?;
                match games.elo {
                    Some([elo, low, high]) => write!(f, "  {elo:+.1} [{low:+.1}, {high:+.1}]")?,
                    None => write!(f, "  -")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
