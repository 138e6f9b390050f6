//! The path from the root to the node, its path keys (graph-history interaction), and who wins by a repetition on it.
//!
//! The first repetition of a position is judged by the rules: a defender who gives perpetual check, or chases one piece
//! perpetually, has lost; an attacker who does so has not won. The result depends on the path from the repeated position on,
//! which a *path key* identifies.

use crate::board::keys::splitmix64;
use crate::board::{Board, Color, Move};
use crate::rules::repetition::winner;
use crate::rules::{HistoryEntry, RepetitionRules};

/// The number of slots of the filter.
const SLOTS: usize = 1 << 10;

/// The base of the path keys: an odd number.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

fn slot(key: u64) -> usize {
    key as usize % SLOTS
}

/// The positions of the path.
#[derive(Debug)]
pub(super) struct SearchPath {
    history: Vec<HistoryEntry>,
    /// For each position, and for the end of the path, the combined hashes of the keys before it: the value of a polynomial at
    /// `BASE`, so that their order counts.
    prefixes: Vec<u64>,
    /// The number of keys of the path in each slot. Nearly every position that is looked up is new and has an empty slot.
    filter: Vec<u8>,
}

impl SearchPath {
    /// Creates an empty path.
    pub fn new() -> SearchPath {
        SearchPath {
            history: Vec::new(),
            prefixes: vec![0],
            filter: vec![0; SLOTS],
        }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.history.len()
    }

    /// Appends a position, reached by a move.
    pub fn push(&mut self, board: &Board, mv: Option<Move>) {
        let prefix = self.prefixes[self.history.len()];
        self.history.push(HistoryEntry::of(board, mv));
        // Position keys are XORs of piece-square keys, which the hash mixes.
        let hash = splitmix64(board.key());
        self.prefixes
            .push(prefix.wrapping_mul(BASE).wrapping_add(hash));
        self.filter[slot(board.key())] += 1;
    }

    pub fn pop(&mut self) {
        if let Some(entry) = self.history.pop() {
            self.filter[slot(entry.key)] -= 1;
        }
        self.prefixes.pop();
    }

    /// Returns the ply of a position on the path.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u16> {
        if self.filter[slot(key)] == 0 {
            return None;
        }
        let ply = self.history.iter().position(|entry| entry.key == key);
        ply.map(|ply| ply as u16)
    }

    /// Returns the path key of the part from the position at `ply` to the end. It is never 0.
    pub fn key_from(&self, ply: u16) -> u32 {
        let power = BASE.wrapping_pow((self.len() - usize::from(ply)) as u32);
        self.key_with(ply, power)
    }

    /// The same with `BASE` to the power of the number of positions.
    fn key_with(&self, ply: u16, power: u64) -> u32 {
        let start = self.prefixes[usize::from(ply)].wrapping_mul(power);
        (self.prefixes[self.len()].wrapping_sub(start) >> 32) as u32 | 1
    }

    /// Returns the ply of the position from which the path has this path key.
    pub fn ply_of(&self, path_key: u32) -> Option<u16> {
        let mut power = 1_u64;
        (0..self.len() as u16).rev().find(|&ply| {
            power = power.wrapping_mul(BASE);
            self.key_with(ply, power) == path_key
        })
    }

    /// Returns who wins by the rules if a move leads back to the position at `ply`.
    pub fn repetition_winner(
        &mut self,
        board: &mut Board,
        mv: Move,
        ply: u16,
        rules: RepetitionRules,
    ) -> Option<Color> {
        board.after(mv, |board| {
            self.history.push(HistoryEntry::of(board, Some(mv)));
            let winner = winner(board, &self.history[usize::from(ply) + 1..], rules);
            self.history.pop();
            winner
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the path of these moves, and its last position.
    fn path(fen: &str, moves: &str) -> (SearchPath, Board) {
        let mut board = Board::from_fen(fen).unwrap();
        let mut path = SearchPath::new();
        path.push(&board, None);
        for mv in moves.split_ascii_whitespace() {
            let mv: Move = mv.parse().unwrap();
            let _ = board.make(mv);
            path.push(&board, Some(mv));
        }
        (path, board)
    }

    #[test]
    fn path_keys_differ_where_a_piece_moved_differently() {
        // 适情雅趣 399: black's rook leaves its file and comes back, on one path with a check and on the other without.
        let fen = "2P2R3/4r4/3k5/9/9/9/9/9/5K3/9 w - - 0 1";
        let (mut checking, mut board) = path(fen, "f9g9 e8f8 f1e1 f8e8");
        let (mut quiet, same_board) = path(fen, "f9g9 e8h8 f1e1 h8e8");
        assert_eq!(board.key(), same_board.key());
        assert_ne!(checking.key_from(1), quiet.key_from(1));
        assert_eq!(quiet.ply_of(checking.key_from(1)), None);
        // If the general goes back, black loses by the repetition only if each of its moves gave check.
        let back = "e1f1".parse().unwrap();
        let mut winner = |path: &mut SearchPath| {
            path.repetition_winner(&mut board, back, 1, RepetitionRules::Asian)
        };
        assert_eq!(winner(&mut checking), Some(Color::Red));
        assert_eq!(winner(&mut quiet), None);
    }

    #[test]
    fn path_keys_differ_where_the_same_positions_have_another_order() {
        // The rook visits the ranks 0, 5, 6 and 1 in turn, on the second path first 6, then 5 and 0.
        let (first, board) = path(
            "5k3/9/9/9/9/9/9/9/9/3K3r1 w - - 0 1",
            "d0d1 h0h5 d1d0 h5h6 d0d1 h6h1",
        );
        let (second, same_board) = path(
            "5k3/9/9/7r1/9/9/9/9/9/3K5 w - - 0 1",
            "d0d1 h6h5 d1d0 h5h0 d0d1 h0h1",
        );
        assert_eq!(board.key(), same_board.key());
        assert_ne!(first.key_from(0), second.key_from(0));
    }
}
