//! Games between two sets of search parameters, in one thread.
//!
//! A search reads the parameters of its thread ([`crate::search::params`]), so each side sets its own before it searches.
//! With a few thousand nodes per move, two processes and their protocol would cost as much time as the search.

use std::time::{Duration, Instant};

use super::selfplay::play_out;
use super::spsa::ParamValue;
use crate::arena::{DrawRule, TimeControl};
use crate::board::{Board, Color};
use crate::eval::Score;
use crate::rules::Game;
use crate::search::{Clock, Engine, Limits, Request, Settings, params};

/// The score at which a game is adjudicated as won, in centipawns.
const WIN_SCORE: Score = 1_000;
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
    control: TimeControl,
}

impl Duel {
    /// Creates the engines with `hash_mib` MiB of hash table each, and gives this thread parameters of its own.
    pub fn new(hash_mib: usize, control: TimeControl) -> Duel {
        params::own_values();
        Duel {
            engines: [0, 1].map(|_| Engine::new(Settings::with_hash_mib(hash_mib))),
            control,
        }
    }

    /// Plays two games from an opening with colours exchanged, and returns the wins of the first side minus its losses.
    pub fn play_pair(&mut self, opening: &Board, sides: [&[ParamValue]; 2]) -> i32 {
        let results = [0, 1].map(|red| self.play_game(opening, sides, red));
        results.iter().sum()
    }

    /// Plays a game in which the side with index `red` has red. Returns 1 if the first side wins, -1 if it loses, 0 for a draw. No
    /// game is lost on time: a clock that is exceeded is left with the increment.
    fn play_game(&mut self, opening: &Board, sides: [&[ParamValue]; 2], red: usize) -> i32 {
        for engine in &self.engines {
            engine.clear();
        }
        let side = |color| if color == Color::Red { red } else { 1 - red };
        let (base, increment) = match self.control {
            TimeControl::Clock { base, increment } => (base, increment),
            _ => (0, 0),
        };
        let [base, increment] = [base, increment].map(Duration::from_millis);
        let mut left = [base; 2];
        let think = |game: &Game| {
            let mover = side(game.board().side());
            for &(index, value) in sides[mover] {
                params::set(index, value);
            }
            let begun = Instant::now();
            let limits = limits(self.control, left[mover]);
            let result = self.engines[mover].search_here(&Request::new(game.clone(), limits));
            left[mover] = left[mover].saturating_sub(begun.elapsed()) + increment;
            result
        };
        let mut game = Game::new(opening.clone());
        let winner = play_out(
            &mut game,
            (WIN_SCORE, Some(DRAWN), MAX_PLIES),
            think,
            |_, _| {},
        );
        winner.map_or(0, |color| if side(color) == 0 { 1 } else { -1 })
    }
}

/// The limits of a move of a side with this time left.
fn limits(control: TimeControl, left: Duration) -> Limits {
    let unlimited = Limits::default();
    match control {
        TimeControl::Clock { increment, .. } => Limits {
            clock: Some(Clock {
                remaining: left,
                increment: Duration::from_millis(increment),
                moves_to_go: None,
            }),
            ..unlimited
        },
        TimeControl::MoveTime(time) => Limits {
            movetime: Some(Duration::from_millis(time)),
            ..unlimited
        },
        TimeControl::Nodes(nodes) => Limits::of_nodes(nodes),
        TimeControl::Depth(depth) => Limits::of_depth(depth),
    }
}
