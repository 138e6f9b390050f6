//! The children of a node, and the first numbers of positions that were not searched yet.
//!
//! **By mobility.** A position with the defender to move is as hard to prove as the defender has replies. Over all moves
//! ([`Forcing::All`]) a position with the attacker to move is as hard to disprove as the attacker has moves: so
//! quiet moves are tried when the forcing ones do not suffice, and the defender's checks, which leave few moves, come first.
//! A mate in one is seen a ply before its node is expanded.
//!
//! **By the playing search.** Mobility finds mates by force and misses mates by quiet moves. There the hash table of the playing
//! search helps ([`Leader`](super::search::Leader)): a position that the search scored as mate gets the number one, and every
//! other is [`UNCLAIMED`] times as hard. This pays only once the search has seen a mate of the whole puzzle: before, of 114 hard
//! puzzles 62 to 66 were proved with it and 79 without (`docs/measurements/solve.md`).

use super::node::{Child, Numbers, Role};
use super::search::{DfpnSearch, LISTS};
use crate::board::{Board, Move, MoveList};
use crate::rules::mate_by_checks::leaves_no_move;
use crate::search::MateHint;
use crate::solve::forcing::Forcing;
use crate::solve::last_move::mate_in_one;

/// The first proof number after a quiet move: a check with so many replies has the same.
const QUIET: u32 = 4;
/// How many times as hard a position is that the playing search has not scored as mate.
const UNCLAIMED: u32 = 8;

impl DfpnSearch<'_, '_> {
    /// Puts the children of a node on the stack. `key` is that of the node, salted.
    pub(super) fn add_children(&mut self, role: Role, key: u64) {
        match role {
            Role::Attacker => self.add_attacks(key),
            Role::Defender => self.add_replies(),
        }
    }

    fn add_attacks(&mut self, key: u64) {
        let moves = self.forcing_moves(key);
        self.prefetch(&moves);
        for mv in moves {
            let numbers = self.probe(mv).unwrap_or_else(|| self.after_attack(mv));
            self.proofs.children.push(Child { mv, numbers });
            if numbers == Numbers::won(0) {
                break;
            }
        }
    }

    /// The moves that the attacker may play here.
    fn forcing_moves(&mut self, key: u64) -> MoveList {
        let mut moves = MoveList::new();
        if !matches!(self.forcing, Forcing::Threats(_)) {
            self.forcing.moves(&mut self.board, &mut moves);
            return moves;
        }
        // Threats are costly to find.
        if self.proofs.lists.is_empty() {
            self.proofs.lists.resize(LISTS, (0, MoveList::new()));
        }
        let place = (key >> 20) as usize % LISTS;
        if self.proofs.lists[place].0 == key {
            return self.proofs.lists[place].1.clone();
        }
        let work = self.forcing.moves(&mut self.board, &mut moves);
        self.meter.charge(work);
        self.proofs.lists[place] = (key, moves.clone());
        moves
    }

    /// The first numbers after a move of the attacker, the defender to move there.
    fn after_attack(&mut self, mv: Move) -> Numbers {
        let replies = |board: &mut Board| (board.count_legal_moves() as u32, board.key());
        let (replies, key) = self.board.after(mv, replies);
        match self.leader {
            _ if replies == 0 => Numbers::won(0),
            Some(leader) if leader.hints.of(key) == Some(MateHint::IsMated) => Numbers::open(1, 1),
            Some(_) => Numbers::open(UNCLAIMED * replies, 1),
            None if self.forcing == Forcing::All => self.keep(key, Numbers::open(replies, 1)),
            None if self.board.gives_check(mv) => Numbers::open(replies, 1),
            None => Numbers::open(QUIET, 1),
        }
    }

    fn add_replies(&mut self) {
        let moves = self.board.legal_moves();
        if self.forcing == Forcing::All {
            // Each reply is made twice.
            self.meter.charge(moves.len() as u64 / 4);
        }
        self.prefetch(&moves);
        // A mate after one reply is a mate after most that do not meet the threat, and is quickly tried.
        let mut threat = None::<Move>;
        for mv in moves {
            let numbers = self.probe(mv).unwrap_or_else(|| {
                let undo = self.board.make(mv);
                let numbers = self.after_reply(&mut threat);
                self.board.undo(undo);
                numbers
            });
            self.proofs.children.push(Child { mv, numbers });
        }
    }

    /// The first numbers after a move of the defender, the attacker to move. `threat` mated after a sibling.
    fn after_reply(&mut self, threat: &mut Option<Move>) -> Numbers {
        let again = threat.filter(|&mate| self.board.is_legal_move(mate));
        let mate = again.filter(|&mate| leaves_no_move(&mut self.board, mate));
        let key = self.board.key();
        if let Some(mate) = mate.or_else(|| mate_in_one(&mut self.board)) {
            *threat = Some(mate);
            let (key, numbers) = (key ^ self.salt, Numbers::won(1));
            self.proofs.table.store(key, numbers, 0, Some(mate), 1);
            return numbers;
        }
        let moves = match self.forcing {
            Forcing::All => self.board.count_legal_moves() as u32,
            _ => 1,
        };
        match self.leader {
            _ if moves == 0 => Numbers::LOST,
            Some(leader) if leader.hints.of(key) == Some(MateHint::Mates) => {
                Numbers::open(1, moves)
            }
            Some(_) => Numbers::open(UNCLAIMED, moves),
            None if self.forcing == Forcing::All => self.keep(key, Numbers::open(1, moves)),
            None => Numbers::open(1, moves),
        }
    }

    /// Stores the first numbers of a position. Over all moves most positions are never expanded, and their numbers are
    /// needed at every visit of the parent.
    fn keep(&mut self, key: u64, numbers: Numbers) -> Numbers {
        let (table, key) = (&mut self.proofs.table, key ^ self.salt);
        if table.find(key).is_none() {
            table.store(key, numbers, 0, None, 0);
        }
        numbers
    }
}
