//! An endgame solved by retrograde analysis: its cost and its shortest mate.

use super::mating_strategy::{Mate, shortest_mate};
use crate::board::{Board, Color};
use crate::endgame::{DistanceTable, PlacementIndex};
use crate::solve::budget::{Meter, Stopped};

/// How often a placement is examined with each side to move, roughly, to estimate the cost.
const EXAMINATIONS: u64 = 4;
/// Examinations of placements, each for all squares of the bitboard piece, that count as a node.
const PLACEMENTS_PER_NODE: u64 = 8;

/// An endgame that is small enough for retrograde analysis.
#[derive(Debug)]
pub struct Endgame {
    placements: PlacementIndex,
    board: Board,
}

impl Endgame {
    /// The endgame of a board; `None` if it takes more than `most_bytes` bytes or has no rook, cannon, horse or pawn.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::solve::{Budget, Meter, retro::Endgame};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let board = Board::from_fen("4k1b2/4a4/4b4/9/9/9/9/9/4K4/R8 w").unwrap();
    /// let endgame = Endgame::of(&board, 2 << 20).expect("a rook and three guards are few");
    /// let never = AtomicBool::new(false);
    /// let mut meter = Meter::new(Budget::default(), &never);
    /// let mate = endgame.solve(60, &mut meter).unwrap().expect("a mate");
    /// assert!(mate.mate_in == 13 && mate.unique);
    /// ```
    pub fn of(board: &Board, most_bytes: usize) -> Option<Endgame> {
        let endgame = Endgame {
            placements: PlacementIndex::of(board, most_bytes / DistanceTable::BYTES)?,
            board: board.clone(),
        };
        (endgame.bytes() <= most_bytes).then_some(endgame)
    }

    /// The memory of the analysis, in bytes.
    pub fn bytes(&self) -> usize {
        self.placements.bytes + self.placements.len().saturating_mul(DistanceTable::BYTES)
    }

    /// The cost of the analysis, roughly, in nodes.
    pub fn nodes(&self) -> u64 {
        2 * EXAMINATIONS * self.placements.len() as u64 / PLACEMENTS_PER_NODE
    }

    /// The shortest mate by the side to move, within `longest` moves (at most 255). `None` if there is none without repetitions.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn solve(self, longest: u32, meter: &mut Meter) -> Result<Option<Mate>, Stopped> {
        let (board, mut tick) = (self.board, counted(meter));
        let mut table = DistanceTable::new(self.placements, board.side(), &mut tick)?;
        for _ in 0..longest.min(u32::from(u8::MAX)) {
            let more = table.add_layer(&mut tick)?;
            if let Some(mate_in) = table.mate_in(&board) {
                return Ok(Some(shortest_mate(&table, &board, mate_in)));
            }
            if !more {
                break;
            }
        }
        Ok(None)
    }

    /// The distances to mate of all positions with `attacker` to move. `None` if the longest mate has more than 255 moves.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(in crate::solve) fn solve_all(
        self,
        attacker: Color,
        meter: &mut Meter,
    ) -> Result<Option<DistanceTable>, Stopped> {
        let mut tick = counted(meter);
        let mut table = DistanceTable::new(self.placements, attacker, &mut tick)?;
        for _ in 0..u8::MAX {
            if !table.add_layer(&mut tick)? {
                return Ok(Some(table));
            }
        }
        Ok(None)
    }
}

/// Counts placements as nodes.
fn counted(meter: &mut Meter) -> impl FnMut() -> Result<(), Stopped> {
    let mut placements = 0;
    move || {
        placements += 1;
        match placements % PLACEMENTS_PER_NODE {
            0 => meter.count(),
            _ => Ok(()),
        }
    }
}
