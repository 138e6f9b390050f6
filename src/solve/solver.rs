//! The solver: a puzzle in, an answer out.
//!
//! Several provers race on one budget. The search for the shortest mate is unbeatable where the mate is short; proof
//! numbers over checks, and over checks and threats, where it is long and forced; proof numbers over all moves and
//! the playing search where quiet moves are in it that threaten nothing yet; and where few pieces are left, all of their
//! placements are worked out. Nobody knows which it is, so each gets a share of nodes in
//! turn, and the shares double; all of them go on where they ended.

mod ending;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::dfpn::ProofNumbers;
use super::forcing::Forcing;
use super::race::Race;
use super::retro::Ending;
use super::shortest::{LONGEST, Shortest};
use super::solution::{By, Goal, Solution, Status};
use super::{Budget, Fault, Meter, Stopped, Strategy, verify};
use crate::board::Board;
use crate::rules::RuleSet;

/// Nodes for the writing down of a mate that is found, beyond the budget: what the table lost meanwhile is
/// searched again.
const WRITING: u64 = 20_000_000;
/// The first share of each prover, in nodes.
const FIRST_SHARE: u64 = 10_000;
/// What the playing search gets of a share, in shares: it sees what no prover finds, but late.
const SEARCH_WEIGHT: u64 = 2;
/// The share from which on the playing search takes part: easy puzzles never start it.
const SEARCH_SHARE: u64 = 80_000;
/// The mates that proof numbers look for, the narrowest first, and how many shares each gets. Of what takes long, nearly
/// all is found among all moves (`docs/measurements/solve.md`).
const FORCED: [(Forcing, u64); 4] = [
    (Forcing::Checks, 1),
    (Forcing::Threats(1), 1),
    (Forcing::Threats(3), 1),
    (Forcing::All, 6),
];

/// Which of them is asked about all moves.
const ALL: usize = FORCED.len() - 1;

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
        let mut solution = puzzle.answer;
        solution.nodes = puzzle.meter.nodes();
        let known = u32::from(puzzle.solver.shortest.fact(board, None).no_mate_in);
        solution.no_mate_in = known.max(puzzle.ruled_out);
        // No mate is ruled out but those without repetitions.
        solution.shortest =
            !solution.by_repetition && solution.mate_in == Some(solution.no_mate_in + 1);
        solution.unique = solution.unique.filter(|_| unique);
        let ended = finished.is_ok() && (max.is_some() || !board.has_legal_move());
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

/// Proof numbers over some moves, in the race.
struct Prover {
    forcing: Forcing,
    /// How many shares of nodes it gets.
    weight: u64,
    /// Whether a defender who can only check or chase for ever counts as lost.
    counts_repetitions: bool,
    /// Whether it is at its end.
    settled: bool,
}

impl Prover {
    /// A plan of its proof was refused. There may be another mate, which needs no repetition: it looks for that from now on.
    fn refused(&mut self) {
        if self.counts_repetitions {
            self.counts_repetitions = false;
            self.settled = false;
        }
    }
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

    /// Until somebody has a mate, or nobody can have one within the length asked for.
    fn race(&mut self) -> Result<(), Stopped> {
        let mut provers = FORCED.map(|(forcing, weight)| Prover {
            forcing,
            weight,
            counts_repetitions: true,
            settled: false,
        });
        let mut none_without_repetition = false;
        let mut share = FIRST_SHARE;
        loop {
            if !none_without_repetition {
                none_without_repetition = self.try_shortest(share)?;
                // Where a length was asked for, this answers. Where none was, a defender who can do nothing but check for ever
                // may be lost all the same.
                let ends = none_without_repetition && self.asks_for_a_length();
                if self.answer.status != Status::Unsolved || ends {
                    return Ok(());
                }
            }
            for prover in &mut provers {
                if !prover.settled {
                    self.try_forced(prover, share)?;
                    if self.answer.status != Status::Unsolved {
                        return Ok(());
                    }
                }
            }
            if !none_without_repetition && let Some(ending) = self.due_ending(share) {
                none_without_repetition = self.try_ending(ending)?;
                let ends = self.asks_for_a_length() || !self.may_repeat();
                if self.answer.status != Status::Unsolved || none_without_repetition && ends {
                    return Ok(());
                }
            }
            if none_without_repetition && provers[ALL].settled {
                return Ok(());
            }
            if share >= SEARCH_SHARE {
                if share == SEARCH_SHARE {
                    self.solver.race.next_puzzle();
                }
                self.try_search(SEARCH_WEIGHT * share)?;
                if self.answer.status != Status::Unsolved {
                    return Ok(());
                }
            }
            share *= 2;
        }
    }

    /// Whether a mate in so many moves is asked for, and not any mate.
    fn asks_for_a_length(&self) -> bool {
        self.longest < LONGEST
    }

    /// The search over all lengths. Whether it is at its end.
    fn try_shortest(&mut self, share: u64) -> Result<bool, Stopped> {
        let (known, board, longest) = (&mut self.solver.shortest, &mut self.board, self.longest);
        let found = self.meter.share(share, |meter| {
            known.mate_within(board, None, longest, meter)
        })?;
        if let Some(Some(_)) = found {
            self.write_shortest(None, By::Shortest);
        }
        Ok(found.is_some())
    }

