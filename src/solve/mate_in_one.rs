//! Mate in one: the attacker's last move, which mates by check or stalemates.

use crate::board::{Board, Color, Move, PieceKind, Square, leapers};
use crate::rules::mate_by_checks::{leaves_no_move, mate_by_check};

/// A move that mates or stalemates at once, if there is one.
pub(super) fn mate_in_one(board: &mut Board) -> Option<Move> {
    if let Some(mate) = mate_by_check(board) {
        return Some(mate);
    }
    if cannot_be_stalemated(board, !board.side()) {
        return None;
    }
    let moves = board.legal_moves();
    moves.into_iter().find(|&mv| leaves_no_move(board, mv))
}

/// Returns true if no quiet move of the opponent can stalemate `color`: two of its pieces have a move that only their capture
/// prevents.
///
/// Such a move starts and ends off the general's file and rank and off the four squares diagonal to it, so that it involves no pin
/// and no screen. Nothing can block it, because the piece steps to a neighbouring square and needs no empty leg or eye square.
fn cannot_be_stalemated(board: &Board, color: Color) -> bool {
    let general = board.general(color);
    let open = |square: Square| square.file() != general.file() && square.rank() != general.rank();
    let free = |from: Square, to: Square| {
        let beside =
            from.file().abs_diff(general.file()) == 1 && from.rank().abs_diff(general.rank()) == 1;
        open(from) && open(to) && !beside && !board.has_color(to, color)
    };
    let pawn = |&from: &Square| {
        let steps = leapers::pawn(color, from).iter();
        steps.copied().any(|to| free(from, to))
    };
    let rook = |&from: &Square| {
        let steps = leapers::ORTHOGONAL.into_iter();
        (steps.filter_map(|(files, ranks)| from.offset(files, ranks))).any(|to| free(from, to))
    };
    let pawns = board.pieces(color, PieceKind::Pawn).filter(pawn);
    let rooks = board.pieces(color, PieceKind::Rook).filter(rook);
    pawns.chain(rooks).nth(1).is_some()
}
