//! Mate solver: proves forced mates. Layer 4 of `docs/architecture.md`.
//!
//! A puzzle is the question whether the side to move can force mate, and in how few moves. The alpha-beta search
//! ([`crate::search`]) finds mates but does not prove them, because it prunes. Here several provers share one budget
//! (`portfolio`), and an independent verifier ([`verify()`]) checks every mate that one of them proves. A similar question is
//! whether the side to move holds a draw ([`Solver::prove_draw`]), whose proofs another verifier checks.
//!
//! A mate is a position without a legal move for the side to move, in check or not: stalemate loses in xiangqi. A puzzle
//! has no game history: moves before its position, and the natural limit (60-move rule, 自然限着), are ignored.
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::rules::RuleSet;
//! use chuhe::solve::{Budget, Goal, Continuation, Solver};
//! use std::sync::atomic::AtomicBool;
//!
//! let board = Board::from_fen("3a5/4a1P2/4bk3/9/P8/1N2p4/6P2/5C3/6N2/3AKAB2 w - - 26 47")?;
//! let goal = Goal { max: None, shortest: true, unique: true };
//! let mut solver = Solver::new(16, RuleSet::default());
//! let solution = solver.solve(&board, goal, Budget::default(), &AtomicBool::new(false));
//! assert_eq!((solution.mate_in, solution.unique), (Some(4), Some(false)));
//!
//! // The strategy covers every defence, not only that of the principal variation.
//! let tree = solution.strategy.tree(&board, 10_000).expect("a small tree");
//! assert_eq!(Some(tree.mv), solution.key_move);
//! for (reply, answer) in &tree.replies {
//!     if let Continuation::Tree(answer) = answer {
//!         println!("{} {reply} {}", tree.mv, answer.mv);
//!     }
//! }
//! # Ok::<(), chuhe::board::FenError>(())
//! ```

mod audit;
#[cfg(feature = "protocol")]
pub mod batch;
mod bucket_table;
mod budget;
mod cannot_lose;
mod dfpn;
mod draw;
mod forcing;
mod mate_in_one;
mod pattern;
mod portfolio;
mod prover;
mod provers;
mod repair;
pub mod retro;
mod scout;
mod shortest;
mod solution;
mod solver;
mod stored_endgames;
mod strategy;
mod verify;
mod workspace;

pub use audit::{Alternative, Audit, AuditScope, AuditedPosition, Defect};
pub use budget::{Budget, Meter, Stopped};
pub use dfpn::{DfpnSolver, ProofMode};
pub use forcing::Forcing;
pub use pattern::{MATING_PATTERNS, MatingPattern, mating_patterns};
pub use solution::{
    Continuation, DrawSolution, DrawStatus, Goal, ProverKind, Solution, Status, StrategyTree,
};
pub use solver::Solver;
pub use strategy::Strategy;
pub use verify::{InvalidProof, InvalidProofKind, Verified, verify};
