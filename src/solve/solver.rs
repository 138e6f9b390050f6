//! The solver: a puzzle in, an answer out.
//!
//! Several provers race on one budget. The search for the shortest mate is unbeatable where the mate is short; proof
//! numbers over checks, and over checks and threats, where it is long and forced; proof numbers over all moves and
//! the playing search where quiet moves are in it that threaten nothing yet; and where few pieces are left, all of their
//! placements are worked out. Nobody knows which it is, so each gets a share of nodes in
//! turn, and the shares double; all of them go on where they ended.
//!
//! | room | idea |
//! |---|---|
//! | `provers` | the race: who takes part in it, and whose turn it is |
//! | `ending` | when a small ending is worked out backwards |
//! | `shorten` | whether there is a shorter mate, and another first move as good |

mod ending;
mod provers;
mod shorten;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::dfpn::ProofNumbers;
use super::forcing::Forcing;
use super::mend::mended;
use super::race::Race;
use super::retro::Ending;
use super::shortest::{LONGEST, Shortest};
use super::solution::{By, Goal, Solution, Status};
use super::{Budget, Fault, Meter, Stopped, Strategy, Unproved, Verified, verify};
use crate::board::Board;
use crate::rules::RuleSet;

/// Nodes for the writing down of a mate that is found, beyond the budget: what the table lost meanwhile is
/// searched again.
const WRITING: u64 = 20_000_000;

/// Nodes for one plan out of many lines: as a rule what the table has lost of a proof meanwhile.
const MENDING: u64 = 1_000_000;

/// Solves one puzzle after the other. What it learns of positions it keeps.
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
    shortest: Shortest,
    forced: ProofNumbers,
    race: Race,
    rules: RuleSet,
    hash_mib: usize,
}

impl Solver {
    /// A solver with tables of `hash_mib` MiB in all, four at least. Repetitions are judged by the rules.
    pub fn new(hash_mib: usize, rules: RuleSet) -> Solver {
        let quarter = (hash_mib / 4).max(1);
        Solver {
            shortest: Shortest::new(quarter << 20),
            forced: ProofNumbers::new(quarter << 21, rules.repetition),
            race: Race::new(quarter, rules),
            rules,
            hash_mib: 4 * quarter,
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
        let Goal::Mate {
            max,
            shortest,
            unique,
        } = goal;
        self.shortest.next_puzzle();
        self.forced.next_puzzle();
        let mut puzzle = Puzzle {
            solver: self,
            board: board.clone(),
            longest: max.unwrap_or(LONGEST).min(LONGEST),
            meter: Meter::new(budget, stop),
            answer: Solution::default(),
            ruled_out: 0,
            ending: None,
            begun,
        };
        // Whatever ends the race early, the best answer until then is the answer.
        let finished = puzzle.run(shortest, unique);
        let asks_for_a_length = puzzle.asks_for_a_length();
        let mut solution = puzzle.answer;
        solution.nodes = puzzle.meter.nodes();
        let known = u32::from(puzzle.solver.shortest.fact(board, None).no_mate_in);
        solution.no_mate_in = known.max(puzzle.ruled_out);
        // No mate is ruled out but those without repetitions.
        solution.shortest =
            !solution.by_repetition && solution.mate_in == Some(solution.no_mate_in + 1);
        solution.unique = solution.unique.filter(|_| unique);
        // Beyond the longest nobody has looked.
        let ended = finished.is_ok() && (asks_for_a_length || !board.has_legal_move());
        if solution.status == Status::Unsolved && ended {
            solution.status = Status::NoMate;
        }
        solution.elapsed = begun.elapsed();
        solution
    }
}

/// What became of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    /// It is the answer, or none that was asked for.
    Heard,
    /// Its lines need answers of their own, for they count on repetitions.
    NoOnePlan,
}

/// A puzzle at work.
struct Puzzle<'s, 'm> {
    solver: &'s mut Solver,
    board: Board,
    /// The longest mate asked for.
    longest: u32,
    meter: Meter<'m>,
    answer: Solution,
    /// The longest mate, in moves, that an ending worked out backwards has ruled out.
    ruled_out: u32,
    /// The ending that waits to be worked out, if it is one; `None` until it is known.
    ending: Option<Option<Ending>>,
    begun: Instant,
}

