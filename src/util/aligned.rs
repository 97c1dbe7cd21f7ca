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
/// Memory is touched, and so really taken, only when written.
pub struct ZeroedSlice<T: Zeroable> {
    start: NonNull<T>,
    len: usize,
}

// SAFETY: the slice owns its values as a `Box<[T]>` would, and `Zeroable` demands `Sync`.
unsafe impl<T: Zeroable + Send> Send for ZeroedSlice<T> {}
// SAFETY: shared access hands out `&T` only.
unsafe impl<T: Zeroable> Sync for ZeroedSlice<T> {}

const HUGE: usize = 2 << 20;

impl<T: Zeroable> ZeroedSlice<T> {
    fn layout(len: usize) -> Option<Layout> {
        let layout = Layout::array::<T>(len).ok()?;
        if layout.size() >= HUGE { layout.align_to(HUGE).ok() } else { layout.align_to(64).ok() }
    }

    /// Allocates `len` zeroed values, or `None` when memory is short or `len` is 0.
    #[must_use]
    pub fn new(len: usize) -> Option<Self> {
        let layout = Self::layout(len)?;
        if layout.size() == 0 {
            return None;
        }
        // SAFETY: the layout's size is not zero.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        hugepage::advise(start.as_ptr(), layout.size());
        Some(ZeroedSlice { start: start.cast(), len })
    }
}

impl<T: Zeroable> Deref for ZeroedSlice<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` points to `len` values that `new` allocated zeroed, which `Zeroable` makes valid.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroable> Drop for ZeroedSlice<T> {
    fn drop(&mut self) {
        if let Some(layout) = Self::layout(self.len) {
            // SAFETY: `new` allocated `start` with this very layout; `Zeroable` values need no drop.
            unsafe { dealloc(self.start.as_ptr().cast(), layout) }
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
            assert_eq!(slice.as_ptr() as usize % 64, 0);
            assert_eq!(slice[len - 1][7].load(Ordering::Relaxed), 0);
            slice[len - 1][7].store(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn too_large_is_refused() {
        assert!(ZeroedSlice::<AtomicU64>::new(usize::MAX).is_none());
        assert!(ZeroedSlice::<AtomicU64>::new(0).is_none());
    }
}
