//! Games between two sets of search parameters, in one thread.
//!
//! A search reads the parameters of its thread ([`crate::search::params`]), so each side sets its own before it searches.
//! With a few thousand nodes per move, two processes and their protocol would cost as much time as the search.

use super::selfplay::{fixed_nodes, play_out};
use super::spsa::ParamValue;
use crate::arena::DrawRule;
use crate::board::{Board, Color};
use crate::eval::Score;
use crate::rules::Game;
use crate::search::{Engine, Settings, params};

/// The score at which a game is adjudicated as won, in centipawns.
const DECISIVE: Score = 1_000;
/// When a game is adjudicated as drawn.
const DRAWN: DrawRule = DrawRule {
    score: 20,
    moves: 5,
    from: 40,
};
/// The number of plies after which a game is a draw.
const MAX_PLIES: usize = 240;

/// Two engines, each with its own hash table. They search in the thread that created them, which needs a stack of
/// [`STACK_SIZE`](crate::search::STACK_SIZE) bytes.
#[derive(Debug)]
pub struct Duel {
    engines: [Engine; 2],
    nodes: u64,
}

impl Duel {
    /// Creates the engines with `hash_mib` MiB of hash table each, and gives this thread parameters of its own. They search
    /// `nodes` nodes per move.
    pub fn new(hash_mib: usize, nodes: u64) -> Duel {
        params::own_values();
        Duel {
            engines: [0, 1].map(|_| Engine::new(Settings::with_hash_mib(hash_mib))),
            nodes,
        }
    }

    /// Plays two games from an opening with colours exchanged, and returns the wins of the first side minus its losses.
    pub fn play_pair(&mut self, opening: &Board, sides: [&[ParamValue]; 2]) -> i32 {
        let results = [0, 1].map(|red| self.play_game(opening, sides, red));
        results.iter().sum()
    }

    /// Plays a game in which the side with index `red` has red. Returns 1 if the first side wins, -1 if it loses, 0 for a draw.
    fn play_game(&mut self, opening: &Board, sides: [&[ParamValue]; 2], red: usize) -> i32 {
        for engine in &self.engines {
            engine.clear();
        }
        let side = |color| if color == Color::Red { red } else { 1 - red };
        let think = |game: &Game| {
            let mover = side(game.board().side());
            for &(index, value) in sides[mover] {
                params::set(index, value);
            }
            self.engines[mover].search_here(&fixed_nodes(game, self.nodes))
        };
        let mut game = Game::new(opening.clone());
        let winner = play_out(
            &mut game,
            (DECISIVE, Some(DRAWN), MAX_PLIES),
            think,
            |_, _| {},
        );
        winner.map_or(0, |color| if side(color) == 0 { 1 } else { -1 })
    }
}
