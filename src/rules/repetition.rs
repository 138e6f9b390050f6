//! What a repeated position is worth: the judge of cycles.
//!
//! Each side's moves of a cycle are weighed as an [`Offence`]; the side with the worse one loses,
//! and equals draw. The search asks for the [`Ruling`] alone, at every repetition it meets, so the
//! questions come in order of cost: who checks is remembered, who chases is looked for only where
//! nobody checks with every move, and only as long as some piece may still be chased by all of them.

use std::cmp::Ordering;

use super::chase::{Chases, rooks_pinned_by_horses};
use super::cycle::backwards;
use super::kill::threatens_mate;
use super::threat::Pieces;
use super::{Past, Repetition};
use crate::board::{Board, Color};

/// What a side does with every one of its moves of a cycle, from the least blame to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Offence {
    /// Nothing in particular: some move is idle, or the moves are of different kinds.
    #[default]
    None,
    /// It chases one and the same piece (Asian rules).
    Chase,
    /// The piece that it chases is a rook pinned by a horse, which may not run (Asian rules).
    ChaseOfPinnedRook,
    /// It attacks: checks, threatens mate or chases, one or the other (Chinese rules).
    Attack,
    /// It gives check.
    Check,
}

impl Offence {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Offence::None => "none",
            Offence::Chase => "chase",
            Offence::ChaseOfPinnedRook => "chase-of-pinned-rook",
            Offence::Attack => "attack",
            Offence::Check => "check",
        }
    }
}

/// What a repetition means for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The opponent forced it unlawfully: a win by rule.
    Win,
    /// The side to move forced it unlawfully: a loss by rule.
    Loss,
    /// Nobody is to blame, or both alike.
    Draw,
}

/// The ruling on a cycle that ends on `board`, for the side to move there; the cycle is what
/// [`super::cycle::find`] found.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::{Game, Repetition, Ruling, cycle, repetition::ruling};
/// // Red's rook checks from file to file, for ever.
/// let mut game = Game::new(Board::from_fen("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1").unwrap());
/// for mv in ["d1e1", "e9d9", "e1d1", "d9e9"].repeat(2) {
///     game.play(mv.parse().unwrap()).unwrap();
/// }
/// let cycle = cycle::find(game.past(), 8, 3, cycle::AT_THE_BOARD).unwrap();
/// assert_eq!(ruling(game.board(), cycle, Repetition::Asian), Ruling::Loss);
/// ```
#[inline]
pub fn ruling(board: &Board, cycle: &[Past], rules: Repetition) -> Ruling {
    let mut offences = checks(board, cycle);
    if offences == [Offence::None; 2] {
        offences = others(board, cycle, rules);
    }
    match winner(offences) {
        Some(winner) if winner == board.side() => Ruling::Win,
        Some(_) => Ruling::Loss,
        None => Ruling::Draw,
    }
}

/// Who wins by what each side, by [`Color::index`], did: the worse offender loses, equals draw.
pub(super) fn winner([red, black]: [Offence; 2]) -> Option<Color> {
    match red.cmp(&black) {
        Ordering::Less => Some(Color::Red),
        Ordering::Equal => None,
        Ordering::Greater => Some(Color::Black),
    }
}

/// What each side, by [`Color::index`], is to be blamed for in the cycle that ends on `board`.
pub(super) fn offences(board: &Board, cycle: &[Past], rules: Repetition) -> [Offence; 2] {
    let (checks, others) = (checks(board, cycle), others(board, cycle, rules));
    [checks[0].max(others[0]), checks[1].max(others[1])]
}

/// Which side gave check with every move.
fn checks(board: &Board, cycle: &[Past]) -> [Offence; 2] {
    Color::ALL.map(|color| match checks_throughout(board, cycle, color) {
        true => Offence::Check,
        false => Offence::None,
    })
}

/// What else each side did with every move.
#[inline(never)]
fn others(board: &Board, cycle: &[Past], rules: Repetition) -> [Offence; 2] {
    match rules {
        Repetition::Asian => chases_throughout(board, cycle),
        Repetition::Chinese => attacks_throughout(board, cycle),
        Repetition::Simple => [Offence::None; 2],
    }
}

