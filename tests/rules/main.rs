//! Rules: case files, each definition, each way in which a game ends, and the pictures and verdicts of `docs/rules.md`.

mod cases;
mod counts;
mod definitions;
mod documented;
mod endings;
#[path = "../common/process.rs"]
mod process;

use chuhe::board::Board;
use chuhe::rules::{ClassifiedMove, Game, RuleSet, Verdict, judge};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn played(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(board(fen));
    for mv in moves.split_ascii_whitespace() {
        game.play(mv.parse().expect("a move")).expect("a legal one");
    }
    game
}

fn classify(fen: &str, mv: &str) -> ClassifiedMove {
    ClassifiedMove::of(&board(fen), mv.parse().expect("a move"))
}

/// The verdict by the default rule set.
fn default_verdict(fen: &str, moves: &str) -> Verdict {
    judge(&played(fen, moves), &RuleSet::default())
}
