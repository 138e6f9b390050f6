//! A proof led by the playing search.
//!
//! **Idea.** The playing search sees mates that proof numbers do not find, for it knows which quiet moves are good; proof
//! numbers prove in no time what they are led to. So once the search sees a mate of the puzzle, proof numbers over all moves
//! follow what stands in its hash table (`guess`). Mostly that is all. Where the table has forgotten too much, or the mate is far
//! off, the way is gone in steps: the move that the search names is played, and after each reply the same is tried
//! again, with the search asked anew. What is proved on the way stays in the table of proofs, and when all replies are answered,
//! so is the position before them.
//!
//! The search is a guide and no witness: it may err about a move, but then nothing is proved. What comes out is a proof like any
//! other, which may be longer than what the search saw.

use super::budget::{Meter, Stopped};
use super::dfpn::ProofNumbers;
use super::forcing::Forcing;
use super::race::{QUESTION, Race, Sighting};
use crate::board::Board;

/// Nodes for a position on the way, before the search is asked about it.
const QUICK: u64 = 3_000;
/// Nodes for it once the search was.
const LED: u64 = 20_000;
/// The longest way gone in steps, in moves of the attacker.
const STEPS: usize = 100;

/// The search, the prover that follows it, and how they came to where they are.
pub(super) struct Lead<'a> {
    race: &'a mut Race,
    forced: &'a mut ProofNumbers,
    /// The positions on the way, by key.
    way: Vec<u64>,
}

impl Lead<'_> {
    /// Whether the side to move is proved to mate, now that the search sees it. `straight` nodes go to following it from
    /// the position itself, `stepwise` to going its way in steps. The prover goes on following when this ends, for the plan
    /// that is to be written.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn proves(
        board: &mut Board,
        sighting: Sighting,
        (race, forced): (&mut Race, &mut ProofNumbers),
        (straight, stepwise): (u64, u64),
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        let mut lead = Lead {
            race,
            forced,
            way: Vec::new(),
        };
        if let Some(known) = lead.follow(board, straight, meter)? {
            return Ok(known);
        }
        let proved = meter.share(stepwise, |meter| lead.step(board, sighting, meter))?;
        Ok(proved == Some(true))
    }

    /// Follows what the search knows by now. `None` when the nodes did not do.
    fn follow(
        &mut self,
        board: &mut Board,
        nodes: u64,
        meter: &mut Meter,
    ) -> Result<Option<bool>, Stopped> {
        self.forced.follow(self.race.claims());
        meter.share(nodes, |meter| self.forced.mates(board, Forcing::All, meter))
    }

    /// Plays the move that the search named, and goes on after every reply.
    fn step(
        &mut self,
        board: &mut Board,
        sighting: Sighting,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        self.way.push(board.key());
        let undo = board.make(sighting.mv);
        let mut answered = Ok(true);
        for reply in board.legal_moves() {
            let back = board.make(reply);
            answered = self.answer(board, meter);
            board.undo(back);
            if answered != Ok(true) {
                break;
            }
        }
        board.undo(undo);
        self.way.pop();
        Ok(answered? && self.follow(board, LED, meter)? == Some(true))
    }

    /// Whether a position on the way can be proved, by whatever means.
    fn answer(&mut self, board: &mut Board, meter: &mut Meter) -> Result<bool, Stopped> {
        if self.way.len() >= STEPS || self.way.contains(&board.key()) {
            return Ok(false);
        }
        let known = meter.share(QUICK, |meter| self.forced.mates(board, Forcing::All, meter))?;
        if let Some(known) = known {
            return Ok(known);
        }
        let Some(sighting) = self.race.look(board, QUESTION, None, meter)? else {
            return Ok(false);
        };
        if let Some(known) = self.follow(board, LED, meter)? {
            return Ok(known);
        }
        self.step(board, sighting, meter)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::rules::{Repetition, RuleSet};
    use crate::solve::{Budget, verify};

    /// How many of the nodes a lead by the search takes, and whether it proves; what is proved must hold.
    fn led(fen: &str, looks: u64, budgets: (u64, u64)) -> (bool, u64) {
        let mut board = Board::from_fen(fen).unwrap();
        let never = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::default(), &never);
        let mut race = Race::new(4, RuleSet::default());
        let mut forced = ProofNumbers::new(1 << 22, Repetition::default());
        let seen = race.look(&board, looks, None, &mut meter).unwrap();
        let sighting = seen.unwrap_or_else(|| Sighting {
            mv: board.legal_moves()[0],
            moves: 9,
        });
        let before = meter.nodes();
        let both = (&mut race, &mut forced);
        let proved = Lead::proves(&mut board, sighting, both, budgets, &mut meter).unwrap();
        let nodes = meter.nodes() - before;
        if proved {
            let plan = forced
                .strategy(&mut board, Forcing::All, &mut meter)
                .unwrap();
            assert!(verify(&board, &plan, Repetition::default()).is_ok());
        }
        (proved, nodes)
    }

    /// 适情雅趣 329: a mate in seven with quiet moves, which proof numbers alone do not find in a million nodes.
    const QUIET_MATE: &str = "2b1kab1r/C3a4/9/PN7/9/3p5/9/C8/5p1p1/2B1K2c1 w - - 0 1";

    #[test]
    fn a_mate_with_quiet_moves_is_proved_at_once_when_the_search_leads() {
        let (proved, nodes) = led(QUIET_MATE, 400_000, (100_000, 0));
        assert!(proved && nodes < 50_000, "{nodes}");
        let mut board = Board::from_fen(QUIET_MATE).unwrap();
        let never = AtomicBool::new(false);
        let mut alone = ProofNumbers::new(1 << 22, Repetition::default());
        let budget = Budget {
            nodes: Some(500_000),
            ..Budget::default()
        };
        let mut meter = Meter::new(budget, &never);
        assert!(alone.mates(&mut board, Forcing::All, &mut meter).is_err());
    }

    #[test]
    fn it_is_proved_in_steps_too() {
        let (proved, _) = led(QUIET_MATE, 400_000, (1, 2_000_000));
        assert!(proved);
    }

    #[test]
    fn what_is_no_mate_is_not_proved_whoever_leads() {
        // A rook against a rook, and a sighting that is none.
        let (proved, _) = led(
            "4k4/9/9/9/4r4/9/9/9/3R5/3K5 w - - 0 1",
            1_000,
            (20_000, 200_000),
        );
        assert!(!proved);
    }
}
