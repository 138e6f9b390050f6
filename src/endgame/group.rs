//! Groups of like pieces, and the states of a group: the squares of those of its pieces that are not captured.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::bitboard::{Bitboard, CAPTURED, ROW, bit, bitboard, mirrored, squares};
use crate::board::{Color, PieceKind, Square};

/// No state: the piece cannot stand on the square, or another of its group stands there.
const NONE: u16 = u16::MAX;

/// Like pieces of one side, without the bitboard piece. A state of the group is the squares of those not captured.
#[derive(Debug)]
pub(crate) struct Group {
    pub color: Color,
    pub kind: PieceKind,
    /// The number of pieces if none is captured.
    count: usize,
    /// The squares of each state.
    pub states: Vec<ArrayVec<Square, 5>>,
    /// For each state, each of its pieces and each bit of a bitboard, the state with that piece on that square or captured. If
    /// some are captured, the entries after those of the others put one of them back.
    next: Vec<u16>,
    /// The mirror image of each state.
    pub mirror: Vec<u16>,
    /// The state with given squares.
    pub by_squares: HashMap<Bitboard, u16>,
    /// The factor of a state in the number of a placement.
    pub stride: usize,
}

impl Group {
    /// The group of up to `count` pieces on these squares.
    pub fn new(color: Color, kind: PieceKind, count: usize, allowed: Bitboard) -> Group {
        let mut states: Vec<ArrayVec<Square, 5>> = vec![ArrayVec::new()];
        let mut first = 0;
        for _ in 0..count {
            let last = states.len();
            for fewer in first..last {
                let highest = states[fewer].last().copied();
                for square in squares(allowed).filter(|&square| highest < Some(square)) {
                    let mut state = states[fewer].clone();
                    state.push(square);
                    states.push(state);
                }
            }
            first = last;
        }
        let bitboards: Vec<Bitboard> = states
            .iter()
            .map(|state| bitboard(state.iter().copied()))
            .collect();
        let by_squares: HashMap<Bitboard, u16> = bitboards.iter().copied().zip(0..).collect();
        let number = |set: Bitboard| by_squares.get(&set).copied().unwrap_or(NONE);
        let mut next = vec![NONE; states.len() * count * ROW];
        for (index, state) in states.iter().enumerate() {
            for piece in 0..count.min(state.len() + 1) {
                let others = bitboards[index] & !state.get(piece).map_or(0, |&at| bit(at));
                let row = (index * count + piece) * ROW;
                next[row + CAPTURED] = number(others);
                for square in squares(allowed & !others) {
                    next[row + square.index()] = number(others | bit(square));
                }
            }
        }
        Group {
            color,
            kind,
            count,
            next,
            mirror: bitboards.iter().map(|&set| number(mirrored(set))).collect(),
            states,
            by_squares,
            stride: 0,
        }
    }

    /// The state with one of its pieces on another square, [`CAPTURED`] for captured.
    #[inline]
    pub fn next(&self, state: u16, piece: usize, square: usize) -> u16 {
        let next = self.entry(state, piece, square);
        debug_assert!(next != NONE);
        next
    }

    #[inline]
    fn entry(&self, state: u16, piece: usize, bit: usize) -> u16 {
        self.next[(usize::from(state) * self.count + piece) * ROW + bit]
    }

    /// The state with one of its pieces on another square or, if `piece` is the number of those not captured, with one more piece
    /// there. `None` if it cannot stand there.
    #[inline]
    pub fn with_moved(&self, state: u16, piece: usize, square: Square) -> Option<u16> {
        Some(self.entry(state, piece, square.index())).filter(|&next| next != NONE)
    }

    /// Returns true if some of the group's pieces are captured in a state.
    pub fn lacks_piece(&self, state: u16) -> bool {
        self.states[usize::from(state)].len() < self.count
    }

    /// The state with one more piece, on a square. `None` if it cannot stand there.
    pub fn with_piece(&self, state: u16, square: Square) -> Option<u16> {
        self.with_moved(state, self.states[usize::from(state)].len(), square)
    }
}
