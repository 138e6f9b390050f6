//! An endgame worked out backwards: its size, its solution and the strategy of a mate.

use super::space::Space;
use super::table::{DistanceTable, PER_NODE, Work};
use crate::board::{Board, Move};
use crate::solve::budget::{Meter, Stopped};
use crate::solve::strategy::Strategy;

/// Layers of an endgame, roughly, to estimate its cost.
const LAYERS: u64 = 12;

/// An endgame that is small enough to be worked out.
#[derive(Debug)]
pub struct Endgame {
    space: Space,
    board: Board,
}

/// The shortest mate of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The winner's moves, against the longest defence. No mate is shorter.
    pub mate_in: u32,
    /// Whether no other first move mates as fast.
    pub unique: bool,
    /// The winner's move for every defence.
    pub strategy: Strategy,
}

impl Endgame {
    /// The endgame of a board; `None` where it takes more than so many bytes, or no piece could mate.
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
            space: Space::of(board, most_bytes / DistanceTable::BYTES)?,
            board: board.clone(),
        };
        (endgame.bytes() <= most_bytes).then_some(endgame)
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        self.space.bytes() + self.space.len().saturating_mul(DistanceTable::BYTES)
    }

    /// The work that it takes, roughly, in nodes.
    pub fn nodes(&self) -> u64 {
        2 * LAYERS * self.space.len() as u64 / u64::from(PER_NODE)
    }

    /// The shortest mate by the side to move, within so many moves (255 at most). `None` where there is none.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn solve(self, longest: u32, meter: &mut Meter) -> Result<Option<Mate>, Stopped> {
        let mut work = Work::new(meter);
        let mut table = DistanceTable::new(self.space, self.board.side(), &mut work)?;
        for _ in 0..longest.min(u32::from(u8::MAX)) {
            let more = table.add_layer(&mut work)?;
            if let Some(mate_in) = table.mate_in(&self.board) {
                return Ok(Some(extract(&table, &self.board, mate_in)));
            }
            if !more {
                break;
            }
        }
        Ok(None)
    }
}

/// The strategy of a mate that the table holds.
fn extract(table: &DistanceTable, board: &Board, mate_in: u32) -> Mate {
    let mut extraction = Extraction {
        table,
        board: board.clone(),
        strategy: Strategy::new(),
    };
    let keys = extraction.winning(mate_in);
    extraction.attack(mate_in);
    Mate {
        mate_in,
        unique: keys.len() == 1,
        strategy: extraction.strategy,
    }
}

struct Extraction<'t> {
    table: &'t DistanceTable,
    board: Board,
    strategy: Strategy,
}

impl Extraction<'_> {
    /// The moves that mate in so many.
    fn winning(&mut self, mate_in: u32) -> Vec<Move> {
        let moves = self.board.legal_moves().into_iter();
        moves
            .filter(|&mv| {
                let undo = self.board.make(mv);
                let wins = self.table.is_lost(&self.board) && self.is_lost_within(mate_in - 1);
                self.board.undo(undo);
                wins
            })
            .collect()
    }

    /// Whether the defender is mated within so many moves, whatever it replies.
    fn is_lost_within(&mut self, moves: u32) -> bool {
        self.board.legal_moves().into_iter().all(|reply| {
            let back = self.board.make(reply);
            let mate_in = self.table.mate_in(&self.board);
            self.board.undo(back);
            mate_in.is_some_and(|mate_in| mate_in <= moves)
        })
    }

    /// Sets the winner's move here, where it mates in so many, and everywhere behind it.
    fn attack(&mut self, mate_in: u32) {
        if self.strategy.get(&self.board).is_some() {
            return;
        }
        let winning = self.winning(mate_in);
        let Some(mv) = winning.into_iter().min_by_key(|&mv| self.cost(mv)) else {
            debug_assert!(false, "no mate in {mate_in}: {:?}", self.board);
            return;
        };
        self.strategy.set(&self.board, mv);
        let undo = self.board.make(mv);
        for reply in self.board.legal_moves() {
            let back = self.board.make(reply);
            if let Some(mate_in) = self.table.mate_in(&self.board) {
                self.attack(mate_in);
            }
            self.board.undo(back);
        }
        self.board.undo(undo);
    }

    /// The number of positions that a move adds to the strategy, roughly.
    fn cost(&mut self, mv: Move) -> u32 {
        let undo = self.board.make(mv);
        let mut cost = 0;
        for reply in self.board.legal_moves() {
            let back = self.board.make(reply);
            if self.strategy.get(&self.board).is_none() {
                let mate_in = self.table.mate_in(&self.board).unwrap_or(0);
                cost += mate_in * mate_in;
            }
            self.board.undo(back);
        }
        self.board.undo(undo);
        cost
    }
}
