//! Work shared among threads, with the same sum for any number of them.
//!
//! Sums of fractions depend on their order. So positions are cut into blocks of one size, each block
//! is summed by itself, and the blocks' sums are added in the blocks' order, whoever did which.

use std::ops::Range;
use std::thread;

/// Positions in a block, unless there are fewer.
pub const SIZE: usize = 1024;

/// Cuts 0 to `count` into ranges of `size`, the last one shorter.
pub fn cut(count: usize, size: usize) -> Vec<Range<usize>> {
    (0..count)
        .step_by(size.max(1))
        .map(|start| start..(start + size).min(count))
        .collect()
}

/// What `work` makes of each block, in the blocks' order.
pub fn each<T: Send>(
    blocks: &[Range<usize>],
    threads: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let share = blocks.len().div_ceil(threads.max(1)).max(1);
    let run = |blocks: &[Range<usize>]| -> Vec<T> { blocks.iter().cloned().map(&work).collect() };
    let mut shares = blocks.chunks(share);
    let own = shares.next().unwrap_or_default();
    thread::scope(|scope| {
        let others: Vec<_> = shares
            .map(|share| scope.spawn(move || run(share)))
            .collect();
        let mut all = run(own);
        for other in others {
            match other.join() {
                Ok(done) => all.extend(done),
                // The fault is not ours to hide.
                Err(fault) => std::panic::resume_unwind(fault),
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
        assert!(cut(0, 4).is_empty());
        assert_eq!(cut(10, 4), [0..4, 4..8, 8..10]);
        for threads in 1..12 {
            assert_eq!(each(&cut(10, 4), threads, |block| block.start), [0, 4, 8]);
        }
        assert!(each(&[], 2, |block| block.len()).is_empty());
    }
}
