//! The df-pn solver with its tables, the mode of a search, and the state of one search.

use std::fmt;

use super::node::{Child, ProofNumbers};
use super::path::SearchPath;
use super::table::ProofTable;
use crate::board::{Board, Color, Move};
use crate::endgame::EndgameTables;
use crate::rules::RepetitionRules;
use crate::search::MateHints;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::cannot_lose::cannot_lose;
use crate::solve::forcing::Forcing;

/// The longest path, in plies. A longer line counts as not proved.
pub(in crate::solve) const MAX_PATH: usize = 240;
/// The initial capacity of the stack of children: enough for the longest path with 45 moves at each node.
const CHILDREN_CAPACITY: usize = MAX_PATH * 45;

/// The kind of proof to search for: the attacker's moves, repetitions, and what guides the search.
#[derive(Clone, Debug)]
pub struct ProofMode {
    /// The moves of the attacker.
    pub forcing: Forcing,
    /// True if a repetition that the rules count as the defender's loss counts as a mate. Such a proof may have no positional
    /// strategy, if different paths are won by different repetitions, although a mate without repetitions exists.
    pub wins_by_repetition: bool,
    /// True if a draw suffices: every repetition that the side to move does not lose, and material with which it cannot lose, count
    /// as a mate.
    pub(super) draw_suffices: bool,
    pub(super) guide: Option<Guide>,
}

impl ProofMode {
    /// Returns a mode over all moves in which a draw suffices.
    pub(in crate::solve) fn draw() -> ProofMode {
        ProofMode {
            draw_suffices: true,
            ..Forcing::All.into()
        }
    }
}

impl From<Forcing> for ProofMode {
    /// Returns a mode that accepts wins by repetition and is guided by mobility.
    fn from(forcing: Forcing) -> ProofMode {
        ProofMode {
            forcing,
            wins_by_repetition: true,
            draw_suffices: false,
            guide: None,
        }
    }
}

/// The mates in the hash table of an alpha-beta search, from which new positions get their initial numbers.
#[derive(Clone, Debug)]
pub(super) struct Guide {
    pub hints: MateHints,
    /// XORed into the keys of unproved positions, so that searches with different guides do not read each other's numbers.
    /// Proofs and disproofs are shared. Limited searches share their numbers.
    salt: u64,
}

/// Depth-first proof-number search (df-pn), with tables that are kept between searches and puzzles. It says whether there is a
/// mate; [`Solver`](crate::solve::Solver) also returns the strategy, which [`verify()`](crate::solve::verify()) checks.
pub struct DfpnSolver {
    pub(super) table: ProofTable,
    /// The children of all nodes on the path, a stack.
    pub(super) children: Vec<Child>,
    pub(super) rules: RepetitionRules,
    /// Stored endgames.
    pub(in crate::solve) endings: EndgameTables,
    /// The salt of the last guide; the next one is derived from it.
    last_salt: u64,
}

