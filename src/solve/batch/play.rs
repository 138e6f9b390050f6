//! Puzzles solved by the alpha-beta search: the best move, and a draw.
//!
//! Neither is proved. A draw means that the score at the depth reached is within [`EQUAL`] of zero. A draw is `verified` only
//! if the game is already drawn by the rules.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::puzzle::PuzzleLimits;
use super::record::{PuzzleRecord, PuzzleStatus};
use crate::board::Board;
use crate::eval::Score;
use crate::rules::{Game, RuleSet};
use crate::search::score::{ScoreKind, classify};
use crate::search::{Engine, Limits, Request, SearchResult, Settings};

/// The largest absolute score that counts as equal, in centipawns.
pub const EQUAL: Score = 30;

/// The kind of solution that is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum TaskKind {
    /// A forced mate, proved; the shortest while the limits last
    #[default]
    Mate,
    /// The best move, by the alpha-beta search, compared with bm and am
    Best,
    /// A move that holds the draw, as far as the alpha-beta search sees
    Draw,
}

/// An engine with one thread and a hash table of `hash_mib` MiB.
pub(super) fn engine(hash_mib: usize, rules: RuleSet) -> Engine {
    Engine::new(Settings {
        hash_mib,
        threads: 1,
        overhead: Duration::ZERO,
        rules,
        ..Settings::default()
    })
}

/// Searches within the limits, or until `stop` is set. The hash table is cleared before, so the result is repeatable.
pub(super) fn search(
    engine: &mut Engine,
    game: &Game,
    limits: PuzzleLimits,
    stop: &AtomicBool,
) -> SearchResult {
    engine.clear();
    let limits = Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        movetime: limits.time,
        ..Limits::default()
    };
    engine.search_until(Request::new(game.clone(), limits), stop, |_| {})
}

/// The length limit, in moves, for a proof of the win that a search found; `None` if the search found no win to prove.
///
/// The provers may find a longer mate or one by repetition, so within limits on time or nodes a mate of any length counts. Without
/// them such a proof might not end: only the claimed length counts, and a win by rule, which has no length, is not proved.
pub(super) fn proof_limit(found: &SearchResult, is_bounded: bool) -> Option<Option<u32>> {
    match classify(found.score) {
        ScoreKind::Mate(plies) | ScoreKind::Rule(plies) if plies > 0 && is_bounded => Some(None),
        ScoreKind::Mate(plies) if plies > 0 => Some(Some((plies as u32).div_ceil(2))),
        _ => None,
    }
}

/// Writes the result of a search to the record.
pub(super) fn write_search_result(
    found: &SearchResult,
    kind: TaskKind,
    board: &Board,
    record: &mut PuzzleRecord,
) {
    record.status = match kind {
        TaskKind::Draw if found.score.abs() <= EQUAL => PuzzleStatus::Draw,
        TaskKind::Best | TaskKind::Mate if found.best.is_some() => PuzzleStatus::Best,
        _ => PuzzleStatus::Unsolved,
    };
    record.by = Some("search".into());
    record.score = Some(found.score);
    record.key = found.best.map(|mv| mv.to_string());
    record.set_line(board, &found.pv);
}
