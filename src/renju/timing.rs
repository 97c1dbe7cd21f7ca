//! What a referee's clocks decide: time for each side or shared, then byo-yomi or so many moves in a period.
//!
//! Owns the reckoning alone: it is told how long each move took, and reads no clock. Must not know how an engine spends
//! its time.

use std::time::Duration;

use crate::game::{ByColor, Color};

/// The usual time for a move once the main time is used up.
pub const BYO_YOMI: Duration = Duration::from_secs(60);
/// The usual time after which a player who has not come has lost.
pub const LATE: Duration = Duration::from_secs(15 * 60);
/// Below this much main time a player need not write the game down.
pub const EXEMPT: Duration = Duration::from_secs(5 * 60);

/// Whose time the main time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Main {
    /// So much for each side.
    Each(Duration),
    /// So much for both together, about twice that of a side.
    Shared(Duration),
}

/// What follows the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Nothing: the side whose move takes longer has lost.
    None,
    /// So much for each move: less is not counted, reaching it loses.
    ByoYomi(Duration),
    /// So many moves of each side in so much time, again and again; reaching it before the last of them loses.
    Moves {
        /// How many, at least 1.
        moves: u32,
        /// In which time.
        period: Duration,
    },
}

/// The time of a game.
///
/// # Examples
/// ```
/// use heibai::renju::timing::{BYO_YOMI, Main, Overtime, TimeRules};
/// use std::time::Duration;
/// let half_an_hour = Duration::from_secs(1800);
/// let rules = TimeRules::new(Main::Each(half_an_hour), Overtime::ByoYomi(BYO_YOMI));
/// assert!(rules.is_usual());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeRules {
    /// The main time.
    pub main: Main,
    /// What follows it.
    pub overtime: Overtime,
    /// What each move adds to its side's main time.
    pub increment: Duration,
    /// When a player who has not come has lost.
    pub late: Duration,
}

impl TimeRules {
    /// Builds rules without increment and with the usual late limit.
    #[must_use]
    pub const fn new(main: Main, overtime: Overtime) -> Self {
        TimeRules { main, overtime, increment: Duration::ZERO, late: LATE }
    }

    /// Returns whether the main time is within what the document names, half an hour to five hours a side.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        let side = match self.main {
            Main::Each(time) => time,
            Main::Shared(time) => time / 2,
        };
        (Duration::from_secs(30 * 60)..=Duration::from_secs(5 * 3600)).contains(&side)
    }

    /// Returns whether a player who comes so long after the beginning has lost.
    #[must_use]
    pub fn is_too_late(&self, after: Duration) -> bool {
        after >= self.late
    }
}

/// What a move's time comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side goes on.
    InTime,
    /// The side has used up its time.
    Lost,
}

/// Both sides' time as a game goes on.
///
/// # Examples
/// ```
/// use heibai::game::Color::Black;
/// use heibai::renju::timing::{BYO_YOMI, Main, Overtime, Timing, TimeRules, Verdict};
/// use std::time::Duration;
/// let rules = TimeRules::new(Main::Each(Duration::ZERO), Overtime::ByoYomi(BYO_YOMI));
/// let mut timing = Timing::new(rules);
/// assert_eq!(timing.spend(Black, Duration::from_millis(59_900)), Verdict::InTime);
/// assert_eq!(timing.spend(Black, Duration::from_secs(60)), Verdict::Lost);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    rules: TimeRules,
    /// What is left of the main time; the shared one stands under both.
    main: ByColor<Duration>,
    /// What is left of a period, and its moves still to make.
    period: ByColor<(Duration, u32)>,
    used: ByColor<Duration>,
}

impl Timing {
    /// Starts a game.
    #[must_use]
    pub fn new(rules: TimeRules) -> Self {
        let main = match rules.main {
            Main::Each(time) | Main::Shared(time) => time,
        };
        let period = match rules.overtime {
            Overtime::Moves { moves, period } => (period, moves.max(1)),
            _ => (Duration::ZERO, 0),
        };
        Timing {
            rules,
            main: ByColor { black: main, white: main },
            period: ByColor { black: period, white: period },
            used: ByColor::default(),
        }
    }

    /// Returns what is left of the main time of a side.
    #[must_use]
    pub fn main_left(&self, color: Color) -> Duration {
        self.main[color]
    }

    /// Returns what a side has used so far.
    #[must_use]
    pub fn used(&self, color: Color) -> Duration {
        self.used[color]
    }

    /// Returns whether a side plays its moves in overtime.
    #[must_use]
    pub fn is_in_overtime(&self, color: Color) -> bool {
        self.main[color].is_zero() && self.rules.overtime != Overtime::None
    }

    /// Returns whether a side need not write the game down now; it completes the sheet at the end.
    #[must_use]
    pub fn is_exempt(&self, color: Color) -> bool {
        self.main[color] < EXEMPT
    }

    /// Returns the moment at which the side to move loses if it has not moved, counted from the beginning of its move.
    #[must_use]
    pub fn deadline(&self, color: Color) -> Duration {
        let over = match self.rules.overtime {
            Overtime::None => Duration::ZERO,
            Overtime::ByoYomi(time) => time,
            Overtime::Moves { .. } => self.period[color].0,
        };
        self.main[color] + over
    }

    /// Takes a move's time off; what reaches the deadline loses.
    pub fn spend(&mut self, color: Color, time: Duration) -> Verdict {
        let lost = time >= self.deadline(color);
        let over = time.saturating_sub(self.main[color]);
        let left = self.main[color].saturating_sub(time);
        self.used[color] += time;
        self.set_main(color, left);
        if lost {
            return Verdict::Lost;
        }
        if let (Overtime::Moves { moves, period }, true) = (self.rules.overtime, left.is_zero()) {
            let (rest, count) = self.period[color];
            self.period[color] = match count {
                0 | 1 => (period, moves.max(1)),
                _ => (rest.saturating_sub(over), count - 1),
            };
        }
        if !left.is_zero() {
            self.set_main(color, left + self.rules.increment);
        }
        Verdict::InTime
    }

    fn set_main(&mut self, color: Color, left: Duration) {
        match self.rules.main {
            Main::Each(_) => self.main[color] = left,
            Main::Shared(_) => self.main = ByColor { black: left, white: left },
        }
    }
}
