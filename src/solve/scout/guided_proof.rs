//! A df-pn proof guided by the alpha-beta search.
//!
//! **Idea.** The alpha-beta search finds mates with quiet moves that df-pn does not find, because its evaluation and history
//! order quiet moves. Df-pn proves such a mate quickly once the moves are known. So when the search claims a mate of the
//! puzzle, df-pn over all moves takes its initial numbers from the hash table of the search. Mostly that is enough. If the hash
//! table has lost too many positions, or the mate is long, the positions of the claimed line are proved one after the other, the
//! last one first. What is proved stays in the table of df-pn, so that each position needs only the replies off the line. Where
//! df-pn fails, the claimed move is played, and after each reply the same is tried again with a new search.
//! If a position is still not proved, everything is repeated with more nodes for each search on the line.
//!
//! If the search is wrong about a move, it searches that position again. The proved mate may be longer than claimed.

use super::search_scout::{CLAIM_NODES, ClaimedMate, SearchScout};
use crate::board::{Board, Move};
use crate::search::Limits;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::dfpn::{DfpnSolver, ProofMode};
use crate::solve::strategy::all_replies;

/// By how much the nodes of each search along the line are multiplied, one after the other until the mate is proved.
const EFFORTS: [u64; 4] = [1, 4, 16, 64];
/// Before each of them the puzzle itself gets the nodes of the proof divided by this, guided by the last search. Nearly all
/// puzzles that are proved without their line need fewer.
const DIRECT_PART: u64 = 40;
/// Nodes of df-pn for a position on the path before a new search of it.
const QUICK_NODES: u64 = 3_000;
/// Nodes of df-pn for it after that search.
const GUIDED_NODES: u64 = 20_000;
/// The longest path of claimed moves.
const MAX_STEPS: usize = 100;

/// The alpha-beta search, and the df-pn search that it guides.
pub(in crate::solve) struct GuidedProof<'a> {
    scout: &'a mut SearchScout,
    dfpn: &'a mut DfpnSolver,
    /// The mode of the last proof.
    pub mode: ProofMode,
    /// The keys of the positions on the path.
    path: Vec<u64>,
    /// The factor of the nodes of each search.
    effort: u64,
}

