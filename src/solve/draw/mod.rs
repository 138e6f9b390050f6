//! Draws: proves that a side does not lose, whatever the opponent plays.
//!
//! A side holds the draw if it has a strategy with which it is never mated and never loses by the rules of repetition. Lines end in
//! a repetition that it does not lose, in material with which it cannot lose, or in its own win.
//! Two provers look for the strategy ([`prove`]), and an independent verifier ([`verify`]) checks it.

mod endgame;
mod prove;
mod verify;

pub(super) use prove::{HOLD_NODES, holds, opponent_holds, prove};
