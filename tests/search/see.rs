//! Static exchange evaluation compared with the exchange played by legal moves on the board.

use crate::random_positions::{Random, playout, scattered};
use chuhe::board::{Board, Move, MoveList, PieceKind, Square};
use chuhe::eval::Score;
use chuhe::search::see::{see, see_at_least, value};

/// The kinds from the least valuable attacker to the most.
const BY_VALUE: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::General,
];

/// The side to move's legal captures on a square, cheapest first, in the order SEE defines.
fn recaptures(board: &Board, target: Square) -> MoveList {
    let side = board.side();
    BY_VALUE
        .into_iter()
        .flat_map(|kind| board.pieces(side, kind))
        .filter(|&from| from != target)
        .map(|from| Move::new(from, target))
        .filter(|&mv| board.is_legal_move(mv))
        .collect()
}

/// Returns what the side to move wins on a square by legal captures there, at least 0, since it may stop.
///
/// Tries only the cheapest capture or, with `any_order`, all of them.
fn won_on(board: &mut Board, target: Square, any_order: bool) -> Score {
    let candidates = if any_order { usize::MAX } else { 1 };
    let mut best = 0;
    for mv in recaptures(board, target).into_iter().take(candidates) {
        best = best.max(slow_see(board, mv, any_order));
    }
    best
}

/// SEE by making legal moves.
fn slow_see(board: &mut Board, mv: Move, any_order: bool) -> Score {
    let undo = board.make(mv);
    let gain = undo.captured().map_or(0, |victim| value(victim.kind()));
    let net = gain - won_on(board, mv.to(), any_order);
    board.undo(undo);
    net
}

/// Counts of the positions, moves and captures compared.
#[derive(Default)]
struct Comparison {
    positions: usize,
    moves: usize,
    captures: usize,
    /// Captures whose value is the same when all orders of capturing are tried.
    captures_any_order: usize,
}

impl Comparison {
    fn compare(&mut self, board: &mut Board) {
        self.positions += 1;
        for mv in board.legal_moves() {
            self.moves += 1;
            let quick = see(board, mv);
            let slow = slow_see(board, mv, false);
            assert_eq!(quick, slow, "{mv} in {board:?}");
            for threshold in [-600, -100, -1, 0, 1, 60, 150, slow - 1, slow, slow + 1] {
                assert_eq!(
                    see_at_least(board, mv, threshold),
                    slow >= threshold,
                    "{mv} at {threshold} in {board:?}"
                );
            }
            if board.piece_at(mv.to()).is_some() {
                self.captures += 1;
                self.captures_any_order += usize::from(slow_see(board, mv, true) == slow);
            }
        }
    }

    /// Asserts that the value is the same in any order for at least 99.8% of the captures.
    fn assert_order_seldom_matters(&self) {
        let (same, all) = (self.captures_any_order, self.captures);
        assert!(same * 1_000 >= all * 998, "{same} of {all}");
    }
}

#[test]
fn see_agrees_with_legal_play_in_random_games() {
    let mut random = Random(1);
    let mut comparison = Comparison::default();
    for _ in 0..40 {
        for mut board in playout(&mut random, 120) {
            comparison.compare(&mut board);
        }
    }
    comparison.assert_order_seldom_matters();
    assert!(comparison.positions > 3_000 && comparison.captures > 3_000);
    assert!(comparison.moves > 100_000, "{}", comparison.moves);
}

#[test]
fn see_agrees_with_legal_play_of_scattered_pieces() {
    let mut random = Random(2);
    let mut sparse = Comparison::default();
    let mut cluttered = Comparison::default();
    for _ in 0..1_500 {
        let pieces = 2 + random.below(8);
        sparse.compare(&mut scattered(&mut random, pieces, None));
        let near = Square::from_index(random.below(Square::COUNT));
        let pieces = 10 + random.below(16);
        cluttered.compare(&mut scattered(&mut random, pieces, near));
    }
    sparse.assert_order_seldom_matters();
    cluttered.assert_order_seldom_matters();
    assert!(cluttered.captures > 3_000);
    let moves = sparse.moves + cluttered.moves;
    assert!(moves > 50_000, "{moves}");
}

#[test]
fn see_is_the_same_with_colours_exchanged() {
    let mut random = Random(3);
    for board in playout(&mut random, 150) {
        let flipped = board.flipped();
        for mv in board.legal_moves() {
            let counterpart = Move::new(mv.from().flipped(), mv.to().flipped());
            let (here, there) = (see(&board, mv), see(&flipped, counterpart));
            assert_eq!(here, there, "{mv} in {board:?}");
        }
    }
}

