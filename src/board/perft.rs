//! Counting the leaves of the legal move tree: the proof that movement is right, and fast.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::{Board, Move};

/// The number of legal games of `depth` plies from the position; 1 at depth 0.
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
        // SAFETY: the machine has the features, it was just asked.
        return unsafe { walk_with_bit_instructions(board, depth) };
    }
    walk(board, depth)
}

/// The walk again, compiled for machines that count and scan bits in one instruction.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1")]
fn walk_with_bit_instructions(board: &mut Board, depth: u32) -> u64 {
    step(board, depth, |board, depth| {
        walk_with_bit_instructions(board, depth)
    })
}

fn walk(board: &mut Board, depth: u32) -> u64 {
    step(board, depth, walk)
}

#[inline(always)]
fn step(board: &mut Board, depth: u32, deeper: impl Fn(&mut Board, u32) -> u64) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_legal_moves(),
        _ => {
            let mut nodes = 0;
            for mv in board.legal_moves() {
                let undo = board.make(mv);
                nodes += deeper(board, depth - 1);
                board.undo(undo);
            }
            nodes
        }
    }
}

/// Perft of each root move, in generation order, over `threads` threads (at least one).
///
/// Empty at depth 0 and where no move is legal.
pub fn divide(board: &Board, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = board.legal_moves();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut board = board.clone();
        let mut done = Vec::new();
        while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((mv, board.after(mv, |board| perft(board, depth - 1))));
        }
        done
    };
    let mut counts: Vec<(Move, u64)> = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut counts = work();
        for helper in helpers {
            counts.extend(helper.join().expect("a perft thread does not panic"));
        }
        counts
    });
    counts.sort_by_key(|(mv, _)| moves.iter().position(|other| other == mv));
    counts
}

/// Trees so deep are counted without a look at whether to stop: a few milliseconds.
const UNINTERRUPTED: u32 = 3;

/// [`divide`] in one thread, given up soon after `stop` became true.
///
/// ```
/// use chuhe::board::{Board, perft::{divide, divide_until}};
/// use std::sync::atomic::AtomicBool;
/// let board = Board::startpos();
/// assert_eq!(divide_until(&board, 4, &AtomicBool::new(false)), Some(divide(&board, 4, 1)));
/// assert_eq!(divide_until(&board, 64, &AtomicBool::new(true)), None);
/// ```
pub fn divide_until(board: &Board, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let mut board = board.clone();
    let mut counts = Vec::new();
    for mv in board.legal_moves() {
        let nodes = board.after(mv, |board| count_until(board, depth - 1, stop))?;
        counts.push((mv, nodes));
    }
    Some(counts)
}

/// [`perft`], or nothing if it is to stop.
fn count_until(board: &mut Board, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(perft(board, depth));
    }
    let mut nodes = 0;
    for mv in board.legal_moves() {
        nodes += board.after(mv, |board| count_until(board, depth - 1, stop))?;
    }
    Some(nodes)
}

/// What [`divide`] counted as lines of text, in alphabetical order, without their ends.
///
/// ```
/// use chuhe::board::{Board, perft::{divide, lines}};
/// assert_eq!(lines(&divide(&Board::startpos(), 1, 1))[0], "a0a1: 1");
/// ```
pub fn lines(counts: &[(Move, u64)]) -> Vec<String> {
    let mut lines: Vec<String> = counts
        .iter()
        .map(|(mv, nodes)| format!("{mv}: {nodes}"))
        .collect();
    lines.sort();
    lines
}
