//! The question of a puzzle, its answer, and the tree of all defences.

use std::time::Duration;

use super::strategy::Strategy;
use super::verify::InvalidProof;
use crate::board::{Board, Move};

/// The question of a puzzle: does the side to move mate, and in how few moves? To leave the opponent without a move is mate as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The most moves that the mate may take; `None` asks for a mate of any length.
    pub max: Option<u32>,
    /// Whether to go on, once a mate is found, until none is shorter or the budget is spent.
    pub shortest: bool,
    /// Whether to find out if another first move mates as fast; known only for a mate that is the shortest.
    pub unique: bool,
}

impl Default for Goal {
    /// A mate of any length, and then the shortest.
    fn default() -> Goal {
        Goal {
            max: None,
            shortest: true,
            unique: false,
        }
    }
}

/// How the work on a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Status {
    /// A mate, verified.
    Mate,
    /// There is none within the moves asked for: all were searched.
    NoMate,
    /// The budget was spent before either was known.
    #[default]
    Unsolved,
    /// A mate was claimed that does not hold: a bug of this program, described by [`Solution::fault`].
    Unproved,
}

/// The prover that found the mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum By {
    /// The search for the shortest mate, over all moves.
    #[default]
    Shortest,
    /// Proof numbers over checks alone.
    Checks,
    /// Proof numbers over checks and threats.
    Threats,
    /// Proof numbers over all moves.
    All,
    /// Proof numbers over all moves, led by the playing search; or the moves of that search, verified.
    Search,
    /// Retrograde analysis.
    Retrograde,
}

impl By {
    /// Its name in output for programs, which does not change.
    pub const fn name(self) -> &'static str {
        match self {
            By::Shortest => "shortest",
            By::Checks => "checks",
            By::Threats => "threats",
            By::All => "all-moves",
            By::Search => "search",
            By::Retrograde => "retrograde",
        }
    }
}

/// The answer to a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// How it ended. The fields about a mate are meaningful only for [`Status::Mate`].
    pub status: Status,
    /// The winner's moves to the mate, against the longest defence.
    pub mate_in: Option<u32>,
    /// Whether it is proved that no mate is shorter, over all moves.
    pub shortest: bool,
    /// The longest length ruled out, in moves. Known without a mate, too.
    pub no_mate_in: u32,
    /// The first move.
    pub key: Option<Move>,
    /// The line against the longest defence.
    pub pv: Vec<Move>,
    /// Whether no other first move mates as fast; `None` where it was not asked or not found out.
    pub unique: Option<bool>,
    /// The winner's move for every defence; empty without a mate.
    pub strategy: Strategy,
    /// Whether the independent verifier has accepted the mate: true for every mate.
    pub verified: bool,
    /// Whether the defender can come back to a position, and loses by it under the rules of repetition. Such a return
    /// is not counted in `mate_in`, and a mate that needs one is never reported as the shortest.
    pub by_repetition: bool,
    /// What was wrong with the claim of a mate, where one did not hold.
    pub fault: Option<InvalidProof>,
    /// The prover that found it.
    pub by: By,
    /// Positions reached by a move, over all provers, and the nodes of the playing search.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

impl Solution {
    /// The plies of the line, 0 without a mate.
    ///
    /// ```
    /// use chuhe::solve::Solution;
    /// assert_eq!(Solution { mate_in: Some(3), ..Solution::default() }.plies(), 5);
    /// ```
    pub fn plies(&self) -> u32 {
        self.mate_in.map_or(0, |moves| 2 * moves - 1)
    }
}

/// A move of the winner with all that the defender can do, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The winner's move.
    pub mv: Move,
    /// The replies, in order of generation, each with what the winner plays then. None where it mates.
    pub replies: Vec<(Move, Next)>,
}

/// What follows a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The winner plays on.
    Turn(Turn),
    /// The position stood on the board before on this line, and to go on so loses by the rules of repetition.
    Repetition,
}

impl Strategy {
    /// The strategy as a tree with all defences. A position that comes on many lines stands on each of them, so a tree can
    /// be far larger than its strategy; one that comes again on its own line ends it ([`Next::Repetition`]).
    ///
    /// `None` where the tree has more than `limit` moves of the winner, or a move is missing.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::solve::Strategy;
    /// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1").unwrap();
    /// let mut strategy = Strategy::default();
    /// strategy.set(&board, "b0b9".parse().unwrap());
    /// let tree = strategy.tree(&board, 100).unwrap();
    /// assert_eq!((tree.mv.to_string().as_str(), tree.replies.len()), ("b0b9", 0));
    /// ```
    pub fn tree(&self, board: &Board, limit: usize) -> Option<Turn> {
        let mut left = limit;
        self.turn(&mut board.clone(), &mut Vec::new(), &mut left)
    }

    fn turn(&self, board: &mut Board, line: &mut Vec<u64>, left: &mut usize) -> Option<Turn> {
        *left = left.checked_sub(1)?;
        let mv = self.get(board).filter(|&mv| board.is_legal_move(mv))?;
        line.push(board.key());
        let replies = board.after(mv, |board| {
            let replies = board.legal_moves().into_iter();
            let next = |reply| {
                let next = board.after(reply, |board| match line.contains(&board.key()) {
                    true => Some(Next::Repetition),
                    false => self.turn(board, line, left).map(Next::Turn),
                });
                Some((reply, next?))
            };
            replies.map(next).collect::<Option<Vec<_>>>()
        })?;
        line.pop();
        Some(Turn { mv, replies })
    }
}
