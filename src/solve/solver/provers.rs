//! The race: who takes part in it, and whose turn it is.

use super::{By, Claim, Puzzle, Solver, Status, Stopped, verify};
use crate::solve::forcing::Forcing;
use crate::solve::lead::Lead;
use crate::solve::race::Sighting;
use crate::solve::shortest::LONGEST;

/// The first share of each prover, in nodes.
pub(super) const FIRST_SHARE: u64 = 10_000;
/// What the playing search gets of a share, in shares: it sees what no prover finds, but late.
const SEARCH_WEIGHT: u64 = 6;
/// The share from which on the playing search takes part: easy puzzles never start it.
const SEARCH_SHARE: u64 = 20_000;
/// What a proof may take that the search leads, in times of what the search had: straight, and then in steps.
const LEAD_WEIGHTS: (u64, u64) = (2, 8);
/// What a plan of a length asked for may take, in times of what the search had.
const PLAN_WEIGHT: u64 = 8;
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

/// Proof numbers over some moves, in the race.
pub(super) struct Prover {
    pub(super) forcing: Forcing,
    /// How many shares of nodes it gets.
    pub(super) weight: u64,
    /// Whether a defender who can only check or chase for ever counts as lost.
    pub(super) counts_repetitions: bool,
    /// Whether it is at its end.
    pub(super) settled: bool,
}

impl Prover {
    /// A plan of its proof was refused. There may be another mate, which needs no repetition: it looks for that from now on.
    pub(super) fn refused(&mut self) {
        if self.counts_repetitions {
            self.counts_repetitions = false;
            self.settled = false;
        }
    }
}

impl Puzzle<'_, '_> {
    /// Until somebody has a mate, or nobody can have one within the length asked for.
    pub(super) fn race(&mut self) -> Result<(), Stopped> {
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
    pub(super) fn asks_for_a_length(&self) -> bool {
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
    pub(super) fn try_forced(&mut self, prover: &mut Prover, share: u64) -> Result<(), Stopped> {
        let forcing = prover.forcing;
        let (known, board) = (&mut self.solver.forced, &mut self.board);
        known.counts_repetitions = prover.counts_repetitions;
        let found = self.meter.share(prover.weight * share, |meter| {
            known.mates(board, forcing, meter)
        })?;
        prover.settled = found.is_some();
        if found == Some(true) {
            let by = match forcing {
                Forcing::Checks => By::Checks,
                Forcing::Threats(_) => By::Threats,
                Forcing::All => By::All,
            };
            if self.claim_proof(forcing, by)? == Claim::NoOnePlan {
                prover.refused();
            }
        }
        Ok(())
    }

    /// The playing search, and a proof or a plan out of what it sees.
    pub(super) fn try_search(&mut self, nodes: u64) -> Result<(), Stopped> {
        let race = &mut self.solver.race;
        let Some(sighting) = race.look(&self.board, nodes, None, &mut self.meter)? else {
            return Ok(());
        };
        let so_far = self.meter.nodes();
        tracing::debug!(
            mv = %sighting.mv,
            moves = sighting.moves,
            so_far,
            "the playing search sees a mate"
        );
        if self.asks_for_a_length() {
            return self.try_plan(sighting, PLAN_WEIGHT * nodes);
        }
        // A proof that counts on repetitions is the easier, but where the defender can check for ever it may make no plan.
        for counts_repetitions in [true, false] {
            self.try_led(sighting, nodes, counts_repetitions)?;
            if self.answer.status != Status::Unsolved {
                break;
            }
        }
        Ok(())
    }

    /// A proof led by what the playing search sees.
    fn try_led(
        &mut self,
        sighting: Sighting,
        nodes: u64,
        counts_repetitions: bool,
    ) -> Result<(), Stopped> {
        let Solver { race, forced, .. } = &mut *self.solver;
        forced.counts_repetitions = counts_repetitions;
        let (straight, stepwise) = LEAD_WEIGHTS;
        let budgets = (straight * nodes, stepwise * nodes);
        let meter = &mut self.meter;
        let proved = Lead::proves(&mut self.board, sighting, (race, forced), budgets, meter)?;
        let claimed = match proved {
            true => self.claim_proof(Forcing::All, By::Search).map(|_| ()),
            false => Ok(()),
        };
        self.solver.forced.follow_nobody();
        claimed
    }

    /// A plan as long as the playing search says, or shorter.
    fn try_plan(&mut self, sighting: Sighting, nodes: u64) -> Result<(), Stopped> {
        if sighting.moves > self.longest {
            return Ok(());
        }
        let Solver { race, forced, .. } = &mut *self.solver;
        forced.counts_repetitions = true;
        let board = &mut self.board;
        let plan = self
            .meter
            .share(nodes, |meter| race.plan(board, sighting, forced, meter))?;
        if let Some(Some(strategy)) = plan
            && verify(&self.board, &strategy, self.solver.rules.repetition).is_ok()
        {
            self.claim(strategy, By::Search);
        }
        Ok(())
    }
}
