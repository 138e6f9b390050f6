//! The attacker's last move: a check that has no answer, or a move that leaves no move.

use crate::board::{Board, Color, Move, PieceKind, Square};
use crate::rules::mate_by_checks::{leaves_no_move, mate_by_check};

/// A move that mates or stalemates at once.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::solve::mate_in_one;
/// let mut board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1").unwrap();
/// assert_eq!(mate_in_one(&mut board), Some("b0b9".parse().unwrap()));
/// ```
pub fn mate_in_one(board: &mut Board) -> Option<Move> {
    if let Some(mate) = mate_by_check(board) {
        return Some(mate);
    }
    if cannot_be_stalemated(board, !board.side()) {
        return None;
    }
    let moves = board.legal_moves();
    moves.into_iter().find(|&mv| leaves_no_move(board, mv))
}

/// Whether no single move of the opponent that gives no check can leave `color` without a move: two
/// of its pieces have a move that nothing but their capture takes away.
///
/// Such a move starts and ends off the lines of the general and off the four squares diagonal to it, so that
/// no pin and no screen is in it; and nothing can block it, for the piece needs no leg or eye, and steps to a
/// neighbouring square, where an enemy would only be captured.
fn cannot_be_stalemated(board: &Board, color: Color) -> bool {
    let general = board.general(color);
    let open = |square: Square| square.file() != general.file() && square.rank() != general.rank();
    let free = |from: Square, to: Square| {
        let beside =
            from.file().abs_diff(general.file()) == 1 && from.rank().abs_diff(general.rank()) == 1;
        open(from) && open(to) && !beside && !board.has_color(to, color)
    };
    let forward = if color == Color::Red { 1 } else { -1 };
    const STEPS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let pawn = |from: Square| {
        STEPS.into_iter().any(|(files, ranks)| {
            let allowed = if ranks == 0 {
                from.crossed(color)
            } else {
                ranks == forward
            };
            allowed && from.offset(files, ranks).is_some_and(|to| free(from, to))
        })
    };
    let rook = |from: Square| {
        STEPS
            .into_iter()
            .any(|(files, ranks)| from.offset(files, ranks).is_some_and(|to| free(from, to)))
    };
    let pawns = board
        .pieces(color, PieceKind::Pawn)
        .filter(|&from| pawn(from));
    let rooks = board
        .pieces(color, PieceKind::Rook)
        .filter(|&from| rook(from));
    pawns.chain(rooks).nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen(text: &str) -> Board {
        Board::from_fen(text).unwrap()
    }

    #[test]
    fn mates_and_stalemates() {
        let mut mate = fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1");
        assert_eq!(mate_in_one(&mut mate), "b0b9".parse().ok());
        // The pawn takes the last square; black has nothing else to move.
        let mut stalemate = fen("3k5/1P7/9/9/9/9/9/9/9/4K4 w - - 0 1");
        assert_eq!(mate_in_one(&mut stalemate), "b8c8".parse().ok());
        assert_eq!(mate_in_one(&mut Board::startpos()), None);
    }
}
