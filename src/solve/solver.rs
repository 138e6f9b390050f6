//! The solver: a puzzle in, an answer out.

use std::sync::atomic::AtomicBool;

use super::budget::{Budget, Stopped};
use super::portfolio;
use super::shortest::LONGEST;
use super::solution::{Goal, Solution, Status};
use super::workspace::{Tables, Workspace};
use crate::board::Board;
use crate::rules::RuleSet;

/// Solves puzzles, one after the other. Its tables are kept from one to the next.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::RuleSet;
/// use chuhe::solve::{Budget, Goal, Solver, Status};
/// use std::sync::atomic::AtomicBool;
///
/// let board = Board::from_fen("2b2a1R1/4a4/4ck2b/p1p3N2/9/2PNC1P2/P8/4B4/9/1r1AKA3 w - - 1 30")?;
/// let mut solver = Solver::new(16, RuleSet::default());
/// let never = AtomicBool::new(false);
/// let solution = solver.solve(&board, Goal::default(), Budget::default(), &never);
/// assert_eq!((solution.status, solution.mate_in), (Status::Mate, Some(3)));
/// assert!(solution.verified && solution.shortest);
/// # Ok::<(), chuhe::board::FenError>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    tables: Tables,
}

impl Solver {
    /// A solver with tables of `hash_mib` MiB in all, four at least. Repetitions are judged by the rules.
    pub fn new(hash_mib: usize, rules: RuleSet) -> Solver {
        let tables = Tables::new(hash_mib, rules);
        Solver { tables }
    }

    /// Solves a puzzle. `stop`, set by another thread, ends the work early with what is known by then.
    pub fn solve(
        &mut self,
        board: &Board,
        goal: Goal,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Solution {
        let mut work = Workspace::new(&mut self.tables, board, goal.max, budget, stop);
        let mut solution = Solution::default();
        let finished = run(&mut work, goal, &mut solution);
        solution.nodes = work.meter.nodes;
        solution.no_mate_in = work.no_mate_in();
        solution.unique = solution.unique.filter(|_| goal.unique);
        // Only mates without repetitions are ruled out.
        solution.shortest =
            !solution.by_repetition && solution.mate_in == Some(solution.no_mate_in + 1);
        // No prover looks for mates beyond the longest.
        let ended = finished.is_ok() && (work.asks_for_a_length() || !board.has_legal_move());
        if solution.status == Status::Unsolved && ended {
            solution.status = Status::NoMate;
        }
        solution.elapsed = work.begun.elapsed();
        solution
    }
}

/// Works on a puzzle. Whatever ends it early, `answer` is the best answer until then.
fn run(work: &mut Workspace, goal: Goal, answer: &mut Solution) -> Result<(), Stopped> {
    if let Some(found) = portfolio::find(work)? {
        *answer = found;
    }
    if answer.status == Status::Mate && (goal.shortest || goal.unique) {
        portfolio::shorten(work, answer)?;
        if goal.unique && !answer.by_repetition && answer.unique.is_none() {
            answer.unique = Some(is_unique(work, answer)?);
        }
    }
    Ok(())
}

/// Whether no other first move mates as fast as the shortest, without a repetition.
fn is_unique(work: &mut Workspace, answer: &Solution) -> Result<bool, Stopped> {
    let rest = answer.mate_in.map_or(0, |moves| moves - 1).min(LONGEST);
    for mv in work.board.legal_moves() {
        let (search, meter) = (&mut work.tables.shortest, &mut work.meter);
        let is_lost = |board: &mut Board| search.is_lost_within(board, rest, meter);
        if Some(mv) != answer.key && work.board.after(mv, is_lost)? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mate_is_reported_only_for_lengths_that_were_searched() {
        // An advisor mates nobody, and that is soon found out.
        let board = Board::from_fen("3k5/9/9/9/9/9/9/9/4A4/5K3 w - - 0 1").unwrap();
        let never = AtomicBool::new(false);
        let mut solver = Solver::new(4, RuleSet::default());
        let mut status = |max| {
            let goal = Goal {
                max: Some(max),
                shortest: false,
                unique: false,
            };
            let budget = Budget::of_nodes(2_000_000);
            solver.solve(&board, goal, budget, &never).status
        };
        assert_eq!(status(LONGEST - 1), Status::NoMate);
        assert_eq!(status(LONGEST + 40), Status::Unsolved);
    }
}
