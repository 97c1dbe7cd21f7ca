//! Limits of a search and time controls, as they are written on the command line and in records.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The clock of a game.
///
/// # Examples
/// ```
/// use heibai::command::match_::TimeControl;
/// let control: TimeControl = "40/1:30+0.5".parse().unwrap();
/// assert_eq!(control.to_string(), "40/90+0.5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// After so many moves the base is added again.
    pub moves: Option<u32>,
    /// What the clock starts with.
    pub base: Duration,
    /// What each move gains.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("expected [MOVES/]SECONDS[+INCREMENT], such as 60+0.5 or 40/60, found '{text}'")
        };
        let (moves, rest) = match text.split_once('/') {
            None => (None, text),
            Some((moves, rest)) => {
                let moves = moves.parse().ok().filter(|moves| (1..=60).contains(moves));
                (Some(moves.ok_or_else(wrong)?), rest)
            }
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            None => seconds(base),
            Some((minutes, rest)) => minutes
                .parse::<u16>()
                .ok()
                .and_then(|m| Some(seconds(rest)? + Duration::from_secs(60 * u64::from(m)))),
        };
        let (Some(base), Some(increment)) = (base, seconds(increment)) else { return Err(wrong()) };
        if base.is_zero() {
            return Err(wrong());
        }
        Ok(TimeControl { moves, base, increment })
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.0..=1_000_000.0).contains(s))?;
    Duration::try_from_secs_f64(seconds).ok()
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// What an engine may use for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A clock for the game.
    Clock(TimeControl),
    /// A time for each move.
    MoveTime(Duration),
    /// Plies.
    Depth(u32),
    /// Nodes.
    Nodes(u64),
    /// A level, whatever the engine makes of it.
    Level(u32),
    /// Nothing is said; the engine does as it was set up.
    Own,
}

impl Limit {
    /// Returns whether the runner's clock limits a move.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        matches!(self, Limit::Clock(_) | Limit::MoveTime(_))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Clock(control) => write!(f, "tc={control}"),
            Limit::MoveTime(time) => write!(f, "st={}", time.as_secs_f64()),
            Limit::Depth(depth) => write!(f, "depth={depth}"),
            Limit::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Limit::Level(level) => write!(f, "level={level}"),
            Limit::Own => f.write_str("limit=own"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, written) in [
            ("60", "60"),
            ("60+0.5", "60+0.5"),
            ("40/60", "40/60"),
            ("2:30+1", "150+1"),
            ("0.25", "0.25"),
            ("1:0.5+0", "60.5"),
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), written, "{text}");
        }
        for text in [
            "", "x", "0", "-1", "60+", "/60", "0/60", "61/60", "60+-1", "nan", "inf", "1e9", "1::2",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
