//! The alpha-beta search as a scout for mates.
//!
//! The alpha-beta search finds mates with quiet moves but does not prove them. A claimed mate guides df-pn
//! ([`super::guided_proof`]) or, if a length is requested, provides the moves of a strategy ([`super::claimed_strategy`]).
//!
//! Singular extensions are off, and the purpose is [`Purpose::Mates`]. `docs/measurements/solve.md` has the measurements.

use crate::board::{Board, Move};
use crate::endgame::EndgameTables;
use crate::rules::{Game, RuleSet};
use crate::search::score::{ScoreKind, classify, is_decisive};
use crate::search::{Engine, Limits, MateHints, Purpose, Request, Settings, Techniques};
use crate::solve::budget::Meter;

/// Nodes of one search in a position of a proof or strategy.
pub(super) const CLAIM_NODES: u64 = 50_000;
/// Nodes of the search that take about as long as one node of the provers.
const SEARCH_NODES_PER_NODE: u64 = 4;

/// The alpha-beta search on one thread.
#[derive(Debug)]
pub(in crate::solve) struct SearchScout {
    engine: Engine,
}

/// A mate that the search claims, without proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::solve) struct ClaimedMate {
    /// The first move.
    pub mv: Move,
    /// The winner's moves to the mate.
    pub moves: u32,
    /// The principal variation, which may end before the mate.
    pub line: Vec<Move>,
    /// True if the opponent may also lose by the rules of repetition, so that the length is not that of a mate.
    pub by_rule: bool,
}

impl SearchScout {
    /// Creates a scout with a hash table of `hash_mib` MiB, at least 1.
    pub fn new(hash_mib: usize, rules: RuleSet) -> SearchScout {
        let techniques = Techniques {
            singular: false,
            purpose: Purpose::Mates,
            ..Techniques::ALL
        };
        let engine = Engine::new(Settings {
            hash_mib: hash_mib.max(1),
            threads: 1,
            rules,
            techniques,
            ..Settings::default()
        });
        SearchScout { engine }
    }

    /// Takes the results of positions with few pieces from these tables.
    pub fn set_endings(&mut self, endings: EndgameTables) {
        let settings = self.engine.settings().clone();
        self.engine.set(Settings {
            endings,
            ..settings
        });
    }

    /// Clears the hash table, for the next puzzle.
    pub fn next_puzzle(&mut self) {
        self.engine.clear();
    }

    /// The positions that its hash table scores as mate.
    pub fn mate_hints(&self) -> MateHints {
        self.engine.mate_hints()
    }

    /// Searches for a mate by the side to move, within `nodes`, the budget of the meter, and the limits besides their nodes and
    /// time. `nodes` and the meter count nodes of the provers. The meter checks the budget when the next node is counted, so that
    /// the claim of the last search is returned.
    pub fn claimed_mate(
        &mut self,
        board: &Board,
        nodes: u64,
        limits: Limits,
        meter: &mut Meter,
    ) -> Option<ClaimedMate> {
        let nodes = nodes.min(meter.nodes_left().unwrap_or(u64::MAX)).max(1);
        let limits = Limits {
            nodes: Some(nodes.saturating_mul(SEARCH_NODES_PER_NODE)),
            movetime: meter.time_left(),
            ..limits
        };
        let request = Request::new(Game::new(board.clone()), limits);
        let result = self.engine.search_until(request, meter.stop, |_| {});
        meter.charge(result.nodes.div_ceil(SEARCH_NODES_PER_NODE));
        let (plies, by_rule) = match classify(result.score) {
            ScoreKind::Mate(plies) => (plies, false),
            // The opponent loses by rule or is mated, so the win has no length.
            ScoreKind::Rule(plies) if limits.mate.is_none() => (plies, true),
            _ => (0, false),
        };
        let moves = (plies.max(0) as u32).div_ceil(2);
        let claim = |mv| ClaimedMate {
            mv,
            moves,
            line: self.extended(board, result.pv, plies as usize),
            by_rule,
        };
        result.best.filter(|_| moves > 0).map(claim)
    }

    /// A line followed by moves from the hash table, up to `plies` plies, as long as the table has won and lost positions.
    fn extended(&self, board: &Board, mut line: Vec<Move>, plies: usize) -> Vec<Move> {
        let mut board = board.after_line(&line);
        while line.len() < plies {
            let found = self.engine.probe(&board);
            let bounds = [found.lower, found.upper].into_iter().flatten();
            let Some(mv) = found.best else { break };
            if !bounds.map(|(score, _)| score).any(is_decisive) {
                break;
            }
            let _ = board.make(mv);
            line.push(mv);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::solve::budget::Budget;

    #[test]
    fn a_win_by_rule_ends_a_search_for_the_first_mate_if_it_suffices() {
        // 适情雅趣 399: black's rook can return to a position only by checks, and loses.
        let board = Board::from_fen("2P2R3/4r4/3k5/9/9/9/9/9/5K3/9 w - - 0 1").unwrap();
        let never = AtomicBool::new(false);
        for stop_on_win in [true, false] {
            let mut meter = Meter::new(Budget::default(), &never);
            let mut scout = SearchScout::new(4, RuleSet::default());
            let limits = Limits {
                stop_on_mate: true,
                stop_on_win,
                ..Limits::default()
            };
            let claim = scout.claimed_mate(&board, 100_000, limits, &mut meter);
            assert!(claim.is_some_and(|claim| claim.by_rule));
            assert_eq!(meter.nodes < 100_000, stop_on_win);
        }
    }
}
