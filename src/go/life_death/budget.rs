//! How much a search may take, and what it has taken.

use crate::engine::StopFlag;

/// Limits of a confirmation.
///
/// Time is the caller's: whoever has a clock raises the flag. Without it the same limits give the same answers.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Positions held at a time by one search.
    pub states: u64,
    /// Bytes held at a time by one search, reckoned.
    pub bytes: usize,
    /// Positions looked at by all searches of one confirmation together, each as often as it is looked at.
    pub total_states: u64,
    /// Ends every search once raised.
    pub stop: StopFlag,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { states: 4_000_000, bytes: 1 << 30, total_states: u64::MAX, stop: StopFlag::new() }
    }
}

impl Budget {
    /// Refuses to go on beyond a limit, a search holding so many positions and bytes.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self, spent: &mut Spent, states: usize, bytes: usize) -> Result<(), Stop> {
        spent.most_states = spent.most_states.max(states as u64);
        spent.bytes = spent.bytes.max(bytes);
        if states as u64 > self.states {
            return Err(Stop::States);
        }
        if bytes > self.bytes {
            return Err(Stop::Memory);
        }
        self.check_total(spent)
    }

    /// Refuses to go on beyond the limits that hold for all searches together.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check_total(&self, spent: &Spent) -> Result<(), Stop> {
        if spent.states > self.total_states {
            return Err(Stop::States);
        }
        if self.stop.is_raised() {
            return Err(Stop::Time);
        }
        Ok(())
    }
}

/// What has been used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Positions looked at, over all questions; one that a search comes back to counts again.
    pub states: u64,
    /// The most positions held at a time.
    pub most_states: u64,
    /// The most bytes held at a time, reckoned.
    pub bytes: usize,
}

/// Why a search gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// Too many positions.
    #[error("more positions than the budget allows")]
    States,
    /// Too much memory.
    #[error("more memory than the budget allows")]
    Memory,
    /// Too long.
    #[error("more time than the budget allows")]
    Time,
    /// More points than a region holds.
    #[error("more points than a region holds")]
    Points,
    /// More kos at a time than a position holds.
    #[error("more kos at a time than a position holds")]
    Bans,
    /// The answer depends on chains of which it is unknown whether they can be captured.
    #[error("it depends on chains of which too little is known")]
    Ground,
    /// In the zones that were tried neither side proves anything.
    #[error("no proof in the parts of the board that were searched")]
    Zone,
    /// No strategy that the search proposed stood the test.
    #[error("no strategy was found that stands every test")]
    Cycles,
}
