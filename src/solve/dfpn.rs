//! Depth-first proof-number search: long mates by force.
//!
//! **Idea.** A mate of twenty moves is out of reach for a search that goes through all lengths. But where
//! every move forces, the tree is narrow, and the shortest way to a proof is to expand, over and over, the leaf
//! that would help most: the *most proving* one. Each node carries two numbers, how many leaves must still be
//! proved for a proof and how many disproved for a disproof (Allis 1994). Df-pn walks there depth first, with a
//! threshold for each number, and keeps the tree in a bounded table (Nagai 2002).
//!
//! **What is added here.**
//! - A threshold is a quarter above the second best (1 + epsilon, Pawlewicz & Lew 2007): fewer ways back up.
//! - Where many children share what lies below, sums count it many times. So the largest child counts, and one for
//!   each of the others (weak proof numbers, Ueda et al. 2008).
//! - A new node is as hard as the defender has replies (`guess`); a mate in one is seen a ply before it is looked for.
//! - Over all moves ([`Forcing::All`]) a position is as hard to prove as the defender has replies, and as hard to disprove
//!   as the attacker has moves: so quiet moves are tried when the forcing ones do not seem to suffice, and the defender's
//!   checks, which leave few moves, come first. Once the playing search has seen a mate, its claims lead (`guess`).
//! - What answers one reply is tried on the others (`alike`).
//! - Most of the time goes into looking at children. So the table is asked to fetch all of them before the first is looked
//!   at, and the mate that answers one reply is tried first after the next.
//! - A position that stands on its line already is judged by the rules (`line`). Mostly that is a draw or a perpetual
//!   check of the attacker, and so no mate. But a defender who checks or chases for ever loses by it, and is not saved.
//!   Proofs and disproofs that lean on a repetition hold on their line alone, and the table knows that (`pn_table`).
//!
//! **Limits.** A disproof says only that the allowed moves ([`Forcing`]) do not mate. A proof is a mate, but
//! not the shortest.

use super::budget::{Meter, Stopped};
use super::forcing::Forcing;
use super::guess::Leader;
use super::last_move::{leaves_no_move, mate_in_one};
use super::line::Line;
use super::numbers::{INFINITE, Numbers, above, earlier, sum};
use super::pn_table::PnTable;
use crate::board::{Board, Color, Move, MoveList};
use crate::rules::Repetition;
use crate::search::Claims;

/// The longest line, in plies: what is longer counts as no proof.
pub(super) const LONGEST_LINE: usize = 240;
/// Lists of forcing moves remembered.
const LISTS: usize = 1 << 13;

/// The searcher and what it knows.
#[derive(Debug)]
pub struct ProofNumbers {
    pub(super) table: PnTable,
    /// The forcing moves of positions, which are costly to find, by key.
    lists: Vec<(u64, Box<[Move]>)>,
    /// What repetitions are judged by.
    rules: Repetition,
    /// Whether a defender who can only check or chase for ever counts as lost, from now on. Where each line was won by a
    /// repetition of its own, there may be no plan of one answer for all of them, and yet another mate without.
    pub counts_repetitions: bool,
    /// Whom the first guesses over all moves follow.
    leader: Option<Leader>,
    /// What told the last leader's numbers apart.
    last_leader: u64,
}

impl ProofNumbers {
    /// A searcher with a table of so many bytes; repetitions are judged by `rules`.
    pub fn new(bytes: usize, rules: Repetition) -> ProofNumbers {
        ProofNumbers {
            table: PnTable::new(bytes),
            lists: Vec::new(),
            rules,
            counts_repetitions: true,
            leader: None,
            last_leader: 0,
        }
    }

    /// From now on the first guesses over all moves follow what a search has seen; numbers of an earlier leader are forgotten,
    /// proofs and disproofs are not.
    pub fn follow(&mut self, claims: Claims) {
        let leader = Leader::after(self.last_leader, claims);
        self.last_leader = leader.salt;
        self.leader = Some(leader);
    }

    /// From now on nobody is followed.
    pub fn follow_nobody(&mut self) {
        self.leader = None;
    }