    /// Proof numbers over forcing moves, for so many of their shares of nodes.
    fn try_forced(&mut self, prover: &mut Prover, share: u64) -> Result<(), Stopped> {
        let forcing = prover.forcing;
        let (known, board) = (&mut self.solver.forced, &mut self.board);
        known.counts_repetitions = prover.counts_repetitions;
        let found = self.meter.share(prover.weight * share, |meter| {
            known.mates(board, forcing, meter)
        })?;
        prover.settled = found.is_some();
        if found == Some(true) {
            let written = beyond_budget(self.meter.flag(), |meter| {
                known.strategy(board, forcing, meter)
            });
            let by = match forcing {
                Forcing::Checks => By::Checks,
                Forcing::Threats(_) => By::Threats,
                Forcing::All => By::All,
            };
            if self.claim(written, by) == Claim::NoOnePlan {
                prover.refused();
            }
        }
        Ok(())
    }

    /// The playing search, and a plan out of what it sees.
    fn try_search(&mut self, share: u64) -> Result<(), Stopped> {
        let Solver { race, forced, .. } = &mut *self.solver;
        forced.counts_repetitions = true;
        let Some(sighting) = race.look(&self.board, share, None, &mut self.meter)? else {
            return Ok(());
        };
        if sighting.moves > self.longest {
            return Ok(());
        }
        let board = &mut self.board;
        let plan = self
            .meter
            .share(8 * share, |meter| race.plan(board, sighting, forced, meter))?;
        if let Some(Some(strategy)) = plan
            && verify(&self.board, &strategy, self.solver.rules.repetition).is_ok()
        {
            self.claim(Some(strategy), By::Search);
        }
        Ok(())
    }

    /// Shorter mates than the one found, until there is none: among the moves that found it, which goes fast, and
    /// among all, which ends it.
    fn shorten(&mut self) -> Result<(), Stopped> {
        let mut among = match self.answer.by {
            By::Checks => Some(Forcing::Checks),
            By::Threats | By::All => Some(Forcing::Threats(3)),
            By::Shortest | By::Search | By::Retrograde => None,
        };
        let mut share = FIRST_SHARE;
        while self.answer.by != By::Retrograde {
            if among.is_some() && self.shorten_among(among, share)? {
                among = None;
            }
            if self.shorten_among(None, share)? {
                return Ok(());
            }
            if let Some(ending) = self.due_ending(share)
                && self.try_ending(ending)?
            {
                return Ok(());
            }
            share *= 2;
        }
        // What was worked out backwards is known in full.
        Ok(())
    }

    /// A shorter mate with these moves allowed, or all. Whether the search is at its end.
    fn shorten_among(&mut self, allowed: Option<Forcing>, share: u64) -> Result<bool, Stopped> {
        let shorter = (self.answer.mate_in.unwrap_or(1) - 1).min(LONGEST);
        let (known, board) = (&mut self.solver.shortest, &mut self.board);
        let found = self.meter.share(share, |meter| {
            known.mate_within(board, allowed, shorter, meter)
        })?;
        if let Some(Some(_)) = found {
            let by = match allowed {
                None => By::Shortest,
                Some(_) => self.answer.by,
            };
            self.write_shortest(allowed, by);
        }
        Ok(found.is_some())
    }

    /// Makes the answer of the mate that the search over all lengths has found.
    fn write_shortest(&mut self, allowed: Option<Forcing>, by: By) {
        let (known, board) = (&mut self.solver.shortest, &mut self.board);
        let written = beyond_budget(self.meter.flag(), |meter| {
            Strategy::of_shortest(board, allowed, known, meter)
        });
        self.claim(written, by);
    }

    /// A plan becomes the answer once the walker has been over it. One that is longer than asked for is none, and in a
    /// line where the defender can repeat for ever there is no last move to count to.
    fn claim(&mut self, plan: Option<Strategy>, by: By) -> Claim {
        let Some(strategy) = plan else {
            return Claim::Heard;
        };
        let counted = match by {
            By::Checks | By::Threats | By::All => self.solver.forced.counts_repetitions,
            By::Shortest | By::Search | By::Retrograde => false,
        };
        self.answer = match verify(&self.board, &strategy, self.solver.rules.repetition) {
            Ok(proof) if proof.mate_in > self.longest => return Claim::Heard,
            Ok(proof) if proof.by_repetition && self.asks_for_a_length() => return Claim::Heard,
            // Each line was won with what came before it on its own way; a plan has one answer for all ways, and then a
            // repetition may be worth less, or on another way there is no answer yet. That is no fault, but it is no
            // proof either.
            Err(fault)
                if fault.what == Fault::Repetition || counted && fault.what == Fault::NoMove =>
            {
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

    /// Whether no other first move mates as fast as the shortest, without a repetition.
    fn is_unique(&mut self) -> Result<bool, Stopped> {
        let rest = self.answer.mate_in.map_or(0, |moves| moves - 1);
        for mv in self.board.legal_moves() {
            if Some(mv) == self.answer.key {
                continue;
            }
            let (known, board) = (&mut self.solver.shortest, &mut self.board);
            let undo = board.make(mv);
            let lost = known.is_lost_within(board, rest, &mut self.meter);
            board.undo(undo);
            if lost? {
                return Ok(false);
            }
        }
        Ok(true)
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
