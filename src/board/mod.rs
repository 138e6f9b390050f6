//! The board and the rules of movement. Layer 1 of `docs/architecture.md`.
//!
//! A position is a **mailbox** of 9x10 cells ([`Board`]), with fixed piece slots (a piece list that capture and
//! undo never reorder), an occupancy word for every rank and file that indexes precomputed rook and
//! cannon tables, and an incremental 64-bit key.
//!
//! | file | idea |
//! |---|---|
//! | `color`, `square`, `square_set`, `piece`, `moves` | the small types |
//! | `sliders`, `leapers` | precomputed moves of rooks and cannons, and of the other pieces |
//! | `keys` | Zobrist keys |
//! | `slot`, `position` | the slots of the 32 pieces, the [`Board`] itself |
//! | `line` | the rank and the file of a general, with its attackers |
//! | `make` | make and undo |
//! | `attacks` | attackers of a square, checkers, attacks after a move |
//! | `generate`, `evasions`, `checks`, `legality` | pseudo-legal generators, pins, and the legality test |
//! | `builder` | positions set up piece by piece |
//! | `fen`, [`epd`], [`positions`] | FEN, EPD, and files of either |
//! | [`perft`] | counting the legal move tree |

mod attacks;
mod builder;
mod checks;
mod color;
pub mod epd;
mod evasions;
mod fen;
mod generate;
pub(crate) mod keys;
pub(crate) mod leapers;
mod legality;
mod line;
mod make;
mod moves;
pub mod perft;
mod piece;
mod position;
pub mod positions;
pub(crate) mod sliders;
pub(crate) mod slot;
mod square;
mod square_set;
#[cfg(test)]
pub(crate) mod test_games;

pub use builder::{BoardBuilder, PositionError};
pub use color::Color;
pub use fen::{FenError, START_FEN};
pub use legality::CheckInfo;
pub use make::{IllegalMoveError, NullUndo, Undo};
pub use moves::{Move, MoveList, ParseMoveError};
pub use piece::{Piece, PieceKind};
pub use position::Board;
pub(crate) use slot::{Slot, slot_kind, slot_piece, slots_in, slots_of, slots_of_side};
pub use square::{ParseSquareError, Square};
pub use square_set::SquareSet;
