//! Memory for hash tables: a zeroed, aligned slice, and prefetching.
//!
//! New pages of the system are already zero, while zeroing 256 MiB takes a tenth of a second. The allocator makes use of that only
//! for requests of no more than its default alignment. So one alignment more is requested, and the items begin at the first
//! aligned address.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;

/// The default alignment of the allocator, in bytes.
const DEFAULT_ALIGNMENT: usize = 16;

/// An owned slice whose bytes are zero at first.
#[derive(Debug)]
pub(super) struct ZeroedSlice<T> {
    memory: NonNull<u8>,
    layout: Layout,
    items: NonNull<[T]>,
}

impl<T> ZeroedSlice<T> {
    /// Allocates `count` items, at least one. Returns `None` if the memory cannot be allocated.
    ///
    /// # Safety
    /// Zero bytes must be a valid value of the type, and the type must not need to be dropped.
    pub unsafe fn new(count: usize) -> Option<ZeroedSlice<T>> {
        let count = count.max(1);
        let size = Layout::array::<T>(count).ok()?.size();
        let size = size.checked_add(align_of::<T>())?;
        let layout = Layout::from_size_align(size, DEFAULT_ALIGNMENT).ok()?;
        // SAFETY: the size is not 0.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        #[cfg(all(target_os = "linux", feature = "cli", not(miri)))]
        advise_huge_pages(memory, size);
        let offset = memory.align_offset(align_of::<T>());
        // SAFETY: the offset is less than the alignment, which was added to the size of the items.
        let first = unsafe { memory.add(offset) }.cast();
        Some(ZeroedSlice {
            memory,
            layout,
            items: NonNull::slice_from_raw_parts(first, count),
        })
    }
}

/// Asks Linux to use huge pages for memory that has not been accessed yet. They need far fewer entries in the CPU's cache of page
/// addresses (TLB). Linux may ignore the advice.
#[cfg(all(target_os = "linux", feature = "cli", not(miri)))]
fn advise_huge_pages(memory: NonNull<u8>, size: usize) {
    use rustix::mm::{Advice, madvise};
    const HUGE_PAGE: usize = 2 << 20;
    let before = memory.align_offset(HUGE_PAGE);
    let whole = size.saturating_sub(before) / HUGE_PAGE * HUGE_PAGE;
    if whole > 0 {
        // SAFETY: the range is within the memory, and the advice does not change its content.
        let _ = unsafe {
            let first = memory.add(before).as_ptr().cast();
            madvise(first, whole, Advice::LinuxHugepage)
        };
    }
}

impl<T> Deref for ZeroedSlice<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the memory contains this many aligned items, and zero bytes are a valid value of each.
        unsafe { self.items.as_ref() }
    }
}

impl<T> Drop for ZeroedSlice<T> {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
}

// SAFETY: it owns its items and gives access to them like a boxed slice.
unsafe impl<T: Send> Send for ZeroedSlice<T> {}
// SAFETY: see `Send`.
unsafe impl<T: Sync> Sync for ZeroedSlice<T> {}

/// Prefetches an item's cache line, on x86-64 only.
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
    struct CacheLine([AtomicU64; 8]);

    #[test]
    fn items_are_zero_aligned_and_writable_to_the_end() {
        for count in [0, 1, 2, 1000] {
            // SAFETY: integers alone.
            let lines = unsafe { ZeroedSlice::<CacheLine>::new(count) }.expect("little enough");
            assert_eq!(lines.len(), count.max(1));
            assert_eq!(lines.as_ptr() as usize % 64, 0);
            let words = || lines.iter().flat_map(|line| &line.0);
            assert!(words().all(|word| word.swap(u64::MAX, Ordering::Relaxed) == 0));
            assert!(words().all(|word| word.load(Ordering::Relaxed) == u64::MAX));
        }
        // SAFETY: the same.
        assert!(unsafe { ZeroedSlice::<CacheLine>::new(usize::MAX / 64) }.is_none());
    }
}
