//! The line from the root of a proof to where the search stands, and what it means to come back to it.
//!
//! A position that comes again is judged by the rules at once: what comes once more comes again. So a defender who can only
//! check, or chase one piece, for ever is lost, and an attacker who does is not winning. Whatever follows from such a
//! verdict leans on the line from the repeated position on, and holds where that part of the line is the same: its
//! *way*.

use super::numbers::Numbers;
use crate::board::keys::splitmix64;
use crate::board::{Board, Color, Move};
use crate::rules::repetition::{Ruling, ruling};
use crate::rules::{Past, Repetition};

/// How many ends of keys are told apart.
const ENDS: usize = 1 << 10;

/// The end of a key.
fn end(key: u64) -> usize {
    key as usize % ENDS
}

/// The positions of the line.
#[derive(Debug)]
pub(super) struct Line {
    past: Vec<Past>,
    /// Before each position, and behind the last, the combination of all keys before it, mixed.
    ways: Vec<u64>,
    /// How many of its keys have each end. Nearly every position that is looked for is new, and this says so at once.
    ends: Vec<u8>,
    attacker: Color,
    /// What repetitions are judged by; none where no repetition mates.
    rules: Option<Repetition>,
}

impl Line {
    pub fn new(attacker: Color, rules: Option<Repetition>) -> Line {
        Line {
            past: Vec::new(),
            ways: vec![0],
            ends: vec![0; ENDS],
            attacker,
            rules,
        }
    }

    /// An empty one for the same attacker, by the same rules.
    pub fn anew(&self) -> Line {
        Line::new(self.attacker, self.rules)
    }

    /// How many positions stand on it.
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Puts a position on the line, reached by a move.
    pub fn push(&mut self, board: &Board, mv: Option<Move>) {
        let way = self.ways[self.past.len()];
        self.past.push(Past::of(board, mv));
        // The keys are sums of what stands on the squares: what one move puts and the next takes away must not cancel out.
        self.ways.push(way ^ splitmix64(board.key()));
        self.ends[end(board.key())] += 1;
    }

    pub fn pop(&mut self) {
        if let Some(past) = self.past.pop() {
            self.ends[end(past.key)] -= 1;
        }
        self.ways.pop();
    }

    /// The plies from the root of a position that stands on the line.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u16> {
        if self.ends[end(key)] == 0 {
            return None;
        }
        let ply = self.past.iter().position(|past| past.key == key);
        ply.map(|ply| ply as u16)
    }

    /// The way from a position of the line to its end: what leans on that position holds on it.
    pub fn way_from(&self, ply: u16) -> u32 {
        (self.ways[self.len()] ^ self.ways[usize::from(ply)]) as u32 | 1
    }

    /// The position from which the line is this way.
    pub fn ply_of(&self, way: u32) -> Option<u16> {
        (0..self.len() as u16)
            .rev()
            .find(|&ply| self.way_from(ply) == way)
    }

    /// What a move is worth that leads back to a position of the line.
    pub fn repeats(&mut self, board: &mut Board, mv: Move, ply: u16) -> Numbers {
        let won = self.rules.is_some_and(|rules| {
            let undo = board.make(mv);
            self.past.push(Past::of(board, Some(mv)));
            let verdict = ruling(board, &self.past[usize::from(ply) + 1..], rules);
            self.past.pop();
            let attacks = board.side() == self.attacker;
            board.undo(undo);
            match verdict {
                Ruling::Win => attacks,
                Ruling::Loss => !attacks,
                Ruling::Draw => false,
            }
        });
        let numbers = if won { Numbers::won(0) } else { Numbers::LOST };
        numbers.leaning(Some(ply), self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line on which these moves are played, with its last position.
    fn line(fen: &str, moves: &str) -> (Line, Board) {
        let mut board = Board::from_fen(fen).unwrap();
        let mut line = Line::new(board.side(), Some(Repetition::Asian));
        line.push(&board, None);
        for mv in moves.split_ascii_whitespace() {
            let mv: Move = mv.parse().unwrap();
            let _ = board.make(mv);
            line.push(&board, Some(mv));
        }
        (line, board)
    }

    #[test]
    fn ways_to_the_same_position_are_told_apart_by_what_a_piece_did_between() {
        // 适情雅趣 399: black's rook leaves its file and comes back, with a check on the one way and without on the other.
        let fen = "2P2R3/4r4/3k5/9/9/9/9/9/5K3/9 w - - 0 1";
        let (mut checks, mut there) = line(fen, "f9g9 e8f8 f1e1 f8e8");
        let (mut idles, same) = line(fen, "f9g9 e8h8 f1e1 h8e8");
        assert_eq!(there.key(), same.key());
        assert_ne!(checks.way_from(1), idles.way_from(1));
        assert_eq!(idles.ply_of(checks.way_from(1)), None);
        // What is repeated, if the general goes back, is lost for who always checked, and for nobody else.
        let back = "e1f1".parse().unwrap();
        assert!(checks.repeats(&mut there, back, 1).is_won());
        assert!(idles.repeats(&mut there, back, 1).is_lost());
    }
}
