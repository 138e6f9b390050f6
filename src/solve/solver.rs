//! The solver: a puzzle in, an answer out.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::shortest::{LONGEST, Shortest};
use super::solution::{By, Goal, Solution, Status};
use super::{Budget, Meter, Stopped, Strategy, verify};
use crate::board::Board;

/// Nodes for the writing down of a mate that is found, beyond the budget: what the table lost meanwhile is
/// searched again.
const WRITING: u64 = 20_000_000;

/// Solves one puzzle after the other. What it learns of positions it keeps.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::solve::{Budget, Goal, Solver, Status};
/// use std::sync::atomic::AtomicBool;
///
/// let board = Board::from_fen("2b2a1R1/4a4/4ck2b/p1p3N2/9/2PNC1P2/P8/4B4/9/1r1AKA3 w - - 1 30")?;
/// let mut solver = Solver::new(16);
/// let never = AtomicBool::new(false);
/// let solution = solver.solve(&board, Goal::default(), Budget::default(), &never);
/// assert_eq!((solution.status, solution.mate_in), (Status::Mate, Some(3)));
/// assert!(solution.verified && solution.shortest);
/// # Ok::<(), chuhe::board::FenError>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    shortest: Shortest,
}

impl Solver {
    /// A solver with tables of `hash_mib` MiB in all, at least one.
    pub fn new(hash_mib: usize) -> Solver {
        Solver {
            shortest: Shortest::new(hash_mib.max(1) << 20),
        }
    }

    /// Solves a puzzle. `stop`, set from elsewhere, ends it early with what is known by then.
    pub fn solve(
        &mut self,
        board: &Board,
        goal: Goal,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Solution {
        let begun = Instant::now();
        let mut meter = Meter::new(budget, stop);
        self.shortest.next_puzzle();
        let mut solution = self.mate(board, goal, &mut meter);
        solution.nodes = meter.nodes();
        solution.elapsed = begun.elapsed();
        solution
    }

    fn mate(&mut self, board: &Board, goal: Goal, meter: &mut Meter) -> Solution {
        let Goal::Mate { max, unique } = goal;
        let mut board = board.clone();
        let longest = max.unwrap_or(LONGEST).min(LONGEST);
        let found = self.shortest.mate_within(&mut board, longest, meter);
        let mut solution = match found {
            Ok(Some(_)) => self.written(&mut board, By::Shortest),
            Ok(None) if max.is_some() => Solution {
                status: Status::NoMate,
                ..Solution::default()
            },
            _ => Solution::default(),
        };
        solution.no_mate_in = u32::from(self.shortest.fact(&board).no_mate_in);
        if solution.status == Status::Mate {
            solution.shortest = solution.mate_in == Some(solution.no_mate_in + 1);
            if unique && solution.shortest {
                solution.unique = self.unique(&mut board, &solution, meter).ok();
            }
        }
        solution
    }

    /// The answer that a mate in the table makes: written down and verified.
    fn written(&mut self, board: &mut Board, by: By) -> Solution {
        let never = AtomicBool::new(false);
        let budget = Budget {
            nodes: Some(WRITING),
            ..Budget::default()
        };
        let mut meter = Meter::new(budget, &never);
        let mate_in = u32::from(self.shortest.fact(board).mate_in);
        match Strategy::of_shortest(board, mate_in, &mut self.shortest, &mut meter) {
            Ok(strategy) => answered(board, strategy, by),
            Err(Stopped) => Solution::default(),
        }
    }

    /// Whether no other first move mates as fast.
    fn unique(
        &mut self,
        board: &mut Board,
        solution: &Solution,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        let rest = solution.mate_in.map_or(0, |moves| moves - 1);
        for mv in board.legal_moves() {
            if Some(mv) == solution.key {
                continue;
            }
            let undo = board.make(mv);
            let lost = self.shortest.is_lost_within(board, rest, meter);
            board.undo(undo);
            if lost? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The answer that a claim makes, once the walker has been over it.
fn answered(board: &Board, claim: Strategy, by: By) -> Solution {
    match verify(board, &claim) {
        Ok(proof) => Solution {
            status: Status::Mate,
            mate_in: Some(proof.mate_in),
            key: proof.pv.first().copied(),
            pv: proof.pv,
            strategy: claim,
            verified: true,
            by,
            ..Solution::default()
        },
        Err(fault) => Solution {
            status: Status::Unproved,
            fault: Some(fault),
            by,
            ..Solution::default()
        },
    }
}