    /// Begins another puzzle; older knowledge makes room first.
    pub fn next_puzzle(&mut self) {
        self.table.next_puzzle();
        self.leader = None;
    }

    /// Whether the side to move mates by force. What was found out before the budget was spent is kept,
    /// so that the next call goes on where this one ended.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn mates(
        &mut self,
        board: &mut Board,
        forcing: Forcing,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        let mut walk = Walk::new(self, board, forcing, meter);
        let numbers = walk.attack(None, INFINITE - 1, INFINITE - 1)?;
        Ok(numbers.is_won())
    }
}

/// A move of a node, and the numbers of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) numbers: Numbers,
}

pub(super) struct Walk<'w, 'm> {
    pub(super) known: &'w mut ProofNumbers,
    pub(super) board: &'w mut Board,
    pub(super) meter: &'w mut Meter<'m>,
    pub(super) forcing: Forcing,
    /// Tells apart what is known of a position by who attacks, and with which moves.
    pub(super) salt: u64,
    /// Whom the first guesses follow.
    pub(super) leader: Option<Leader>,
    /// The positions from the root to the node at work.
    pub(super) line: Line,
}

impl<'w, 'm> Walk<'w, 'm> {
    pub(super) fn new(
        known: &'w mut ProofNumbers,
        board: &'w mut Board,
        forcing: Forcing,
        meter: &'w mut Meter<'m>,
    ) -> Walk<'w, 'm> {
        let kind = match forcing {
            Forcing::Checks => 0,
            Forcing::Threats(length) => u64::from(length),
            Forcing::All => 1_000,
        };
        let side = u64::from(board.side() == Color::Black);
        let rules = Some(known.rules).filter(|_| known.counts_repetitions);
        let kind = kind + 2_000 * u64::from(rules.is_none());
        let leader = known.leader.clone();
        Walk {
            line: Line::new(board.side(), rules),
            known,
            leader: leader.filter(|_| forcing == Forcing::All),
            salt: (2 * kind + side + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            board,
            meter,
            forcing,
        }
    }

    /// What is known of the position that a move leads to, were it played; the line ends before the move.
    fn probe(&mut self, mv: Move) -> Option<Numbers> {
        let key = self.board.key_after(mv);
        if let Some(ply) = self.line.find(key) {
            return Some(self.line.repeats(self.board, mv, ply));
        }
        let find = |key: u64| {
            let found = self.known.table.probe(key, |way| self.line.ply_of(way));
            found.map(|(numbers, _)| numbers)
        };
        let known = find(key ^ self.salt);
        match &self.leader {
            Some(leader) if !known.is_some_and(Numbers::is_known) => {
                find(key ^ self.salt ^ leader.salt)
            }
            _ => known,
        }
    }

    /// Lets the table fetch what it knows of the positions that these moves lead to.
    fn prefetch(&self, moves: &[Move]) {
        for &mv in moves {
            let key = self.board.key_after(mv);
            self.known.table.prefetch(key ^ self.salt);
        }
    }

    /// Stores the numbers of the position at the end of the line, without it being part of the line. The key is salted.
    fn store(&mut self, key: u64, numbers: Numbers, mv: Option<Move>, nodes: u64) {
        let key = match &self.leader {
            Some(leader) if !numbers.is_known() => key ^ leader.salt,
            _ => key,
        };
        let way = numbers.leans_on.map_or(0, |ply| self.line.way_from(ply));
        self.known.table.store(key, numbers, way, mv, nodes);
    }

    /// A node of the attacker, reached by a move, until a number reaches its threshold.
    pub(super) fn attack(
        &mut self,
        mv: Option<Move>,
        proof: u32,
        disproof: u32,
    ) -> Result<Numbers, Stopped> {
        self.meter.count()?;
        let before = self.meter.nodes();
        let key = self.board.key() ^ self.salt;
        let ply = self.line.len();
        self.line.push(self.board, mv);
        let mut children = self.attacks(key);
        let result = self.attack_children(&mut children, ply, proof, disproof);
        self.line.pop();
        let (numbers, mv) = result?;
        let nodes = self.meter.nodes() - before;
        self.store(key, numbers, mv, nodes);
        Ok(numbers)
    }

    fn attack_children(
        &mut self,
        children: &mut [Child],
        ply: usize,
        proof: u32,
        disproof: u32,
    ) -> Result<(Numbers, Option<Move>), Stopped> {
        loop {
            let (mut best, mut second) = (None::<usize>, INFINITE);
            let (mut open, mut hardest) = (0, 0);
            let mut leans_on = None::<u16>;
            let mut won = None::<Child>;
            for (index, child) in children.iter().enumerate() {
                let numbers = child.numbers;
                if numbers.is_won() {
                    // One that holds for good is worth more than one that leans on the line.
                    let worth = |numbers: Numbers| (numbers.leans_on.is_some(), numbers.disproof);
                    if won.is_none_or(|other| worth(numbers) < worth(other.numbers)) {
                        won = Some(*child);
                    }
                } else if numbers.is_lost() {
                    leans_on = earlier(leans_on, numbers.leans_on);
                } else {
                    open += 1;
                    hardest = hardest.max(numbers.disproof);
                    match best {
                        Some(other) if children[other].numbers.proof <= numbers.proof => {
                            second = second.min(numbers.proof);
                        }
                        _ => {
                            second = best.map_or(INFINITE, |other| children[other].numbers.proof);
                            best = Some(index);
                        }
                    }
                }
            }
            if let Some(child) = won {
                let numbers = Numbers::won(child.numbers.disproof + 1);
                return Ok((numbers.leaning(child.numbers.leans_on, ply), Some(child.mv)));
            }
            let Some(best) = best else {
                return Ok((Numbers::LOST.leaning(leans_on, ply), None));
            };
            let others = open - 1;
            let here = Numbers::new(children[best].numbers.proof, sum(hardest, others));
            if here.proof >= proof || here.disproof >= disproof {
                return Ok((here, None));
            }
            let (proof, disproof) = (proof.min(above(second)), disproof.saturating_sub(others));
            let undo = self.board.make(children[best].mv);
            let numbers = self.defend(children[best].mv, proof, disproof);
            self.board.undo(undo);
            children[best].numbers = numbers?;
        }
    }

    /// The forcing moves with what is known of each.
    fn attacks(&mut self, key: u64) -> Vec<Child> {
        let moves = self.forcing_moves(key);
        self.prefetch(&moves);
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let numbers = self.probe(mv).unwrap_or_else(|| {
                let check = self.board.gives_check(mv);
                let undo = self.board.make(mv);
                let replies = self.board.count_legal_moves() as u32;
                self.board.undo(undo);
                match replies {
                    0 => Numbers::won(0),
                    _ => self.guess_reply(mv, check, replies),
                }
            });
            children.push(Child { mv, numbers });
            if numbers == Numbers::won(0) {
                break;
            }
        }
        children
    }