impl fmt::Debug for DfpnSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("DfpnSolver");
        text.field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl DfpnSolver {
    /// Creates a search with a table of `bytes` bytes. Repetitions are judged by `rules`.
    pub fn new(bytes: usize, rules: RepetitionRules) -> DfpnSolver {
        DfpnSolver {
            table: ProofTable::new(bytes),
            children: Vec::with_capacity(CHILDREN_CAPACITY),
            rules,
            endings: EndgameTables::default(),
            last_salt: 0,
        }
    }

    /// Begins another puzzle; older entries are replaced first.
    pub fn next_puzzle(&mut self) {
        self.table.next_puzzle();
    }

    /// Returns a mode over all moves that is guided by the mates in the hash table of an alpha-beta search.
    pub fn guided_by(&mut self, hints: MateHints, wins_by_repetition: bool) -> ProofMode {
        self.last_salt = self.last_salt.wrapping_add(0xd1b5_4a32_d192_ed03);
        let salt = self.last_salt;
        ProofMode {
            wins_by_repetition,
            guide: Some(Guide { hints, salt }),
            ..Forcing::All.into()
        }
    }

    /// Returns true if the side to move mates with the moves that `mode` allows. The table keeps all results, so that the next
    /// call continues a search that ran out of nodes.
    ///
    /// # Errors
    /// If the budget is spent, or the user stops the search.
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

/// The state of one search. It must not be used after an error, because the board and the path are not restored.
pub(super) struct DfpnSearch<'w, 'm> {
    pub solver: &'w mut DfpnSolver,
    pub board: Board,
    pub meter: &'w mut Meter<'m>,
    pub mode: &'w ProofMode,
    /// XORed into the key of a position (the *salted key*), so that searches with another attacker, other moves allowed or other
    /// rules for repetitions have entries of their own.
    pub salt: u64,
    attacker: Color,
    /// The positions from the root to the node.
    pub path: SearchPath,
    /// The longest path in plies of a limited search, at most [`MAX_PATH`]. A proof with a longer line counts as none, and what
    /// is found is stored under keys of its own.
    pub limit: Option<usize>,
}

impl<'w, 'm> DfpnSearch<'w, 'm> {
    pub fn new(
        solver: &'w mut DfpnSolver,
        board: &Board,
        mode: &'w ProofMode,
        meter: &'w mut Meter<'m>,
    ) -> DfpnSearch<'w, 'm> {
        let kind = match mode.forcing {
            Forcing::Checks => 0,
            Forcing::Threats(length) => u64::from(length),
            Forcing::All => 1_000,
        };
        let kind = kind + 2_000 * u64::from(!mode.wins_by_repetition);
        let kind = kind + 4_000 * u64::from(mode.draw_suffices);
        let side = u64::from(board.side() == Color::Black);
        solver.children.clear();
        DfpnSearch {
            attacker: board.side(),
            path: SearchPath::new(),
            solver,
            mode,
            salt: (2 * kind + side + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            board: board.clone(),
            meter,
            limit: None,
        }
    }

    /// XORed into the salted keys of results that only searches like this one may read: all results of a limited search, and those
    /// of a guided search for positions that are neither proved nor disproved.
    fn own_salt(&self, is_known: bool) -> u64 {
        match (self.limit, &self.mode.guide) {
            (Some(plies), _) => (plies as u64 + 1).wrapping_mul(0xa076_1d64_78bd_642f),
            (None, Some(guide)) if !is_known => guide.salt,
            (None, _) => 0,
        }
    }

    /// Returns true if the attacker holds the draw that suffices, because its material cannot lose.
    pub fn is_draw_by_material(&self) -> bool {
        self.mode.draw_suffices && cannot_lose(&self.board, self.attacker)
    }

    /// Returns the numbers of the position after `mv`: by the repetition rules if it repeats a position of the path, else from the
    /// table. `mv` must not be on the path yet.
    pub fn probe(&mut self, mv: Move) -> Option<ProofNumbers> {
        let key = self.board.key_after(mv);
        if let Some(ply) = self.path.find(key) {
            return Some(self.after_repetition(mv, ply));
        }
        self.look_up(key ^ self.salt).map(|(numbers, _)| numbers)
    }

    /// The numbers of the position after `mv`, which repeats the one at `ply` of the path.
    fn after_repetition(&mut self, mv: Move, ply: u16) -> ProofNumbers {
        let rules = self.solver.rules;
        let mut wins = || {
            let winner = self.path.repetition_winner(&mut self.board, mv, ply, rules);
            winner.map_or(self.mode.draw_suffices, |side| side == self.attacker)
        };
        let numbers = match self.mode.wins_by_repetition && wins() {
            true => ProofNumbers::won(0),
            false => ProofNumbers::LOST,
        };
        numbers.depending_on(Some(ply), self.path.len())
    }

    /// The table's numbers and move for a salted key, if they hold on the current path and within the limit.
    #[inline]
    pub fn look_up(&self, key: u64) -> Option<(ProofNumbers, Option<Move>)> {
        let known = self.stored(key);
        match self.own_salt(false) {
            salt if salt != 0 && !known.is_some_and(|(numbers, _)| numbers.is_known()) => {
                self.stored(key ^ salt)
            }
            _ => known,
        }
    }

    /// The table's numbers and move for a key, if they hold on the current path and the proof is within the limit.
    #[inline]
    fn stored(&self, key: u64) -> Option<(ProofNumbers, Option<Move>)> {
        let table = &self.solver.table;
        let found = table.probe(key, |path| self.path.ply_of(path))?;
        (!self.is_too_long(found.0)).then_some(found)
    }

    /// Returns true if these are the numbers of a proof that exceeds the limit, for the position after the path.
    fn is_too_long(&self, numbers: ProofNumbers) -> bool {
        let plies = self.path.len() + numbers.disproof as usize;
        numbers.is_won() && self.limit.is_some_and(|limit| plies > limit)
    }

    /// The numbers of a child after the path; those of a proof that exceeds the limit count as a disproof.
    pub fn within_limit(&self, numbers: ProofNumbers) -> ProofNumbers {
        match self.is_too_long(numbers) {
            true => ProofNumbers::LOST.depending_on(Some(0), self.path.len()),
            false => numbers,
        }
    }

    /// Prefetches the table entries of the positions after these moves.
    pub fn prefetch(&self, moves: &[Move]) {
        for &mv in moves {
            let key = self.board.key_after(mv);
            self.solver.table.prefetch(key ^ self.salt);
        }
    }

    /// Stores the numbers of the position after the end of the path, by its salted key. `nodes` is what they cost.
    pub fn store(&mut self, key: u64, numbers: ProofNumbers, mv: Option<Move>, nodes: u64) {
        let key = key ^ self.own_salt(numbers.is_known());
        let path_key = numbers.depends_on.map_or(0, |ply| self.path.key_from(ply));
        let table = &mut self.solver.table;
        table.store(key, numbers, path_key, mv, nodes);
    }
}
