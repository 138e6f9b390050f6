//! Reviewer: searches every position of a game and judges every move.
//!
//! Each position is searched once, in the order of the game, so that a search uses the transposition table of the one before.
//! The score of a move is that of the next position. The table is cleared before each game, so that the result does not depend
//! on earlier games of the file.
//!
//! A move is judged by its cost in expected points, because the same loss of score matters at an even score and hardly
//! matters when a rook is lost.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::{Board, Color, Move};
use crate::diagram::game_chart::MistakeClass;
use crate::eval::Score;
use crate::eval::score::Signed;
use crate::eval::tables::for_side;
use crate::games::GameTree;
use crate::rules::{Game, Outcome, judge};
use crate::search::score::{
    DRAW, RULE_WIN, ScoreKind, classify, is_decisive, mated_in, win_chance,
};
use crate::search::{Engine, Limits, Request, SearchResult, Settings};

/// The maximum score and loss of a move in the average loss of a side, so that one lost rook does not dominate it.
const MAX_LOSS: Score = 1_000;

/// A reviewed move of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The ply in the game, from 1.
    pub ply: usize,
    /// The move number; both sides' moves have the same.
    pub number: u32,
    /// The side that moves.
    pub side: Color,
    /// The position before the move.
    pub board: Board,
    /// The move.
    pub mv: Move,
    /// The score before the move in centipawns, from the view of the side that moves.
    pub before: Score,
    /// The score after the move, from the same view.
    pub after: Score,
    /// The best line; empty if the position was not searched.
    pub best: Vec<Move>,
    /// The cost in expected points, from 0 to 1.
    pub cost: f64,
    /// The class of the mistake, if it was one.
    pub mistake: Option<MistakeClass>,
    /// Depth of the search before the move, in plies.
    pub depth: u32,
    /// Nodes of the search before the move.
    pub nodes: u64,
}

impl ReviewedMove {
    /// The loss in centipawns, from 0 to 1000; 0 if the move costs nothing.
    pub fn loss(&self) -> Score {
        let clip = |score: Score| score.clamp(-MAX_LOSS, MAX_LOSS);
        match self.cost > 0.0 {
            true => (clip(self.before) - clip(self.after)).clamp(0, MAX_LOSS),
            false => 0,
        }
    }

    /// A score of this move from red's view.
    pub fn for_red(&self, score: Score) -> Score {
        for_side(self.side, score)
    }
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves of the main line.
    pub moves: Vec<ReviewedMove>,
}

/// Reviews games with an engine.
#[derive(Debug)]
pub struct Reviewer {
    engine: Engine,
    limits: Limits,
    /// The least cost in expected points of an inaccuracy. The least cost of a mistake is twice that, of a blunder four times.
    pub margin: f64,
}

impl Reviewer {
    /// The default margin, in expected points.
    pub const MARGIN: f64 = 0.05;

    /// A reviewer that searches each position with these limits.
    pub fn new(settings: Settings, limits: Limits) -> Reviewer {
        Reviewer {
            engine: Engine::new(settings),
            limits,
            margin: Reviewer::MARGIN,
        }
    }

    /// Searches a game, and reports each move as soon as it has been judged.
    ///
    /// # Errors
    /// If `report` fails; then nothing more is searched.
    pub fn review<E>(
        &mut self,
        tree: &GameTree,
        report: impl FnMut(&ReviewedMove) -> Result<(), E>,
    ) -> Result<Review, E> {
        self.review_until(tree, &AtomicBool::new(false), report)
    }

    /// Reviews as [`Reviewer::review`]. Soon after `stop` is set, it returns the review of the moves judged so far.
    ///
    /// # Errors
    /// If `report` fails.
    pub fn review_until<E>(
        &mut self,
        tree: &GameTree,
        stop: &AtomicBool,
        mut report: impl FnMut(&ReviewedMove) -> Result<(), E>,
    ) -> Result<Review, E> {
        self.engine.clear();
        let mut game = Game::new(tree.start.clone());
        let mut moves: Vec<ReviewedMove> = Vec::new();
        let mut now = self.search(&game, tree.line.is_empty(), stop);
        for (index, mv) in tree.main_line().into_iter().enumerate() {
            let board = game.board().clone();
            if game.play(mv).is_err() {
                // A tree that was not read from a file may have an illegal move; the moves after it cannot be played.
                break;
            }
            let next = self.search(&game, index + 1 == tree.line.len(), stop);
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let judged = self.judge_move(index + 1, board, mv, now, -next.score);
            report(&judged)?;
            moves.push(judged);
            now = next;
        }
        Ok(Review { moves })
    }

    fn judge_move(
        &self,
        ply: usize,
        board: Board,
        mv: Move,
        before: SearchResult,
        after: Score,
    ) -> ReviewedMove {
        // The best move costs nothing: if the next search gives a lower score, the score before was too high.
        let cost = match before.pv.first() {
            Some(&best) if best != mv => {
                (expected_points(before.score) - expected_points(after)).max(0.0)
            }
            _ => 0.0,
        };
        let classes = [
            (4.0, MistakeClass::Blunder),
            (2.0, MistakeClass::Mistake),
            (1.0, MistakeClass::Inaccuracy),
        ];
        let mut classes = classes.into_iter();
        let mistake = classes.find(|&(least, _)| cost >= least * self.margin && cost > 0.0);
        ReviewedMove {
            ply,
            number: board.move_number().into(),
            side: board.side(),
            mv,
            before: before.score,
            after,
            best: before.pv,
            cost,
            mistake: mistake.map(|(_, mistake)| mistake),
            depth: before.depth,
            nodes: before.nodes,
            board,
        }
    }

