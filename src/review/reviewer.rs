//! The reviewer: searches every position of a game and judges every move.
//!
//! A position is searched once, in the order of the game, so that each search finds the table filled by the one before. The score
//! of a move is that of the next position. The table is cleared before each game, so that the result does not depend on the games
//! before it in the file.
//!
//! A move is judged by what it costs in expected points: two hundredths of a pawn are much at an even score and nothing when a rook
//! is lost anyway.

use crate::board::{Board, Color, Move};
use crate::diagram::curve::Fault;
use crate::eval::Score;
use crate::games::GameTree;
use crate::rules::{self, Game, judge};
use crate::search::score::{DRAW, Meaning, RULE_WIN, is_decisive, mated_in, meaning, win_chance};
use crate::search::{Engine, Limits, Outcome, Request, Settings};

/// The most that a move counts in the average loss of a side, so that one lost rook does not hide all else.
const MOST_LOST: Score = 1_000;

/// A judged move of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its ply in the game, from 1.
    pub ply: usize,
    /// The move number, as in notation.
    pub number: u32,
    pub side: Color,
    /// The position before the move.
    pub board: Board,
    pub mv: Move,
    /// The score before the move, from the view of the side that moves.
    pub before: Score,
    /// The score after the move, from the same view.
    pub after: Score,
    /// The best line; empty where the position was not searched.
    pub best: Vec<Move>,
    /// The cost in expected points, from 0 to 1.
    pub cost: f64,
    /// The class of mistake, if it was one.
    pub fault: Option<Fault>,
    /// Depth of the search before the move, in plies.
    pub depth: u32,
    /// Nodes of the search before the move.
    pub nodes: u64,
}

impl Judged {
    /// The loss in hundredths of a pawn, from 0 to 1000.
    pub fn loss(&self) -> Score {
        let clip = |score: Score| score.clamp(-MOST_LOST, MOST_LOST);
        match self.cost > 0.0 {
            true => (clip(self.before) - clip(self.after)).clamp(0, MOST_LOST),
            false => 0,
        }
    }

    /// A score of this move from red's view.
    pub fn for_red(&self, score: Score) -> Score {
        match self.side {
            Color::Red => score,
            Color::Black => -score,
        }
    }
}

/// A game, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    pub moves: Vec<Judged>,
}

/// Searches games.
#[derive(Debug)]
pub struct Reviewer {
    engine: Engine,
    limits: Limits,
    /// The cost in points from which on a move is an inaccuracy; from twice as much on it is a mistake, from four times a blunder.
    pub margin: f64,
}

impl Reviewer {
    pub const MARGIN: f64 = 0.05;

    /// A reviewer that searches each position up to some limits.
    pub fn new(settings: Settings, limits: Limits) -> Reviewer {
        Reviewer {
            engine: Engine::new(settings),
            limits,
            margin: Reviewer::MARGIN,
        }
    }

    /// Searches a game, and reports each move as soon as it is judged.
    ///
    /// # Errors
    /// When `report` fails; then nothing more is searched.
    pub fn review<E>(
        &mut self,
        tree: &GameTree,
        mut report: impl FnMut(&Judged) -> Result<(), E>,
    ) -> Result<Review, E> {
        self.engine.clear();
        let mut game = Game::new(tree.start.clone());
        let mut moves: Vec<Judged> = Vec::new();
        let mut now = self.search(&game, tree.line.is_empty());
        for (index, mv) in tree.main_line().into_iter().enumerate() {
            let board = game.board().clone();
            if game.play(mv).is_err() {
                // A tree made by hand may hold an illegal move; what follows it means nothing.
                break;
            }
            let next = self.search(&game, index + 1 == tree.line.len());
            let judged = self.judged(index + 1, board, mv, now, -next.score);
            report(&judged)?;
            moves.push(judged);
            now = next;
        }
        Ok(Review { moves })
    }

    fn judged(&self, ply: usize, board: Board, mv: Move, before: Outcome, after: Score) -> Judged {
        // The best move costs nothing: if the next search scores it lower, the position was overrated.
        let cost = match before.pv.first() {
            Some(&best) if best != mv => (points(before.score) - points(after)).max(0.0),
            _ => 0.0,
        };
        let faults = [Fault::Blunder, Fault::Mistake, Fault::Inaccuracy];
        let mut faults = [4.0, 2.0, 1.0].into_iter().zip(faults);
        let fault = faults.find(|&(least, _)| cost >= least * self.margin && cost > 0.0);
        Judged {
            ply,
            number: board.move_number().into(),
            side: board.side(),
            mv,
            before: before.score,
            after,
            best: before.pv,
            cost,
            fault: fault.map(|(_, fault)| fault),
            depth: before.depth,
            nodes: before.nodes,
            board,
        }
    }

