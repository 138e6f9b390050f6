//! Mates with a single solution: proved, audited, and trimmed to the first position from which the solution is single.

use std::sync::atomic::AtomicBool;

use crate::board::{Board, Move};
use crate::rules::Game;
use crate::solve::batch::audit_record::AuditRecord;
use crate::solve::batch::task::PuzzleWorker;
use crate::solve::batch::{Puzzle, PuzzleRecord};

/// Proves that the side to move mates in at least `min_moves` moves, with a single solution. Where another move mates as fast, or
/// may do so, the solution is played up to the next move, and the position there is examined. Returns the record of the mate
/// and the moves played. The task of `worker` must include an audit.
pub(super) fn single_solution(
    worker: &mut PuzzleWorker,
    board: &Board,
    min_moves: u32,
    stop: &AtomicBool,
) -> Option<(PuzzleRecord, Vec<Move>)> {
    let mut board = board.clone();
    let mut played = Vec::new();
    loop {
        let puzzle = Puzzle::new(Game::new(board.clone()));
        let record = worker.process(Ok(puzzle), stop);
        let (audit, moves) = (record.audit.as_ref()?, record.mate_in?);
        let surplus = moves_before_single(audit);
        if moves.saturating_sub(surplus) < min_moves {
            return None;
        }
        if surplus == 0 {
            // An audit compares with the length of the solution, which must be that of the shortest mate.
            return record.shortest.then_some((record, played));
        }
        for text in record.pv.iter().take(2 * surplus as usize) {
            let mv = text.parse().ok()?;
            let _ = board.make(mv);
            played.push(mv);
        }
    }
}

/// The number of the winner's moves up to the last one, but that which mates, for which another one mates as fast or may do so.
fn moves_before_single(audit: &AuditRecord) -> u32 {
    let positions = audit.found.iter().filter(|position| {
        let is_single = position.fast.is_empty() && position.undecided.is_empty();
        position.mate_in > 1 && !is_single
    });
    let moves = positions.map(|position| position.line.len() as u32 / 2 + 1);
    moves.max().unwrap_or(0)
}