impl Puzzle<'_, '_> {
    fn run(&mut self, shortest: bool, unique: bool) -> Result<(), Stopped> {
        self.race()?;
        if self.answer.status == Status::Mate && (shortest || unique) {
            self.shorten()?;
            if unique && !self.answer.by_repetition && self.answer.unique.is_none() {
                self.answer.unique = Some(self.is_unique()?);
            }
        }
        Ok(())
    }

    /// Makes the answer of the mate that the search over all lengths has found.
    fn write_shortest(&mut self, allowed: Option<Forcing>, by: By) {
        let (known, board) = (&mut self.solver.shortest, &mut self.board);
        let written = beyond_budget(self.meter.flag(), |meter| {
            Strategy::of_shortest(board, allowed, known, meter)
        });
        if let Some(plan) = written {
            self.claim(plan, by);
        }
    }

    /// Makes the answer of a proof by proof numbers, if its lines make a plan.
    fn claim_proof(&mut self, forcing: Forcing, by: By) -> Result<Claim, Stopped> {
        let (forced, board) = (&mut self.solver.forced, &mut self.board);
        let written = beyond_budget(self.meter.flag(), |meter| {
            forced.strategy(board, forcing, meter)
        });
        let Some(plan) = written else {
            return Ok(Claim::Heard);
        };
        let verdict = verify(board, &plan, self.solver.rules.repetition);
        match &verdict {
            Err(fault) if self.is_refused(fault, by) => {
                tracing::debug!(fen = %self.board.to_fen(), ?by, %fault, "no plan of the first answers");
            }
            _ => return Ok(self.hear(plan, verdict, by)),
        }
        let (forced, start) = (&mut self.solver.forced, self.board.clone());
        let mended = self.meter.share(MENDING, |meter| {
            let board = &mut self.board;
            mended(&start, plan, &mut |line, plan| {
                forced.answer(board, forcing, line, plan, meter)
            })
        })?;
        Ok(match mended {
            Some(Some(plan)) => self.claim(plan, by),
            _ => Claim::NoOnePlan,
        })
    }

    /// A plan becomes the answer once the walker has been over it.
    fn claim(&mut self, plan: Strategy, by: By) -> Claim {
        let verdict = verify(&self.board, &plan, self.solver.rules.repetition);
        self.hear(plan, verdict, by)
    }

    /// What the walker found in a plan is the answer. One that is longer than asked for is none, and in a
    /// line where the defender can repeat for ever there is no last move to count to.
    fn hear(&mut self, strategy: Strategy, verdict: Result<Verified, Unproved>, by: By) -> Claim {
        self.answer = match verdict {
            Ok(proof) if proof.mate_in > self.longest && self.asks_for_a_length() => {
                return Claim::Heard;
            }
            Ok(proof) if proof.by_repetition && self.asks_for_a_length() => return Claim::Heard,
            Err(fault) if self.is_refused(&fault, by) => {
                tracing::debug!(fen = %self.board.to_fen(), ?by, %fault, "no plan of one answer for all lines");
                return Claim::NoOnePlan;
            }
            Ok(proof) => Solution {
                status: Status::Mate,
                mate_in: Some(proof.mate_in),
                key: proof.pv.first().copied(),
                pv: proof.pv,
                strategy,
                verified: true,
                by_repetition: proof.by_repetition,
                by,
                ..Solution::default()
            },
            Err(fault) => Solution {
                status: Status::Unproved,
                fault: Some(fault),
                by,
                ..Solution::default()
            },
        };
        Claim::Heard
    }

    /// Whether a fault is none of the prover's. Each line was won with what came before it on its own way; a plan has one
    /// answer for all ways, and then a repetition may be worth less, or on another way there is no answer yet. That is no
    /// fault, but it is no proof either.
    fn is_refused(&self, fault: &Unproved, by: By) -> bool {
        let counts = match by {
            By::Checks | By::Threats | By::All | By::Search => {
                self.solver.forced.counts_repetitions
            }
            By::Shortest | By::Retrograde => false,
        };
        fault.what == Fault::Repetition || counts && fault.what == Fault::NoMove
    }
}

/// Work on a mate that is found already: it may take what it needs, within reason.
fn beyond_budget<T>(
    stop: &AtomicBool,
    work: impl FnOnce(&mut Meter) -> Result<T, Stopped>,
) -> Option<T> {
    let budget = Budget {
        nodes: Some(WRITING),
        ..Budget::default()
    };
    work(&mut Meter::new(budget, stop)).ok()
}

#[cfg(test)]
mod tests;