/// Whether every move of a side gave check.
fn checks_throughout(board: &Board, cycle: &[Past], color: Color) -> bool {
    // The last move was that of the side not to move.
    let skip = usize::from(color == board.side());
    let mut moves = cycle.iter().rev().skip(skip).step_by(2);
    moves.all(|past| past.in_check)
}

/// Which side chased one and the same piece with every move.
fn chases_throughout(board: &Board, cycle: &[Past]) -> [Offence; 2] {
    let mut chased = [Pieces::MAX; 2];
    let mut pinned_rooks = [Pieces::MAX; 2];
    for turn in backwards(board, cycle) {
        let mover = turn.mover();
        let targets = &mut chased[mover.index()];
        if *targets != 0 {
            *targets = Chases::of(&turn).chased(*targets);
        }
        if *targets != 0 {
            pinned_rooks[mover.index()] &= *targets & rooks_pinned_by_horses(&turn.after, !mover);
        }
        if chased == [0; 2] {
            break;
        }
    }
    let weigh = |color: Color| match (chased[color.index()], pinned_rooks[color.index()]) {
        (0, _) => Offence::None,
        (targets, rooks) if targets & rooks != 0 => Offence::ChaseOfPinnedRook,
        _ => Offence::Chase,
    };
    Color::ALL.map(weigh)
}

/// Which side attacked with every move: by check, chase or kill.
fn attacks_throughout(board: &Board, cycle: &[Past]) -> [Offence; 2] {
    let mut attacks = [true; 2];
    for turn in backwards(board, cycle) {
        let still = &mut attacks[turn.mover().index()];
        *still = *still
            && (turn.after.in_check()
                || Chases::of(&turn).chased(Pieces::MAX) != 0
                || threatens_mate(&turn.after));
        if attacks == [false; 2] {
            break;
        }
    }
    attacks.map(|attacks| match attacks {
        true => Offence::Attack,
        false => Offence::None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;
    use crate::rules::{Game, cycle};

    fn play(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Board::from_fen(fen).unwrap());
        for mv in moves.split_ascii_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    /// The ruling when the position has occurred so often, or comes again since `root`.
    fn ruled_since(game: &Game, occurrences: u32, root: usize) -> Option<Ruling> {
        let board = game.board();
        let cycle = cycle::find(game.past(), board.quiet_plies(), occurrences, root)?;
        Some(ruling(board, cycle, Repetition::Asian))
    }

    /// The same at the board.
    fn ruled(game: &Game, occurrences: u32) -> Option<Ruling> {
        ruled_since(game, occurrences, cycle::AT_THE_BOARD)
    }

    #[test]
    fn idle_repetition_is_a_draw() {
        let once = "b0c2 b9c7 c2b0 c7b9";
        let game = play(START_FEN, once);
        assert_eq!(ruled(&game, 2), Some(Ruling::Draw));
        assert_eq!(ruled(&game, 3), None);
        let game = play(START_FEN, &[once, once].join(" "));
        assert_eq!(ruled(&game, 3), Some(Ruling::Draw));
    }

    #[test]
    fn perpetual_check_loses_for_either_view() {
        let fen = "4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1";
        let red_to_move = play(fen, "d1e1 e9d9 e1d1 d9e9");
        assert_eq!(ruled(&red_to_move, 2), Some(Ruling::Loss));
        let black_to_move = play(fen, "d1e1 e9d9 e1d1 d9e9 d1e1");
        assert_eq!(ruled(&black_to_move, 2), Some(Ruling::Win));
    }

    #[test]
    fn a_capture_is_a_barrier() {
        let fen = "4k4/9/9/9/9/9/9/p8/R8/5K3 w - - 0 1";
        let game = play(fen, "a1a2 e9d9 a2a3 d9e9 a3a2 e9d9");
        assert_eq!(ruled(&game, 2), Some(Ruling::Draw));
        let game = play(fen, "a1a2 e9d9 a2a3 d9e9");
        assert_eq!(ruled(&game, 2), None);
    }

    #[test]
    fn in_a_search_twice_is_enough() {
        let game = play(START_FEN, "a3a4 a6a5 b0c2 b9c7 c2b0 c7b9");
        let since = |root| ruled_since(&game, 3, root);
        assert_eq!(since(2), Some(Ruling::Draw), "the root comes again");
        assert_eq!(
            since(3),
            None,
            "the game has been there, the search has not"
        );
    }
}
