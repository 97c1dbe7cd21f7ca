//! Both sides' clocks over a game: what a client last said they show, less what was used since.

use std::time::Duration;

use crate::clock::TimeControl;
use crate::game::{ByColor, Color, TimeSettings};

/// What one side's clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Face {
    /// Of the main time; of the one clock where there is no overtime.
    main: Duration,
    /// Of the running overtime period; the whole period while the main time lasts.
    period: Duration,
    /// Moves still to be made in the period (Canadian) or periods left (byo-yomi).
    count: u32,
    /// What a client said a single move has left, where each move has its own time.
    move_time: Option<Duration>,
    /// Whether a client has said what the clock shows though nothing was agreed on.
    told: bool,
}

/// The clocks of a game, kept by the engine's own reckoning where a client is silent.
///
/// # Examples
/// ```
/// use heibai::clock::{GameClock, TimeControl};
/// use heibai::game::{Color, TimeSettings};
/// use std::time::Duration;
/// let mut clock = GameClock::new(TimeSettings::Absolute(Duration::from_secs(60)));
/// clock.spend(Color::Black, Duration::from_secs(45));
/// let TimeControl::Clock { remaining, .. } = clock.control(Color::Black) else { panic!() };
/// assert_eq!(remaining, Duration::from_secs(15));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    settings: TimeSettings,
    faces: ByColor<Face>,
}

impl Default for GameClock {
    fn default() -> Self {
        Self::new(TimeSettings::Unlimited)
    }
}

impl GameClock {
    /// Sets both clocks for a game.
    #[must_use]
    pub fn new(settings: TimeSettings) -> Self {
        let face = match settings {
            TimeSettings::Unlimited | TimeSettings::PerMove(_) => Face::default(),
            TimeSettings::Absolute(main) => Face { main, ..Face::default() },
            TimeSettings::Fischer { main, limit, .. } => {
                Face { main: limit.map_or(main, |limit| main.min(limit)), ..Face::default() }
            }
            TimeSettings::Canadian { main, period, stones: count }
            | TimeSettings::ByoYomi { main, period, periods: count } => {
                Face { main, period, count: count.max(1), ..Face::default() }
            }
        };
        GameClock { settings, faces: ByColor { black: face, white: face } }
    }

    /// Sets both clocks as they were when the game began.
    pub fn restart(&mut self) {
        *self = GameClock::new(self.settings);
    }

    /// Takes over what a client says a clock shows; it may be more than before.
    ///
    /// `count` is the number of moves the time is for, of periods under byo-yomi, and 0 where the time is
    /// main time. Nothing having been agreed on, the time is for the game or for so many moves.
    ///
    /// Clients that speak in whole seconds round them: such a time hides up to a second that is gone, and the
    /// clock's own reckoning holds if it is within that second.
    pub fn set(&mut self, color: Color, time: Duration, count: u32) {
        let settings = self.settings;
        let face = &mut self.faces[color];
        let time = if face.told || settings != TimeSettings::Unlimited {
            let own = if count == 0 || !has_periods(settings) {
                Some(face.main)
            } else {
                (face.main.is_zero() && face.count == count).then_some(face.period)
            };
            own.map_or(time, |own| unrounded(time, own))
        } else {
            time
        };
        face.told = true;
        match settings {
            // A clock that has run out is answered at once, whatever overtime was agreed on.
            TimeSettings::Canadian { .. } | TimeSettings::ByoYomi { .. } if time.is_zero() => {
                (face.main, face.period, face.count) = (time, time, count.max(1));
            }
            TimeSettings::PerMove(_) => face.move_time = Some(time),
            TimeSettings::Canadian { period, stones, .. } if count == 0 => {
                (face.main, face.period, face.count) = (time, period, stones.max(1));
            }
            TimeSettings::ByoYomi { period, periods, .. } if count == 0 => {
                (face.main, face.period, face.count) = (time, period, periods.max(1));
            }
            TimeSettings::Canadian { .. } | TimeSettings::ByoYomi { .. } => {
                (face.main, face.period, face.count) = (Duration::ZERO, time, count);
            }
            TimeSettings::Unlimited | TimeSettings::Absolute(_) | TimeSettings::Fischer { .. } => {
                (face.main, face.count) = (time, count);
            }
        }
    }

