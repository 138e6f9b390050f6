//! The path from the root of a proof to the node, and the result of a repetition on it.
//!
//! A position that comes again is judged by the rules at once: a defender who can only check, or chase one piece, for ever has lost,
//! and an attacker who does has not won. The result depends on the path from the repeated position on, which a *path key*
//! identifies.

use super::node::Numbers;
use crate::board::keys::splitmix64;
use crate::board::{Board, Color, Move};
use crate::rules::repetition::winner;
use crate::rules::{HistoryEntry, Repetition};

/// Slots of the filter of keys.
const SLOTS: usize = 1 << 10;

fn slot(key: u64) -> usize {
    key as usize % SLOTS
}

/// The positions of the path.
#[derive(Debug)]
pub(super) struct Path {
    history: Vec<HistoryEntry>,
    /// Before each position, and behind the last, the combination of all keys before it.
    prefixes: Vec<u64>,
    /// How many keys of the path fall into each slot. Nearly every position that is looked for is new, and has an empty slot.
    filter: Vec<u8>,
    attacker: Color,
    /// The rules that judge repetitions; `None` where no repetition mates.
    rules: Option<Repetition>,
}

impl Path {
    pub fn new(attacker: Color, rules: Option<Repetition>) -> Path {
        Path {
            history: Vec::new(),
            prefixes: vec![0],
            filter: vec![0; SLOTS],
            attacker,
            rules,
        }
    }

    /// An empty path for the same attacker and rules.
    pub fn anew(&self) -> Path {
        Path::new(self.attacker, self.rules)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.history.len()
    }

    /// Appends a position, reached by a move.
    pub fn push(&mut self, board: &Board, mv: Option<Move>) {
        let prefix = self.prefixes[self.history.len()];
        self.history.push(HistoryEntry::of(board, mv));
        // Keys are combinations of the pieces on their squares. Hashed, one move does not cancel another.
        self.prefixes.push(prefix ^ splitmix64(board.key()));
        self.filter[slot(board.key())] += 1;
    }

    pub fn pop(&mut self) {
        if let Some(entry) = self.history.pop() {
            self.filter[slot(entry.key)] -= 1;
        }
        self.prefixes.pop();
    }

    /// The ply of a position on the path.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u16> {
        if self.filter[slot(key)] == 0 {
            return None;
        }
        let ply = self.history.iter().position(|entry| entry.key == key);
        ply.map(|ply| ply as u16)
    }

    /// The path key of the part from a position to the end. It is never 0.
    pub fn key_from(&self, ply: u16) -> u32 {
        (self.prefixes[self.len()] ^ self.prefixes[usize::from(ply)]) as u32 | 1
    }

    /// The position from which the path has this path key.
    pub fn ply_of(&self, path_key: u32) -> Option<u16> {
        (0..self.len() as u16)
            .rev()
            .find(|&ply| self.key_from(ply) == path_key)
    }

    /// The numbers of a move that leads back to the position at `ply`.
    pub fn repetition(&mut self, board: &mut Board, mv: Move, ply: u16) -> Numbers {
        let mut wins = |board: &mut Board, rules: Repetition| {
            self.history.push(HistoryEntry::of(board, Some(mv)));
            let winner = winner(board, &self.history[usize::from(ply) + 1..], rules);
            self.history.pop();
            winner == Some(self.attacker)
        };
        let won = (self.rules).is_some_and(|rules| board.after(mv, |board| wins(board, rules)));
        let numbers = if won { Numbers::won(0) } else { Numbers::LOST };
        numbers.depending_on(Some(ply), self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path of these moves, with its last position.
    fn path(moves: &str) -> (Path, Board) {
        // 适情雅趣 399: black's rook leaves its file and comes back, on one path with a check and on the other without.
        let mut board = Board::from_fen("2P2R3/4r4/3k5/9/9/9/9/9/5K3/9 w - - 0 1").unwrap();
        let mut path = Path::new(board.side(), Some(Repetition::Asian));
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
        let (mut checks, mut there) = path("f9g9 e8f8 f1e1 f8e8");
        let (mut idles, same) = path("f9g9 e8h8 f1e1 h8e8");
        assert_eq!(there.key(), same.key());
        assert_ne!(checks.key_from(1), idles.key_from(1));
        assert_eq!(idles.ply_of(checks.key_from(1)), None);
        // If the general goes back, the repetition is lost only for the side that always checked.
        let back = "e1f1".parse().unwrap();
        assert!(checks.repetition(&mut there, back, 1).is_won());
        assert!(idles.repetition(&mut there, back, 1).is_lost());
    }
}
