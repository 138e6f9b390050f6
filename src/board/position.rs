//! Position: a mailbox board with piece slots, occupancy words and incremental keys.

use std::fmt;

use super::keys::{self, KeyPart};
use super::sliders;
use super::slot::{
    EMPTY, KEY_PART_OF_SLOT, PIECE_OF_SLOT, Slot, slot_color, slot_piece, slots_in, slots_of,
    slots_of_side,
};
use super::{Color, Piece, PieceKind, Square, SquareSet};

/// A xiangqi position: pieces, side to move, and the counters of a FEN, without the game before it.
///
/// Created by [`Board::from_fen`] or [`Board::startpos`], changed by [`Board::make`] and [`Board::undo`].
#[derive(Clone)]
pub struct Board {
    /// The mailbox: the slot of the piece on each square, or [`EMPTY`].
    pub(super) cells: [Slot; Square::COUNT],
    /// The square of each slot's piece; stale for captured pieces.
    pub(super) squares: [Square; 32],
    /// A bit for every slot whose piece is on the board.
    pub(super) slots_on_board: u32,
    /// Occupancy of each rank and file, and that of each colour's pieces.
    pub(super) ranks: [u16; 10],
    pub(super) files: [u16; 9],
    pub(super) color_ranks: [[u16; 10]; 2],
    pub(super) color_files: [[u16; 9]; 2],
    /// The side to move.
    pub(super) side: Color,
    /// The parts of the key, by [`KeyPart`]; none contains the side to move.
    pub(super) keys: [u64; KeyPart::COUNT],
    pub(super) quiet_plies: u16,
    pub(super) move_number: u16,
}

impl Board {
    /// A board without pieces, red to move.
    pub(super) fn empty() -> Board {
        Board {
            cells: [EMPTY; Square::COUNT],
            squares: [Square::from_valid_index(0); 32],
            slots_on_board: 0,
            ranks: [0; 10],
            files: [0; 9],
            color_ranks: [[0; 10]; 2],
            color_files: [[0; 9]; 2],
            side: Color::Red,
            keys: [0; KeyPart::COUNT],
            quiet_plies: 0,
            move_number: 1,
        }
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The 64-bit key of pieces and side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        let [pawns, red, black] = self.keys;
        pawns ^ red ^ black ^ (keys::BLACK_TO_MOVE & (self.side as u64).wrapping_neg())
    }

    /// The parts of the key, by `KeyPart`: pawns, red's other pieces, black's other pieces.
    #[inline]
    pub(crate) fn part_keys(&self) -> [u64; KeyPart::COUNT] {
        self.keys
    }

    /// Plies since the last capture, the first counter of a FEN.
    #[inline]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The number of the move, from 1, the second counter of a FEN.
    #[inline]
    pub fn move_number(&self) -> u16 {
        self.move_number
    }

    /// The same position with the counters of a new game: no plies since the last capture, move 1.
    #[cfg(feature = "cli")]
    pub(crate) fn with_new_counters(&self) -> Board {
        Board {
            quiet_plies: 0,
            move_number: 1,
            ..self.clone()
        }
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        PIECE_OF_SLOT[self.slot_at(square) as usize]
    }

