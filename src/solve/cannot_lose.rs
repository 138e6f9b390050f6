//! Material with which a side cannot lose.

use crate::board::{Board, Color, PieceKind};

/// Returns true if a side cannot lose, whoever moves: the opponent has no rook, horse, cannon or pawn, and the side itself has none
/// but pawns.
///
/// Such an opponent never gives check. Its general only takes the moves to one file from the general of the side, whose pawns never
/// stand in its own palace. Two advisors and an elephant never leave the side without a move, as the test shows.
pub(super) fn cannot_lose(board: &Board, side: Color) -> bool {
    use PieceKind::{Cannon, Horse, Rook};
    let mut others = [Rook, Horse, Cannon].into_iter();
    !board.has_attacker(!side) && others.all(|kind| board.count(side, kind) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardBuilder, Piece, Square};

    #[test]
    fn general_with_advisors_and_an_elephant_has_a_move_against_a_general() {
        let palace = |color| Square::all().filter(move |square| square.is_in_palace(color));
        let red = |kind| Piece::new(Color::Red, kind);
        let mut positions = 0;
        for general in palace(Color::Red) {
            for enemy in palace(Color::Black) {
                let mut generals = BoardBuilder::default();
                let enemy_general = Piece::new(Color::Black, PieceKind::General);
                generals.place(enemy_general, enemy).unwrap();
                generals.place(red(PieceKind::General), general).unwrap();
                for first in palace(Color::Red) {
                    for second in palace(Color::Red) {
                        for elephant in [None, Some(Square::new(4, 2))] {
                            // A piece that cannot stand on its square is left out.
                            let mut builder = generals.clone();
                            for advisor in [first, second] {
                                let _ = builder.place(red(PieceKind::Advisor), advisor);
                            }
                            if let Some(square) = elephant {
                                let _ = builder.place(red(PieceKind::Elephant), square);
                            }
                            let Ok(board) = builder.build() else { continue };
                            assert!(board.has_legal_move(), "{}", board.to_fen());
                            assert!(cannot_lose(&board, Color::Red));
                            positions += 1;
                        }
                    }
                }
            }
        }
        assert!(positions > 1_000, "{positions}");
    }

    #[test]
    fn a_side_may_lose_to_a_pawn_and_is_safe_with_one() {
        let board = Board::from_fen("3k5/9/9/9/9/9/9/4p4/9/5K3 w - - 0 1").unwrap();
        let lost = Color::ALL.map(|side| cannot_lose(&board, side));
        assert_eq!(lost, [false, true]);
    }
}
