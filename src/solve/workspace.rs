//! The state that the provers of one puzzle share: position, budget and tables. It also verifies their strategies.

use std::sync::atomic::AtomicBool;

use super::budget::{Budget, Meter, Stopped};
use super::dfpn::{DfpnSolver, ProofMode};
use super::forcing::Forcing;
use super::repair::positional_strategy;
use super::scout::{ClaimedMate, SearchScout};
use super::shortest::{LONGEST_MATE, ShortestSearch};
use super::solution::{ProverKind, Solution, Status};
use super::strategy::Strategy;
use super::verify::{InvalidProofKind, Verified, verify};
use crate::board::Board;
use crate::endgame::EndgameTables;
use crate::host::Instant;
use crate::rules::RuleSet;

/// The most nodes that the extraction of a strategy may spend beyond the budget. Positions that the tables no longer hold are
/// searched again.
const EXTRACTION_NODES: u64 = 20_000_000;
/// The most nodes that the repair of a path-dependent strategy may spend.
const REPAIR_NODES: u64 = 1_000_000;

/// Work that takes at most this many bytes has memory of its own.
const SMALL_BYTES: usize = 4 << 20;

/// The tables of all provers, kept between puzzles.
#[derive(Debug)]
pub(super) struct Tables {
    pub shortest: ShortestSearch,
    pub dfpn: DfpnSolver,
    pub scout: SearchScout,
    /// Stored endgames.
    pub endings: EndgameTables,
    pub rules: RuleSet,
    /// The size of all tables together but the stored endgames, in MiB.
    pub hash_mib: usize,
}

impl Tables {
    /// Creates tables of `hash_mib` MiB in all, at least 4.
    pub fn new(hash_mib: usize, rules: RuleSet) -> Tables {
        let quarter = (hash_mib / 4).max(1);
        Tables {
            shortest: ShortestSearch::new(quarter << 20),
            dfpn: DfpnSolver::new(quarter << 21, rules.repetition),
            scout: SearchScout::new(quarter, rules),
            endings: EndgameTables::default(),
            rules,
            hash_mib: 4 * quarter,
        }
    }

    /// Takes the results of positions with few pieces from these tables.
    pub fn set_endings(&mut self, endings: EndgameTables) {
        self.dfpn.endings = endings.clone();
        self.scout.set_endings(endings.clone());
        self.endings = endings;
    }

    /// Runs work that takes this many bytes. If these are many, the memory of the tables is freed before, and their contents are lost.
    pub fn in_memory<T>(&mut self, bytes: usize, work: impl FnOnce() -> T) -> T {
        if bytes <= SMALL_BYTES {
            return work();
        }
        self.shortest = ShortestSearch::new(0);
        self.dfpn = DfpnSolver::new(0, self.rules.repetition);
        self.scout = SearchScout::new(1, self.rules);
        let result = work();
        let endings = std::mem::take(&mut self.endings);
        *self = Tables::new(self.hash_mib, self.rules);
        self.set_endings(endings);
        result
    }
}

/// What follows from the verification of a strategy.
#[derive(Debug)]
pub(super) enum Settled {
    /// The answer to the puzzle: a verified mate, or an invalid proof, which is reported as a bug.
    Answer(Box<Solution>),
    /// A mate outside the requested length.
    OutsideLength,
    /// A proved mate whose strategy could not be extracted within its budget, or has lines too long to verify.
    NotExtracted,
    /// No strategy without memory was found: what to do depends on the path.
    PathDependent,
}

