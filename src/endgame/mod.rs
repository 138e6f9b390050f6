//! Endgames with few pieces, solved backwards from mate by retrograde analysis. Layer 2 of `docs/architecture.md`.
//!
//! First those positions are found in which the defender has no move, then those from which the attacker has a move to one of
//! these, then those from which all moves of the defender lead to one of those, and so on, one layer for each move of the attacker
//! (Bellman 1965, Ströhlein 1970, Thompson 1986). The result is the distance to mate of every position.
//!
//! **Cost.** Placements are numbered without one piece, the bitboard piece, whose up to 90 squares are the bits of a bitboard.
//! A layer costs a few shifts for each placement of the others from which a move may lead to a position decided just before. A rook
//! against two advisors and two elephants has about 3.4 million positions, but only 21,000 placements, as most mirror images count
//! once.
//!
//! | file | idea |
//! |---|---|
//! | `bitboard`, `moves` | moves for all squares of one piece at once |
//! | `group`, `placement_index` | number the placements of the pieces |
//! | `layers`, `predecessors`, `distances` | mates, layer by layer |
//! | `repetition` | positions that are lost by perpetual check |
//! | `material`, `result` | names of endgames, and the result of a position |
//! | `table`, `blocks`, `make`, `file`, `check` | tables of all positions of an endgame: made, stored and checked |
//! | `tables` | the tables in a folder |

mod bitboard;
mod blocks;
mod check;
mod distances;
mod file;
mod group;
mod layers;
mod make;
mod material;
mod moves;
mod placement_index;
mod predecessors;
mod repetition;
mod result;
mod table;
mod tables;

pub use check::{CheckError, Counts};
pub use file::TableFileError;
pub use make::MakeError;
pub use material::{Material, MaterialError};
pub use result::EndgameResult;
pub use table::EndgameTable;
pub use tables::EndgameTables;

pub use crate::host::Stopped;

pub(crate) use distances::DistanceTable;
pub(crate) use placement_index::PlacementIndex;
