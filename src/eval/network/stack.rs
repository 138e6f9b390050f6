//! The hidden sums along a line of moves, mended as late as possible.
//!
//! **Lazily.** A move only notes what it changed. When a position is to be scored, the sums are mended from the nearest one
//! before it whose sums are known and which was seen in the same view; positions that are never scored, because the
//! table knows them or a check is answered, cost nothing.
//!
//! **The cache.** When a side's general moves, its view changes, and none of the rows stays. But the sums of that view were
//! known before, of some other position; for each view the last are kept, with the pieces they were made of, and mended by
//! the difference. It is seldom more than a few pieces. (Known as *Finny tables*, after Luecx's engine Koivisto, 2022.)

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::features::{Lean, VIEWS, View, is_feature, lean, lean_of};
use super::{HIDDEN, Hidden, Network, vector};
use crate::board::{Board, Color, Move, Piece, Square, slot_piece};
use crate::eval::score::Score;

/// How far back sums are looked for. Beyond that the cache is nearer.
const BACK: usize = 6;
/// The slots of both sides.
const SLOTS: usize = 32;
/// The place of a piece that is not there.
const GONE: u8 = u8::MAX;

/// What a move did: the piece that moved, and what it captured.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    from: Square,
    to: Square,
    captured: Option<Piece>,
}

/// A position of the line.
#[derive(Clone, Debug)]
struct Level {
    sums: [Hidden; 2],
    known: [bool; 2],
    views: [View; 2],
    leans: [Lean; 2],
    /// The move that led here; `None` for a pass and for the first.
    change: Option<Change>,
}

/// The sums of a view as they were last, and of which pieces.
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
    /// For lines of up to so many plies.
    pub fn new(network: Arc<Network>, plies: usize) -> Stack {
        let level = Level {
            sums: [Hidden([0; HIDDEN]); 2],
            known: [false; 2],
            views: [View::of(&Board::startpos(), Color::Red); 2],
            leans: [0; 2],
            change: None,
        };
        let mut cache = Vec::with_capacity(2 * VIEWS);
        for _ in Color::ALL {
            for view in 0..VIEWS {
                cache.push(Cached {
                    sums: network.biases[view / 2],
                    places: [GONE; SLOTS],
                });
            }
        }
        Stack {
            network,
            levels: vec![level; plies + 1],
            cache,
        }
    }

    /// The network whose sums these are.
    #[inline]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The line begins here.
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

    /// A move was played at `ply`; `board` is what came of it.
    #[inline]
    pub fn make(
        &mut self,
        ply: usize,
        piece: Piece,
        mv: Move,
        captured: Option<Piece>,
        board: &Board,
    ) {
        let (from, to) = (mv.from(), mv.to());
        let (before, behind) = self.levels.split_at_mut(ply + 1);
        let (before, level) = (&before[ply], &mut behind[0]);
        level.known = [false; 2];
        level.change = Some(Change {
            piece,
            from,
            to,
            captured,
        });
        for side in Color::ALL {
            let mut leans = before.leans[side.index()];
            leans += lean(side, piece, to) - lean(side, piece, from);
            if let Some(victim) = captured {
                leans -= lean(side, victim, to);
            }
            level.leans[side.index()] = leans;
            level.views[side.index()] = View::new(side, board.general(side), leans);
        }
    }

    /// A null move was made at `ply`.
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
                self.learn(ply, side, board);
            }
        }
        let level = &self.levels[ply];
        let (mover, other) = (board.side(), !board.side());
        let [mover, other] = [mover, other].map(|side| &level.sums[side.index()]);
        self.network
            .conclude(mover, other, board.alive().count_ones())
    }

    /// Makes a side's sums at `ply` known.
    fn learn(&mut self, ply: usize, side: Color, board: &Board) {
        let view = self.levels[ply].views[side.index()];
        let known = |back: &usize| {
            let level = &self.levels[ply - back];
            level.known[side.index()] && level.views[side.index()] == view
        };
        match (1..=BACK.min(ply)).find(known) {
            Some(back) => self.mend(ply, back, side, view),
            None => self.refresh(ply, side, view, board),
        }
        self.levels[ply].known[side.index()] = true;
    }

    /// From the sums so many plies before.
    fn mend(&mut self, ply: usize, back: usize, side: Color, view: View) {
        let (before, here) = self.levels.split_at_mut(ply);
        let rows = &self.network.rows;
        let mut gone = ArrayVec::<&Hidden, { 2 * BACK }>::new();
        let mut come = ArrayVec::<&Hidden, BACK>::new();
        let changes = before[ply - back + 1..]
            .iter()
            .chain(&here[..1])
            .filter_map(|level| level.change);
        for change in changes {
            if is_feature(side, change.piece) {
                gone.push(&rows[view.row(side, change.piece, change.from)]);
                come.push(&rows[view.row(side, change.piece, change.to)]);
            }
            if let Some(victim) = change.captured
                && is_feature(side, victim)
            {
                gone.push(&rows[view.row(side, victim, change.to)]);
            }
        }
        let side = side.index();
        vector::mend(
            &before[ply - back].sums[side],
            &mut here[0].sums[side],
            &gone,
            &come,
        );
    }

    /// From the sums that were last known of the same view.
    fn refresh(&mut self, ply: usize, side: Color, view: View, board: &Board) {
        let rows = &self.network.rows;
        let cached = &mut self.cache[side.index() * VIEWS + view.index()];
        let mut gone = ArrayVec::<&Hidden, SLOTS>::new();
        let mut come = ArrayVec::<&Hidden, SLOTS>::new();
        let alive = board.alive();
        for slot in 0..SLOTS as u8 {
            let piece = slot_piece(slot);
            if !is_feature(side, piece) {
                continue;
            }
            let place = match alive >> slot & 1 {
                0 => GONE,
                _ => board.slot_square(slot).index() as u8,
            };
            let was = &mut cached.places[usize::from(slot)];
            if *was == place {
                continue;
            }
            if let Some(square) = Square::from_index((*was).into()) {
                gone.push(&rows[view.row(side, piece, square)]);
            }
            if let Some(square) = Square::from_index(place.into()) {
                come.push(&rows[view.row(side, piece, square)]);
            }
            *was = place;
        }
        let sums = &mut self.levels[ply].sums[side.index()];
        vector::mend(&cached.sums, sums, &gone, &come);
        cached.sums = *sums;
    }
}
