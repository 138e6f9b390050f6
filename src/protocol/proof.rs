//! `go mate`: the provers of [`crate::solve`] in a thread of their own.
//!
//! A search that plays stops at the first mate it believes in; a proof ends with a mate that holds against every
//! defence, or with the certainty that there is none so short.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::board::Board;
use crate::rules::RuleSet;
use crate::solve::{Budget, Goal, Solution, Solver};

/// The most that the tables of the provers take, MiB.
const HASH_MIB: usize = 64;

/// A mate to be looked for.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Where.
    pub board: Board,
    /// In no more than so many moves.
    pub moves: u32,
    /// How much work it may be.
    pub budget: Budget,
    /// The rules that the playing search among the provers goes by.
    pub rules: RuleSet,
}

/// A proof under way. Dropping it gives it up without waiting.
#[derive(Debug)]
pub struct Proof {
    stop: Arc<AtomicBool>,
}

impl Proof {
    /// Starts the provers; `tell` is called once, from their thread, also after they were given up.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::protocol::proof::{Proof, Puzzle};
    /// use chuhe::rules::RuleSet;
    /// use chuhe::solve::Budget;
    /// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w").unwrap();
    /// let puzzle = Puzzle { board, moves: 2, budget: Budget::default(), rules: RuleSet::default() };
    /// let (sender, answer) = std::sync::mpsc::channel();
    /// let proof = Proof::start(puzzle, move |solution| sender.send(solution).unwrap());
    /// assert_eq!(answer.recv().unwrap().mate_in, Some(1));
    /// ```
    ///
    /// # Panics
    /// When the machine grants no thread.
    pub fn start(puzzle: Puzzle, tell: impl FnOnce(Solution) + Send + 'static) -> Proof {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        thread::spawn(move || {
            let mut solver = Solver::new(HASH_MIB, puzzle.rules);
            let goal = Goal::Mate {
                max: Some(puzzle.moves),
                shortest: false,
                unique: false,
            };
            tell(solver.solve(&puzzle.board, goal, puzzle.budget, &flag));
        });
        Proof { stop }
    }
}

impl Drop for Proof {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
