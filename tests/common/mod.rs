//! What several test crates share: searches for mates, and files of positions that say what is in them.
#![allow(dead_code)] // each crate uses its part

use std::path::Path;

use chuhe::board::{Board, Move};
use chuhe::cli::positions::{self, Entry};
use chuhe::eval::{Evaluator, Knowledge};
use chuhe::rules::Game;
use chuhe::search::score::{Meaning, meaning};
use chuhe::search::{Engine, Limits, NullMove, Outcome, Pruning, Request, Settings, Techniques};

/// An engine with these techniques, one thread and a small table. It knows material and nothing else, so
/// that what a technique does here does not change with the numbers of the evaluation.
pub fn engine(techniques: Techniques) -> Engine {
    Engine::new(Settings {
        techniques,
        evaluator: Evaluator::hand_crafted(Knowledge::Material),
        hash_mib: 1,
        ..Settings::default()
    })
}

/// Alpha-beta with its window, order and table, and of the gambles the null move alone.
pub fn gambling_on(null_move: NullMove) -> Techniques {
    Techniques {
        null_move,
        pvs: true,
        quiescence: true,
        transposition: true,
        ordering: true,
        see: true,
        ..Techniques::NONE
    }
}

/// Full width: every move looked at to the depth asked for or deeper, none less deep.
pub fn full_width() -> Techniques {
    Techniques {
        aspiration: false,
        singular: false,
        ..Pruning::None.techniques()
    }
}

/// To a depth.
pub fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// Searches a position without history, nothing remembered.
pub fn search(engine: &mut Engine, board: &Board, limits: Limits, banned: &[Move]) -> Outcome {
    engine.clear();
    let mut request = Request::new(Game::new(board.clone()), limits);
    request.banned = banned.to_vec();
    engine.search(request, |_| {})
}

/// Plies to the mate that the side to move gives, if that is what the search found.
pub fn mate(outcome: &Outcome) -> Option<i32> {
    match meaning(outcome.score) {
        Meaning::Mate(plies) if plies > 0 => Some(plies),
        _ => None,
    }
}

/// A mate problem of a file.
pub struct Problem {
    pub entry: Entry,
    /// Moves of the winner to the mate.
    pub moves: i32,
}

impl Problem {
    /// Plies to the mate.
    pub fn plies(&self) -> i32 {
        2 * self.moves - 1
    }

    pub fn board(&self) -> &Board {
        &self.entry.board
    }

    /// What an operation says as a number.
    ///
    /// # Panics
    /// Without the operation, or when it is no number.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> T {
        let id = &self.entry.id;
        let operand = self.entry.operation(name);
        let number = operand.and_then(|operand| operand.parse().ok());
        number.unwrap_or_else(|| panic!("{id} says no {name}"))
    }
}

/// The positions of a file beside `Cargo.toml` (or beside the checkout) that say in how many moves the mate is;
/// `None` when there is no such file.
pub fn problems(path: &str) -> Option<Vec<Problem>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(path).ok()?;
    let entries = positions::read(&text).expect("a sound file of positions");
    let problem = |entry: Entry| {
        let moves = entry.operation("dm")?.parse().ok()?;
        Some(Problem { entry, moves })
    };
    Some(entries.into_iter().filter_map(problem).collect())
}

/// Asserts that a search to this depth finds the mate, no sooner and no later than the file says.
pub fn mates_at_depth(engine: &mut Engine, problem: &Problem, depth: i32) {
    let outcome = search(engine, problem.board(), to_depth(depth as u32), &[]);
    let id = &problem.entry.id;
    assert_eq!(mate(&outcome), Some(problem.plies()), "{id}");
}
