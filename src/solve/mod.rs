//! Floor 4: proving mates.
//!
//! A puzzle asks whether the side to move can force mate, and in how few moves. The playing search guesses well and
//! proves nothing: it prunes. Here several provers share one budget, and every mate that one of them finds is
//! walked once more by somebody who knows only the rules.
//!
//! | room | idea |
//! |---|---|
//! | [`solver`] | a puzzle in, an answer out: the provers in turn on one budget |
//! | [`solution`] | what is asked and what is answered, the full tree of defences |
//! | [`shortest`] | mate in one, two, three...: all moves, so that the first yes is the shortest |
//! | [`last_move`] | mate in one |
//! | [`dfpn`] | long mates by force: proof numbers, depth first |
//! | `line` | the line of a proof, and what it means to come back to it |
//! | `alike` | the proof of one reply tried on the others |
//! | [`retro`] | small endings worked out backwards |
//! | [`forcing`] | checks, and moves that threaten mate |
//! | `guess` | how hard a position seems that nobody has looked at |
//! | `lead` | a proof led by the playing search |
//! | `gather` | a plan out of a proof |
//! | `mend` | one plan out of many lines |
//! | `parity` | who wins a game of mate or checks for ever |
//! | [`race`] | the playing search as a scout |
//! | [`facts`] | what is known of positions for good |
//! | `ways` | the tables that provers keep positions in |
//! | [`strategy`] | the winner's answer to everything |
//! | [`verify`](mod@verify) | the walker that believes nobody |
//! | `rounds` | a plan as a graph: rounds that the defender may take, the longest lines |
//! | [`budget`] | how much work may be done |
//! | [`batch`] | puzzles by the thousand |
//!
//! A mate is a position without a legal move for the side that has to move, in check or not: to be stalemated
//! loses in xiangqi. What came before the position is not asked, nor is the natural limit.
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::rules::RuleSet;
//! use chuhe::solve::{Budget, Goal, Next, Solver};
//! use std::sync::atomic::AtomicBool;
//!
//! let board = Board::from_fen("3a5/4a1P2/4bk3/9/P8/1N2p4/6P2/5C3/6N2/3AKAB2 w - - 26 47")?;
//! let goal = Goal::Mate { max: None, shortest: true, unique: true };
//! let mut solver = Solver::new(16, RuleSet::default());
//! let solution = solver.solve(&board, goal, Budget::default(), &AtomicBool::new(false));
//! assert_eq!((solution.mate_in, solution.unique), (Some(4), Some(false)));
//!
//! // The answer holds against every defence, not only against that of the line.
//! let tree = solution.strategy.tree(&board, 10_000).expect("a small tree");
//! assert_eq!(Some(tree.mv), solution.key);
//! for (reply, answer) in &tree.replies {
//!     if let Next::Turn(answer) = answer {
//!         println!("{} {reply} {}", tree.mv, answer.mv);
//!     }
//! }
//! # Ok::<(), chuhe::board::FenError>(())
//! ```

mod alike;
pub mod batch;
pub mod budget;
pub mod dfpn;
pub mod facts;
pub mod forcing;
mod gather;
mod guess;
pub mod last_move;
mod lead;
mod line;
mod mend;
mod numbers;
mod parity;
mod pn_table;
pub mod race;
mod replies;
pub mod retro;
mod rounds;
pub mod shortest;
pub mod solution;
pub mod solver;
pub mod strategy;
pub mod verify;
mod ways;

pub use budget::{Budget, Meter, Stopped};
pub use dfpn::ProofNumbers;
pub use forcing::Forcing;
pub use last_move::mate_in_one;
pub use solution::{By, Goal, Next, Solution, Status, Turn};
pub use solver::Solver;
pub use strategy::Strategy;
pub use verify::{Fault, Unproved, Verified, verify};
