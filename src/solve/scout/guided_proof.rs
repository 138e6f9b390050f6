//! A proof led by the playing search.
//!
//! **Idea.** The playing search sees mates that proof numbers do not find, because it knows which quiet moves are good. Proof
//! numbers prove quickly what they are led to. So once the search claims a mate of the puzzle, proof numbers over all moves take
//! their first numbers from its hash table. Mostly that is enough. Where the table has lost too much, or the mate is far
//! off, the claimed move is played, and after each reply the same is tried again, with the search asked anew. What is proved on
//! the path stays in the table of proofs.
//!
//! The search may be wrong about a move; then nothing is proved. A proof may be longer than the search claimed.

use super::search_scout::{ClaimedMate, QUESTION, SearchScout};
use crate::board::Board;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::dfpn::{ProofMode, ProofNumbers};
use crate::solve::strategy::all_replies;

/// Nodes for a position on the path, before the search is asked about it.
const QUICK: u64 = 3_000;
/// Nodes for it once the search was.
const LED: u64 = 20_000;
/// The longest path of claimed moves.
const STEPS: usize = 100;

/// The search, and the proof numbers that it leads.
pub(in crate::solve) struct GuidedProof<'a> {
    scout: &'a mut SearchScout,
    proofs: &'a mut ProofNumbers,
    /// The mode of the last proof.
    pub mode: ProofMode,
    /// The keys of the positions on the path.
    path: Vec<u64>,
}

impl<'a> GuidedProof<'a> {
    pub fn new(
        scout: &'a mut SearchScout,
        proofs: &'a mut ProofNumbers,
        counts_repetitions: bool,
    ) -> GuidedProof<'a> {
        GuidedProof {
            mode: proofs.led_by(scout.mate_hints(), counts_repetitions),
            scout,
            proofs,
            path: Vec::new(),
        }
    }

    /// Whether the side to move is proved to mate, as the search claims. `direct` nodes are spent on the position itself,
    /// `stepwise` nodes on the path of claimed moves.
    pub fn proves(
        &mut self,
        board: &mut Board,
        claim: ClaimedMate,
        (direct, stepwise): (u64, u64),
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        if let Some(known) = self.mates(board, direct, meter)? {
            return Ok(known);
        }
        let proved = meter.share(stepwise, |meter| self.step(board, claim, meter))?;
        Ok(proved == Some(true))
    }

    /// Searches with the mode that is set. `None` when the nodes did not suffice.
    fn mates(
        &mut self,
        board: &mut Board,
        nodes: u64,
        meter: &mut Meter,
    ) -> Result<Option<bool>, Stopped> {
        meter.share(nodes, |meter| self.proofs.mates(board, &self.mode, meter))
    }

    /// Searches led by the hash table as it is now.
    fn mates_led(&mut self, board: &mut Board, meter: &mut Meter) -> Result<Option<bool>, Stopped> {
        let hints = self.scout.mate_hints();
        self.mode = self.proofs.led_by(hints, self.mode.counts_repetitions);
        self.mates(board, LED, meter)
    }

    /// Plays the claimed move, and goes on after every reply.
    fn step(
        &mut self,
        board: &mut Board,
        claim: ClaimedMate,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        self.path.push(board.key());
        let answered = all_replies(board, claim.mv, |board| self.answer(board, meter));
        self.path.pop();
        Ok(answered? && self.mates_led(board, meter)? == Some(true))
    }

    /// Whether a position on the path can be proved, by whatever means.
    fn answer(&mut self, board: &mut Board, meter: &mut Meter) -> Result<bool, Stopped> {
        if self.path.len() >= STEPS || self.path.contains(&board.key()) {
            return Ok(false);
        }
        if let Some(known) = self.mates(board, QUICK, meter)? {
            return Ok(known);
        }
        let Some(claim) = self.scout.look(board, QUESTION, None, meter)? else {
            return Ok(false);
        };
        if let Some(known) = self.mates_led(board, meter)? {
            return Ok(known);
        }
        self.step(board, claim, meter)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::rules::{Repetition, RuleSet};
    use crate::solve::budget::Budget;
    use crate::solve::forcing::Forcing;
    use crate::solve::verify::verify;

    /// Whether a claim of the search is proved, and in how many nodes. What is proved must hold.
    fn led(fen: &str, looks: u64, budgets: (u64, u64)) -> (bool, u64) {
        let mut board = Board::from_fen(fen).unwrap();
        let never = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::default(), &never);
        let mut scout = SearchScout::new(4, RuleSet::default());
        let mut proofs = ProofNumbers::new(1 << 22, Repetition::default());
        let seen = scout.look(&board, looks, None, &mut meter).unwrap();
        let (mv, moves) = (board.legal_moves()[0], 9);
        let claim = seen.unwrap_or(ClaimedMate { mv, moves });
        let before = meter.nodes;
        let mut proof = GuidedProof::new(&mut scout, &mut proofs, true);
        let proved = proof.proves(&mut board, claim, budgets, &mut meter);
        let proved = proved.expect("no limit is set");
        let (nodes, mode) = (meter.nodes - before, proof.mode);
        if proved {
            let strategy = proofs.strategy(&board, &mode, &mut meter).unwrap();
            assert!(verify(&board, &strategy, Repetition::default()).is_ok());
        }
        (proved, nodes)
    }

    /// 适情雅趣 329: a mate in seven with quiet moves, which proof numbers alone do not find in a million nodes.
    const QUIET_MATE: &str = "2b1kab1r/C3a4/9/PN7/9/3p5/9/C8/5p1p1/2B1K2c1 w - - 0 1";

    #[test]
    fn a_quiet_mate_is_proved_directly_and_stepwise_and_a_false_claim_is_not() {
        let (proved, nodes) = led(QUIET_MATE, 400_000, (100_000, 0));
        assert!(proved && nodes < 50_000, "{nodes}");
        assert!(led(QUIET_MATE, 400_000, (1, 2_000_000)).0);
        let board = Board::from_fen(QUIET_MATE).unwrap();
        let never = AtomicBool::new(false);
        let mut alone = ProofNumbers::new(1 << 22, Repetition::default());
        let mut meter = Meter::new(Budget::of_nodes(500_000), &never);
        let mode = Forcing::All.into();
        assert!(alone.mates(&board, &mode, &mut meter).is_err());
        let rook_against_rook = "4k4/9/9/9/4r4/9/9/9/3R5/3K5 w - - 0 1";
        assert!(!led(rook_against_rook, 1_000, (20_000, 200_000)).0);
    }
}
