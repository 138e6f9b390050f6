//! An endgame solved by retrograde analysis: its cost, its shortest mate and the strategy of that.

use super::placement_index::PlacementIndex;
use super::table::{DistanceTable, PLACEMENTS_PER_NODE};
use crate::board::{Board, Color, Move, MoveList};
use crate::solve::budget::{Meter, Stopped};
use crate::solve::strategy::Strategy;

/// The number of layers of an endgame, roughly, to estimate its cost.
const LAYERS: u64 = 12;

/// An endgame that is small enough for retrograde analysis.
#[derive(Debug)]
pub struct Endgame {
    placements: PlacementIndex,
    board: Board,
}

/// The shortest mate of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The length in moves of the winner, against the longest defence. No mate is shorter.
    pub mate_in: u32,
    /// True if no other first move mates as fast.
    pub unique: bool,
    /// The winner's move for every defence.
    pub strategy: Strategy,
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
        self.placements.bytes() + self.placements.len().saturating_mul(DistanceTable::BYTES)
    }

    /// The cost of the analysis, roughly, in nodes.
    pub fn nodes(&self) -> u64 {
        2 * LAYERS * self.placements.len() as u64 / PLACEMENTS_PER_NODE
    }

    /// The shortest mate by the side to move, within `longest` moves (at most 255). `None` if there is none without repetitions.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn solve(self, longest: u32, meter: &mut Meter) -> Result<Option<Mate>, Stopped> {
        let mut board = self.board;
        let mut table = DistanceTable::new(self.placements, board.side(), meter)?;
        for _ in 0..longest.min(u32::from(u8::MAX)) {
            let more = table.add_layer(meter)?;
            if let Some(mate_in) = table.mate_in(&board) {
                let mut strategy = Strategy::default();
                let unique = winning(&table, &mut board, mate_in).len() == 1;
                extract(&table, &mut board, mate_in, &mut strategy);
                return Ok(Some(Mate {
                    mate_in,
                    unique,
                    strategy,
                }));
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
    ) -> Result<Option<SolvedEndgame>, Stopped> {
        let mut table = DistanceTable::new(self.placements, attacker, meter)?;
        for _ in 0..u8::MAX {
            if !table.add_layer(meter)? {
                return Ok(Some(SolvedEndgame { table }));
            }
        }
        Ok(None)
    }
}

/// An endgame with the distances to mate of all its positions.
#[derive(Debug)]
pub(in crate::solve) struct SolvedEndgame {
    table: DistanceTable,
}

impl SolvedEndgame {
    /// The attacker's moves to the mate, on a board with the attacker to move; `None` if there is none without repetitions.
    pub fn mate_in(&self, board: &Board) -> Option<u32> {
        self.table.mate_in(board)
    }
}

/// The moves that mate in `mate_in` moves.
fn winning(table: &DistanceTable, board: &mut Board, mate_in: u32) -> MoveList {
    let is_mated_faster = |board: &mut Board, reply| {
        let left = board.after(reply, |board| table.mate_in(board));
        left.is_some_and(|left| left < mate_in)
    };
    let wins = |board: &mut Board| {
        let mut replies = board.legal_moves().into_iter();
        table.is_lost(board) && replies.all(|reply| is_mated_faster(board, reply))
    };
    let mut moves = board.legal_moves();
    moves.retain(|mv| board.after(*mv, wins));
    moves
}

/// Sets the winner's move in a position with a mate in `mate_in`, and in all positions that follow.
fn extract(table: &DistanceTable, board: &mut Board, mate_in: u32, strategy: &mut Strategy) {
    if strategy.get(board).is_some() {
        return;
    }
    let moves = winning(table, board, mate_in).into_iter();
    let Some(mv) = moves.min_by_key(|&mv| cost(table, board, mv, strategy)) else {
        debug_assert!(false, "no mate in {mate_in}: {board:?}");
        return;
    };
    strategy.set(board, mv);
    let undo = board.make(mv);
    for reply in board.legal_moves() {
        board.after(reply, |board| {
            if let Some(mate_in) = table.mate_in(board) {
                extract(table, board, mate_in, strategy);
            }
        });
    }
    board.undo(undo);
}

/// The number of positions that a move adds to the strategy, roughly.
fn cost(table: &DistanceTable, board: &mut Board, mv: Move, strategy: &Strategy) -> u32 {
    let cost = |board: &mut Board| match strategy.get(board) {
        None => table.mate_in(board).unwrap_or(0).pow(2),
        Some(_) => 0,
    };
    board.after(mv, |board| {
        let replies = board.legal_moves().into_iter();
        replies.map(|reply| board.after(reply, cost)).sum()
    })
}