impl<'a> GuidedProof<'a> {
    pub fn new(
        scout: &'a mut SearchScout,
        dfpn: &'a mut DfpnSolver,
        wins_by_repetition: bool,
    ) -> GuidedProof<'a> {
        GuidedProof {
            mode: dfpn.guided_by(scout.mate_hints(), wins_by_repetition),
            scout,
            dfpn,
            path: Vec::new(),
            effort: 1,
        }
    }

    /// Proves the claimed mate, in the claimed length or a longer one, within `nodes`, and returns true if that succeeds.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn prove(
        &mut self,
        board: &Board,
        claim: &ClaimedMate,
        nodes: u64,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        let proved = meter.share(nodes, |meter| {
            for effort in EFFORTS {
                self.effort = effort;
                if let Some(known) = self.mates(board, nodes / DIRECT_PART, meter)? {
                    return Ok(known);
                }
                if self.prove_line(board, &claim.line, meter)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })?;
        Ok(proved == Some(true))
    }

    /// Searches with the current mode. `None` if the nodes did not suffice.
    fn mates(
        &mut self,
        board: &Board,
        nodes: u64,
        meter: &mut Meter,
    ) -> Result<Option<bool>, Stopped> {
        meter.share(nodes, |meter| self.dfpn.mates(board, &self.mode, meter))
    }

    /// Searches guided by the current content of the hash table.
    fn mates_guided(&mut self, board: &Board, meter: &mut Meter) -> Result<Option<bool>, Stopped> {
        let hints = self.scout.mate_hints();
        self.mode = self.dfpn.guided_by(hints, self.mode.wins_by_repetition);
        self.mates(board, self.effort * GUIDED_NODES, meter)
    }

    /// Searches for a mate by the alpha-beta search, and ends with the first one, which may be longer than another, or with a win
    /// by rule if that suffices.
    fn first_mate(&mut self, board: &Board, meter: &mut Meter) -> Option<ClaimedMate> {
        let limits = Limits {
            stop_on_mate: true,
            stop_on_win: self.mode.wins_by_repetition,
            ..Limits::default()
        };
        let nodes = self.effort * CLAIM_NODES;
        self.scout.claimed_mate(board, nodes, limits, meter)
    }

    /// Proves the positions of a line with the winner to move, the last one first, and returns true if all are proved.
    fn prove_line(
        &mut self,
        board: &Board,
        line: &[Move],
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        for ply in (0..line.len()).step_by(2).rev() {
            let mut board = board.after_line(&line[..ply]);
            if !self.prove_position(&mut board, line[ply], meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Proves a position of a line by the move of the line or, if that fails, by a move that a new search claims.
    fn prove_position(
        &mut self,
        board: &mut Board,
        mv: Move,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        if let Some(known) = self.mates(board, self.effort * GUIDED_NODES, meter)? {
            return Ok(known);
        }
        if self.step(board, mv, meter)? {
            return Ok(true);
        }
        match self.first_mate(board, meter) {
            Some(claim) if claim.mv != mv => self.step(board, claim.mv, meter),
            _ => Ok(false),
        }
    }

    /// Plays the claimed move, proves the position after every reply, and then the position itself.
    fn step(&mut self, board: &mut Board, mv: Move, meter: &mut Meter) -> Result<bool, Stopped> {
        self.path.push(board.key());
        let proved = all_replies(board, mv, |board| self.after_reply(board, meter));
        self.path.pop();
        Ok(proved? && self.mates_guided(board, meter)? == Some(true))
    }

    /// Returns true if the position after a reply is proved: directly, guided by a new search, or stepwise.
    fn after_reply(&mut self, board: &mut Board, meter: &mut Meter) -> Result<bool, Stopped> {
        if self.path.len() >= MAX_STEPS || self.path.contains(&board.key()) {
            return Ok(false);
        }
        if let Some(known) = self.mates(board, self.effort * QUICK_NODES, meter)? {
            return Ok(known);
        }
        let Some(claim) = self.first_mate(board, meter) else {
            return Ok(false);
        };
        if let Some(known) = self.mates_guided(board, meter)? {
            return Ok(known);
        }
        self.step(board, claim.mv, meter)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::rules::{RepetitionRules, RuleSet};
    use crate::solve::budget::Budget;
    use crate::solve::forcing::Forcing;
    use crate::solve::verify::verify;

    /// Whether a claim of the search is proved within `nodes`, and in how many. Asserts that a proof is verified.
    fn guided(fen: &str, search_nodes: u64, nodes: u64) -> (bool, u64) {
        let board = Board::from_fen(fen).unwrap();
        let never = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::default(), &never);
        let mut scout = SearchScout::new(4, RuleSet::default());
        let mut dfpn = DfpnSolver::new(1 << 22, RepetitionRules::default());
        let seen = scout.claimed_mate(&board, search_nodes, Limits::default(), &mut meter);
        let mv = board.legal_moves()[0];
        let claim = seen.unwrap_or(ClaimedMate {
            mv,
            moves: 9,
            line: vec![mv],
            by_rule: false,
        });
        let before = meter.nodes;
        let mut proof = GuidedProof::new(&mut scout, &mut dfpn, true);
        let proved = proof.prove(&board, &claim, nodes, &mut meter);
        let proved = proved.expect("no limit is set");
        let (nodes, mode) = (meter.nodes - before, proof.mode);
        if proved {
            let strategy = dfpn.strategy(&board, &mode, &mut meter).unwrap();
            assert!(verify(&board, &strategy, RepetitionRules::default()).is_ok());
        }
        (proved, nodes)
    }

    /// 适情雅趣 329: a mate in seven with quiet moves, which df-pn alone does not find in a million nodes.
    const QUIET_MATE: &str = "2b1kab1r/C3a4/9/PN7/9/3p5/9/C8/5p1p1/2B1K2c1 w - - 0 1";

    #[test]
    fn a_quiet_mate_is_proved_directly_and_stepwise_and_a_false_claim_is_not() {
        let (proved, nodes) = guided(QUIET_MATE, 400_000, 1_000_000);
        assert!(proved && nodes < 25_000, "{nodes}");
        // Too few nodes for the puzzle itself, but not for its line.
        let (proved, nodes) = guided(QUIET_MATE, 400_000, 40_000);
        assert!(proved && nodes > 40_000 / DIRECT_PART, "{nodes}");
        // The line alone.
        let board = Board::from_fen(QUIET_MATE).unwrap();
        let never = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::default(), &never);
        let mut scout = SearchScout::new(4, RuleSet::default());
        let mut dfpn = DfpnSolver::new(1 << 22, RepetitionRules::default());
        let claim = scout.claimed_mate(&board, 400_000, Limits::default(), &mut meter);
        let line = claim.expect("a claim").line;
        let mut proof = GuidedProof::new(&mut scout, &mut dfpn, true);
        let proved = meter.share(2_000_000, |meter| proof.prove_line(&board, &line, meter));
        assert!(matches!(proved, Ok(Some(true))));
        let mut alone = DfpnSolver::new(1 << 22, RepetitionRules::default());
        let mut meter = Meter::new(Budget::of_nodes(500_000), &never);
        let mode = Forcing::All.into();
        assert!(alone.mates(&board, &mode, &mut meter).is_err());
        let rook_against_rook = "4k4/9/9/9/4r4/9/9/9/3R5/3K5 w - - 0 1";
        assert!(!guided(rook_against_rook, 1_000, 200_000).0);
    }
}
