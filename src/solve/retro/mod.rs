//! Endings worked out backwards.
//!
//! Proof-number search drowns in a rook against advisors and elephants: quiet moves, no threat for a long time, and the
//! same few positions over and over. But there are few of them. So where the pieces are few enough, all of their
//! placements are worked out at once: first those in which the defender has no move, then those from which the attacker
//! has a move there, then those from which all of the defender's moves lead to such a one, and so on, a layer for each
//! move of the attacker (retrograde analysis: Bellman 1965, Ströhlein 1970, Thompson 1986). What comes out is the distance of
//! every placement, so the mate is the shortest, and whether its key is unique is known as well.
//!
//! | room | idea |
//! |---|---|
//! | `space` | all placements, numbered; captured pieces are in the same space |
//! | `words` | one piece on all of its squares in one machine word |
//! | `moves` | the moves from a placement, for all squares of that piece |
//! | `table` | the layers |
//!
//! **Work.** The placements are looked at without one piece, the runner, whose up to 90 squares are the bits of a word: a layer
//! costs a few shifts for each placement of the others. So a rook against two advisors and two elephants, two times three million
//! positions, has 21,000 placements.
//!
//! **Repetition.** A layer needs only layers before it, so no plan repeats a position. A defender who can
//! only check for ever would lose by the rules; here it counts as not lost, so `None` says no more than that there is no mate
//! without repetitions.

mod moves;
mod space;
mod table;
mod words;

use self::space::Space;
use self::table::{PER_NODE, Table, Work};
use super::budget::{Meter, Stopped};
use super::strategy::Strategy;
use crate::board::{Board, Move};

/// Rounds that an ending takes, roughly, for the guess of its cost.
const ROUNDS: u64 = 12;

/// An ending that is small enough to be worked out.
#[derive(Debug)]
pub struct Ending {
    space: Space,
    board: Board,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The winner's moves, against the longest defence. No mate is shorter.
    pub mate_in: u32,
    /// Whether no other first move mates as fast.
    pub unique: bool,
    /// The winner's move for every defence.
    pub strategy: Strategy,
}

impl Ending {
    /// The ending of a board; `None` where it takes more than so many bytes, or has no piece that could mate.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::solve::{Budget, Meter, retro::Ending};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let board = Board::from_fen("4k1b2/4a4/4b4/9/9/9/9/9/4K4/R8 w").unwrap();
    /// let ending = Ending::of(&board, 2 << 20).expect("a rook and three guards are few");
    /// let never = AtomicBool::new(false);
    /// let mut meter = Meter::new(Budget::default(), &never);
    /// let mate = ending.solve(60, &mut meter).unwrap().expect("a mate");
    /// assert!(mate.mate_in == 13 && mate.unique);
    /// ```
    pub fn of(board: &Board, most_bytes: usize) -> Option<Ending> {
        let ending = Ending {
            space: Space::of(board, most_bytes / Table::BYTES)?,
            board: board.clone(),
        };
        (ending.bytes() <= most_bytes).then_some(ending)
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        self.space.bytes() + self.space.len().saturating_mul(Table::BYTES)
    }

    /// The work that it takes, roughly, in nodes.
    pub fn nodes(&self) -> u64 {
        2 * ROUNDS * self.space.len() as u64 / u64::from(PER_NODE)
    }

    /// The shortest mate by the side to move, within so many moves (255 at most). `None` where there is none.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn solve(self, longest: u32, meter: &mut Meter) -> Result<Option<Mate>, Stopped> {
        let mut work = Work::new(meter);
        let mut table = Table::new(self.space, self.board.side(), &mut work)?;
        for _ in 0..longest.min(u32::from(u8::MAX)) {
            let more = table.round(&mut work)?;
            if let Some(mate_in) = table.mate_in(&self.board) {
                return Ok(Some(plan(&table, &self.board, mate_in)));
            }
            if !more {
                break;
            }
        }
        Ok(None)
    }
}

/// Writes down the plan of a mate that the table holds.
fn plan(table: &Table, board: &Board, mate_in: u32) -> Mate {
    let mut plan = Plan {
        table,
        board: board.clone(),
        strategy: Strategy::new(),
    };
    let keys = plan.winning(mate_in);
    plan.attack(mate_in);
    Mate {
        mate_in,
        unique: keys.len() == 1,
        strategy: plan.strategy,
    }
}

struct Plan<'t> {
    table: &'t Table,
    board: Board,
    strategy: Strategy,
}

impl Plan<'_> {
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

    /// What a move adds to the plan, roughly.
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
