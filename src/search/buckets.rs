//! Memory for the transposition table: zeroed, by whole cache lines, and fetched before it is needed.
//!
//! To write zeroes into 256 MiB takes a tenth of a second at the start of the program, and what the system hands out is
//! zero already, page by page as it is first used. But the allocator passes that on only to those who ask for no more than
//! its own alignment. So a line more is asked for, and the first whole line is where the items begin.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;

/// What the allocator aligns by itself.
const USUAL: usize = 16;

/// A slice that begins with zeroes.
pub(super) struct Zeroed<T> {
    memory: NonNull<u8>,
    layout: Layout,
    first: NonNull<T>,
    count: usize,
}

impl<T> Zeroed<T> {
    /// So many, one at least; `None` when the machine has not that much memory.
    ///
    /// # Safety
    /// Zero bytes must be a value of the type, and it must not need to be dropped.
    pub unsafe fn new(count: usize) -> Option<Zeroed<T>> {
        let count = count.max(1);
        let size = Layout::array::<T>(count).ok()?.size();
        let layout = Layout::from_size_align(size.checked_add(align_of::<T>())?, USUAL).ok()?;
        // SAFETY: the size is not 0.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = memory.align_offset(align_of::<T>());
        // SAFETY: the offset is below the alignment, and so much more was asked for than the items need.
        let first = unsafe { memory.add(offset) }.cast();
        Some(Zeroed {
            memory,
            layout,
            first,
            count,
        })
    }
}

impl<T> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: so many items have room there, they are aligned, and zero bytes are a value of each.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl<T> Drop for Zeroed<T> {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
}

// SAFETY: it owns its items, and hands them out as a slice would.
unsafe impl<T: Send> Send for Zeroed<T> {}
// SAFETY: the same.
unsafe impl<T: Sync> Sync for Zeroed<T> {}

/// Asks the processor to fetch what will soon be looked at. Where it cannot be asked, nothing happens.
#[inline]
pub(crate) fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching reads nothing, and the address is that of an item.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[repr(align(64))]
    struct Line([AtomicU64; 8]);

    #[test]
    fn what_begins_with_zeroes_can_be_written_to_its_end() {
        for count in [0, 1, 2, 1000] {
            // SAFETY: integers alone.
            let lines = unsafe { Zeroed::<Line>::new(count) }.expect("little enough");
            assert_eq!(lines.len(), count.max(1));
            assert_eq!(lines.as_ptr() as usize % 64, 0);
            for line in lines.iter() {
                for word in &line.0 {
                    assert_eq!(word.swap(u64::MAX, Ordering::Relaxed), 0);
                }
            }
            let all = lines.iter().flat_map(|line| &line.0);
            assert!(
                all.into_iter()
                    .all(|word| word.load(Ordering::Relaxed) == u64::MAX)
            );
        }
        // SAFETY: the same.
        assert!(unsafe { Zeroed::<Line>::new(usize::MAX / 64) }.is_none());
    }
}
