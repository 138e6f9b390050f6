//! Perft: counts the leaves of the tree of legal moves, to test move generation.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::{Board, Move};
use crate::host::handle_messages;

/// The number of sequences of `depth` legal plies from the position; 1 at depth 0.
///
/// The last ply is counted, not played (bulk counting).
///
/// ```
/// use chuhe::board::{Board, perft::perft};
/// assert_eq!(perft(&mut Board::startpos(), 3), 79_666);
/// ```
pub fn perft(board: &mut Board, depth: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
        // SAFETY: the features were detected.
        return unsafe { count_leaves_with_bit_instructions(board, depth) };
    }
    count_leaves(board, depth)
}

/// [`count_leaves`], compiled for processors that count and scan bits in one instruction.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1")]
fn count_leaves_with_bit_instructions(board: &mut Board, depth: u32) -> u64 {
    count_subtree(board, depth, |board, depth| {
        count_leaves_with_bit_instructions(board, depth)
    })
}

fn count_leaves(board: &mut Board, depth: u32) -> u64 {
    count_subtree(board, depth, count_leaves)
}

#[inline(always)]
fn count_subtree(board: &mut Board, depth: u32, recurse: impl Fn(&mut Board, u32) -> u64) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_legal_moves(),
        _ => {
            let mut nodes = 0;
            for mv in board.legal_moves() {
                let undo = board.make(mv);
                nodes += recurse(board, depth - 1);
                board.undo(undo);
            }
            nodes
        }
    }
}

/// Perft of each root move, in generation order, over `threads` threads (at least one); `None` soon after `stop`
/// becomes true. Empty at depth 0 and where no move is legal.
///
/// ```
/// use chuhe::board::{Board, perft::divide};
/// use std::sync::atomic::AtomicBool;
/// assert_eq!(divide(&Board::startpos(), 64, 1, &AtomicBool::new(true)), None);
/// ```
pub fn divide(
    board: &Board,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
    let Some(depth) = depth.checked_sub(1) else {
        return Some(Vec::new());
    };
    let moves = board.legal_moves();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut board = board.clone();
        let mut counts = Vec::new();
        while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = board.after(mv, |board| count_until(board, depth, stop))?;
            counts.push((mv, nodes));
        }
        Some(counts)
    };
    let mut counts = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut counts = work()?;
        for helper in helpers {
            counts.extend(helper.join().expect("a perft thread does not panic")?);
        }
        Some(counts)
    })?;
    counts.sort_by_key(|(mv, _)| moves.iter().position(|other| other == mv));
    Some(counts)
}

/// Trees up to this depth take a few milliseconds and are counted without checking `stop`.
const UNINTERRUPTED_DEPTH: u32 = 3;

/// [`perft`], or `None` soon after `stop` becomes true.
fn count_until(board: &mut Board, depth: u32, stop: &AtomicBool) -> Option<u64> {
    handle_messages();
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= UNINTERRUPTED_DEPTH {
        return Some(perft(board, depth));
    }
    let mut counts = board.legal_moves().into_iter();
    counts.try_fold(0, |nodes, mv| {
        Some(nodes + board.after(mv, |board| count_until(board, depth - 1, stop))?)
    })
}

/// The counts of [`divide`] as lines of text, in alphabetical order.
///
/// ```
/// assert_eq!(chuhe::board::perft::format_counts(&[("a0a1".parse().unwrap(), 1)]), ["a0a1: 1"]);
/// ```
pub fn format_counts(counts: &[(Move, u64)]) -> Vec<String> {
    let lines = counts.iter().map(|(mv, nodes)| format!("{mv}: {nodes}"));
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}