/// The state of one puzzle. Lengths are in moves of the side to mate.
pub(super) struct Workspace<'t, 'm> {
    pub tables: &'t mut Tables,
    pub board: Board,
    pub meter: Meter<'m>,
    /// The longest mate requested; `None` for any length.
    pub max: Option<u32>,
    /// The longest mate requested that is searched for by length, at most [`LONGEST_MATE`].
    pub longest: u32,
    /// The longest mate that is still searched for: shorter than the one known.
    pub bound: u32,
    /// The longest length that retrograde analysis has ruled out; 0 if none.
    pub ruled_out: u32,
    /// True if the verifier has accepted a strategy with which the opponent holds at least a draw.
    pub opponent_holds: bool,
    /// The last mate that the alpha-beta search claimed for the puzzle.
    pub claim: Option<ClaimedMate>,
    pub started: Instant,
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
        tables.dfpn.next_puzzle();
        let longest = max.unwrap_or(LONGEST_MATE).min(LONGEST_MATE);
        Workspace {
            tables,
            board: board.clone(),
            meter: Meter::new(budget, stop),
            max,
            longest,
            bound: longest,
            ruled_out: 0,
            opponent_holds: false,
            claim: None,
            started: Instant::now(),
        }
    }

    /// Returns true if only mates of some lengths are requested, and all of these are searched.
    pub fn has_length_limit(&self) -> bool {
        self.max.is_some_and(|max| max <= LONGEST_MATE)
    }

    /// The longest length that any prover has ruled out, for mates without repetition.
    pub fn longest_ruled_out(&self) -> u32 {
        let fact = self.tables.shortest.fact(&self.board, Forcing::All);
        u32::from(fact.no_mate_in).max(self.ruled_out)
    }

    /// A meter to extract the strategy of a proved mate. The budget of the puzzle does not limit it, because the mate is known.
    pub fn extraction_meter(&self) -> Meter<'m> {
        Meter::new(Budget::of_nodes(EXTRACTION_NODES), self.meter.stop)
    }

    /// Verifies a strategy. `wins_by_repetition` says whether its proof may depend on repetitions. A mate by
    /// repetition meets no length limit, because its length does not count repeated positions.
    pub fn settle(
        &self,
        strategy: &Strategy,
        prover: ProverKind,
        wins_by_repetition: bool,
    ) -> Settled {
        let is_outside = |proof: &Verified| {
            (self.max).is_some_and(|max| proof.mate_in > max || proof.by_repetition)
        };
        let solution = match verify(&self.board, strategy, self.tables.rules.repetition) {
            Ok(proof) if is_outside(&proof) => return Settled::OutsideLength,
            Ok(proof) => Solution {
                status: Status::Mate,
                mate_in: Some(proof.mate_in),
                key_move: proof.pv.first().copied(),
                pv: proof.pv,
                strategy: strategy.clone(),
                verified: true,
                by_repetition: proof.by_repetition,
                prover,
                ..Solution::default()
            },
            // The proof may be right although its strategy is not: a strategy has one move for all paths to a position.
            Err(fault)
                if fault.kind == InvalidProofKind::Repetition
                    || wins_by_repetition && fault.kind == InvalidProofKind::NoMove =>
            {
                let fen = self.board.to_fen();
                tracing::debug!(%fen, ?prover, %fault, "no positional strategy");
                return Settled::PathDependent;
            }
            // It may hold: the verifier follows no line beyond 400 plies.
            Err(fault) if fault.kind == InvalidProofKind::Endless => return Settled::NotExtracted,
            Err(fault) => Solution {
                status: Status::Rejected,
                fault: Some(fault),
                prover,
                ..Solution::default()
            },
        };
        Settled::Answer(Box::new(solution))
    }

    /// Searches for a mate by df-pn with at most `nodes` nodes. `None` if they did not suffice.
    pub fn mates(&mut self, mode: &ProofMode, nodes: u64) -> Result<Option<bool>, Stopped> {
        let (dfpn, board) = (&mut self.tables.dfpn, &self.board);
        self.meter
            .share(nodes, |meter| dfpn.mates(board, mode, meter))
    }

    /// Verifies the strategy of a df-pn proof, repaired if it depends on the path.
    pub fn settle_proof(
        &mut self,
        mode: &ProofMode,
        prover: ProverKind,
    ) -> Result<Settled, Stopped> {
        let mut meter = self.extraction_meter();
        let (dfpn, board) = (&mut self.tables.dfpn, &self.board);
        let Ok(strategy) = dfpn.strategy(board, mode, &mut meter) else {
            return Ok(Settled::NotExtracted);
        };
        let settled = self.settle(&strategy, prover, mode.wins_by_repetition);
        if !matches!(settled, Settled::PathDependent) {
            return Ok(settled);
        }
        let (dfpn, board) = (&mut self.tables.dfpn, &self.board);
        let repaired = self.meter.share(REPAIR_NODES, |meter| {
            positional_strategy(board, strategy, &mut |moves, strategy| {
                dfpn.move_after(board, mode, moves, strategy, meter)
            })
        })?;
        Ok(match repaired {
            Some(Some(strategy)) => self.settle(&strategy, prover, mode.wins_by_repetition),
            _ => Settled::PathDependent,
        })
    }
}
