//! The strategy of a mate in an endgame whose distances to mate are known.

use crate::board::{Board, Move, MoveList};
use crate::endgame::{DistanceTable, EndgameResult, EndgameTables};
use crate::solve::strategy::Strategy;

/// The known results of an endgame's positions.
pub(in crate::solve) trait KnownMates {
    /// The moves to the mate by the side to move; `None` if no mate is known.
    fn mate_in(&self, board: &Board) -> Option<u32>;

    /// Returns true if the side to move is known to win, by mate or by perpetual check of the opponent.
    fn is_won(&self, board: &Board) -> bool {
        self.mate_in(board).is_some()
    }
}

/// Mates of the attacker.
impl KnownMates for DistanceTable {
    fn mate_in(&self, board: &Board) -> Option<u32> {
        DistanceTable::mate_in(self, board)
    }
}

impl KnownMates for EndgameTables {
    fn mate_in(&self, board: &Board) -> Option<u32> {
        match self.probe(board)? {
            EndgameResult::Mates(plies) => Some(plies.div_ceil(2)),
            _ => None,
        }
    }

    fn is_won(&self, board: &Board) -> bool {
        use EndgameResult::{Mates, WinsByRule};
        matches!(self.probe(board), Some(Mates(_) | WinsByRule))
    }
}

/// The shortest mate of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The length in moves of the winner, against the longest defence. No mate is shorter.
    pub mate_in: u32,
    /// True if no other first move mates as fast.
    pub unique: bool,
    /// The winner's move for every defence.
    pub strategy: Strategy,
}

/// The shortest mate of a position, whose length is known to be `mate_in`.
pub(in crate::solve) fn shortest_mate(
    known: &impl KnownMates,
    board: &Board,
    mate_in: u32,
) -> Mate {
    let (mut board, mut strategy) = (board.clone(), Strategy::default());
    let unique = winning(known, &mut board, mate_in).len() == 1;
    extract(known, &mut board, &mut strategy);
    Mate {
        mate_in,
        unique,
        strategy,
    }
}

/// The moves that mate in `mate_in` moves.
fn winning(known: &impl KnownMates, board: &mut Board, mate_in: u32) -> MoveList {
    let is_mated_faster = |board: &mut Board, reply| {
        let left = board.after(reply, |board| known.mate_in(board));
        left.is_some_and(|left| left < mate_in)
    };
    let wins = |board: &mut Board| {
        let mut replies = board.legal_moves().into_iter();
        replies.all(|reply| is_mated_faster(board, reply))
    };
    let mut moves = board.legal_moves();
    moves.retain(|mv| board.after(*mv, wins));
    moves
}

/// Sets the winner's move in a position with a known mate, and in all positions that follow.
fn extract(known: &impl KnownMates, board: &mut Board, strategy: &mut Strategy) {
    if strategy.get(board).is_some() {
        return;
    }
    let Some(mate_in) = known.mate_in(board) else {
        return;
    };
    let moves = winning(known, board, mate_in).into_iter();
    let Some(mv) = moves.min_by_key(|&mv| cost(known, board, mv, strategy)) else {
        debug_assert!(false, "no mate in {mate_in}: {board:?}");
        return;
    };
    strategy.set(board, mv);
    board.after(mv, |board| {
        for reply in board.legal_moves() {
            board.after(reply, |board| extract(known, board, strategy));
        }
    });
}

/// The number of positions that a move adds to the strategy, roughly.
fn cost(known: &impl KnownMates, board: &mut Board, mv: Move, strategy: &Strategy) -> u32 {
    let cost = |board: &mut Board| match strategy.get(board) {
        None => known.mate_in(board).unwrap_or(0).pow(2),
        Some(_) => 0,
    };
    board.after(mv, |board| {
        let replies = board.legal_moves().into_iter();
        replies.map(|reply| board.after(reply, cost)).sum()
    })
}
