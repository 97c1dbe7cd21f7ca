//! Large zeroed tables, aligned to huge pages.
//!
//! Owns their allocation; must not know what they hold.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use crate::util::hugepage;

/// A type for which all bytes zero is a value.
///
/// # Safety
/// The implementor must be valid when every byte of it is zero, and must need no drop.
pub unsafe trait Zeroable: Sync {}

// SAFETY: an atomic integer of zero bytes is 0, and has no drop.
unsafe impl Zeroable for AtomicU64 {}
// SAFETY: an array of such values is one too.
unsafe impl<T: Zeroable, const N: usize> Zeroable for [T; N] {}

/// A boxed slice of zeroed values on a 2 MiB boundary where it is large, on huge pages where the system
/// allows.
///
/// # Cost
/// Memory is touched, and so really taken, only when written: a large slice is built in no time.
pub struct ZeroedSlice<T: Zeroable> {
    start: NonNull<T>,
    len: usize,
    /// What was allocated around the values.
    block: NonNull<u8>,
}

// SAFETY: the slice owns its values as a `Box<[T]>` would, and `Zeroable` demands `Sync`.
unsafe impl<T: Zeroable + Send> Send for ZeroedSlice<T> {}
// SAFETY: shared access hands out `&T` only.
unsafe impl<T: Zeroable> Sync for ZeroedSlice<T> {}

const HUGE: usize = 2 << 20;

impl<T: Zeroable> ZeroedSlice<T> {
    /// Returns the layout of the values and of the block around them.
    ///
    /// The block asks for no alignment of its own and is larger instead: zeroed memory of more than the
    /// allocator's own alignment is written to at once by the standard library, page after page.
    fn layouts(len: usize) -> Option<(Layout, Layout)> {
        let values = Layout::array::<T>(len).ok()?;
        let align = if values.size() >= HUGE { HUGE } else { 64 };
        let values = values.align_to(align).ok()?;
        let block = Layout::from_size_align(values.size().checked_add(values.align())?, 1).ok()?;
        Some((values, block))
    }

    /// Allocates `len` zeroed values, or `None` when memory is short or `len` is 0.
    #[must_use]
    pub fn new(len: usize) -> Option<Self> {
        let (values, layout) = Self::layouts(len)?;
        if values.size() == 0 {
            return None;
        }
        // SAFETY: the layout's size is not zero.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        // Less than the alignment, by which the block is larger than the values.
        let skipped = block.addr().get().wrapping_neg() & (values.align() - 1);
        let start = NonNull::new(block.as_ptr().wrapping_add(skipped))?;
        hugepage::advise(start.as_ptr(), values.size());
        Some(ZeroedSlice { start: start.cast(), len, block })
    }
}

impl<T: Zeroable> Deref for ZeroedSlice<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` points to `len` values inside the block that `new` allocated zeroed, which
        // `Zeroable` makes valid.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroable> Drop for ZeroedSlice<T> {
    fn drop(&mut self) {
        if let Some((_, layout)) = Self::layouts(self.len) {
            // SAFETY: `new` allocated `block` with this very layout; `Zeroable` values need no drop.
            unsafe { dealloc(self.block.as_ptr(), layout) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn slice_is_zeroed_and_aligned() {
        for len in [1usize, 1000, 1 << 19] {
            let slice = ZeroedSlice::<[AtomicU64; 8]>::new(len).unwrap();
            assert_eq!(slice.len(), len);
            let align = if len * 64 >= HUGE { HUGE } else { 64 };
            assert_eq!(slice.as_ptr() as usize % align, 0);
            assert_eq!(slice[len - 1][7].load(Ordering::Relaxed), 0);
            slice[len - 1][7].store(1, Ordering::Relaxed);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn slice_takes_no_memory_before_it_is_written() {
        let resident = || -> u64 {
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
            line.split_whitespace().nth(1).unwrap().parse().unwrap()
        };
        let before = resident();
        let slice = ZeroedSlice::<[AtomicU64; 8]>::new(1 << 24).unwrap();
        let after = resident();
        assert_eq!(slice.len() * size_of::<[AtomicU64; 8]>(), 1 << 30);
        assert!(after < before + (1 << 18), "{before} kB before, {after} kB after");
    }

    #[test]
    fn too_large_is_refused() {
        assert!(ZeroedSlice::<AtomicU64>::new(usize::MAX).is_none());
        assert!(ZeroedSlice::<AtomicU64>::new(0).is_none());
    }
}