    /// The result of searching a position. A position without legal moves is scored without a search, and so is the last one
    /// if the rules end the game.
    fn search(&mut self, game: &Game, last: bool, stop: &AtomicBool) -> SearchResult {
        let side = game.board().side();
        let rules = &self.engine.settings().rules;
        let score = match last.then(|| judge(game, rules).outcome) {
            _ if !game.board().has_legal_move() => mated_in(0),
            Some(Outcome::Win(winner)) if winner == side => RULE_WIN,
            Some(Outcome::Win(_)) => -RULE_WIN,
            Some(Outcome::Draw) => DRAW,
            Some(Outcome::Undecided) | None => {
                let request = Request::new(game.clone(), self.limits);
                return self.engine.search_until(request, stop, |_| {});
            }
        };
        SearchResult {
            score,
            ..SearchResult::default()
        }
    }
}

/// The expected points of a side, from 0 for a loss to 1 for a win, by the score from its view.
///
/// The chances of a win and a loss are the logistic curves of [`win_chance`], whose fit to self-play
/// `protocol::wdl` describes. The rest is the chance of a draw. In games between people draws are rarer.
///
/// ```
/// use chuhe::review::reviewer::expected_points;
/// use chuhe::search::score::MATE;
/// assert_eq!((expected_points(0), expected_points(MATE - 5), expected_points(3 - MATE)), (0.5, 1.0, 0.0));
/// assert_eq!((expected_points(MATE), expected_points(-MATE)), (1.0, 0.0));
/// assert!((expected_points(100) - 0.548).abs() < 0.001);
/// ```
pub fn expected_points(score: Score) -> f64 {
    match is_decisive(score) {
        true => f64::from(score > 0),
        false => (win_chance(score) + 1.0 - win_chance(-score)) / 2.0,
    }
}

/// The text of a score from red's view: `+35` (centipawns), `red mates in 3` (moves), `black wins by rule`.
///
/// ```
/// use chuhe::review::reviewer::describe_score;
/// use chuhe::search::score::MATE;
/// assert_eq!((describe_score(35), describe_score(-4)), ("+35".to_owned(), "-4".to_owned()));
/// assert_eq!(describe_score(5 - MATE), "black mates in 3");
/// ```
pub fn describe_score(red: Score) -> String {
    let side = if red > 0 { Color::Red } else { Color::Black };
    match classify(red) {
        ScoreKind::Evaluation(score) => Signed(score).to_string(),
        ScoreKind::Mate(0) => format!("{side} has won"),
        ScoreKind::Mate(plies) => format!("{side} mates in {}", (plies.abs() + 1) / 2),
        ScoreKind::Rule(_) => format!("{side} wins by rule"),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::games::{GameNode, GameTree};

    fn review(fen: &str, moves: &[&str]) -> Review {
        let mut game = GameTree::new(Board::from_fen(fen).unwrap());
        let moves = moves.iter().map(|mv| mv.parse().unwrap());
        game.line = moves.map(GameNode::new).collect();
        let settings = Settings::with_hash_mib(1);
        let limits = Limits::of_nodes(2_000);
        let review = Reviewer::new(settings, limits).review(&game, |_| Ok::<(), Infallible>(()));
        review.unwrap()
    }

    #[test]
    fn winning_moves_are_not_mistakes() {
        for mv in ["b0b9", "a8a7"] {
            let review = review("3k5/R8/9/9/9/9/9/9/9/1R2K4 w", &[mv]);
            let judged = &review.moves[0];
            assert_eq!(judged.mistake, None, "{judged:?}");
            let won = describe_score(judged.after) == "red has won";
            assert_eq!(won, mv == "b0b9", "{judged:?}");
        }
    }

    #[test]
    fn giving_away_a_rook_is_a_blunder_with_a_better_line() {
        let review = review("3k5/r8/9/9/9/9/9/9/4A4/R3K4 w", &["a0a7", "a8a7"]);
        assert_eq!(review.moves[0].mistake, Some(MistakeClass::Blunder));
        assert_eq!(review.moves[0].best[0], "a0a8".parse().unwrap());
        assert_eq!(review.moves[1].mistake, None);
        let summary = review.summary(Color::Red);
        let counts = (summary.inaccuracies, summary.mistakes, summary.blunders);
        assert_eq!((summary.moves, counts), (1, (0, 0, 1)));
    }

    #[test]
    fn review_ends_before_an_illegal_move() {
        let game = review("3k5/9/9/9/9/9/9/9/9/R3K4 w", &["a0a1", "a1a2", "a2a3"]);
        assert_eq!(game.moves.len(), 1);
    }
}
