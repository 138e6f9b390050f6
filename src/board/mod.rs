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

pub(crate) mod attacks;
pub(crate) mod builder;
pub(crate) mod checks;
pub(crate) mod color;
pub mod epd;
pub(crate) mod evasions;
pub(crate) mod fen;
pub(crate) mod generate;
pub(crate) mod keys;
pub(crate) mod leapers;
pub(crate) mod legality;
mod line;
pub(crate) mod make;
pub(crate) mod moves;
pub mod perft;
pub(crate) mod piece;
pub(crate) mod position;
pub mod positions;
pub(crate) mod sliders;
pub(crate) mod slot;
pub(crate) mod square;
pub(crate) mod square_set;
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
pub(crate) use slot::{Slot, slot_kind, slot_piece, slots_in, slots_of};
pub use square::{ParseSquareError, Square};
pub use square_set::SquareSet;
