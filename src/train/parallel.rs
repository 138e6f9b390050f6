//! Parallel work in blocks, with results in the order of the blocks.
//!
//! Sums of floating-point numbers depend on their order. With blocks of a fixed size, each with its own sum, the result is
//! the same for any number of threads.

use std::ops::Range;
use std::thread;

/// The usual number of positions in a block.
pub const BLOCK: usize = 1024;

/// Divides `0..count` into ranges of length `size`; the last one may be shorter.
pub fn split_into_blocks(count: usize, size: usize) -> Vec<Range<usize>> {
    let starts = (0..count).step_by(size.max(1));
    starts
        .map(|start| start..(start + size).min(count))
        .collect()
}

/// Runs `work` on each block and returns the results in the order of the blocks.
pub fn map_blocks<T: Send>(
    blocks: &[Range<usize>],
    threads: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let share = blocks.len().div_ceil(threads.max(1)).max(1);
    let run = |blocks: &[Range<usize>]| -> Vec<T> { blocks.iter().cloned().map(&work).collect() };
    let mut shares = blocks.chunks(share);
    let first = shares.next().unwrap_or_default();
    thread::scope(|scope| {
        let others = shares.map(|share| scope.spawn(move || run(share)));
        let others: Vec<_> = others.collect();
        let mut all = run(first);
        for other in others {
            match other.join() {
                Ok(done) => all.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_all_and_keep_their_order() {
        assert!(split_into_blocks(0, 4).is_empty());
        assert_eq!(split_into_blocks(10, 4), [0..4, 4..8, 8..10]);
        for threads in 1..12 {
            let blocks = split_into_blocks(10, 4);
            assert_eq!(map_blocks(&blocks, threads, |block| block.start), [0, 4, 8]);
        }
        assert!(map_blocks(&[], 2, |block| block.len()).is_empty());
    }
}
