//! Piece slots: a number for each of the 32 pieces that a game begins with.

use super::keys::KeyPart;
use super::{Color, Piece, PieceKind, sliders};

/// The number of one of the 32 pieces that a game begins with: 0-15 for red, 16-31 for black. Within a side
/// the slots are ordered by kind.
pub(crate) type Slot = u8;

/// The slot number of an empty cell.
pub(crate) const EMPTY: Slot = 32;

/// The kind of each of a side's sixteen slots.
const KIND_OF_SIDE_SLOT: [PieceKind; 16] = {
    use PieceKind::*;
    [
        General, Advisor, Advisor, Elephant, Elephant, Horse, Horse, Rook, Rook, Cannon, Cannon,
        Pawn, Pawn, Pawn, Pawn, Pawn,
    ]
};

/// The slots of each kind within a side's sixteen, as a bit set.
const SLOTS_OF_KIND: [u32; 7] = {
    let mut table = [0; 7];
    let mut index = 0;
    while index < 16 {
        table[KIND_OF_SIDE_SLOT[index] as usize] |= 1 << index;
        index += 1;
    }
    table
};

/// The piece of each slot; `None` for [`EMPTY`].
pub(super) static PIECE_OF_SLOT: [Option<Piece>; 33] = {
    let mut table = [None; 33];
    let mut slot = 0;
    while slot < 32 {
        table[slot] = Some(slot_piece(slot as Slot));
        slot += 1;
    }
    table
};

/// The part of the key that the piece in a slot belongs to; unused for [`EMPTY`].
pub(super) static KEY_PART_OF_SLOT: [KeyPart; 33] = {
    let mut table = [KeyPart::Pawns; 33];
    let mut slot = 0;
    while slot < 32 {
        table[slot] = KeyPart::of(slot_piece(slot as Slot));
        slot += 1;
    }
    table
};

/// The kind of the piece in a slot.
#[inline]
pub(crate) const fn slot_kind(slot: Slot) -> PieceKind {
    KIND_OF_SIDE_SLOT[(slot & 15) as usize]
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

/// The slots of a side's pieces of one kind, as a bit set.
#[inline]
pub(crate) const fn slots_of(color: Color, kind: PieceKind) -> u32 {
    SLOTS_OF_KIND[kind.index()] << (color.index() * 16)
}

/// The slots of all pieces of a side, as a bit set.
#[inline]
pub(crate) const fn slots_of_side(color: Color) -> u32 {
    0xffff << (color.index() * 16)
}

/// The slots of a bit set, lowest first.
#[inline]
pub(crate) fn slots_in(bits: u32) -> impl Iterator<Item = Slot> {
    sliders::bits(bits)
}
