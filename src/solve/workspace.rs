//! What the provers of one puzzle share: position, budget and tables, and how a strategy becomes the answer.

use std::sync::atomic::AtomicBool;

use web_time::Instant;

use super::budget::{Budget, Meter, Stopped};
use super::dfpn::{ProofMode, ProofNumbers};
use super::forcing::Forcing;
use super::repair::positional_strategy;
use super::scout::SearchScout;
use super::shortest::{LONGEST, ShortestSearch};
use super::solution::{By, Solution, Status};
use super::strategy::Strategy;
use super::verify::{InvalidProofKind, Verified, verify};
use crate::board::Board;
use crate::rules::RuleSet;

/// Nodes for the strategy of a mate that is proved, beyond the budget: what the tables have lost is searched again.
const EXTRACTION: u64 = 20_000_000;
/// Nodes for the repair of a strategy.
const REPAIR: u64 = 1_000_000;

/// The tables of all provers, kept between puzzles.
#[derive(Debug)]
pub(super) struct Tables {
    pub shortest: ShortestSearch,
    pub proofs: ProofNumbers,
    pub scout: SearchScout,
    rules: RuleSet,
    pub hash_mib: usize,
}

impl Tables {
    /// Tables of `hash_mib` MiB in all, four at least.
    pub fn new(hash_mib: usize, rules: RuleSet) -> Tables {
        let quarter = (hash_mib / 4).max(1);
        Tables {
            shortest: ShortestSearch::new(quarter << 20),
            proofs: ProofNumbers::new(quarter << 21, rules.repetition),
            scout: SearchScout::new(quarter, rules),
            rules,
            hash_mib: 4 * quarter,
        }
    }

    /// Runs work that needs the memory of the tables. What they held is lost.
    pub fn without<T>(&mut self, work: impl FnOnce() -> T) -> T {
        self.shortest = ShortestSearch::new(0);
        self.proofs = ProofNumbers::new(0, self.rules.repetition);
        self.scout = SearchScout::new(1, self.rules);
        let result = work();
        *self = Tables::new(self.hash_mib, self.rules);
        result
    }
}

/// What became of a strategy.
#[derive(Debug)]
pub(super) enum Settled {
    /// The answer: a mate, or a proof that does not hold and is reported as a bug.
    Accepted(Box<Solution>),
    /// A mate outside the length asked for, or one that could not be extracted.
    OutsideLength,
    /// A strategy that depends on repetitions that are not won on every path: no bug, but no proof either.
    Refused(Strategy),
}

/// A puzzle at work.
pub(super) struct Workspace<'t, 'm> {
    pub tables: &'t mut Tables,
    pub board: Board,
    pub meter: Meter<'m>,
    /// The longest mate asked for.
    pub longest: u32,
    /// The longest mate that is still looked for: shorter than the one known.
    pub bound: u32,
    /// The longest length that retrograde analysis has ruled out.
    pub no_mate_in: u32,
    pub begun: Instant,
}

impl<'t, 'm> Workspace<'t, 'm> {
    pub fn new(
        tables: &'t mut Tables,
        board: &Board,
        max: Option<u32>,
        budget: Budget,
        stop: &'m AtomicBool,
    ) -> Workspace<'t, 'm> {
        tables.shortest.next_puzzle();
        tables.proofs.next_puzzle();
        let longest = max.unwrap_or(LONGEST).min(LONGEST);
        Workspace {
            tables,
            board: board.clone(),
            meter: Meter::new(budget, stop),
            longest,
            bound: longest,
            no_mate_in: 0,
            begun: Instant::now(),
        }
    }

    /// Whether a mate in so many moves is asked for, and not any mate.
    pub fn asks_for_a_length(&self) -> bool {
        self.longest < LONGEST
    }

    /// The longest length known to be ruled out, for mates without repetition.
    pub fn no_mate_in(&self) -> u32 {
        let fact = self.tables.shortest.fact(&self.board, Forcing::All);
        u32::from(fact.no_mate_in).max(self.no_mate_in)
    }

    /// The meter for the strategy of a mate that is proved. The budget does not count: the mate is known.
    pub fn extraction(&self) -> Meter<'m> {
        Meter::new(Budget::of_nodes(EXTRACTION), self.meter.stop)
    }

    /// Verifies a strategy. `counts_repetitions` says whether its proof may depend on repetitions. A mate by repetition has no length.
    pub fn settle(&self, strategy: Strategy, by: By, counts_repetitions: bool) -> Settled {
        let verified = verify(&self.board, &strategy, self.tables.rules.repetition);
        let is_outside = |proof: &Verified| proof.mate_in > self.longest || proof.by_repetition;
        if self.asks_for_a_length() && verified.as_ref().is_ok_and(is_outside) {
            return Settled::OutsideLength;
        }
        let solution = match verified {
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
            // The proof may be right although its strategy is not: a strategy has one answer for all paths.
            Err(fault)
                if fault.kind == InvalidProofKind::Repetition
                    || counts_repetitions && fault.kind == InvalidProofKind::NoMove =>
            {
                tracing::debug!(fen = %self.board.to_fen(), ?by, %fault, "no positional strategy");
                return Settled::Refused(strategy);
            }
            Err(fault) => Solution {
                status: Status::Unproved,
                fault: Some(fault),
                by,
                ..Solution::default()
            },
        };
        Settled::Accepted(Box::new(solution))
    }

    /// Settles a proof by proof numbers; its strategy is repaired where it depends on the path.
    pub fn settle_proof(&mut self, mode: &ProofMode, by: By) -> Result<Settled, Stopped> {
        let mut meter = self.extraction();
        let (proofs, board) = (&mut self.tables.proofs, &self.board);
        let Ok(strategy) = proofs.strategy(board, mode, &mut meter) else {
            return Ok(Settled::OutsideLength);
        };
        let settled = self.settle(strategy, by, mode.counts_repetitions);
        let Settled::Refused(strategy) = settled else {
            return Ok(settled);
        };
        let (proofs, board) = (&mut self.tables.proofs, &self.board);
        let repaired = self.meter.share(REPAIR, |meter| {
            positional_strategy(board, strategy, &mut |moves, strategy| {
                proofs.answer(board, mode, moves, strategy, meter)
            })
        })?;
        Ok(match repaired {
            Some(Some(strategy)) => self.settle(strategy, by, mode.counts_repetitions),
            _ => Settled::Refused(Strategy::default()),
        })
    }
}
