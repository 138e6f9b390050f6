//! The final position of a mate, as the detectors of patterns see it.

use crate::board::sliders::squares_between;
use crate::board::{Board, Color, Move, Piece, PieceKind, Square, SquareSet};

/// A move of the line, with the position before it.
pub(super) struct PlayedMove {
    pub before: Board,
    pub mv: Move,
}

impl PlayedMove {
    /// Returns true if a piece of this kind moved.
    pub fn is_by(&self, kind: PieceKind) -> bool {
        let piece = self.before.piece_at(self.mv.from());
        piece.is_some_and(|piece| piece.kind() == kind)
    }

    /// The kind of the captured piece.
    pub fn captured(&self) -> Option<PieceKind> {
        self.before.piece_at(self.mv.to()).map(Piece::kind)
    }
}

/// A position in which the side to move has no legal move, and the line to it.
pub(super) struct FinalPosition {
    pub board: Board,
    pub loser: Color,
    /// The square of the mated general.
    pub general: Square,
    /// The pieces that give check.
    pub checkers: SquareSet,
    /// The winner's pieces that take part, its general not included.
    pub participants: SquareSet,
    /// The moves of the line, in order.
    line: Vec<PlayedMove>,
}

impl FinalPosition {
    /// The position after a line; `None` if its side to move has a legal move.
    pub fn after(start: &Board, line: &[Move]) -> Option<FinalPosition> {
        let mut board = start.clone();
        let mut played = Vec::new();
        for &mv in line {
            let before = board.clone();
            let _ = board.try_make(mv).ok()?;
            played.push(PlayedMove { before, mv });
        }
        if board.has_legal_move() {
            return None;
        }
        let loser = board.side();
        let (general, checkers) = (board.general(!loser), board.checkers());
        let takes_part = |&square: &Square| {
            let is_needed = || board.without(square).has_legal_move();
            square != general && (checkers.contains(square) || is_needed())
        };
        let pieces = board.occupied_by(!loser).iter();
        let participants = pieces.filter(takes_part).collect();
        Some(FinalPosition {
            loser,
            general: board.general(loser),
            checkers,
            participants,
            line: played,
            board,
        })
    }

    /// The winner's pieces of a kind that stand in a set.
    fn pieces(&self, kind: PieceKind, set: SquareSet) -> impl Iterator<Item = Square> {
        let pieces = self.board.pieces(!self.loser, kind);
        pieces.filter(move |square| set.contains(*square))
    }

    /// The winner's pieces of a kind that give check.
    pub fn checking(&self, kind: PieceKind) -> impl Iterator<Item = Square> {
        self.pieces(kind, self.checkers)
    }

    /// The winner's pieces of a kind that take part.
    pub fn participating(&self, kind: PieceKind) -> impl Iterator<Item = Square> {
        self.pieces(kind, self.participants)
    }

    /// The rank as the loser counts from its back rank, 0-9.
    pub fn depth(&self, square: Square) -> u8 {
        square.relative_rank(self.loser)
    }

    /// The pieces over which cannons give check, with their squares.
    pub fn screens(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.checking(PieceKind::Cannon).flat_map(move |cannon| {
            let between = squares_between(cannon, self.general);
            between.filter_map(move |square| Some((self.board.piece_at(square)?, square)))
        })
    }

    /// The winner's moves, the last first.
    pub fn winner_moves(&self) -> impl Iterator<Item = &PlayedMove> {
        self.line.iter().rev().step_by(2)
    }

    /// The last three moves: the winner's last but one, the loser's reply, and the winner's last. `None` if the line is shorter.
    pub fn last_three(&self) -> Option<&[PlayedMove; 3]> {
        self.line.last_chunk()
    }
}

/// Whether a file is on the left wing, and whether it is on the right one.
pub(super) const WINGS: [fn(u8) -> bool; 2] = [|file| file < 3, |file| file > 5];

/// The number of steps between two squares of a line.
pub(super) fn distance(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()) + one.rank().abs_diff(other.rank())
}
