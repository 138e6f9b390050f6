//! The goals that the playing search answers: the best move, and a draw.
//!
//! Neither is proved. A draw means that the score at the depth reached is at most [`EQUAL`] either way. Only where the rules
//! themselves have drawn the game is a draw `verified`.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::puzzle::Go;
use super::record::{Record, Status};
use crate::board::Board;
use crate::eval::Score;
use crate::rules::{Game, RuleSet};
use crate::search::score::{Meaning, meaning};
use crate::search::{Engine, Limits, Outcome, Request, Settings};

/// A score that counts as equal, in hundredths of a pawn.
pub const EQUAL: Score = 30;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Aim {
    /// A forced mate, proved; the shortest while the limits last
    #[default]
    Mate,
    /// The best move, by the playing search, compared with bm and am
    Best,
    /// A move that holds the draw, as far as the playing search sees
    Draw,
}

/// An engine with a hash table of so many MiB.
pub(super) fn engine(hash_mib: usize, rules: RuleSet) -> Engine {
    Engine::new(Settings {
        hash_mib,
        threads: 1,
        overhead: Duration::ZERO,
        rules,
        ..Settings::default()
    })
}

/// What a search finds within the limits, or until `stop` is set. It does not depend on searches before.
pub(super) fn search(engine: &mut Engine, game: &Game, limits: Go, stop: &AtomicBool) -> Outcome {
    engine.clear();
    let limits = Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        movetime: limits.time,
        ..Limits::default()
    };
    engine.search_until(Request::new(game.clone(), limits), stop, |_| {})
}

/// The winner's moves to the mate that a search sees for the side to move.
pub(super) fn mates_in(found: &Outcome) -> Option<u32> {
    match meaning(found.score) {
        Meaning::Mate(plies) if plies > 0 => Some((plies as u32).div_ceil(2)),
        _ => None,
    }
}

/// Writes down what a search found.
pub(super) fn write_outcome(found: &Outcome, aim: Aim, board: &Board, record: &mut Record) {
    record.status = match aim {
        Aim::Draw if found.score.abs() <= EQUAL => Status::Draw,
        Aim::Best | Aim::Mate if found.best.is_some() => Status::Best,
        _ => Status::Unsolved,
    };
    record.by = Some("search");
    record.score = Some(found.score);
    record.key = found.best.map(|mv| mv.to_string());
    record.set_line(board, &found.pv);
}
