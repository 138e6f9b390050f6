//! Every position of a game searched, and every move judged by it.
//!
//! A position is searched once. What a move was worth is what the next position is worth; what would have been
//! best is what its own search says. The positions come in their order, so the table knows from one search
//! what the next will need; it is emptied before each game, so that a game says the same wherever it
//! stands in a file.

use super::chance::points;
use crate::board::{Board, Color, Move};
use crate::diagram::curve::Fault;
use crate::eval::Score;
use crate::games::GameTree;
use crate::rules::{Game, Outcome, judge};
use crate::search::score::{DRAW, RULE_WIN, is_decisive, mated_in};
use crate::search::{Engine, Limits, Request, Settings};

/// What a mistake costs at most in the average of a side, so that one rook left standing does not hide all else.
const MOST_LOST: Score = 1_000;

/// A move of a game, and what it was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Which of the game's plies it is, from 1.
    pub ply: usize,
    /// The number of the move, as it is written.
    pub number: u32,
    /// Whose move it is.
    pub side: Color,
    /// The position in which it was made.
    pub board: Board,
    /// The move.
    pub mv: Move,
    /// What the position was worth before it, to the side that moves.
    pub before: Score,
    /// What it was worth after it, to the same side.
    pub after: Score,
    /// The line that was best; empty where the position was not searched.
    pub best: Vec<Move>,
    /// Points that it cost, from 0 to 1.
    pub cost: f64,
    /// What it was, if it was none of the good ones.
    pub fault: Option<Fault>,
    /// The depth of the search before it, in plies.
    pub depth: u32,
    /// Nodes of the search before it.
    pub nodes: u64,
}

impl Judged {
    /// What it cost in hundredths of a pawn, from 0 to 1000.
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
    /// Its moves.
    pub moves: Vec<Judged>,
}

/// What one search says.
struct Finding {
    score: Score,
    line: Vec<Move>,
    depth: u32,
    nodes: u64,
}

/// Searches games.
#[derive(Debug)]
pub struct Reviewer {
    engine: Engine,
    limits: Limits,
    margin: f64,
}

impl Reviewer {
    /// From which cost on, in points, a move is an inaccuracy, unless told otherwise.
    pub const MARGIN: f64 = 0.05;

    /// One that searches each position up to some limits.
    pub fn new(settings: Settings, limits: Limits) -> Reviewer {
        Reviewer {
            engine: Engine::new(settings),
            limits,
            margin: Reviewer::MARGIN,
        }
    }

    /// The same with another margin, in points: from it on a move is an inaccuracy, from twice as
    /// much on a mistake, from four times on a blunder.
    #[must_use]
    pub fn with_margin(self, margin: f64) -> Reviewer {
        Reviewer { margin, ..self }
    }

    /// Searches a game, and tells of each move as soon as it is judged.
    ///
    /// # Errors
    /// When telling fails: then nothing more is searched.
    pub fn review<E>(
        &mut self,
        tree: &GameTree,
        mut tell: impl FnMut(&Judged) -> Result<(), E>,
    ) -> Result<Review, E> {
        self.engine.clear();
        let mut game = Game::new(tree.start.clone());
        let mut moves: Vec<Judged> = Vec::new();
        let mut now = self.look(&game, tree.line.is_empty());
        for (index, mv) in tree.main_line().into_iter().enumerate() {
            let board = game.board().clone();
            if game.play(mv).is_err() {
                // A tree made by hand may hold what is not legal: what follows means nothing.
                break;
            }
            let next = self.look(&game, index + 1 == tree.line.len());
            let judged = self.judged(index, board, mv, &now, -next.score);
            tell(&judged)?;
            moves.push(judged);
            now = next;
        }
        Ok(Review { moves })
    }

