//! The hidden sums (accumulators) along a line of moves, updated as late as possible.
//!
//! **Lazy updates.** A move only records its change. When a position is scored, its sums are updated from the nearest
//! earlier position whose sums are known in the same view; positions that are never scored cost nothing.
//!
//! **Refresh cache.** When a side's general moves, its view and all rows change. For each view the last
//! sums are kept with the pieces that they were made of, and updated by the difference, seldom more than a few
//! pieces. (Known as *Finny tables*, after Luecx's engine Koivisto, 2022.)

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::features::{Lean, VIEWS, View, is_feature, lean, lean_of};
use super::{HIDDEN, Hidden, Network, vector};
use crate::board::{Board, Color, Move, Piece, Square, slot_piece};
use crate::eval::score::Score;

/// How many plies back known sums are searched for. Beyond that the cache is nearer.
const BACK: usize = 6;
const SLOTS: usize = 32;
/// The place of a captured piece.
const GONE: u8 = u8::MAX;

/// The piece that moved, its move, and the captured piece.
type Change = (Piece, Move, Option<Piece>);

/// A position of the line.
#[derive(Clone, Debug)]
struct Level {
    sums: [Hidden; 2],
    known: [bool; 2],
    views: [View; 2],
    leans: [Lean; 2],
    /// The move that led here; `None` for a null move and at the start.
    change: Option<Change>,
}

/// The last sums of a view, and the places of the pieces that they were made of.
#[derive(Clone, Debug)]
struct Cached {
    sums: Hidden,
    places: [u8; SLOTS],
}

/// The hidden sums of a line of positions.
#[derive(Debug)]
pub struct Stack {
    network: Arc<Network>,
    levels: Vec<Level>,
    cache: Vec<Cached>,
}

impl Stack {
    /// The sums of lines of up to so many plies.
    pub fn new(network: Arc<Network>, plies: usize) -> Stack {
        let level = Level {
            sums: [Hidden([0; HIDDEN]); 2],
            known: [false; 2],
            views: [View::of(&Board::startpos(), Color::Red); 2],
            leans: [0; 2],
            change: None,
        };
        let views = (0..VIEWS).chain(0..VIEWS);
        let cache = views.map(|view| Cached {
            sums: network.biases[view / 2],
            places: [GONE; SLOTS],
        });
        Stack {
            levels: vec![level; plies + 1],
            cache: cache.collect(),
            network,
        }
    }

    /// The network of the sums.
    #[inline]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Begins a new line at `board`.
    pub fn begin(&mut self, board: &Board) {
        let level = &mut self.levels[0];
        level.known = [false; 2];
        level.change = None;
        for side in Color::ALL {
            let lean = lean_of(board, side);
            level.leans[side.index()] = lean;
            level.views[side.index()] = View::new(side, board.general(side), lean);
        }
    }

    /// Follows a move at `ply`; `board` is the position after it.
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
        let level = &mut self.levels[ply + 1];
        level.change = Some((piece, mv, captured));
        for side in Color::ALL {
            let mut leans = level.leans[side.index()];
            leans += lean(side, piece, mv.to()) - lean(side, piece, mv.from());
            if let Some(victim) = captured {
                leans -= lean(side, victim, mv.to());
            }
            level.leans[side.index()] = leans;
            level.views[side.index()] = View::new(side, board.general(side), leans);
        }
    }

    /// Follows a null move at `ply`.
    #[inline]
    pub fn make_null(&mut self, ply: usize) {
        let (before, behind) = self.levels.split_at_mut(ply + 1);
        let (before, level) = (&before[ply], &mut behind[0]);
        level.known = [false; 2];
        level.change = None;
        level.leans = before.leans;
        level.views = before.views;
    }

    /// The network's own score of the position at `ply`, which is `board`, for the side to move.
    #[inline]
    pub fn evaluate(&mut self, ply: usize, board: &Board) -> Score {
        for side in Color::ALL {
            if !self.levels[ply].known[side.index()] {
                self.compute(ply, side, board);
            }
        }
        let sums = &self.levels[ply].sums;
        let [mover, other] = [board.side(), !board.side()].map(|side| &sums[side.index()]);
        let pieces = board.alive().count_ones();
        self.network.conclude(mover, other, pieces)
    }

    /// Computes a side's sums at `ply`.
    fn compute(&mut self, ply: usize, side: Color, board: &Board) {
        let view = self.levels[ply].views[side.index()];
        let known = |back: &usize| {
            let level = &self.levels[ply - back];
            level.known[side.index()] && level.views[side.index()] == view
        };
        match (1..=BACK.min(ply)).find(known) {
            Some(back) => self.update(ply, back, side, view),
            None => self.refresh(ply, side, view, board),
        }
        self.levels[ply].known[side.index()] = true;
    }

    /// Computes a side's sums from those of `back` plies before.
    fn update(&mut self, ply: usize, back: usize, side: Color, view: View) {
        let (before, here) = self.levels.split_at_mut(ply);
        let rows = &self.network.rows;
        let mut removed = ArrayVec::<&Hidden, { 2 * BACK }>::new();
        let mut added = ArrayVec::<&Hidden, BACK>::new();
        let levels = before[ply - back + 1..].iter().chain(&here[..1]);
        for (piece, mv, captured) in levels.filter_map(|level| level.change) {
            if is_feature(side, piece) {
                removed.push(&rows[view.row(side, piece, mv.from())]);
                added.push(&rows[view.row(side, piece, mv.to())]);
            }
            if let Some(victim) = captured
                && is_feature(side, victim)
            {
                removed.push(&rows[view.row(side, victim, mv.to())]);
            }
        }
        let from = &before[ply - back].sums[side.index()];
        let to = &mut here[0].sums[side.index()];
        vector::update(from, to, &removed, &added);
    }

    /// Computes a side's sums from the cached ones of the same view.
    fn refresh(&mut self, ply: usize, side: Color, view: View, board: &Board) {
        let rows = &self.network.rows;
        let cached = &mut self.cache[side.index() * VIEWS + view.index()];
        let mut removed = ArrayVec::<&Hidden, SLOTS>::new();
        let mut added = ArrayVec::<&Hidden, SLOTS>::new();
        let alive = board.alive();
        for slot in 0..SLOTS as u8 {
            let piece = slot_piece(slot);
            let place = match alive >> slot & 1 {
                0 => GONE,
                _ => board.slot_square(slot).index() as u8,
            };
            let was = &mut cached.places[usize::from(slot)];
            if *was == place || !is_feature(side, piece) {
                continue;
            }
            if let Some(square) = Square::from_index((*was).into()) {
                removed.push(&rows[view.row(side, piece, square)]);
            }
            if let Some(square) = Square::from_index(place.into()) {
                added.push(&rows[view.row(side, piece, square)]);
            }
            *was = place;
        }
        let sums = &mut self.levels[ply].sums[side.index()];
        vector::update(&cached.sums, sums, &removed, &added);
        cached.sums = *sums;
    }
}
