//! Two sets of the search's numbers play each other, in one thread of one process.
//!
//! The numbers of a tuning build belong to the whole program ([`crate::search::params`]), so each side sets its own before
//! it thinks. That spares two processes and the talk between them, which at a few thousand nodes a move
//! would cost as much as the thinking.

use super::spsa::Setting;
use crate::board::{Board, Color};
use crate::eval::Score;
use crate::rules::{Game, Outcome, judge};
use crate::search::{Engine, Limits, Request, Settings, params};

/// How a game is played, and when it is as good as over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Nodes a move.
    pub nodes: u64,
    /// Won when both sides have seen so much on the same side...
    pub decided: Score,
    /// ...for so many plies in a row.
    pub decided_plies: u32,
    /// Drawn after so many plies.
    pub longest: usize,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            nodes: 4_000,
            decided: 1_000,
            decided_plies: 6,
            longest: 240,
        }
    }
}

/// Two engines with hash tables of their own.
#[derive(Debug)]
pub struct Duel {
    engines: [Engine; 2],
    terms: Terms,
}

impl Duel {
    /// With hash tables of so many MiB.
    pub fn new(hash_mib: usize, terms: Terms) -> Duel {
        let engine = || {
            Engine::new(Settings {
                hash_mib,
                threads: 1,
                ..Settings::default()
            })
        };
        Duel {
            engines: [engine(), engine()],
            terms,
        }
    }

    /// Two games from this opening, colours exchanged: the first side's wins less its losses.
    pub fn pair(&mut self, opening: &Board, sides: [&[Setting]; 2]) -> i32 {
        let mut balance = 0;
        for red in [0, 1] {
            if let Some(winner) = self.game(opening, sides, red) {
                balance += if winner == 0 { 1 } else { -1 };
            }
        }
        balance
    }

    /// Who wins, if `red` has red.
    fn game(&mut self, opening: &Board, sides: [&[Setting]; 2], red: usize) -> Option<usize> {
        let mut game = Game::new(opening.clone());
        for engine in &self.engines {
            engine.clear();
        }
        let owner = |color| if color == Color::Red { red } else { 1 - red };
        let rules = self.engines[0].settings().rules;
        let (mut leader, mut led) = (None, 0);
        while game.moves().len() < self.terms.longest {
            match judge(&game, &rules).outcome {
                Outcome::Win(color) => return Some(owner(color)),
                Outcome::Draw => return None,
                Outcome::Undecided => {}
            }
            let mover = owner(game.board().side());
            for &(place, value) in sides[mover] {
                params::set(place, value);
            }
            let limits = Limits {
                nodes: Some(self.terms.nodes),
                ..Limits::default()
            };
            let outcome = self.engines[mover].search(Request::new(game.clone(), limits), |_| {});
            if outcome.score.abs() >= self.terms.decided {
                let ahead = if outcome.score > 0 { mover } else { 1 - mover };
                led = if leader == Some(ahead) { led + 1 } else { 1 };
                leader = Some(ahead);
                if led >= self.terms.decided_plies {
                    return leader;
                }
            } else {
                (leader, led) = (None, 0);
            }
            // A side that can move has an answer, and it is legal.
            game.play(outcome.best?).ok()?;
        }
        None
    }
}