    fn judged(
        &self,
        index: usize,
        board: Board,
        mv: Move,
        before: &Finding,
        after: Score,
    ) -> Judged {
        // The best move costs nothing: if the next search likes it less, the position was overrated.
        let cost = match before.line.first() {
            Some(&best) if best != mv => (points(before.score) - points(after)).max(0.0),
            _ => 0.0,
        };
        Judged {
            ply: index + 1,
            number: board.move_number().into(),
            side: board.side(),
            mv,
            before: before.score,
            after,
            best: before.line.clone(),
            cost,
            fault: self.fault(cost),
            depth: before.depth,
            nodes: before.nodes,
            board,
        }
    }

    fn fault(&self, cost: f64) -> Option<Fault> {
        [
            (4.0, Fault::Blunder),
            (2.0, Fault::Mistake),
            (1.0, Fault::Inaccuracy),
        ]
        .into_iter()
        .find(|&(times, _)| cost >= times * self.margin && cost > 0.0)
        .map(|(_, fault)| fault)
    }

    /// What a position is worth to the side to move. The last of a game is asked of the referee first: what
    /// is over needs no search.
    fn look(&mut self, game: &Game, last: bool) -> Finding {
        let known = |score| Finding {
            score,
            line: Vec::new(),
            depth: 0,
            nodes: 0,
        };
        if !game.board().has_legal_move() {
            return known(mated_in(0));
        }
        if last {
            let verdict = judge(game, &self.engine.settings().rules);
            match verdict.outcome {
                Outcome::Win(side) if side == game.board().side() => return known(RULE_WIN),
                Outcome::Win(_) => return known(-RULE_WIN),
                Outcome::Draw => return known(DRAW),
                Outcome::Undecided => {}
            }
        }
        let request = Request::new(game.clone(), self.limits);
        let outcome = self.engine.search(request, |_| {});
        Finding {
            score: outcome.score,
            line: outcome.pv,
            depth: outcome.depth,
            nodes: outcome.nodes,
        }
    }
}

/// A score as people say it, from red's view: `+35`, `red mates in 3`, `black wins by rule`.
///
/// ```
/// use chuhe::review::reviewer::standing;
/// use chuhe::search::score::MATE;
/// assert_eq!((standing(35), standing(-4)), ("+35".to_owned(), "-4".to_owned()));
/// assert_eq!(standing(5 - MATE), "black mates in 3");
/// ```
pub fn standing(red: Score) -> String {
    use crate::search::score::{Meaning, meaning};
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
        game.line = moves
            .iter()
            .map(|mv| Node::new(mv.parse().unwrap()))
            .collect();
        let settings = Settings {
            hash_mib: 1,
            ..Settings::default()
        };
        let limits = Limits {
            nodes: Some(2_000),
            ..Limits::default()
        };
        let mut reviewer = Reviewer::new(settings, limits);
        reviewer
            .review(&game, |_| Ok::<(), Infallible>(()))
            .unwrap()
    }

    #[test]
    fn every_way_to_mate_is_as_good() {
        for mv in ["b0b9", "a8a7"] {
            let review = review("3k5/R8/9/9/9/9/9/9/9/1R2K4 w", &[mv]);
            let judged = &review.moves[0];
            let is_mate = mv == "b0b9";
            assert_eq!(judged.fault, None, "{judged:?}");
            assert_eq!(
                standing(judged.after) == "red has won",
                is_mate,
                "{judged:?}"
            );
        }
    }

    #[test]
    fn a_rook_given_away_is_a_blunder_and_what_was_better_is_told() {
        let fen = "3k5/r8/9/9/9/9/9/9/4A4/R3K4 w";
        let review = review(fen, &["a0a7", "a8a7"]);
        assert_eq!(review.moves[0].fault, Some(Fault::Blunder));
        assert_eq!(review.moves[0].best[0], "a0a8".parse().unwrap());
        assert_eq!(review.moves[1].fault, None);
        let summary = review.summary(Color::Red);
        assert_eq!((summary.moves, summary.faults), (1, [0, 0, 1]));
    }

    #[test]
    fn nothing_after_a_move_that_is_not_legal() {
        let game = review("3k5/9/9/9/9/9/9/9/9/R3K4 w", &["a0a1", "a1a2", "a2a3"]);
        assert_eq!(game.moves.len(), 1);
    }
}
