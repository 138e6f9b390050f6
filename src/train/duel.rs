//! Games between two sets of search parameters, in one thread of one process.
//!
//! The parameters of a tuning build are global ([`crate::search::params`]), so each side sets its own before it searches.
//! That saves two processes and their protocol, which at a few thousand nodes a move would cost as much as the search.

use super::selfplay::{fixed_nodes, play_out};
use super::spsa::Setting;
use crate::board::{Board, Color};
use crate::eval::Score;
use crate::rules::Game;
use crate::search::{Engine, Settings, params};

/// A side that is so far ahead has won.
const DECISIVE: Score = 1_000;
/// A game of so many plies is a draw.
const MAX_PLIES: usize = 240;

/// Two engines with hash tables of their own.
#[derive(Debug)]
pub struct Duel {
    engines: [Engine; 2],
    nodes: u64,
}

impl Duel {
    /// Engines with so many MiB of hash table each, and so many nodes a move.
    pub fn new(hash_mib: usize, nodes: u64) -> Duel {
        let engine = |_| {
            Engine::new(Settings {
                hash_mib,
                threads: 1,
                ..Settings::default()
            })
        };
        Duel {
            engines: [0, 1].map(engine),
            nodes,
        }
    }

    /// Plays two games from an opening, colours exchanged, and returns the first side's wins less its losses.
    pub fn pair(&mut self, opening: &Board, sides: [&[Setting]; 2]) -> i32 {
        let score = |winner| match winner {
            Some(0) => 1,
            Some(_) => -1,
            None => 0,
        };
        [0, 1]
            .map(|red| score(self.game(opening, sides, red)))
            .iter()
            .sum()
    }

    /// Plays a game in which side `red` has red, and returns the winning side.
    fn game(&mut self, opening: &Board, sides: [&[Setting]; 2], red: usize) -> Option<usize> {
        for engine in &self.engines {
            engine.clear();
        }
        let side = |color| if color == Color::Red { red } else { 1 - red };
        let think = |game: &Game| {
            let mover = side(game.board().side());
            for &(place, value) in sides[mover] {
                params::set(place, value);
            }
            self.engines[mover].search(fixed_nodes(game, self.nodes), |_| {})
        };
        let rules = Settings::default().rules;
        let mut game = Game::new(opening.clone());
        play_out(&mut game, &rules, (DECISIVE, MAX_PLIES), think, |_, _| {}).map(side)
    }
}
