//! The stack of hidden layers (NNUE accumulators) along a line of moves, updated lazily.
//!
//! **Lazy updates.** A move only records its change. When a position is scored, its sums are updated from the nearest earlier
//! position whose sums are computed in the same perspective. Positions that are never scored cost nothing.
//!
//! **Refresh cache.** When a side's general moves, its perspective and all rows may change. The cache keeps for each
//! perspective the last sums and the pieces that they belong to. The sums are updated by the pieces that differ, seldom more
//! than a few. (Known as *Finny tables*, from Luecx's engine Koivisto, 2022.)

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::features::{
    Asymmetry, PERSPECTIVES, Perspective, is_feature_piece, piece_asymmetry, total_asymmetry,
};
use super::shape::{HIDDEN, HiddenLayer};
use super::{Network, vector};
use crate::board::{Board, Color, Move, Piece, PieceKind, Slot, Square};
use crate::board::{slot_piece, slots_in, slots_of};
use crate::eval::score::Score;

/// The most plies back to look for computed sums. From further back an update costs more than a refresh from the cache.
const MAX_BACK: usize = 6;
const SLOTS: usize = 32;

/// The piece that moved, its move, and the captured piece.
type Change = (Piece, Move, Option<Piece>);

/// The hidden layers of a position, one for each perspective.
#[derive(Clone, Debug)]
struct PlySums {
    /// The sums of the rows of the position's features.
    sums: [HiddenLayer; 2],
    /// True if `sums` are up to date.
    computed: [bool; 2],
    perspectives: [Perspective; 2],
    asymmetries: [Asymmetry; 2],
    /// The move that led here; `None` for a null move and at the start.
    change: Option<Change>,
}

/// The last sums of a perspective, and the pieces that they belong to.
#[derive(Clone, Debug)]
struct Cached {
    sums: HiddenLayer,
    /// A bit for the board slot of each piece.
    slots: u32,
    /// The square index of each piece by slot.
    squares: [u8; SLOTS],
}

/// The hidden layers of a line of positions.
#[derive(Debug)]
pub struct HiddenStack {
    network: Arc<Network>,
    plies: Vec<PlySums>,
    cache: Vec<Cached>,
}

impl HiddenStack {
    /// Creates the stack for lines of up to `plies` moves.
    pub fn new(network: Arc<Network>, plies: usize) -> HiddenStack {
        let here = PlySums {
            sums: [HiddenLayer([0; HIDDEN]); 2],
            computed: [false; 2],
            perspectives: [Perspective::default(); 2],
            asymmetries: [0; 2],
            change: None,
        };
        let perspectives = (0..PERSPECTIVES).chain(0..PERSPECTIVES);
        let cache = perspectives.map(|perspective| Cached {
            sums: network.biases[perspective / 2],
            slots: 0,
            squares: [0; SLOTS],
        });
        HiddenStack {
            plies: vec![here; plies + 1],
            cache: cache.collect(),
            network,
        }
    }

    /// Begins a new line at `board`.
    pub fn begin(&mut self, board: &Board) {
        let here = &mut self.plies[0];
        here.computed = [false; 2];
        here.change = None;
        for side in Color::ALL {
            let asymmetry = total_asymmetry(side, board.all_pieces());
            here.asymmetries[side.index()] = asymmetry;
            here.perspectives[side.index()] =
                Perspective::new(side, board.general(side), asymmetry);
        }
    }

    /// Records a move made at `ply`. `board` is the position after it.
    #[inline]
    pub fn make(
        &mut self,
        ply: usize,
        piece: Piece,
        mv: Move,
        captured: Option<Piece>,
        board: &Board,
    ) {
        self.make_null(ply);
        let here = &mut self.plies[ply + 1];
        here.change = Some((piece, mv, captured));
        for side in Color::ALL {
            let mut asymmetries = here.asymmetries[side.index()];
            asymmetries +=
                piece_asymmetry(side, piece, mv.to()) - piece_asymmetry(side, piece, mv.from());
            if let Some(victim) = captured {
                asymmetries -= piece_asymmetry(side, victim, mv.to());
            }
            here.asymmetries[side.index()] = asymmetries;
            here.perspectives[side.index()] =
                Perspective::new(side, board.general(side), asymmetries);
        }
    }