    fn forcing_moves(&mut self, key: u64) -> Box<[Move]> {
        let mut moves = MoveList::new();
        if matches!(self.forcing, Forcing::Checks | Forcing::All) {
            self.forcing.moves(self.board, &mut moves);
            return moves.as_slice().into();
        }
        if self.known.lists.is_empty() {
            self.known.lists.resize(LISTS, (0, Box::default()));
        }
        let place = (key >> 20) as usize % LISTS;
        if self.known.lists[place].0 == key {
            return self.known.lists[place].1.clone();
        }
        let work = self.forcing.moves(self.board, &mut moves);
        self.meter.charge(work);
        let moves: Box<[Move]> = moves.as_slice().into();
        self.known.lists[place] = (key, moves.clone());
        moves
    }

    /// A node of the defender, reached by a move, until a number reaches its threshold.
    fn defend(&mut self, mv: Move, proof: u32, disproof: u32) -> Result<Numbers, Stopped> {
        self.meter.count()?;
        let before = self.meter.nodes();
        let key = self.board.key() ^ self.salt;
        let ply = self.line.len();
        if ply >= LONGEST_LINE {
            return Ok(Numbers::LOST.leaning(Some(0), ply));
        }
        self.line.push(self.board, Some(mv));
        let mut children = self.replies();
        let result = self.defend_children(&mut children, ply, proof, disproof);
        self.line.pop();
        let numbers = result?;
        let nodes = self.meter.nodes() - before;
        self.store(key, numbers, None, nodes);
        Ok(numbers)
    }

