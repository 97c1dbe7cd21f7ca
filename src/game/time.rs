//! The time a game is played under, as the players agree on it before the first move.

use std::time::Duration;

/// What a side may use for its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeSettings {
    /// As long as it likes.
    #[default]
    Unlimited,
    /// So much for each move.
    PerMove(Duration),
    /// So much for the whole game.
    Absolute(Duration),
    /// A clock that gains time with each move.
    Fischer {
        /// What it shows at first.
        main: Duration,
        /// What it gains after each move.
        increment: Duration,
        /// What it never shows more than.
        limit: Option<Duration>,
        /// The most one move may take.
        most: Option<Duration>,
    },
    /// Once the main time is used up, so much again and again for so many moves.
    Canadian {
        /// The main time.
        main: Duration,
        /// The time for the moves of one period.
        period: Duration,
        /// The moves of one period, at least 1.
        stones: u32,
    },
    /// Once the main time is used up, so much for each move; a move that takes longer uses up a period.
    ByoYomi {
        /// The main time.
        main: Duration,
        /// The time for a move.
        period: Duration,
        /// The periods there are, at least 1.
        periods: u32,
    },
}

/// A year: what no game exceeds and no sum of budgets overflows.
pub const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// Reads seconds as clients send them, negative ones as none, too many as [`LONGEST`].
///
/// # Examples
/// ```
/// use heibai::game::time::seconds;
/// use std::time::Duration;
/// assert_eq!(seconds(-3.5), Duration::ZERO);
/// assert_eq!(seconds(0.25), Duration::from_millis(250));
/// assert!(seconds(f64::INFINITY) >= Duration::from_secs(1 << 20));
/// ```
#[must_use]
pub fn seconds(seconds: f64) -> Duration {
    if seconds.is_nan() || seconds <= 0.0 {
        return Duration::ZERO;
    }
    Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST)
}
