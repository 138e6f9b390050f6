//! The tables of df-pn, the mode of a search and its state.

use super::node::{Child, Numbers};
use super::path::Path;
use super::table::ProofTable;
use crate::board::{Board, Color, Move, MoveList};
use crate::rules::Repetition;
use crate::search::MateHints;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::forcing::Forcing;

/// The longest path, in plies: what is longer counts as no proof.
pub(in crate::solve) const LONGEST_LINE: usize = 240;
/// Positions whose forcing moves are kept.
pub(super) const LISTS: usize = 1 << 13;
/// Children on the stack that are allocated at the start: enough for the longest path with 45 moves a node.
const CHILDREN: usize = LONGEST_LINE * 45;

/// What a proof may consist of, and what leads the search for it.
#[derive(Clone, Debug)]
pub struct ProofMode {
    /// The moves of the attacker.
    pub forcing: Forcing,
    /// Whether a defender who can only check or chase for ever counts as lost. Where each path was won by a repetition of
    /// its own, there may be no strategy with one answer for each position, and yet another mate without repetitions.
    pub counts_repetitions: bool,
    leader: Option<Leader>,
}

impl From<Forcing> for ProofMode {
    /// A mode that counts repetitions and is led by mobility.
    fn from(forcing: Forcing) -> ProofMode {
        ProofMode {
            forcing,
            counts_repetitions: true,
            leader: None,
        }
    }
}

/// The hash table of a playing search, from which new positions get their first numbers.
#[derive(Clone, Debug)]
pub(super) struct Leader {
    pub hints: MateHints,
    /// Separates the open numbers of this leader from those of all others in the table. Proofs and disproofs are shared.
    salt: u64,
}

/// The prover's tables, which are kept between searches and puzzles.
#[derive(Debug)]
pub struct ProofNumbers {
    pub(super) table: ProofTable,
    /// The forcing moves of positions, by key.
    pub(super) lists: Vec<(u64, MoveList)>,
    /// The children of all nodes on the path, a stack.
    pub(super) children: Vec<Child>,
    rules: Repetition,
    /// The salt of the last leader.
    last_salt: u64,
}

impl ProofNumbers {
    /// A prover with a table of so many bytes; repetitions are judged by `rules`.
    pub fn new(bytes: usize, rules: Repetition) -> ProofNumbers {
        ProofNumbers {
            table: ProofTable::new(bytes),
            lists: Vec::new(),
            children: Vec::with_capacity(CHILDREN),
            rules,
            last_salt: 0,
        }
    }

    /// Begins another puzzle; older entries are replaced first.
    pub fn next_puzzle(&mut self) {
        self.table.next_puzzle();
    }

    /// A mode over all moves that is led by what a search has seen.
    pub fn led_by(&mut self, hints: MateHints, counts_repetitions: bool) -> ProofMode {
        self.last_salt = self.last_salt.wrapping_add(0xd1b5_4a32_d192_ed03);
        let salt = self.last_salt;
        ProofMode {
            forcing: Forcing::All,
            counts_repetitions,
            leader: Some(Leader { hints, salt }),
        }
    }

    /// Whether the side to move mates by force. What was found before the budget was spent is kept, so that the next call
    /// goes on where this one ended.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn mates(
        &mut self,
        board: &Board,
        mode: &ProofMode,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        let numbers = DfpnSearch::new(self, board, mode, meter).prove(None)?;
        Ok(numbers.is_won())
    }
}

/// The state of one search. After an error it is of no further use.
pub(super) struct DfpnSearch<'w, 'm> {
    pub proofs: &'w mut ProofNumbers,
    pub board: Board,
    pub meter: &'w mut Meter<'m>,
    pub forcing: Forcing,
    pub leader: Option<&'w Leader>,
    /// Separates entries by attacker, by the moves allowed and by whether repetitions count.
    pub salt: u64,
    /// The positions from the root to the node.
    pub path: Path,
}

impl<'w, 'm> DfpnSearch<'w, 'm> {
    pub fn new(
        proofs: &'w mut ProofNumbers,
        board: &Board,
        mode: &'w ProofMode,
        meter: &'w mut Meter<'m>,
    ) -> DfpnSearch<'w, 'm> {
        let kind = match mode.forcing {
            Forcing::Checks => 0,
            Forcing::Threats(length) => u64::from(length),
            Forcing::All => 1_000,
        };
        let kind = kind + 2_000 * u64::from(!mode.counts_repetitions);
        let side = u64::from(board.side() == Color::Black);
        let rules = mode.counts_repetitions.then_some(proofs.rules);
        proofs.children.clear();
        DfpnSearch {
            path: Path::new(board.side(), rules),
            proofs,
            leader: mode.leader.as_ref(),
            salt: (2 * kind + side + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            board: board.clone(),
            meter,
            forcing: mode.forcing,
        }
    }

    /// What is known of the position after a move; the path ends before the move.
    pub fn probe(&mut self, mv: Move) -> Option<Numbers> {
        let key = self.board.key_after(mv);
        if let Some(ply) = self.path.find(key) {
            return Some(self.path.repetition(&mut self.board, mv, ply));
        }
        let find = |key: u64| self.look_up(key).map(|(numbers, _)| numbers);
        let known = find(key ^ self.salt);
        match self.leader {
            Some(leader) if !known.is_some_and(Numbers::is_known) => {
                find(key ^ self.salt ^ leader.salt)
            }
            _ => known,
        }
    }

    /// What the table holds under a salted key for the current path.
    #[inline]
    pub fn look_up(&self, key: u64) -> Option<(Numbers, Option<Move>)> {
        let table = &self.proofs.table;
        table.probe(key, |path| self.path.ply_of(path))
    }

    /// Prefetches the table entries of the positions after these moves.
    pub fn prefetch(&self, moves: &[Move]) {
        for &mv in moves {
            let key = self.board.key_after(mv);
            self.proofs.table.prefetch(key ^ self.salt);
        }
    }

    /// Stores the numbers of the position behind the end of the path. The key is salted.
    pub fn store(&mut self, key: u64, numbers: Numbers, mv: Option<Move>, nodes: u64) {
        let key = match self.leader {
            Some(leader) if !numbers.is_known() => key ^ leader.salt,
            _ => key,
        };
        let path_key = numbers.depends_on.map_or(0, |ply| self.path.key_from(ply));
        let table = &mut self.proofs.table;
        table.store(key, numbers, path_key, mv, nodes);
    }
}
