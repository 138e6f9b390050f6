//! What a repeated position is worth.
//!
//! Xiangqi punishes the side that forces a repetition. This room holds the one function that says
//! so, [`verdict`]; both the referee and the search ask it. It knows the *simple* rule set: a side
//! that gave check with every move of the cycle while the other did not loses; everything else is
//! a draw.

use crate::board::Board;

/// What is remembered of a position that was on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Past {
    /// Its key.
    pub key: u64,
    /// Whether the side to move stood in check: the move before it gave check.
    pub in_check: bool,
}

impl Past {
    /// Remembers a position.
    pub fn of(board: &Board) -> Past {
        Past {
            key: board.key(),
            in_check: board.in_check(),
        }
    }
}

/// What a repetition means for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The opponent forced it unlawfully: a win by rule.
    Win,
    /// The side to move forced it unlawfully: a loss by rule.
    Loss,
    /// Nobody is to blame, or both.
    Draw,
}

/// The verdict on the last position of `past` for the side to move there, if that position has
/// occurred at least `occurrences` times (2 in a search: what comes once more comes again; 3 at the
/// board). `reversible` is how many plies lie behind the last capture: only they can hold a
/// repetition.
///
/// The cycle judged is the one since the position's last occurrence but `occurrences`.
///
/// ```
/// use chuhe::{board::Board, rules::{Game, Verdict, repetition::verdict}};
/// // Red's rook checks from file to file, for ever.
/// let mut game = Game::new(Board::from_fen("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1").unwrap());
/// for mv in ["d1e1", "e9d9", "e1d1", "d9e9"] {
///     game.play(mv.parse().unwrap()).unwrap();
/// }
/// assert_eq!(verdict(game.past(), 4, 2), Some(Verdict::Loss));
/// ```
pub fn verdict(past: &[Past], reversible: u16, occurrences: u32) -> Option<Verdict> {
    let last = past.len() - 1;
    let earliest = last.saturating_sub(reversible as usize);
    let key = past[last].key;
    let mut seen = 1;
    let mut index = last;
    // A position cannot come back in fewer than four plies, nor with the other side to move.
    let mut step = 4;
    while index >= earliest + step {
        index -= step;
        step = 2;
        if past[index].key == key {
            seen += 1;
            if seen >= occurrences {
                return Some(judge_cycle(&past[index + 1..]));
            }
        }
    }
    None
}

/// Judges a cycle: the positions after each of its moves, the last one being the present.
fn judge_cycle(cycle: &[Past]) -> Verdict {
    // The last move was the opponent's; its moves led to the positions at odd distance from here.
    let all_check = |mut moves: std::slice::Iter<Past>, skip: usize| {
        moves
            .by_ref()
            .rev()
            .skip(skip)
            .step_by(2)
            .all(|past| past.in_check)
    };
    let opponent_checks = all_check(cycle.iter(), 0);
    let own_checks = all_check(cycle.iter(), 1);
    match (opponent_checks, own_checks) {
        (true, false) => Verdict::Win,
        (false, true) => Verdict::Loss,
        _ => Verdict::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Game;

    fn play(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Board::from_fen(fen).unwrap());
        for mv in moves.split_ascii_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    fn judged(game: &Game, occurrences: u32) -> Option<Verdict> {
        verdict(game.past(), game.board().quiet_plies(), occurrences)
    }

    #[test]
    fn idle_repetition_is_a_draw() {
        let game = play(crate::board::START_FEN, "b0c2 b9c7 c2b0 c7b9");
        assert_eq!(judged(&game, 2), Some(Verdict::Draw));
        assert_eq!(judged(&game, 3), None);
        let game = play(
            crate::board::START_FEN,
            "b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9",
        );
        assert_eq!(judged(&game, 3), Some(Verdict::Draw));
    }

    #[test]
    fn perpetual_check_loses_for_either_view() {
        let fen = "4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1";
        let red_to_move = play(fen, "d1e1 e9d9 e1d1 d9e9");
        assert_eq!(judged(&red_to_move, 2), Some(Verdict::Loss));
        let black_to_move = play(fen, "d1e1 e9d9 e1d1 d9e9 d1e1");
        assert_eq!(judged(&black_to_move, 2), Some(Verdict::Win));
    }

    #[test]
    fn a_capture_is_a_barrier() {
        let game = play(
            "4k4/9/9/9/9/9/9/p8/R8/5K3 w - - 0 1",
            "a1a2 e9d9 a2a3 d9e9 a3a2 e9d9",
        );
        assert_eq!(judged(&game, 2), Some(Verdict::Draw));
        let game = play("4k4/9/9/9/9/9/9/p8/R8/5K3 w - - 0 1", "a1a2 e9d9 a2a3 d9e9");
        assert_eq!(judged(&game, 2), None);
    }
}
