//! The provers of the portfolio, one a file.

mod endgame;
mod forced_mate;
mod search_led;
mod shortest_mate;

pub(super) use endgame::EndgameProver;
pub(super) use forced_mate::ForcedMateProver;
pub(super) use search_led::SearchLedProver;
pub(super) use shortest_mate::ShortestMateProver;
