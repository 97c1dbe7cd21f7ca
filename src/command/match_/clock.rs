//! The clocks of a game as the runner keeps them.

use std::time::Duration;

use super::limit::{Limit, TimeControl};

/// One side's clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameClock {
    control: TimeControl,
    remaining: Duration,
    /// Moves until the base is added again.
    moves_to_go: Option<u32>,
}

/// What an engine is told of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockView {
    pub(super) remaining: Duration,
    pub(super) increment: Duration,
    pub(super) moves_to_go: Option<u32>,
}

impl GameClock {
    /// Sets a clock up; none where `limit` is no clock.
    pub(super) fn new(limit: Limit) -> Option<Self> {
        match limit {
            Limit::Clock(control) => {
                Some(GameClock { control, remaining: control.base, moves_to_go: control.moves })
            }
            _ => None,
        }
    }

    /// Returns what the clock shows.
    pub(super) fn view(&self) -> ClockView {
        ClockView {
            remaining: self.remaining,
            increment: self.control.increment,
            moves_to_go: self.moves_to_go,
        }
    }

    /// Counts a move that took `elapsed`; a move late by less than the margin leaves nothing on the clock.
    pub(super) fn press(&mut self, elapsed: Duration) {
        self.remaining = self.remaining.saturating_sub(elapsed) + self.control.increment;
        if let Some(left) = &mut self.moves_to_go {
            *left -= 1;
            if *left == 0 {
                *left = self.control.moves.unwrap_or(1);
                self.remaining += self.control.base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(control: &str, moves: &[u64]) -> Vec<u128> {
        let mut clock = GameClock::new(Limit::Clock(control.parse().unwrap())).unwrap();
        let press = |&millis: &u64| {
            clock.press(Duration::from_millis(millis));
            clock.view().remaining.as_millis()
        };
        moves.iter().map(press).collect()
    }

    #[test]
    fn clocks_lose_gain_and_refill() {
        assert_eq!(shown("1", &[300, 800]), [700, 0]);
        assert_eq!(shown("1+0.5", &[300, 1250]), [1200, 500]);
        assert_eq!(shown("2/1", &[300, 300, 100]), [700, 1400, 1300]);
        assert!(GameClock::new(Limit::Own).is_none());
    }
}