    /// Returns true if a square is empty.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        self.slot_at(square) == EMPTY
    }

    #[inline]
    pub(crate) fn slot_at(&self, square: Square) -> Slot {
        self.cells[square.index()]
    }

    /// The square of a slot's piece, which must be on the board.
    #[inline]
    pub(crate) fn slot_square(&self, slot: Slot) -> Square {
        self.squares[slot as usize]
    }

    /// The square index of each slot's piece; stale for captured pieces.
    #[inline]
    pub(crate) fn slot_square_indices(&self) -> [u8; 32] {
        self.squares.map(|square| square.index() as u8)
    }

    /// A bit for every slot whose piece is on the board.
    #[inline]
    pub(crate) fn slots_on_board(&self) -> u32 {
        self.slots_on_board
    }

    /// A copy of the occupancy words of all ranks and of all files.
    #[inline]
    pub(crate) fn line_occupancies(&self) -> ([u16; 10], [u16; 9]) {
        (self.ranks, self.files)
    }

    /// Returns true if a piece of this colour stands on the square.
    #[inline]
    pub fn has_color(&self, square: Square, color: Color) -> bool {
        let slot = self.slot_at(square);
        slot != EMPTY && slot_color(slot) == color
    }

    /// The square of a side's general.
    #[inline]
    pub fn general(&self, color: Color) -> Square {
        self.squares[color.index() * 16]
    }

    /// The squares of a side's pieces of one kind, in slot order.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> impl Iterator<Item = Square> {
        slots_in(self.slots_on_board & slots_of(color, kind)).map(|slot| self.slot_square(slot))
    }

    /// How many pieces of the kind a side has.
    #[inline]
    pub fn count(&self, color: Color, kind: PieceKind) -> u32 {
        (self.slots_on_board & slots_of(color, kind)).count_ones()
    }

    /// Returns true if either side has a rook, horse, cannon or pawn.
    #[inline]
    pub(crate) fn has_attackers(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.has_attacker(color))
    }

    /// Returns true if a side has a rook, horse, cannon or pawn.
    #[inline]
    pub(crate) fn has_attacker(&self, color: Color) -> bool {
        let mut kinds = PieceKind::ATTACKERS.into_iter();
        kinds.any(|kind| self.count(color, kind) > 0)
    }

    /// Every piece with its square: red general, advisors, elephants, horses, rooks, cannons,
    /// pawns, then black's.
    pub fn all_pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        slots_in(self.slots_on_board).map(|slot| (slot_piece(slot), self.slot_square(slot)))
    }

    /// The set of occupied squares.
    pub fn occupied(&self) -> SquareSet {
        self.occupied_by(Color::Red)
            .union(self.occupied_by(Color::Black))
    }

    /// The set of squares of a side's pieces.
    #[inline]
    pub(crate) fn occupied_by(&self, color: Color) -> SquareSet {
        let words = self.color_ranks[color.index()];
        let ranks = (0..)
            .zip(words)
            .map(|(rank, word)| SquareSet::of_rank(rank, word));
        ranks.fold(SquareSet::EMPTY, SquareSet::union)
    }

    /// The slots of a side's pieces on the board.
    #[inline]
    pub(super) fn side_slots(&self, color: Color) -> impl Iterator<Item = Slot> {
        slots_in(self.slots_on_board & slots_of_side(color))
    }

    /// How many pieces stand strictly between two squares of one rank or file, or `None` if
    /// the squares share neither (or are the same).
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let board = Board::startpos();
    /// let between = |a: &str, b: &str| board.count_between(a.parse().unwrap(), b.parse().unwrap());
    /// assert_eq!(between("b2", "b9"), Some(1));
    /// assert_eq!(between("a0", "b1"), None);
    /// ```
    #[inline]
    pub fn count_between(&self, a: Square, b: Square) -> Option<u32> {
        self.occupancy_between(a, b).map(u16::count_ones)
    }

    /// As [`Board::count_between`], but returns the occupancy word: testing it for none or one is cheaper than counting.
    #[inline]
    pub(super) fn occupancy_between(&self, a: Square, b: Square) -> Option<u16> {
        if a == b {
            None
        } else if a.rank() == b.rank() {
            Some(self.ranks[a.rank() as usize] & sliders::between(a.file(), b.file()))
        } else if a.file() == b.file() {
            Some(self.files[a.file() as usize] & sliders::between(a.rank(), b.rank()))
        } else {
            None
        }
    }

    /// Places the piece of a slot on an empty square.
    #[inline]
    pub(super) fn place_slot(&mut self, slot: Slot, square: Square) {
        self.cells[square.index()] = slot;
        self.squares[slot as usize] = square;
        self.slots_on_board |= 1 << slot;
        self.toggle_occupancy(slot, square);
        self.change_key(slot, keys::piece_square(slot_piece(slot), square));
    }

    /// Moves the piece of a slot to an empty square. `key_change` is the change of its key part.
    #[inline(always)]
    pub(super) fn move_slot(&mut self, slot: Slot, from: Square, to: Square, key_change: u64) {
        self.cells[from.index()] = EMPTY;
        self.cells[to.index()] = slot;
        self.squares[slot as usize] = to;
        self.toggle_occupancy(slot, from);
        self.toggle_occupancy(slot, to);
        self.change_key(slot, key_change);
    }

    /// Removes the piece of a slot from its square.
    #[inline]
    pub(super) fn remove_slot(&mut self, slot: Slot, square: Square) {
        self.cells[square.index()] = EMPTY;
        self.slots_on_board &= !(1 << slot);
        self.toggle_occupancy(slot, square);
        self.change_key(slot, keys::piece_square(slot_piece(slot), square));
    }

    #[inline(always)]
    fn change_key(&mut self, slot: Slot, change: u64) {
        self.keys[KEY_PART_OF_SLOT[slot as usize] as usize] ^= change;
    }

    #[inline(always)]
    fn toggle_occupancy(&mut self, slot: Slot, square: Square) {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let color = slot_color(slot).index();
        self.ranks[rank] ^= 1 << file;
        self.files[file] ^= 1 << rank;
        self.color_ranks[color][rank] ^= 1 << file;
        self.color_files[color][file] ^= 1 << rank;
    }

    /// Adds a piece on an empty square. Returns false if its side already has all pieces of the kind.
    pub(super) fn add(&mut self, piece: Piece, square: Square) -> bool {
        let free = slots_of(piece.color(), piece.kind()) & !self.slots_on_board;
        let slot = slots_in(free).next();
        if let Some(slot) = slot {
            self.place_slot(slot, square);
        }
        slot.is_some()
    }

    /// The position without the piece on a square, if one stands there. It may be impossible in a game.
    pub fn without(&self, square: Square) -> Board {
        let mut board = self.clone();
        let slot = board.slot_at(square);
        if slot != EMPTY {
            board.remove_slot(slot, square);
        }
        board
    }

    /// The position with `square` applied to every square and `color` to every colour.
    fn transformed(&self, square: fn(Square) -> Square, color: fn(Color) -> Color) -> Board {
        let mut board = Board {
            side: color(self.side),
            quiet_plies: self.quiet_plies,
            move_number: self.move_number,
            ..Board::empty()
        };
        for (piece, from) in self.all_pieces() {
            let piece = Piece::new(color(piece.color()), piece.kind());
            board.add(piece, square(from));
        }
        board
    }

    /// The position mirrored left to right.
    pub fn mirrored(&self) -> Board {
        self.transformed(Square::mirrored, |color| color)
    }

    /// The position with the colours exchanged.
    pub fn flipped(&self) -> Board {
        self.transformed(Square::flipped, |color| !color)
    }

    /// The least key of the position and its mirror images: left to right, with the colours exchanged, and both.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let board = Board::from_fen("3k5/9/R8/9/9/9/9/9/9/1R2K4 w")?;
    /// for image in [board.mirrored(), board.flipped(), board.mirrored().flipped()] {
    ///     assert_ne!(image.key(), board.key());
    ///     assert_eq!(image.symmetry_key(), board.symmetry_key());
    /// }
    /// # Ok::<(), chuhe::board::FenError>(())
    /// ```
    pub fn symmetry_key(&self) -> u64 {
        let mirrored = self.mirrored();
        let keys = [self, &mirrored, &self.flipped(), &mirrored.flipped()].map(Board::key);
        keys.into_iter().fold(u64::MAX, u64::min)
    }
}

/// Boards are equal if their pieces, sides to move and counters are. Which slot holds which of two like pieces
/// does not matter.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.side == other.side
            && self.quiet_plies == other.quiet_plies
            && self.move_number == other.move_number
            && Square::all().all(|square| self.piece_at(square) == other.piece_at(square))
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.to_fen())
    }
}
