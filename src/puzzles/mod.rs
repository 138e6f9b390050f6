//! Mining of puzzles: finds mates and decisive wins with a single solution in games. Layer 4 of `docs/architecture.md`.
//!
//! A short search of every position of a game finds candidates. A mate is proved, and audited ([`crate::solve`]): no other move of
//! the winner may mate as fast at any step but the last. A decisive win is a line in which one move wins and every other one
//! loses the advantage, at every step until several moves win.
//!
//! ```
//! use chuhe::games::pgn;
//! use chuhe::puzzles::{Miner, MinerSettings};
//! use std::sync::atomic::AtomicBool;
//!
//! let text = "[FEN \"2b2a1R1/4a4/4ck2b/p1p3N2/9/2PNC1P2/P8/4B4/9/1r1AKA3 w - - 1 30\"]\n\n1. H9-H8 I7-G5 *";
//! let game = &pgn::read(text)?[0];
//! let settings = MinerSettings { hash_mib: 16, ..MinerSettings::default() };
//! let puzzles = Miner::new(settings).mine(game, &AtomicBool::new(false));
//! assert_eq!((puzzles[0].mate_in, puzzles[0].unique), (Some(3), Some(true)));
//! assert_eq!(puzzles[0].source.as_ref().unwrap().ply, 0);
//! # Ok::<(), chuhe::games::pgn::PgnError>(())
//! ```

#[cfg(feature = "cli")]
pub(crate) mod collection;
mod difficulty;
mod mate;
mod miner;
mod win;

pub use miner::{Miner, MinerSettings};
