//! The playing search as a scout for mates.
//!
//! The playing search sees mates with quiet moves and claims them without proof. A claim leads the proof numbers
//! ([`super::guided_proof`]), or, where a length is asked for, gives the moves of a strategy ([`super::claimed_strategy`]).
//!
//! Singular extensions are off: where there are many checks they widen the tree. Of 142 hard puzzles the search sees 32 mates with
//! them in a million nodes, and 38 without.

use crate::board::{Board, Move};
use crate::eval::{Evaluator, Knowledge};
use crate::rules::{Game, RuleSet};
use crate::search::score::{Meaning, meaning};
use crate::search::{Engine, Limits, MateHints, Request, Settings, Techniques};
use crate::solve::budget::{Meter, Stopped};

/// Nodes for one question about a position of a proof or strategy.
pub(super) const QUESTION: u64 = 50_000;
/// Positions that the search visits in about the time of one node of the provers.
const VISITS: u64 = 4;

/// The playing search, for one thread.
#[derive(Debug)]
pub(in crate::solve) struct SearchScout {
    engine: Engine,
}

/// A mate that the search claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct ClaimedMate {
    /// The first move.
    pub mv: Move,
    /// The winner's moves to the mate.
    pub moves: u32,
}

impl SearchScout {
    /// A scout with a hash table of so many MiB.
    pub fn new(hash_mib: usize, rules: RuleSet) -> SearchScout {
        let techniques = Techniques {
            singular: false,
            ..Techniques::ALL
        };
        let engine = Engine::new(Settings {
            hash_mib: hash_mib.max(1),
            threads: 1,
            rules,
            // To find a mate, positions count more than a good evaluation.
            evaluator: Evaluator::hand_crafted(Knowledge::Full),
            techniques,
            ..Settings::default()
        });
        SearchScout { engine }
    }

    /// Clears the hash table, for the next puzzle.
    pub fn next_puzzle(&mut self) {
        self.engine.clear();
    }

    /// The mates in its hash table.
    pub fn mate_hints(&self) -> MateHints {
        self.engine.mate_hints()
    }

    /// Looks for a mate by the side to move with so many nodes, in the measure of the other provers.
    pub fn look(
        &mut self,
        board: &Board,
        nodes: u64,
        longest: Option<u32>,
        meter: &mut Meter,
    ) -> Result<Option<ClaimedMate>, Stopped> {
        let nodes = nodes.min(meter.nodes_left().unwrap_or(u64::MAX)).max(1);
        let limits = Limits {
            nodes: Some(nodes.saturating_mul(VISITS)),
            movetime: meter.time_left(),
            mate: longest,
            ..Limits::default()
        };
        let request = Request::new(Game::new(board.clone()), limits);
        let outcome = self.engine.search_until(request, meter.stop, |_| {});
        let claim = match (meaning(outcome.score), outcome.best) {
            (Meaning::Mate(plies), Some(mv)) if plies > 0 => Some(ClaimedMate {
                mv,
                moves: (plies as u32).div_ceil(2),
            }),
            _ => None,
        };
        meter.add(outcome.nodes.div_ceil(VISITS))?;
        Ok(claim)
    }
}