    /// Takes the time a move of `color` has used off its clock.
    pub fn spend(&mut self, color: Color, used: Duration) {
        let settings = self.settings;
        let face = &mut self.faces[color];
        face.move_time = None;
        match settings {
            TimeSettings::PerMove(_) => {}
            TimeSettings::Unlimited | TimeSettings::Absolute(_) => {
                face.main = face.main.saturating_sub(used);
                // Moves that the client counted down for the time it named.
                if face.count > 0 {
                    face.count -= 1;
                    face.told &= face.count > 0;
                }
            }
            TimeSettings::Fischer { increment, limit, .. } => {
                let left = face.main.saturating_sub(used) + increment;
                face.main = limit.map_or(left, |limit| left.min(limit));
                face.count = face.count.saturating_sub(1);
            }
            TimeSettings::Canadian { period, stones, .. } => {
                let over = used.saturating_sub(face.main);
                face.main = face.main.saturating_sub(used);
                if face.main.is_zero() {
                    face.period = face.period.saturating_sub(over);
                    face.count = face.count.saturating_sub(1);
                    if face.count == 0 {
                        (face.period, face.count) = (period, stones.max(1));
                    }
                }
            }
            TimeSettings::ByoYomi { period, .. } => {
                let over = used.saturating_sub(face.main);
                face.main = face.main.saturating_sub(used);
                if over > face.period {
                    let further = (over - face.period).as_nanos() / period.as_nanos().max(1);
                    let lost = u32::try_from(further).unwrap_or(u32::MAX).saturating_add(1);
                    face.count = face.count.saturating_sub(lost).max(1);
                }
                if face.main.is_zero() {
                    face.period = period;
                }
            }
        }
    }

    /// Returns what the next move of `color` is played under.
    #[must_use]
    pub fn control(&self, color: Color) -> TimeControl {
        let face = self.faces[color];
        match self.settings {
            TimeSettings::Unlimited if !face.told => TimeControl::Unlimited,
            TimeSettings::PerMove(time) => {
                TimeControl::PerMove(face.move_time.map_or(time, |left| left.min(time)))
            }
            TimeSettings::Unlimited | TimeSettings::Absolute(_) => TimeControl::Clock {
                remaining: face.main,
                increment: Duration::ZERO,
                moves_to_go: (face.count > 0).then_some(face.count),
            },
            TimeSettings::Fischer { increment, most: Some(most), .. } => {
                TimeControl::Capped { remaining: face.main, increment, most }
            }
            TimeSettings::Fischer { increment, .. } => TimeControl::Clock {
                remaining: face.main,
                increment,
                moves_to_go: (face.count > 0).then_some(face.count),
            },
            TimeSettings::Canadian { .. } if face.main.is_zero() => TimeControl::Clock {
                remaining: face.period,
                increment: Duration::ZERO,
                moves_to_go: Some(face.count.max(1)),
            },
            TimeSettings::Canadian { .. } => {
                TimeControl::Overtime { main: face.main, reserve: face.period / face.count.max(1) }
            }
            TimeSettings::ByoYomi { .. } => {
                TimeControl::Overtime { main: face.main, reserve: face.period }
            }
        }
    }
}

/// Returns whether a time may be for a period.
fn has_periods(settings: TimeSettings) -> bool {
    matches!(settings, TimeSettings::Canadian { .. } | TimeSettings::ByoYomi { .. })
}

/// Returns what a clock shows of which a client told `time` and that was reckoned to show `own`.
fn unrounded(time: Duration, own: Duration) -> Duration {
    const STEP: Duration = Duration::from_secs(1);
    let is_rounded = time.subsec_nanos() == 0 && own < time && time - own <= STEP;
    match own {
        _ if !is_rounded => time,
        Duration::ZERO => time / 2,
        own => own,
    }
}
