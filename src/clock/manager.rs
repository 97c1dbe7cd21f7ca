//! How much time a move may use: a soft budget to aim at and a hard one never to pass.
//!
//! The game tells by [`View::pace`](crate::engine::View::pace) what this move and each later move of the
//! same side deserve relative to one another; the manager turns that and the clock into milliseconds.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::clock::TimeControl;
use crate::engine::Iteration;

/// The time one move may use, counted from the moment its clock started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What it should use; `None` = all of the hard budget.
    pub soft: Option<Duration>,
    /// What it must not pass.
    pub hard: Duration,
}

/// The soft budget may be stretched this many times when the search is in trouble.
const STRETCH: u32 = 4;
/// The share of a clock kept back for slow machines, at most [`MARGIN`].
const MARGIN_SHARE: u32 = 20;
/// The most that is kept back besides the overhead.
const MARGIN: Duration = Duration::from_millis(25);
/// A fall of the score, in 1/100 disc or point, that earns more time.
const DROP: i32 = 100;
/// A fall that earns the most.
const DEEP_DROP: i32 = 300;

impl Budget {
    /// Divides what `control` allows; `None` when it allows everything.
    ///
    /// `pace` weighs this move (first) and each later move of the same side; `overhead` is what every move
    /// costs between the client's clock and the search.
    #[must_use]
    pub fn new(control: &TimeControl, pace: &[u32], overhead: Duration) -> Option<Budget> {
        match *control {
            TimeControl::Unlimited => None,
            TimeControl::PerMove(time) => {
                Some(Budget { soft: None, hard: time.saturating_sub(overhead) })
            }
            TimeControl::Clock { remaining, increment, moves_to_go } => {
                Some(divide(remaining, increment, moves_to_go, pace, overhead))
            }
            TimeControl::Overtime { main, reserve } => {
                Some(with_reserve(main, reserve, pace, overhead))
            }
            TimeControl::Capped { remaining, increment, most } => {
                let whole = divide(remaining, increment, None, pace, overhead);
                let hard = whole.hard.min(most.saturating_sub(overhead));
                Some(Budget { soft: whole.soft.map(|soft| soft.min(hard)), hard })
            }
        }
    }
}

fn divide(
    remaining: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    pace: &[u32],
    overhead: Duration,
) -> Budget {
    let cap = remaining.saturating_sub(overhead + (remaining / MARGIN_SHARE).min(MARGIN));
    let moves = moves_to_go.map_or(usize::MAX, |moves| moves.max(1) as usize);
    let moves = moves.min(pace.len()).max(1);
    let later = u32::try_from(moves - 1).unwrap_or(u32::MAX);
    let whole = (remaining + increment.saturating_mul(later))
        .saturating_sub(overhead.saturating_mul(later + 1));
    let weight = f64::from(pace.first().copied().unwrap_or(1).max(1));
    let sum: f64 = pace.iter().take(moves).map(|&weight| f64::from(weight.max(1))).sum();
    let share = if sum > 0.0 { (weight / sum).min(1.0) } else { 1.0 };
    let soft = whole.mul_f64(share).min(cap);
    // A third of the clock at most goes into one move, unless it is the last before a refill.
    let most = if moves == 1 { cap } else { cap.min((remaining / 3).max(soft)) };
    Budget { soft: Some(soft), hard: soft.saturating_mul(STRETCH).min(most) }
}

/// Divides a main time and adds what a move may take in overtime, without which it is used to the full.
fn with_reserve(main: Duration, reserve: Duration, pace: &[u32], overhead: Duration) -> Budget {
    let lost = overhead + (reserve / MARGIN_SHARE).min(MARGIN);
    if main.is_zero() {
        return Budget { soft: None, hard: reserve.saturating_sub(lost) };
    }
    let share = divide(main, Duration::ZERO, None, pace, Duration::ZERO);
    let cap = (main + reserve).saturating_sub(lost);
    let soft = share.soft.map(|soft| (soft + reserve).saturating_sub(lost).min(cap));
    let hard = (share.hard + reserve).saturating_sub(lost).min(cap);
    Budget { soft: soft.map(|soft| soft.min(hard)), hard }
}

/// Decides between iterations whether one more is worth its time.
///
/// # Examples
/// ```
/// use heibai::clock::{TimeControl, TimeManager};
/// use std::time::Duration;
/// let control = TimeControl::clock(60_000, 0, None);
/// let manager = TimeManager::new(&control, &[1; 30], Duration::from_millis(10), Duration::ZERO);
/// let budget = manager.budget().unwrap();
/// assert!(budget.soft.unwrap() >= Duration::from_millis(1_900));
/// assert!(budget.hard < Duration::from_secs(20));
/// ```
#[derive(Clone, Debug)]
pub struct TimeManager {
    budget: Option<Budget>,
    started: Duration,
    last_end: Duration,
    last_cost: Duration,
    unrest: f64,
}

impl TimeManager {
    /// Starts managing a move at `now`; see [`Budget::new`].
    #[must_use]
    pub fn new(control: &TimeControl, pace: &[u32], overhead: Duration, now: Duration) -> Self {
        TimeManager {
            budget: Budget::new(control, pace, overhead),
            started: now,
            last_end: now,
            last_cost: Duration::ZERO,
            unrest: 0.0,
        }
    }

    /// Returns the budget, or `None` when time is unlimited.
    #[must_use]
    pub fn budget(&self) -> Option<Budget> {
        self.budget
    }

    /// Returns the moment at which the search is stopped whatever it is doing.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        self.budget.map(|budget| self.started + budget.hard)
    }

    /// Decides at `now`, when an iteration has ended, whether another one begins.
    pub fn iteration(&mut self, iteration: &Iteration, now: Duration) -> ControlFlow<()> {
        let cost = now.saturating_sub(self.last_end);
        let growth = if self.last_cost.is_zero() {
            2.0
        } else {
            (cost.as_secs_f64() / self.last_cost.as_secs_f64()).clamp(1.5, 6.0)
        };
        self.last_end = now;
        self.last_cost = cost;
        // Unrest fades by half with every calm iteration.
        self.unrest *= 0.5;
        if iteration.best_move_changed && iteration.depth > 1 {
            self.unrest += 0.5;
        }
        self.unrest += match iteration.score_drop {
            drop if drop >= DEEP_DROP => 1.5,
            drop if drop >= DROP => 0.7,
            _ => 0.0,
        };
        let Some(budget) = self.budget else { return ControlFlow::Continue(()) };
        if iteration.only_move {
            return ControlFlow::Break(());
        }
        let elapsed = now.saturating_sub(self.started);
        if elapsed >= budget.hard {
            return ControlFlow::Break(());
        }
        let Some(soft) = budget.soft else { return ControlFlow::Continue(()) };
        let aim = soft.mul_f64((1.0 + self.unrest).min(f64::from(STRETCH))).min(budget.hard);
        let over = if iteration.solving {
            // A surer solution takes at least as long as the last; it settles later moves too.
            elapsed + cost > aim.saturating_mul(2).min(budget.hard)
        } else {
            let half_gone = elapsed > aim.mul_f64(0.55);
            half_gone || elapsed + cost.mul_f64(growth / 2.0) > aim.max(soft)
        };
        if over {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
