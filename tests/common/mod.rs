//! Shared helpers of the test crates: searches for mates, files of mate problems, and numbers from the environment.
#![allow(dead_code)] // each test crate uses some of them

use std::collections::HashMap;
use std::path::Path;

use chuhe::board::positions::{self, EpdPosition};
use chuhe::board::{Board, Move};
use chuhe::eval::Evaluator;
use chuhe::rules::Game;
use chuhe::search::bench::POSITIONS;
use chuhe::search::score::{ScoreKind, classify};
use chuhe::search::{Engine, Limits, NullMove, Request, SearchResult, Settings, Techniques};

/// An engine with these techniques, one thread and a small hash table. It evaluates material only, so that tests of a
/// technique do not depend on the weights of the evaluation.
pub fn engine(techniques: Techniques) -> Engine {
    Engine::new(Settings {
        techniques,
        evaluator: Evaluator::Material,
        hash_mib: 1,
        ..Settings::default()
    })
}

/// Alpha-beta with windows, ordering, table and quiescence search; of the pruning techniques only the null move.
pub fn only_null_move(null_move: NullMove) -> Techniques {
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

/// The limit of a depth, in plies.
pub fn to_depth(depth: u32) -> Limits {
    Limits::of_depth(depth)
}

/// Searches a position without game history, with cleared tables.
pub fn search(engine: &mut Engine, board: &Board, limits: Limits) -> SearchResult {
    engine.clear();
    engine.search(Request::new(Game::new(board.clone()), limits), |_| {})
}

/// The positions of `chuhe bench`.
pub fn bench_boards() -> Vec<Board> {
    let entries = positions::read(POSITIONS).expect("it is ours");
    entries.into_iter().map(|entry| entry.board).collect()
}

/// The nodes of searches of some positions to a depth.
pub fn nodes_of(engine: &mut Engine, boards: &[Board], depth: u32) -> u64 {
    let count = |board| search(engine, board, to_depth(depth)).nodes;
    boards.iter().map(count).sum()
}

/// Plies to the mate that the side to move gives, `None` if the search found none.
pub fn mate_in(result: &SearchResult) -> Option<i32> {
    match classify(result.score) {
        ScoreKind::Mate(plies) if plies > 0 => Some(plies),
        _ => None,
    }
}

/// Finds mates by brute force over all moves, and stores them by position.
#[derive(Default)]
pub struct BruteForce {
    /// By key of a position: the number of moves within which it has no mate, and whether it has one in one move more.
    known: HashMap<u64, (u32, bool)>,
}

impl BruteForce {
    /// The length of the shortest mate of the side to move, if it is at most `longest`.
    pub fn mate_in(&mut self, board: &mut Board, longest: u32) -> Option<u32> {
        let known = self.known.get(&board.key()).copied();
        let (mut ruled_out, mut is_mate) = known.unwrap_or_default();
        while !is_mate && ruled_out < longest {
            let mut attacks = board.legal_moves().into_iter();
            is_mate = attacks.any(|mv| self.is_mated_after(board, mv, ruled_out));
            ruled_out += u32::from(!is_mate);
            self.known.insert(board.key(), (ruled_out, is_mate));
        }
        (is_mate && ruled_out < longest).then_some(ruled_out + 1)
    }

    /// Returns true if `mv` leads to a mate within `moves` more moves whatever the reply.
    pub fn is_mated_after(&mut self, board: &mut Board, mv: Move, moves: u32) -> bool {
        board.after(mv, |board| match moves {
            0 => !board.has_legal_move(),
            _ => {
                let mut replies = board.legal_moves().into_iter();
                let mut mates = |board: &mut Board| self.mate_in(board, moves).is_some();
                replies.all(|reply| board.after(reply, &mut mates))
            }
        })
    }
}

/// A mate problem from a file.
pub struct Problem {
    pub entry: EpdPosition,
    /// The winner's moves to the mate.
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

    /// The depth of the EPD operation `acd`, in plies.
    pub fn depth(&self) -> u32 {
        let depth = self.entry.operand("acd").expect("acd");
        depth.parse().expect("a depth")
    }
}

/// The positions of a file; `None` if there is no such file. The path is relative to `Cargo.toml`.
pub fn entries(path: &str) -> Option<Vec<EpdPosition>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(path).ok()?;
    Some(positions::read(&text).expect("a valid file of positions"))
}

/// The positions of a file that have an operation `dm` (moves to mate); `None` if there is no such file.
pub fn problems(path: &str) -> Option<Vec<Problem>> {
    let problem = |entry: EpdPosition| {
        let moves = entry.operand("dm")?.parse().ok()?;
        Some(Problem { entry, moves })
    };
    Some(entries(path)?.into_iter().filter_map(problem).collect())
}

/// Returns the number in an environment variable, or the default.
pub fn number_from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}
