//! Puzzles solved by the alpha-beta search: the best move, and for how many plies a position holds.
//!
//! Neither is proved. A position holds if the search does not see a forced loss at the depth reached.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::puzzle::PuzzleLimits;
use super::record::{PuzzleRecord, PuzzleStatus};
use crate::board::Board;
use crate::endgame::EndgameTables;
use crate::rules::{Game, RuleSet};
use crate::search::score::{ScoreKind, WIN_BOUND, classify};
use crate::search::{Bound, Engine, Event, Limits, Request, SearchResult, Settings};

/// The kind of solution that is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum TaskKind {
    /// A forced mate, proved; the shortest while the limits last
    #[default]
    Mate,
    /// The best move, by the alpha-beta search, compared with bm and am
    Best,
    /// A move that holds at least a draw, proved; else for how many plies the alpha-beta search sees no loss
    Draw,
}

/// An engine with one thread and a hash table of `hash_mib` MiB.
pub(super) fn engine(hash_mib: usize, rules: RuleSet, endings: EndgameTables) -> Engine {
    Engine::new(Settings {
        hash_mib,
        threads: 1,
        overhead: Duration::ZERO,
        rules,
        endings,
        ..Settings::default()
    })
}

/// Searches within the limits, or until `stop` is set. The hash table is cleared before, so the result is repeatable. Returns also
/// the depth, in plies, of the deepest iteration that ended without a forced loss.
pub(super) fn search(
    engine: &mut Engine,
    game: &Game,
    limits: PuzzleLimits,
    stop: &AtomicBool,
) -> (SearchResult, u32) {
    engine.clear();
    let limits = Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        movetime: limits.time,
        ..Limits::default()
    };
    let mut holds_for = 0;
    let result = engine.search_until(Request::new(game.clone(), limits), stop, |event| {
        if let Event::Line(line) = event
            && line.bound == Bound::Exact
            && line.score > -WIN_BOUND
        {
            holds_for = line.depth;
        }
    });
    (result, holds_for)
}

/// Writes the result of a search to the record. `holds_for` is the second result of [`search`].
pub(super) fn write_search_result(
    found: &SearchResult,
    holds_for: u32,
    kind: TaskKind,
    board: &Board,
    record: &mut PuzzleRecord,
) {
    record.status = match kind {
        TaskKind::Draw if found.score > -WIN_BOUND && holds_for > 0 => PuzzleStatus::Holds,
        TaskKind::Best if found.best.is_some() => PuzzleStatus::Best,
        _ => PuzzleStatus::Unsolved,
    };
    record.holds_for = (record.status == PuzzleStatus::Holds).then_some(holds_for);
    record.by = Some("search".into());
    // A mate of the search is not proved.
    record.score = Some(classify(found.score)).filter(|score| !matches!(score, ScoreKind::Mate(_)));
    record.set_line(board, &found.pv);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{MATE, RULE_WIN};

    #[test]
    fn an_unproved_mate_score_is_left_out() {
        for (score, written) in [
            (MATE - 5, None),
            (5 - MATE, None),
            (RULE_WIN - 4, Some(ScoreKind::Rule(4))),
        ] {
            let found = SearchResult {
                score,
                ..SearchResult::default()
            };
            let mut record = PuzzleRecord::default();
            write_search_result(&found, 1, TaskKind::Best, &Board::startpos(), &mut record);
            assert_eq!(record.score, written, "{score}");
        }
    }
}
