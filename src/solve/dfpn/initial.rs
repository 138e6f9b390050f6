//! Initial proof and disproof numbers of positions that were not searched yet, and generation of the children of a node.
//!
//! **By mobility.** The proof number of a position with the defender to move is the number of replies. Over all moves
//! ([`Forcing::All`]) the disproof number of a position with the attacker to move is the number of its moves. So quiet moves are
//! tried after the forcing ones, and the defender's checks, which leave few moves, come first. A mate in one is found a ply before
//! its node is expanded.
//!
//! **By the alpha-beta search.** Mobility finds mates by force and misses mates by quiet moves. For those the hash table of the
//! alpha-beta search helps ([`Guide`](super::search::Guide)): a position that the search scored as mate gets the number one, and
//! the numbers of all others are multiplied by [`UNCLAIMED`]. It is used only once the search has scored the puzzle itself as
//! mate.

use super::node::{Child, ProofNumbers, Role};
use super::search::DfpnSearch;
use crate::board::{Move, MoveList};
use crate::endgame::EndgameResult;
use crate::rules::mate_by_checks::leaves_no_move;
use crate::search::MateHint;
use crate::solve::forcing::Forcing;
use crate::solve::mate_in_one::mate_in_one;
use crate::solve::stored_endgames::rules_out_win;

/// The initial proof number after a quiet move, the same as after a check with four replies.
const QUIET: u32 = 4;
/// The factor of the proof number of a position that the alpha-beta search has not scored as mate.
const UNCLAIMED: u32 = 8;

impl DfpnSearch<'_, '_> {
    /// Pushes the children of a node on the stack.
    pub(super) fn add_children(&mut self, role: Role) {
        match role {
            Role::Attacker => self.add_attacks(),
            Role::Defender => self.add_replies(),
        }
    }

    fn add_attacks(&mut self) {
        let mut moves = MoveList::new();
        let work = self.mode.forcing.moves(&mut self.board, &mut moves);
        // Threats are costly to find.
        if matches!(self.mode.forcing, Forcing::Threats(_)) {
            self.meter.charge(work);
        }
        self.prefetch(&moves);
        for mv in moves {
            let numbers = self.probe(mv).unwrap_or_else(|| self.after_attack(mv));
            let numbers = self.within_limit(numbers);
            self.solver.children.push(Child { mv, numbers });
            if numbers == ProofNumbers::won(0) {
                break;
            }
        }
    }

    /// The initial numbers after a move of the attacker.
    fn after_attack(&mut self, mv: Move) -> ProofNumbers {
        let undo = self.board.make(mv);
        let (replies, key) = (self.board.count_legal_moves() as u32, self.board.key());
        let is_draw = self.is_draw_by_material();
        let stored = self.stored_loss();
        self.board.undo(undo);
        if let Some(numbers) = stored {
            return numbers;
        }
        let mode = self.mode;
        match &mode.guide {
            _ if replies == 0 || is_draw => ProofNumbers::won(0),
            Some(guide) if guide.hints.of(key) == Some(MateHint::Loses) => ProofNumbers::open(1, 1),
            Some(_) => ProofNumbers::open(UNCLAIMED * replies, 1),
            None if mode.forcing == Forcing::All => {
                self.store_initial(key, ProofNumbers::open(replies, 1))
            }
            None if self.board.gives_check(mv) => ProofNumbers::open(replies, 1),
            None => ProofNumbers::open(QUIET, 1),
        }
    }

    fn add_replies(&mut self) {
        let moves = self.board.legal_moves();
        if self.mode.forcing == Forcing::All {
            // Each reply is made here, and again when its child is expanded.
            self.meter.charge(moves.len() as u64 / 4);
        }
        self.prefetch(&moves);
        // A move that mates after one reply mates after most others that do not parry it, so it is tried first.
        let mut threat = None::<Move>;
        for mv in moves {
            let numbers = self.probe(mv).unwrap_or_else(|| {
                let undo = self.board.make(mv);
                let numbers = self.after_reply(&mut threat);
                self.board.undo(undo);
                numbers
            });
            let numbers = self.within_limit(numbers);
            self.solver.children.push(Child { mv, numbers });
        }
    }

    /// The initial numbers after a reply of the defender. `threat` is a move that mated after another reply.
    fn after_reply(&mut self, threat: &mut Option<Move>) -> ProofNumbers {
        if self.is_draw_by_material() {
            return ProofNumbers::won(0);
        }
        if let Some(numbers) = self.stored_win() {
            return numbers;
        }
        let again = threat.filter(|&mate| self.board.is_legal_move(mate));
        let mate = again.filter(|&mate| leaves_no_move(&mut self.board, mate));
        let key = self.board.key();
        if let Some(mate) = mate.or_else(|| mate_in_one(&mut self.board)) {
            *threat = Some(mate);
            let (key, numbers) = (key ^ self.salt, ProofNumbers::won(1));
            self.solver.table.store(key, numbers, 0, Some(mate), 1);
            return numbers;
        }
        let mode = self.mode;
        let moves = match mode.forcing {
            Forcing::All => self.board.count_legal_moves() as u32,
            _ => 1,
        };
        match &mode.guide {
            _ if moves == 0 => ProofNumbers::LOST,
            Some(guide) if guide.hints.of(key) == Some(MateHint::Wins) => {
                ProofNumbers::open(1, moves)
            }
            Some(_) => ProofNumbers::open(UNCLAIMED, moves),
            None if mode.forcing == Forcing::All => {
                self.store_initial(key, ProofNumbers::open(1, moves))
            }
            None => ProofNumbers::open(1, moves),
        }
    }

    /// Stores the initial numbers of a position. Over all moves most positions are never expanded, and their numbers are
    /// needed at every visit of the parent.
    fn store_initial(&mut self, key: u64, numbers: ProofNumbers) -> ProofNumbers {
        let (table, key) = (&mut self.solver.table, key ^ self.salt);
        if table.find(key).is_none() {
            table.store(key, numbers, 0, None, 0);
        }
        numbers
    }

    /// The numbers of a position with the attacker to move by the endgame tables.
    fn stored_win(&mut self) -> Option<ProofNumbers> {
        let result = self.solver.endings.probe(&self.board)?;
        let is_lost = || rules_out_win(result, &self.board, self.solver.rules);
        match result {
            EndgameResult::Mates(plies) => {
                let (mv, _) = *self.solver.endings.moves(&self.board)?.first()?;
                let (key, numbers) = (self.board.key() ^ self.salt, ProofNumbers::won(plies));
                self.solver.table.store(key, numbers, 0, Some(mv), 1);
                Some(numbers)
            }
            _ if !self.mode.draw_suffices && is_lost() => Some(ProofNumbers::LOST),
            _ => None,
        }
    }

    /// The numbers of a position with the defender to move, if it is mated by the endgame tables.
    fn stored_loss(&self) -> Option<ProofNumbers> {
        match self.solver.endings.probe(&self.board)? {
            EndgameResult::Mated(plies) => Some(ProofNumbers::won(plies)),
            _ => None,
        }
    }
}
