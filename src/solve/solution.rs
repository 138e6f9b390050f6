//! The goal of a puzzle, its solution, and the tree of all defences.

use std::time::Duration;

use super::strategy::Strategy;
use super::verify::InvalidProof;
use crate::board::{Board, Move};

/// The goal of a puzzle: whether the side to move mates, and in how few moves. Stalemate is a mate as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The longest mate that counts, in moves of the winner; `None` for a mate of any length.
    pub max: Option<u32>,
    /// True if a found mate is shortened until none is shorter or the budget is spent.
    pub shortest: bool,
    /// Whether to determine if another first move mates as fast. This is determined only for a mate proved to be the shortest.
    pub unique: bool,
}

impl Goal {
    /// Any mate within `moves` moves.
    pub const fn within(moves: u32) -> Goal {
        Goal {
            max: Some(moves),
            shortest: false,
            unique: false,
        }
    }
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
    /// No mate within [`Goal::max`] exists: all moves were searched. Without a limit: none in up to 60 moves, and none by repetition.
    NoMate,
    /// The alpha-beta search claims a mate, within [`Goal::max`] if that is set, which was not proved within the budget.
    Claimed,
    /// Neither was proved within the budget.
    #[default]
    Unsolved,
    /// A prover claimed a mate that the verifier rejected: a bug of this program, described by [`Solution::fault`].
    Rejected,
}

/// The prover that found the mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ProverKind {
    /// The search for the shortest mate, over all moves.
    #[default]
    Shortest,
    /// Proof-number search (df-pn) over checks alone.
    Checks,
    /// Proof-number search over checks and threats.
    Threats,
    /// Proof-number search over all moves.
    All,
    /// Proof-number search over all moves, guided by the alpha-beta search; or the moves of that search, verified.
    Search,
    /// Retrograde analysis.
    Retrograde,
}

impl ProverKind {
    /// Its name in machine-readable output, which does not change between versions.
    pub const fn name(self) -> &'static str {
        match self {
            ProverKind::Shortest => "shortest",
            ProverKind::Checks => "checks",
            ProverKind::Threats => "threats",
            ProverKind::All => "all-moves",
            ProverKind::Search => "search",
            ProverKind::Retrograde => "retrograde",
        }
    }
}

/// The solution of a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// How the work ended. The fields about a mate are meaningful only for [`Status::Mate`]. Of a claimed mate
    /// ([`Status::Claimed`]) only the length, the key move and the principal variation are known, as the search reports them.
    pub status: Status,
    /// The winner's moves to the mate, against the longest defence.
    pub mate_in: Option<u32>,
    /// True if it is proved that no mate is shorter, over all moves.
    pub shortest: bool,
    /// The longest length ruled out, in moves, whatever the status. 0 if none is.
    pub no_mate_in: u32,
    /// For [`Status::NoMate`] without a limit: the opponent's moves within which the side to move is mated, whatever it plays.
    /// `None` if no such mate was found by a short search.
    pub lost_in: Option<u32>,
    /// The key move: the first move of the mate.
    pub key_move: Option<Move>,
    /// The principal variation: the strategy against the longest defence. That of a claimed mate may end before the mate.
    pub pv: Vec<Move>,
    /// Whether no other first move mates as fast; `None` if that was not requested or not determined.
    pub unique: Option<bool>,
    /// The winner's move for every defence; empty without a mate.
    pub strategy: Strategy,
    /// True if the independent verifier has accepted the proof: true for every proved mate. For [`Status::NoMate`] without a limit,
    /// true if it has accepted a strategy with which the opponent holds a draw.
    pub verified: bool,
    /// For [`Status::NoMate`] without a limit, true if the side to move is proved to hold a draw as well, or both do by the endgame
    /// tables.
    pub is_draw: bool,
    /// True if the defender can repeat a position, and loses by it under the rules of repetition. `mate_in` does not count
    /// such repetitions, and such a mate is never reported as the shortest. An ordinary mate may exist.
    pub by_repetition: bool,
    /// Why the verifier rejected the mate, for [`Status::Rejected`].
    pub fault: Option<InvalidProof>,
    /// The prover that found the mate.
    pub prover: ProverKind,
    /// The work, in the units of [`Budget::nodes`](super::Budget::nodes).
    pub nodes: u64,
    /// The wall-clock time of the work.
    pub elapsed: Duration,
}