#[test]
fn see_of_hand_made_positions_is_the_expected_exchange() {
    use PieceKind::{Advisor, Cannon, Horse, Pawn, Rook};
    let [a, c, n, p, r] = [Advisor, Cannon, Horse, Pawn, Rook].map(value);
    // Position, move, the value of the move.
    let cases = [
        // An undefended pawn.
        ("3k5/9/9/4p4/9/9/4R4/9/9/5K3 w", "e3e6", p),
        // A pawn that a horse defends.
        ("3k5/9/2n6/4p4/9/9/4R4/9/9/5K3 w", "e3e6", p - r),
        // The rook behind the rook (x-ray) takes the defender.
        ("3k5/9/2n6/4r4/9/9/4R4/4R4/9/5K3 w", "e3e6", n),
        // The capturing rook was the screen of the cannon behind it, which cannot capture.
        ("3k5/9/2n6/4r4/9/9/4R4/4C4/9/5K3 w", "e3e6", 0),
        // The capturing pawn was one of two screens: the cannon defends it, so the horse does not capture.
        ("3k5/9/2n6/4r4/4P4/4N4/9/4C4/9/5K3 w", "e5e6", r),
        // Without that cannon the horse takes the pawn.
        ("3k5/9/2n6/4r4/4P4/4N4/9/9/9/5K3 w", "e5e6", r - p),
        // Two cannons behind one screen capture one after the other.
        ("3k5/9/2n6/4r4/9/4N4/4C4/4C4/9/5K3 w", "e3e6", r - c + n),
        // Two cannons alone: the rear one uses the front one, which then has no screen.
        ("3k5/9/2n6/4r4/9/9/4C4/4C4/9/5K3 w", "e2e6", r - c),
        // The defending cannon's screen was the capturing rook.
        ("3k5/4c4/4R4/9/4p4/9/9/9/9/5K3 w", "e7e5", p),
        // The defending cannon had two screens, and one of them captures.
        ("3k5/4c4/4b4/4R4/4p4/9/9/9/9/5K3 w", "e6e5", p - r),
        // The capturing advisor stood on the horse's leg: the horse defends it against the rook.
        ("5k3/4an3/3N5/9/9/9/3R5/9/9/3K5 b", "e8d7", n),
        // Without that horse the rook takes the advisor.
        ("5k3/4a4/3N5/9/9/9/3R5/9/9/3K5 b", "e8d7", n - a),
        // An elephant defends across an open eye.
        ("3k5/9/4b4/9/2p6/2R6/9/9/9/5K3 w", "c4c5", p - r),
        // It defends nothing across a blocked one.
        ("3k5/9/4b4/3P5/2p6/2R6/9/9/9/5K3 w", "c4c5", p),
        // The general takes a rook that nothing defends.
        ("4k4/4a4/9/9/9/9/9/9/9/4RK3 w", "e0e8", a - r),
        // It may not take one that a rook behind it defends.
        ("4k4/4a4/9/9/9/9/9/9/4R4/4RK3 w", "e1e8", a),
        // It may not take one on the file of the other general.
        ("4k4/R3a4/9/9/9/9/9/9/9/4K4 w", "a8e8", a),
        // It may when the other general stands elsewhere.
        ("4k4/R3a4/9/9/9/9/9/9/9/3K5 w", "a8e8", a - r),
        // The elephant that hides its general from the other may not capture.
        ("4k4/9/4b4/9/2p6/2R6/9/9/9/4K4 w", "c4c5", p),
        // A pinned rook may not leave its file.
        ("4k4/9/9/9/R1p1r4/9/9/4R4/9/5K3 w", "a5c5", p),
        // A free one may.
        ("4k4/9/9/9/R1p1r4/9/9/9/9/5K3 w", "a5c5", p - r),
        // A discovered check must be answered, and not by recapturing.
        ("2r1k4/9/9/2p6/4N4/9/9/4R4/9/5K3 w", "e5c6", p),
        // A pawn before the river defends nothing beside it.
        ("5k3/9/9/3np4/9/9/3R5/9/9/4K4 w", "d3d6", n),
        // A pawn across the river does.
        ("3k5/9/9/9/9/2pp5/2R6/9/9/5K3 w", "c3c4", p - r),
        // A quiet move into a pawn's attack loses the rook.
        ("3k5/9/9/4p4/R8/9/9/9/9/5K3 w", "a5e5", -r),
    ];
    for (fen, mv, expected) in cases {
        let mut board = Board::from_fen(fen).unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(board.is_legal_move(mv), "{fen} {mv}");
        assert_eq!(see(&board, mv), expected, "{fen} {mv}");
        assert_eq!(slow_see(&mut board, mv, false), expected, "{fen} {mv}");
        assert!(see_at_least(&board, mv, expected), "{fen} {mv}");
        assert!(!see_at_least(&board, mv, expected + 1), "{fen} {mv}");
    }
}

/// The value of an illegal move has no meaning, but both functions agree and do not panic.
#[test]
fn see_of_illegal_moves_does_not_panic() {
    let mut random = Random(4);
    for _ in 0..300 {
        let board = scattered(&mut random, 20, None);
        let mut moves = MoveList::new();
        board.captures(&mut moves);
        board.quiets(&mut moves);
        for mv in moves {
            let whole = see(&board, mv);
            assert!(see_at_least(&board, mv, whole) && !see_at_least(&board, mv, whole + 1));
        }
    }
}
