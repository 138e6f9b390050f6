//! The playing search as a prover's scout.
//!
//! A search that plays sees mates that need moves which force nothing, and claims them without proof. Where any mate will do
//! its claims lead proof numbers (`lead`). Where a length is asked for, they may lead too far; then the search
//! is asked for a move in every position that the plan needs, and each of the defender's replies is either
//! proved at once by force or asked about again. What comes out is a plan like any other: the walker
//! ([`super::verify()`]) says whether it holds.
//!
//! It searches without singular extensions, which make a player stronger and, where there are many checks, its tree so wide that it
//! sees fewer mates: of 142 hard puzzles 32 with them in a million nodes, and 38 without.

use super::budget::{Meter, Stopped};
use super::dfpn::ProofNumbers;
use super::forcing::Forcing;
use super::last_move::mate_in_one;
use super::strategy::Strategy;
use crate::board::{Board, Move};
use crate::eval::{Evaluator, Knowledge};
use crate::rules::{Game, RuleSet};
use crate::search::score::{Meaning, meaning};
use crate::search::{Claims, Engine, Limits, Request, Settings, Techniques};

/// Nodes of the quick look for a forced mate, before the search is asked.
const QUICK: u64 = 3_000;
/// Nodes for one question to the search inside a plan.
pub(super) const QUESTION: u64 = 50_000;
/// Positions that the search visits in the time of one node of the provers, about.
const VISITS: u64 = 4;

/// The playing search, for one thread.
#[derive(Debug)]
pub struct Race {
    engine: Engine,
}

/// A mate that the search sees: the move, and how many of the winner's moves it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The first move.
    pub mv: Move,
    /// The winner's moves to the mate, as far as the search sees.
    pub moves: u32,
}

impl Race {
    /// A scout with a hash table of so many MiB.
    pub fn new(hash_mib: usize, rules: RuleSet) -> Race {
        Race {
            engine: Engine::new(Settings {
                hash_mib: hash_mib.max(1),
                threads: 1,
                rules,
                // The terms: what is looked for is a mate, and without a network more positions are seen.
                evaluator: Evaluator::hand_crafted(Knowledge::Full),
                techniques: Techniques {
                    singular: false,
                    ..Techniques::ALL
                },
                ..Settings::default()
            }),
        }
    }

    /// Forgets what it learnt: for the next puzzle.
    pub fn next_puzzle(&mut self) {
        self.engine.clear();
    }

    /// The mates that it has seen.
    pub(super) fn claims(&self) -> Claims {
        self.engine.claims()
    }

    /// Looks for a mate by the side to move with so many nodes. A node is what takes as long as one of the other provers'.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn look(
        &mut self,
        board: &Board,
        nodes: u64,
        longest: Option<u32>,
        meter: &mut Meter,
    ) -> Result<Option<Sighting>, Stopped> {
        let nodes = nodes.min(meter.nodes_left().unwrap_or(u64::MAX)).max(1);
        let limits = Limits {
            nodes: Some(nodes.saturating_mul(VISITS)),
            movetime: meter.time_left(),
            mate: longest,
            ..Limits::default()
        };
        let request = Request::new(Game::new(board.clone()), limits);
        let outcome = self.engine.search_until(request, meter.flag(), |_| {});
        let sighting = match (meaning(outcome.score), outcome.best) {
            (Meaning::Mate(plies), Some(mv)) if plies > 0 => Some(Sighting {
                mv,
                moves: (plies as u32).div_ceil(2),
            }),
            _ => None,
        };
        meter.add(outcome.nodes.div_ceil(VISITS))?;
        Ok(sighting)
    }

    /// Makes a plan of what the search sees. `None` where it does not see a mate in every line, or where the line
    /// grows longer than it said.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn plan(
        &mut self,
        board: &mut Board,
        sighting: Sighting,
        forced: &mut ProofNumbers,
        meter: &mut Meter,
    ) -> Result<Option<Strategy>, Stopped> {
        let mut plan = Plan {
            race: self,
            forced,
            strategy: Strategy::new(),
        };
        let holds = plan.attack(board, sighting, meter)?;
        Ok(holds.then_some(plan.strategy))
    }
}

struct Plan<'a> {
    race: &'a mut Race,
    forced: &'a mut ProofNumbers,
    strategy: Strategy,
}

impl Plan<'_> {
    /// Plays a move that the search named and answers every reply to it.
    fn attack(
        &mut self,
        board: &mut Board,
        sighting: Sighting,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        self.strategy.set(board, sighting.mv);
        let undo = board.make(sighting.mv);
        let mut result = Ok(true);
        for reply in board.legal_moves() {
            let back = board.make(reply);
            result = self.answer(board, sighting.moves - 1, meter);
            board.undo(back);
            if result != Ok(true) {
                break;
            }
        }
        board.undo(undo);
        result
    }

    /// Finds a mate after a reply: what is planned already, at once, by force, or as the search sees it.
    fn answer(
        &mut self,
        board: &mut Board,
        moves: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(false);
        }
        if self.strategy.get(board).is_some() {
            return Ok(true);
        }
        if let Some(mate) = mate_in_one(board) {
            self.strategy.set(board, mate);
            return Ok(true);
        }
        for forcing in [Forcing::Checks, Forcing::Threats(1), Forcing::All] {
            let proved = meter.share(QUICK, |meter| self.forced.mates(board, forcing, meter))?;
            if proved == Some(true) {
                let known = self.forced.strategy(board, forcing, meter)?;
                self.strategy.add(known);
                return Ok(true);
            }
        }
        match self.race.look(board, QUESTION, Some(moves), meter)? {
            Some(sighting) if sighting.moves <= moves => self.attack(board, sighting, meter),
            _ => Ok(false),
        }
    }
}
