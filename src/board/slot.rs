//! Piece slots: the numbers of the 32 pieces that a game begins with.

use super::keys::Part;
use super::{Color, Piece, PieceKind, lines};

/// The number of one of the 32 pieces that a game begins with: red's 0-15, black's 16-31, each kind in places
/// of its own.
pub(crate) type Slot = u8;

/// The slot number of an empty cell.
pub(crate) const EMPTY: Slot = 32;

const KIND_OF_PLACE: [PieceKind; 16] = {
    use PieceKind::*;
    [
        General, Advisor, Advisor, Elephant, Elephant, Horse, Horse, Rook, Rook, Cannon, Cannon,
        Pawn, Pawn, Pawn, Pawn, Pawn,
    ]
};

/// The bits of a kind's slots within a side's sixteen.
const SLOTS_OF_KIND: [u32; 7] = {
    let mut table = [0; 7];
    let mut place = 0;
    while place < 16 {
        table[KIND_OF_PLACE[place] as usize] |= 1 << place;
        place += 1;
    }
    table
};

pub(super) static PIECE_OF_SLOT: [Option<Piece>; 33] = {
    let mut table = [None; 33];
    let mut slot = 0;
    while slot < 32 {
        table[slot] = Some(Piece::new(Color::ALL[slot / 16], KIND_OF_PLACE[slot % 16]));
        slot += 1;
    }
    table
};

/// The part of the key that the piece in a slot belongs to; unused for [`EMPTY`].
pub(super) static PART_OF_SLOT: [Part; 33] = {
    let mut table = [Part::Pawns; 33];
    let mut slot = 0;
    while slot < 32 {
        table[slot] = Part::of(slot_piece(slot as Slot));
        slot += 1;
    }
    table
};

/// The kind of the piece in a slot.
#[inline]
pub(crate) const fn slot_kind(slot: Slot) -> PieceKind {
    KIND_OF_PLACE[(slot & 15) as usize]
}

/// The piece in a slot, on the board or captured.
#[inline]
pub(crate) const fn slot_piece(slot: Slot) -> Piece {
    Piece::new(slot_color(slot), slot_kind(slot))
}

/// The colour of the piece in a slot.
#[inline]
pub(crate) const fn slot_color(slot: Slot) -> Color {
    if slot < 16 { Color::Red } else { Color::Black }
}

/// The bits of the slots of a side's pieces of one kind.
#[inline]
pub(crate) const fn slots_of(color: Color, kind: PieceKind) -> u32 {
    SLOTS_OF_KIND[kind.index()] << (color.index() * 16)
}

/// The slots of a bit set, lowest first.
#[inline]
pub(crate) fn slots_in(bits: u32) -> impl Iterator<Item = Slot> {
    lines::bits(bits)
}
