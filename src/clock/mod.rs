//! Time: what clocks say, how much of it a move may use, and a clock that tests can turn.
//!
//! Must not know any game, protocol or thread. Reading order: [`Clock`], [`TimeControl`], [`GameClock`], [`TimeManager`].

pub mod control;
pub mod game;
pub mod manager;

pub use control::TimeControl;
pub use game::GameClock;
pub use manager::{Budget, TimeManager};

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Tells the time since an arbitrary moment; never runs backwards.
pub trait Clock: Send + Sync {
    /// Returns the time since the clock's own zero.
    fn now(&self) -> Duration;
}

/// The machine's monotonic clock, zero when it was built.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// Starts a clock at zero.
    #[must_use]
    pub fn new() -> Self {
        SystemClock(Instant::now())
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that moves only when told to; clones share their time.
///
/// # Examples
/// ```
/// use heibai::clock::{Clock, FakeClock};
/// use std::time::Duration;
/// let clock = FakeClock::default();
/// clock.advance(Duration::from_millis(30));
/// assert_eq!(clock.now(), Duration::from_millis(30));
/// ```
#[derive(Clone, Debug, Default)]
pub struct FakeClock(Arc<AtomicU64>);

impl FakeClock {
    /// Lets `time` pass, whole microseconds of it.
    pub fn advance(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.0.fetch_add(micros, Ordering::Relaxed);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}