    fn defend_children(
        &mut self,
        children: &mut [Child],
        ply: usize,
        proof: u32,
        disproof: u32,
    ) -> Result<Numbers, Stopped> {
        loop {
            let (mut best, mut second) = (None::<usize>, INFINITE);
            let (mut open, mut hardest, mut plies) = (0, 0, 0);
            let mut leans_on = None::<u16>;
            let mut refuted = None::<Numbers>;
            for (index, child) in children.iter().enumerate() {
                let numbers = child.numbers;
                if numbers.is_won() {
                    plies = plies.max(numbers.disproof + 1);
                    leans_on = earlier(leans_on, numbers.leans_on);
                } else if numbers.is_lost() {
                    // One that holds for good is worth more than one that leans on the line.
                    if numbers.leans_on.is_none() || refuted.is_none() {
                        refuted = Some(numbers);
                    }
                } else {
                    open += 1;
                    hardest = hardest.max(numbers.proof);
                    match best {
                        Some(other) if children[other].numbers.disproof <= numbers.disproof => {
                            second = second.min(numbers.disproof);
                        }
                        _ => {
                            second =
                                best.map_or(INFINITE, |other| children[other].numbers.disproof);
                            best = Some(index);
                        }
                    }
                }
            }
            if let Some(numbers) = refuted {
                return Ok(Numbers::LOST.leaning(numbers.leans_on, ply));
            }
            let Some(best) = best else {
                return Ok(Numbers::won(plies).leaning(leans_on, ply));
            };
            let others = open - 1;
            let here = Numbers::new(sum(hardest, others), children[best].numbers.disproof);
            if here.proof >= proof || here.disproof >= disproof {
                return Ok(here);
            }
            let (proof, disproof) = (proof.saturating_sub(others), disproof.min(above(second)));
            let undo = self.board.make(children[best].mv);
            let numbers = self.attack(Some(children[best].mv), proof, disproof);
            self.board.undo(undo);
            let numbers = numbers?;
            children[best].numbers = numbers;
            if numbers.is_won() && others > 0 {
                self.answer_alike(children, best)?;
            }
        }
    }

    /// The replies with what is known of each; those that a mate in one answers are proved at once.
    fn replies(&mut self) -> Vec<Child> {
        let moves = self.board.legal_moves();
        if self.forcing == Forcing::All {
            // Each reply is looked at twice.
            self.meter.charge(moves.len() as u64 / 4);
        }
        self.prefetch(&moves);
        let mut children = Vec::with_capacity(moves.len());
        // What mates after one reply mates after most that do not meet the threat, and is quickly tried.
        let mut threat = None::<Move>;
        for mv in moves {
            let numbers = self.probe(mv).unwrap_or_else(|| {
                let undo = self.board.make(mv);
                let key = self.board.key() ^ self.salt;
                let again = threat.filter(|&mate| self.board.is_legal_move(mate));
                let mate = match again.filter(|&mate| leaves_no_move(self.board, mate)) {
                    None => mate_in_one(self.board),
                    again => again,
                };
                threat = mate.or(threat);
                let ways = match self.forcing {
                    Forcing::All if mate.is_none() => self.board.count_legal_moves() as u32,
                    _ => 1,
                };
                let numbers = match mate {
                    Some(_) => {
                        let numbers = Numbers::won(1);
                        self.known.table.store(key, numbers, 0, mate, 1);
                        numbers
                    }
                    None if ways == 0 => Numbers::LOST,
                    None => self.guess_attack(ways),
                };
                self.board.undo(undo);
                numbers
            });
            children.push(Child { mv, numbers });
        }
        children
    }
}
