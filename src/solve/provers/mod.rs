//! The provers of the portfolio, one in each file.

mod dfpn;
mod endgame;
mod search_guided;
mod shortest_mate;
mod stored_endgame;

pub(super) use dfpn::DfpnProver;
pub(super) use endgame::EndgameProver;
pub(super) use search_guided::SearchGuidedProver;
pub(super) use shortest_mate::ShortestMateProver;
pub(super) use stored_endgame::StoredEndgameProver;