impl Solution {
    /// The plies of the principal variation, 0 without a mate.
    ///
    /// ```
    /// use chuhe::solve::Solution;
    /// assert_eq!(Solution { mate_in: Some(3), ..Solution::default() }.plies(), 5);
    /// ```
    pub fn plies(&self) -> u32 {
        self.mate_in
            .map_or(0, |moves| (2 * moves).saturating_sub(1))
    }

    /// The error message of a mate that the verifier rejected.
    pub fn rejection(&self) -> String {
        let fault = self.fault.as_ref();
        let reason = fault.map_or_else(String::new, |fault| format!(": {fault}"));
        format!("a bug in this program: it claimed a mate that does not hold{reason}")
    }
}

/// How the work on a draw ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DrawStatus {
    /// The side to move holds at least a draw, verified.
    Draw,
    /// The side to move is mated, whatever it plays.
    Lost,
    /// Neither was proved within the budget.
    #[default]
    Unsolved,
}

/// The solution of the question whether the side to move holds at least a draw.
#[derive(Clone, Debug, Default)]
pub struct DrawSolution {
    /// How the work ended.
    pub status: DrawStatus,
    /// For [`DrawStatus::Draw`], a line of the strategy, up to a repetition where it has one. Empty if every move holds the draw.
    pub line: Vec<Move>,
    /// For [`DrawStatus::Draw`], true if the opponent can repeat a position.
    pub by_repetition: bool,
    /// For [`DrawStatus::Lost`], the opponent's moves within which the side to move is mated.
    pub lost_in: Option<u32>,
    /// For [`DrawStatus::Draw`], the prover that found the strategy.
    pub prover: Option<ProverKind>,
    /// The work, in the units of [`Budget::nodes`](super::Budget::nodes).
    pub nodes: u64,
    /// The wall-clock time of the work.
    pub elapsed: Duration,
}

/// A strategy as a tree: a move of the winner, and all replies with their subtrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyTree {
    /// The winner's move.
    pub mv: Move,
    /// The legal replies, in order of generation, each with its continuation. Empty if the move mates.
    pub replies: Vec<(Move, Continuation)>,
}

/// The continuation after a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// The winner's next move.
    Tree(StrategyTree),
    /// The reply repeats a position of its line, which loses by the rules of repetition.
    Repetition,
}

impl Strategy {
    /// The strategy as a tree with all defences. The tree holds a position once for each line that reaches it, so it can be far
    /// larger than the strategy. A position that repeats on its line ends the line ([`Continuation::Repetition`]).
    ///
    /// `None` if the tree has more than `limit` moves of the winner, or the strategy lacks a move.
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
    pub fn tree(&self, board: &Board, limit: usize) -> Option<StrategyTree> {
        let mut left = limit;
        self.subtree(&mut board.clone(), &mut Vec::new(), &mut left)
    }

    /// The tree from `board` on. `line` has the keys of the positions before it, `left` the moves that it may still have.
    fn subtree(
        &self,
        board: &mut Board,
        line: &mut Vec<u64>,
        left: &mut usize,
    ) -> Option<StrategyTree> {
        *left = left.checked_sub(1)?;
        let mv = self.get(board).filter(|&mv| board.is_legal_move(mv))?;
        line.push(board.key());
        let replies = board.after(mv, |board| {
            let replies = board.legal_moves().into_iter();
            let continued = |reply| {
                let next = board.after(reply, |board| match line.contains(&board.key()) {
                    true => Some(Continuation::Repetition),
                    false => self.subtree(board, line, left).map(Continuation::Tree),
                });
                Some((reply, next?))
            };
            replies.map(continued).collect::<Option<Vec<_>>>()
        })?;
        line.pop();
        Some(StrategyTree { mv, replies })
    }
}
