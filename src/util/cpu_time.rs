//! The processor time this process has used, as programs that pay for it ask.

use std::time::Duration;

/// Returns the processor time of all threads so far, or `None` where the system does not tell.
#[cfg(unix)]
#[must_use]
pub fn used() -> Option<Duration> {
    nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID).ok().map(Duration::from)
}

/// Returns the processor time of all threads so far, or `None` where the system does not tell.
#[cfg(not(unix))]
#[must_use]
pub fn used() -> Option<Duration> {
    None
}
