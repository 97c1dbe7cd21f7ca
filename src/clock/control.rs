//! What a client says about the time of one move.

use std::time::Duration;

/// The time control one move is played under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeControl {
    /// No limit of time.
    #[default]
    Unlimited,
    /// A fixed time for this move alone.
    PerMove(Duration),
    /// A clock that runs down: absolute without an increment, Fischer with one.
    Clock {
        /// What the clock of the side to move shows; zero when it has run out.
        remaining: Duration,
        /// What is added after each move.
        increment: Duration,
        /// Moves until the clock is refilled; `None` = it has to last for the game.
        moves_to_go: Option<u32>,
    },
    /// A clock behind which overtime waits: byo-yomi, or the main time of Canadian overtime.
    Overtime {
        /// What is left of the main time.
        main: Duration,
        /// What this move may take beyond it without loss.
        reserve: Duration,
    },
    /// Another control under which no move may take longer than so much.
    Capped {
        /// What the clock of the side to move shows.
        remaining: Duration,
        /// What is added after each move.
        increment: Duration,
        /// The most this move may take.
        most: Duration,
    },
}

impl TimeControl {
    /// Reads a clock in milliseconds as clients send it, possibly negative.
    ///
    /// # Examples
    /// ```
    /// use heibai::clock::TimeControl;
    /// use std::time::Duration;
    /// let TimeControl::Clock { remaining, .. } = TimeControl::clock(-20, 0, None) else { panic!() };
    /// assert_eq!(remaining, Duration::ZERO);
    /// ```
    #[must_use]
    pub fn clock(remaining: i64, increment: i64, moves_to_go: Option<u32>) -> Self {
        TimeControl::Clock {
            remaining: from_millis(remaining),
            increment: from_millis(increment),
            moves_to_go,
        }
    }

    /// Reads a time for one move in milliseconds as clients send it, possibly negative.
    #[must_use]
    pub fn per_move(millis: i64) -> Self {
        TimeControl::PerMove(from_millis(millis))
    }
}

/// A year: what no game exceeds and no sum of budgets overflows.
const LONGEST: u64 = 365 * 24 * 3600 * 1000;

fn from_millis(millis: i64) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0).min(LONGEST))
}