    /// The outcome of a search of a position. A game that is over needs none, and the last position is judged by the rules first.
    fn search(&mut self, game: &Game, last: bool) -> Outcome {
        let side = game.board().side();
        let rules = &self.engine.settings().rules;
        let known = match last.then(|| judge(game, rules).outcome) {
            _ if !game.board().has_legal_move() => Some(mated_in(0)),
            Some(rules::Outcome::Win(winner)) if winner == side => Some(RULE_WIN),
            Some(rules::Outcome::Win(_)) => Some(-RULE_WIN),
            Some(rules::Outcome::Draw) => Some(DRAW),
            Some(rules::Outcome::Undecided) | None => None,
        };
        match known {
            Some(score) => Outcome {
                score,
                ..Outcome::default()
            },
            None => {
                let request = Request::new(game.clone(), self.limits);
                self.engine.search(request, |_| {})
            }
        }
    }
}

/// The expected points, from 0 for a loss to 1 for a win, with a score from the same side's view.
///
/// Wins and losses are the two logistic curves of [`win_chance`], fitted to self-play with a few thousand nodes a move
/// (`docs/tuning.md`), and a draw is the rest. Between people more games are won and lost.
///
/// ```
/// use chuhe::review::reviewer::points;
/// use chuhe::search::score::MATE;
/// assert_eq!((points(0), points(MATE - 5), points(3 - MATE)), (0.5, 1.0, 0.0));
/// assert_eq!((points(MATE), points(-MATE)), (1.0, 0.0));
/// assert!((points(100) - 0.563).abs() < 0.001);
/// ```
pub fn points(score: Score) -> f64 {
    match is_decisive(score) {
        true => f64::from(score > 0),
        false => (win_chance(score) + 1.0 - win_chance(-score)) / 2.0,
    }
}

/// A score from red's view for a person: `+35`, `red mates in 3`, `black wins by rule`.
///
/// ```
/// use chuhe::review::reviewer::standing;
/// use chuhe::search::score::MATE;
/// assert_eq!((standing(35), standing(-4)), ("+35".to_owned(), "-4".to_owned()));
/// assert_eq!(standing(5 - MATE), "black mates in 3");
/// ```
pub fn standing(red: Score) -> String {
    let side = if red > 0 { Color::Red } else { Color::Black };
    match meaning(red) {
        _ if !is_decisive(red) => format!("{}{red}", if red > 0 { "+" } else { "" }),
        Meaning::Mate(0) => format!("{side} has won"),
        Meaning::Mate(plies) => format!("{side} mates in {}", (plies.abs() + 1) / 2),
        _ => format!("{side} wins by rule"),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::games::{GameTree, Node};

    fn review(fen: &str, moves: &[&str]) -> Review {
        let mut game = GameTree::new(Board::from_fen(fen).unwrap());
        let moves = moves.iter().map(|mv| mv.parse().unwrap());
        game.line = moves.map(Node::new).collect();
        let settings = Settings {
            hash_mib: 1,
            ..Settings::default()
        };
        let limits = Limits {
            nodes: Some(2_000),
            ..Limits::default()
        };
        let review = Reviewer::new(settings, limits).review(&game, |_| Ok::<(), Infallible>(()));
        review.unwrap()
    }

    #[test]
    fn every_winning_move_is_faultless() {
        for mv in ["b0b9", "a8a7"] {
            let review = review("3k5/R8/9/9/9/9/9/9/9/1R2K4 w", &[mv]);
            let judged = &review.moves[0];
            assert_eq!(judged.fault, None, "{judged:?}");
            let won = standing(judged.after) == "red has won";
            assert_eq!(won, mv == "b0b9", "{judged:?}");
        }
    }

    #[test]
    fn giving_away_a_rook_is_a_blunder_with_a_better_line() {
        let review = review("3k5/r8/9/9/9/9/9/9/4A4/R3K4 w", &["a0a7", "a8a7"]);
        assert_eq!(review.moves[0].fault, Some(Fault::Blunder));
        assert_eq!(review.moves[0].best[0], "a0a8".parse().unwrap());
        assert_eq!(review.moves[1].fault, None);
        let summary = review.summary(Color::Red);
        let faults = (summary.inaccuracies, summary.mistakes, summary.blunders);
        assert_eq!((summary.moves, faults), (1, (0, 0, 1)));
    }

    #[test]
    fn review_ends_before_an_illegal_move() {
        let game = review("3k5/9/9/9/9/9/9/9/9/R3K4 w", &["a0a1", "a1a2", "a2a3"]);
        assert_eq!(game.moves.len(), 1);
    }
}
