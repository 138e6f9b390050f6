//! The goals that the playing search answers: the best move, and a draw.
//!
//! A best move is an opinion and nothing more. So is nearly every draw: to prove one means to show that no
//! attack ever breaks through, for which there are no means here. What is said is that the search, at the depth it
//! came to, holds the game for equal: a score of at most [`EQUAL`] either way. Only where the rules themselves have
//! drawn the game is a draw `verified`.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::puzzle::{Go, Puzzle};
use super::record::{Record, Status};
use crate::eval::Score;
use crate::rules::{Game, RuleSet};
use crate::search::score::{Meaning, meaning};
use crate::search::{Engine, Limits, Outcome, Request, Settings};

/// A score that counts as equal, in hundredths of a pawn.
pub const EQUAL: Score = 30;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Aim {
    /// The shortest mate.
    #[default]
    Mate,
    /// The best move.
    Best,
    /// A move that draws.
    Draw,
}

/// Plays from each position anew.
#[derive(Debug)]
pub struct Player {
    engine: Engine,
}

/// What the search thinks of a puzzle.
#[derive(Clone, Debug)]
pub struct Opinion {
    outcome: Outcome,
    /// Positions searched.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

impl Player {
    /// One with a hash table of so many MiB.
    pub fn new(hash_mib: usize, rules: RuleSet) -> Player {
        Player {
            engine: Engine::new(Settings {
                hash_mib: hash_mib.max(1),
                threads: 1,
                overhead: Duration::ZERO,
                rules,
                ..Settings::default()
            }),
        }
    }

    /// What it thinks within the limits, or when `stop` is set.
    pub fn look(&mut self, game: &Game, limits: Go, stop: &AtomicBool) -> Opinion {
        // What it thinks of one puzzle must not depend on those before.
        self.engine.clear();
        let limits = Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            movetime: limits.time,
            ..Limits::default()
        };
        let request = Request::new(game.clone(), limits);
        let outcome = self.engine.search_until(request, stop, |_| {});
        Opinion {
            nodes: outcome.nodes,
            elapsed: outcome.elapsed,
            outcome,
        }
    }
}

impl Opinion {
    /// The winner's moves to the mate that it sees for the side to move.
    pub fn mates_in(&self) -> Option<u32> {
        match meaning(self.outcome.score) {
            Meaning::Mate(plies) if plies > 0 => u32::try_from((plies + 1) / 2).ok(),
            _ => None,
        }
    }

    /// Writes it down.
    pub fn tell(&self, aim: Aim, puzzle: &Puzzle, record: &mut Record) {
        record.status = match aim {
            Aim::Draw if self.outcome.score.abs() > EQUAL => Status::Unsolved,
            Aim::Draw => Status::Draw,
            Aim::Best | Aim::Mate if self.outcome.best.is_some() => Status::Best,
            Aim::Best | Aim::Mate => Status::Unsolved,
        };
        record.by = Some("search");
        record.score = Some(self.outcome.score);
        record.key = self.outcome.best.map(|mv| mv.to_string());
        record.set_line(puzzle.game.board(), &self.outcome.pv);
    }
}
