//! Memory for the transposition table: zeroed, aligned to cache lines, and prefetched.
//!
//! Fresh pages of the system are zero already, while writing zeroes into 256 MiB takes a tenth of a second. The allocator makes
//! use of that only for requests of no more than its own alignment, so a line more is requested and the items begin at the
//! first whole one.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;

/// The alignment that the allocator gives without being asked, in bytes.
const USUAL_ALIGNMENT: usize = 16;

/// A slice that begins with zeroes.
#[derive(Debug)]
pub(super) struct Zeroed<T> {
    memory: NonNull<u8>,
    layout: Layout,
    items: NonNull<[T]>,
}

impl<T> Zeroed<T> {
    /// So many items, one at least; `None` when the machine has not that much memory.
    ///
    /// # Safety
    /// Zero bytes must be a value of the type, and it must not need to be dropped.
    pub unsafe fn new(count: usize) -> Option<Zeroed<T>> {
        let count = count.max(1);
        let size = Layout::array::<T>(count).ok()?.size();
        let size = size.checked_add(align_of::<T>())?;
        let layout = Layout::from_size_align(size, USUAL_ALIGNMENT).ok()?;
        // SAFETY: the size is not 0.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = memory.align_offset(align_of::<T>());
        // SAFETY: the offset is below the alignment, and so much more was requested than the items need.
        let first = unsafe { memory.add(offset) }.cast();
        Some(Zeroed {
            memory,
            layout,
            items: NonNull::slice_from_raw_parts(first, count),
        })
    }
}

impl<T> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the memory holds so many items, they are aligned, and zero bytes are a value of each.
        unsafe { self.items.as_ref() }
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

/// Asks the processor to fetch an item's cache line, where it can be asked.
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
    fn items_are_zero_aligned_and_writable_to_the_end() {
        for count in [0, 1, 2, 1000] {
            // SAFETY: integers alone.
            let lines = unsafe { Zeroed::<Line>::new(count) }.expect("little enough");
            assert_eq!(lines.len(), count.max(1));
            assert_eq!(lines.as_ptr() as usize % 64, 0);
            let words = || lines.iter().flat_map(|line| &line.0);
            assert!(words().all(|word| word.swap(u64::MAX, Ordering::Relaxed) == 0));
            assert!(words().all(|word| word.load(Ordering::Relaxed) == u64::MAX));
        }
        // SAFETY: the same.
        assert!(unsafe { Zeroed::<Line>::new(usize::MAX / 64) }.is_none());
    }
}
