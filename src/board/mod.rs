//! Layer 1: the board and the rules of movement.
//!
//! A position is a **mailbox** of 9x10 cells ([`Board`]), with fixed piece slots (a piece list that capture and
//! undo never reorder), an occupancy word for every rank and file that indexes precomputed rook and
//! cannon tables, and an incremental 64-bit key.
//!
//! | file | idea |
//! |---|---|
//! | [`color`], [`square`], [`square_set`], [`piece`], [`moves`] | the small types |
//! | [`lines`], [`leapers`] | precomputed moves of sliders and leapers |
//! | [`keys`] | Zobrist keys |
//! | `slot`, [`position`] | the slots of the 32 pieces, the [`Board`] itself |
//! | [`make`] | make and undo |
//! | [`attacks`] | who attacks what, checkers, pins |
//! | [`generate`], [`evasions`], [`checks`], [`legality`] | pseudo-legal generators and the legality test |
//! | [`builder`] | positions set up piece by piece, and checked |
//! | [`fen`], [`epd`], [`positions`] | positions as text, with operations, and files of them |
//! | [`perft`] | counting the legal move tree |

pub mod attacks;
pub mod builder;
pub mod checks;
pub mod color;
pub mod epd;
pub mod evasions;
pub mod fen;
pub mod generate;
pub mod keys;
pub mod leapers;
pub mod legality;
pub mod lines;
pub mod make;
pub mod moves;
pub mod perft;
pub mod piece;
pub mod position;
pub mod positions;
pub(crate) mod slot;
pub mod square;
pub mod square_set;

pub use builder::{BoardBuilder, PositionError};
pub use color::Color;
pub use fen::{FenError, START_FEN};
pub use legality::Safety;
pub use make::{IllegalMoveError, NullUndo, Undo};
pub use moves::{Move, MoveList, ParseMoveError};
pub use piece::{Piece, PieceKind};
pub use position::Board;
pub(crate) use slot::{Slot, slot_kind, slot_piece, slots_in, slots_of};
pub use square::{ParseSquareError, Square};
pub use square_set::SquareSet;
