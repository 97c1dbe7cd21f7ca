//! The flag that ends a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag shared by whoever may end a search and every thread that runs it.
///
/// # Examples
/// ```
/// use heibai::engine::StopFlag;
/// let stop = StopFlag::new();
/// let seen_by_search = stop.clone();
/// stop.raise();
/// assert!(seen_by_search.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Builds a flag that is down.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end as soon as it can.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Returns whether the search has been asked to end.
    #[must_use]
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