    /// Records a null move made at `ply`.
    #[inline]
    pub fn make_null(&mut self, ply: usize) {
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let (before, here) = (&before[ply], &mut after[0]);
        here.computed = [false; 2];
        here.change = None;
        here.asymmetries = before.asymmetries;
        here.perspectives = before.perspectives;
    }

    /// Returns the score of the position at `ply`, which is `board`, for the side to move.
    #[inline]
    pub fn evaluate(&mut self, ply: usize, board: &Board) -> Score {
        for side in Color::ALL {
            if !self.plies[ply].computed[side.index()] {
                self.compute(ply, side, board);
            }
        }
        let sums = &self.plies[ply].sums;
        let layers = [board.side(), !board.side()].map(|side| &sums[side.index()]);
        self.network.output_score(board, layers)
    }

    /// Computes a side's sums at `ply`.
    fn compute(&mut self, ply: usize, side: Color, board: &Board) {
        let perspective = self.plies[ply].perspectives[side.index()];
        self.plies[ply].computed[side.index()] = true;
        let is_base = |earlier: &PlySums| {
            earlier.computed[side.index()] && earlier.perspectives[side.index()] == perspective
        };
        let first = ply.saturating_sub(MAX_BACK);
        match self.plies[first..ply].iter().rposition(is_base) {
            Some(base) => self.update(first + base, ply, side, perspective),
            None => self.refresh(ply, side, perspective, board),
        }
    }

    /// Computes a side's sums at `ply` from those at `base`.
    fn update(&mut self, base: usize, ply: usize, side: Color, perspective: Perspective) {
        let rows = &self.network.rows;
        let mut removed = ArrayVec::<&HiddenLayer, { 2 * MAX_BACK }>::new();
        let mut added = ArrayVec::<&HiddenLayer, MAX_BACK>::new();
        for later in base + 1..=ply {
            let Some((piece, mv, captured)) = self.plies[later].change else {
                continue;
            };
            if is_feature_piece(side, piece) {
                removed.push(&rows[perspective.row(side, piece, mv.from())]);
                added.push(&rows[perspective.row(side, piece, mv.to())]);
            }
            if let Some(victim) = captured
                && is_feature_piece(side, victim)
            {
                removed.push(&rows[perspective.row(side, victim, mv.to())]);
            }
        }
        let (before, here) = self.plies.split_at_mut(ply);
        let (from, to) = (&before[base].sums, &mut here[0].sums);
        vector::update(&from[side.index()], &mut to[side.index()], &removed, &added);
    }

    /// Computes a side's sums from the cached ones of the same perspective, and caches them.
    fn refresh(&mut self, ply: usize, side: Color, perspective: Perspective, board: &Board) {
        let rows = &self.network.rows;
        let cached = &mut self.cache[side.index() * PERSPECTIVES + perspective.index()];
        let mut removed = ArrayVec::<&HiddenLayer, SLOTS>::new();
        let mut added = ArrayVec::<&HiddenLayer, SLOTS>::new();
        let squares = board.slot_square_indices();
        let slots = board.slots_on_board() & !slots_of(side, PieceKind::General);
        let moved = cached.slots & slots & different_bytes(&cached.squares, &squares);
        let row = |slot: Slot, squares: &[u8; SLOTS]| {
            let square = Square::from_valid_index(squares[usize::from(slot)].into());
            &rows[perspective.row(side, slot_piece(slot), square)]
        };
        for slot in slots_in(cached.slots & !slots | moved) {
            removed.push(row(slot, &cached.squares));
        }
        for slot in slots_in(slots & !cached.slots | moved) {
            added.push(row(slot, &squares));
        }
        (cached.slots, cached.squares) = (slots, squares);
        let sums = &mut self.plies[ply].sums[side.index()];
        vector::update(&cached.sums, sums, &removed, &added);
        cached.sums = *sums;
    }
}

/// Returns a bit for each byte that differs. The bytes are below 128.
fn different_bytes(a: &[u8; SLOTS], b: &[u8; SLOTS]) -> u32 {
    const SEVENS: u64 = u64::from_ne_bytes([0x7f; 8]);
    let (a, b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    let mut bits = 0;
    for (index, (a, b)) in a.iter().zip(b).enumerate() {
        // The top bit of each byte that differs, and then those bits gathered in the top byte.
        let tops = ((u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b)) + SEVENS) & !SEVENS;
        let byte = (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= (byte as u32) << (8 * index);
    }
    bits
}
