//! The time manager against a clock that only the test turns.

use std::ops::ControlFlow;
use std::time::Duration;

use heibai::clock::{Budget, Clock, FakeClock, GameClock, TimeControl, TimeManager};
use heibai::engine::{Engine, Iteration};
use heibai::game::{Color, TimeSettings};
use heibai::othello::OthelloEngine;
use proptest::prelude::*;

const MS: Duration = Duration::from_millis(1);
const OVERHEAD: Duration = Duration::from_millis(10);

fn calm(depth: u32) -> Iteration {
    Iteration { depth, best_move_changed: false, score_drop: 0, only_move: false, solving: false }
}

/// Plays one move of iterations that each take `growth` times as long as the one before; returns what it took.
///
/// The stop flag of the hard budget is obeyed, as a search obeys it, `latency` late.
fn think(
    manager: &mut TimeManager,
    clock: &FakeClock,
    growth: f64,
    latency: Duration,
    mut iteration: impl FnMut(u32) -> Iteration,
) -> Duration {
    let started = clock.now();
    let mut cost = MS / 10;
    for depth in 1..=60 {
        let left = manager.deadline().map(|at| at.saturating_sub(clock.now()));
        if left.is_some_and(|left| left <= cost) {
            clock.advance(left.unwrap_or_default() + latency);
            break;
        }
        clock.advance(cost);
        if manager.iteration(&iteration(depth), clock.now()) == ControlFlow::Break(()) {
            break;
        }
        cost = cost.mul_f64(growth);
    }
    clock.now() - started
}

/// What a game's moves took and what the clock showed at the end.
struct Played {
    moves: Vec<(u32, Duration)>,
    left: Option<Duration>,
}

/// Plays one side's moves of a whole game; `left` is `None` if it lost on time.
fn game(base: Duration, increment: Duration, refill: Option<u32>, lag: Duration) -> Played {
    let mut engine = OthelloEngine::new();
    let clock = FakeClock::default();
    let mut left = base;
    let mut moves = Vec::new();
    let mut made = 0;
    loop {
        let view = engine.view();
        let Some(mv) = view.legal().into_iter().next_back() else { break };
        let empties = view.render().matches(" -").count() as u32;
        if view.status().side_to_move == Color::Black {
            let togo = refill.map(|every| every - made % every);
            let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap();
            let control = TimeControl::clock(millis(left), millis(increment), togo);
            let mut manager = TimeManager::new(&control, &view.pace(), OVERHEAD, clock.now());
            let used = lag + think(&mut manager, &clock, 2.5, MS, calm);
            if used > left {
                return Played { moves, left: None };
            }
            left = left - used + increment;
            moves.push((empties, used));
            made += 1;
            if refill.is_some_and(|every| made.is_multiple_of(every)) {
                left += base;
            }
        }
        engine.play(None, &mv).unwrap();
    }
    Played { moves, left: Some(left) }
}

#[test]
fn clock_lasts_for_a_whole_game() {
    for (base, increment) in
        [(100, 0), (1_000, 0), (5_000, 0), (60_000, 0), (300_000, 0), (1_000, 100), (50, 50)]
    {
        for lag in [0, 5, 9] {
            let (base, increment) = (MS * base, MS * increment);
            if base + 29 * increment < 30 * MS * (lag + 2) {
                // No way of playing makes 30 moves in less than they cost.
                continue;
            }
            let played = game(base, increment, None, MS * lag);
            assert!(played.left.is_some(), "lost on time at {base:?} + {increment:?}, lag {lag}");
            assert!(played.moves.len() >= 25);
        }
    }
}

#[test]
fn clock_is_spent_where_the_game_is_decided() {
    let base = Duration::from_secs(60);
    let played = game(base, Duration::ZERO, None, Duration::ZERO);
    let sum = |range: std::ops::RangeInclusive<u32>| -> Duration {
        let inside = played.moves.iter().filter(|(empties, _)| range.contains(empties));
        inside.map(|&(_, used)| used).sum()
    };
    let (opening, middle, ending) = (sum(45..=60), sum(20..=44), sum(0..=19));
    assert!(middle > opening && middle > ending * 2, "{opening:?} {middle:?} {ending:?}");
    let all = opening + middle + ending;
    assert!(all > base.mul_f64(0.4), "only {all:?} of {base:?} used");
    let longest = played.moves.iter().map(|&(_, used)| used).max().unwrap();
    assert!(longest < base / 6, "{longest:?} for one move");
}

#[test]
fn clock_with_refills_uses_each_period() {
    let played = game(Duration::from_secs(10), Duration::ZERO, Some(10), Duration::ZERO);
    assert!(played.left.is_some());
    let first: Duration = played.moves.iter().take(10).map(|&(_, used)| used).sum();
    assert!(first > Duration::from_secs(4), "{first:?} of the first ten seconds");
}

#[test]
fn no_time_leaves_no_budget() {
    for control in [
        TimeControl::per_move(0),
        TimeControl::per_move(-5),
        TimeControl::clock(0, 0, None),
        TimeControl::clock(-1_000, 0, Some(3)),
        TimeControl::clock(10, 0, None),
    ] {
        let budget = Budget::new(&control, &[1; 30], OVERHEAD).unwrap();
        assert_eq!(budget.hard, Duration::ZERO, "{control:?}");
    }
    assert_eq!(Budget::new(&TimeControl::Unlimited, &[1; 30], OVERHEAD), None);
}

#[test]
fn movetime_is_used_up_to_the_overhead() {
    let clock = FakeClock::default();
    let control = TimeControl::per_move(1_000);
    let mut manager = TimeManager::new(&control, &[1; 30], OVERHEAD, clock.now());
    let used = think(&mut manager, &clock, 2.0, Duration::ZERO, calm);
    assert_eq!(used, MS * 990);
}

#[test]
fn an_only_move_is_played_at_once() {
    let clock = FakeClock::default();
    let control = TimeControl::clock(60_000, 0, None);
    let mut manager = TimeManager::new(&control, &[1; 30], OVERHEAD, clock.now());
    let only = |depth| Iteration { only_move: true, ..calm(depth) };
    let used = think(&mut manager, &clock, 2.0, Duration::ZERO, only);
    assert!(used <= MS, "{used:?}");
}

#[test]
fn trouble_earns_time() {
    let used = |trouble: fn(u32) -> Iteration| {
        let clock = FakeClock::default();
        let control = TimeControl::clock(60_000, 0, None);
        let mut manager = TimeManager::new(&control, &[1; 30], OVERHEAD, clock.now());
        think(&mut manager, &clock, 1.3, Duration::ZERO, trouble)
    };
    let calm_time = used(calm);
    let changing = used(|depth| Iteration { best_move_changed: true, ..calm(depth) });
    let falling = used(|depth| Iteration { score_drop: 400, ..calm(depth) });
    assert!(changing > calm_time.mul_f64(1.3), "{calm_time:?} {changing:?}");
    assert!(falling > calm_time.mul_f64(1.8), "{calm_time:?} {falling:?}");
}

#[test]
fn solving_may_take_more_than_its_share_but_not_all() {
    let clock = FakeClock::default();
    let control = TimeControl::clock(60_000, 0, None);
    let mut manager = TimeManager::new(&control, &[1; 30], OVERHEAD, clock.now());
    let soft = manager.budget().unwrap().soft.unwrap();
    let solve = |depth| Iteration { solving: depth > 3, ..calm(depth) };
    let used = think(&mut manager, &clock, 2.0, Duration::ZERO, solve);
    assert!(used > soft.mul_f64(0.6) && used < soft * 3, "{used:?} with {soft:?}");
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    let millis = prop_oneof![any::<i64>(), -100..100_000i64];
    let togo = proptest::option::of(prop_oneof![any::<u32>(), 1..60u32]);
    prop_oneof![
        millis.clone().prop_map(TimeControl::per_move),
        (millis.clone(), millis, togo)
            .prop_map(|(time, inc, togo)| TimeControl::clock(time, inc, togo)),
        (0..100_000u32, 0..100_000u32).prop_map(|(main, reserve)| TimeControl::Overtime {
            main: MS * main,
            reserve: MS * reserve
        }),
        (0..100_000u32, 0..1_000u32, 0..10_000u32).prop_map(|(remaining, increment, most)| {
            let (remaining, increment, most) = (MS * remaining, MS * increment, MS * most);
            TimeControl::Capped { remaining, increment, most }
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn budget_never_passes_what_the_clock_shows(
        control in any_control(),
        pace in proptest::collection::vec(any::<u32>(), 0..40),
        overhead in 0..20_000u64,
    ) {
        let overhead = MS * u32::try_from(overhead).unwrap();
        let budget = Budget::new(&control, &pace, overhead).unwrap();
        let shown = match control {
            TimeControl::PerMove(time) => time,
            TimeControl::Clock { remaining, .. } => remaining,
            TimeControl::Overtime { main, reserve } => main + reserve,
            TimeControl::Capped { remaining, most, .. } => remaining.min(most),
            TimeControl::Unlimited => Duration::MAX,
        };
        prop_assert!(budget.hard <= shown.saturating_sub(overhead), "{:?}", budget);
        prop_assert!(budget.soft.is_none_or(|soft| soft <= budget.hard), "{:?}", budget);
    }

    #[test]
    fn thinking_never_passes_the_hard_budget(
        control in any_control(),
        growth in 1.05..8.0f64,
        changes in any::<u64>(),
        drop in -500..2_000i32,
        solving in 1..60u32,
    ) {
        let clock = FakeClock::default();
        clock.advance(MS * 12_345);
        let mut manager = TimeManager::new(&control, &[3, 2, 1], OVERHEAD, clock.now());
        let hard = manager.budget().unwrap().hard;
        let used = think(&mut manager, &clock, growth, Duration::ZERO, |depth| Iteration {
            best_move_changed: changes >> depth & 1 == 1,
            score_drop: drop,
            solving: depth >= solving,
            ..calm(depth)
        });
        prop_assert!(used <= hard, "{:?} of {:?}", used, hard);
    }
}

/// A referee's clock under a game's settings: knows when time is lost, whatever the engine reckons.
struct Referee {
    settings: TimeSettings,
    main: Duration,
    period: Duration,
    count: u32,
}

impl Referee {
    fn new(settings: TimeSettings) -> Self {
        let (main, period, count) = match settings {
            TimeSettings::Unlimited => (Duration::MAX, Duration::ZERO, 0),
            TimeSettings::PerMove(time) => (Duration::ZERO, time, 1),
            TimeSettings::Absolute(main) => (main, Duration::ZERO, 0),
            TimeSettings::Fischer { main, .. } => (main, Duration::ZERO, 0),
            TimeSettings::Canadian { main, period, stones } => (main, period, stones),
            TimeSettings::ByoYomi { main, period, periods } => (main, period, periods),
        };
        Referee { settings, main, period, count }
    }

    /// Takes a move's time; `false` if it was too long.
    fn take(&mut self, used: Duration) -> bool {
        let over = used.saturating_sub(self.main);
        self.main = self.main.saturating_sub(used);
        match self.settings {
            TimeSettings::Unlimited => true,
            TimeSettings::PerMove(time) => used <= time,
            TimeSettings::Absolute(_) => over.is_zero(),
            TimeSettings::Fischer { increment, most, limit, .. } => {
                self.main = (self.main + increment).min(limit.unwrap_or(Duration::MAX));
                over.is_zero() && most.is_none_or(|most| used <= most)
            }
            TimeSettings::Canadian { period, stones, .. } => {
                if self.main.is_zero() {
                    if over > self.period {
                        return false;
                    }
                    self.period -= over;
                    self.count -= 1;
                    if self.count == 0 {
                        (self.period, self.count) = (period, stones);
                    }
                }
                true
            }
            TimeSettings::ByoYomi { period, .. } => over <= period,
        }
    }
}

/// Plays 30 moves a side under `settings` without being told what the clock shows.
fn unattended(settings: TimeSettings, lag: Duration) -> Option<Vec<Duration>> {
    let clock = FakeClock::default();
    let mut own = GameClock::new(settings);
    let mut referee = Referee::new(settings);
    let mut moves = Vec::new();
    for made in 0..30 {
        let pace = vec![1; 30 - made];
        let control = own.control(Color::White);
        let mut manager = TimeManager::new(&control, &pace, OVERHEAD, clock.now());
        let used = think(&mut manager, &clock, 2.5, MS, calm);
        own.spend(Color::White, used + OVERHEAD);
        moves.push(used);
        if !referee.take(used + lag) {
            return None;
        }
    }
    Some(moves)
}

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn own_clock_loses_no_game_that_nobody_watches() {
    for settings in [
        TimeSettings::PerMove(SECOND),
        TimeSettings::PerMove(MS * 20),
        TimeSettings::Absolute(SECOND * 60),
        TimeSettings::Absolute(SECOND * 2),
        TimeSettings::Fischer { main: SECOND * 3, increment: SECOND, limit: None, most: None },
        TimeSettings::Fischer {
            main: SECOND * 30,
            increment: SECOND,
            limit: Some(SECOND * 20),
            most: Some(SECOND * 2),
        },
        TimeSettings::Canadian { main: Duration::ZERO, period: SECOND * 10, stones: 10 },
        TimeSettings::Canadian { main: SECOND * 20, period: SECOND * 10, stones: 10 },
        TimeSettings::Canadian { main: Duration::ZERO, period: SECOND, stones: 1 },
        TimeSettings::ByoYomi { main: Duration::ZERO, period: SECOND, periods: 1 },
        TimeSettings::ByoYomi { main: SECOND * 20, period: SECOND * 3, periods: 5 },
    ] {
        for lag in [0, 5, 9] {
            let moves = unattended(settings, MS * lag);
            assert!(moves.is_some(), "lost on time under {settings:?}, lag {lag}");
        }
    }
}

#[test]
fn overtime_is_used_and_not_saved() {
    let period = SECOND * 3;
    let settings = TimeSettings::ByoYomi { main: SECOND * 10, period, periods: 5 };
    let moves = unattended(settings, Duration::ZERO).unwrap();
    assert!(moves.iter().skip(20).all(|&used| used > period / 2), "{moves:?}");
    let settings = TimeSettings::Canadian { main: Duration::ZERO, period: SECOND * 10, stones: 10 };
    let moves = unattended(settings, Duration::ZERO).unwrap();
    let period: Duration = moves.iter().take(10).sum();
    assert!(period > SECOND * 4, "{moves:?}");
    let settings =
        TimeSettings::Fischer { main: SECOND * 5, increment: SECOND, limit: None, most: None };
    let moves = unattended(settings, Duration::ZERO).unwrap();
    assert!(moves.iter().skip(20).all(|&used| used > MS * 400), "{moves:?}");
}

#[test]
fn time_for_a_move_is_a_ceiling_whatever_the_clock_shows() {
    let mut clock = GameClock::new(TimeSettings::PerMove(SECOND));
    for (left, most) in
        [(SECOND * 600, SECOND), (SECOND / 2, SECOND / 2), (Duration::ZERO, Duration::ZERO)]
    {
        clock.set(Color::Black, left, 0);
        let budget = Budget::new(&clock.control(Color::Black), &[1; 30], OVERHEAD).unwrap();
        assert!(budget.hard <= most, "{budget:?}");
    }
    // What was said of one move does not hold for the next.
    clock.spend(Color::Black, MS);
    assert_eq!(clock.control(Color::Black), TimeControl::PerMove(SECOND));
}

#[test]
fn clocks_are_the_clients_word_and_may_go_up() {
    let mut clock = GameClock::new(TimeSettings::Absolute(SECOND * 10));
    let shown = |clock: &GameClock| match clock.control(Color::Black) {
        TimeControl::Clock { remaining, .. } => remaining,
        other => panic!("{other:?}"),
    };
    clock.set(Color::Black, SECOND * 3, 0);
    assert_eq!(shown(&clock), SECOND * 3);
    clock.set(Color::Black, SECOND * 30, 0);
    assert_eq!(shown(&clock), SECOND * 30);
    assert_eq!(clock.control(Color::White), TimeControl::clock(10_000, 0, None));
    clock.restart();
    assert_eq!(shown(&clock), SECOND * 10);
}

#[test]
fn whole_seconds_hide_what_is_gone() {
    // Quarry's Canadian overtime: ten moves in ten seconds, told in whole seconds.
    let settings = TimeSettings::Canadian { main: Duration::ZERO, period: SECOND * 10, stones: 10 };
    for rounded in [|left: f64| left.ceil(), |left: f64| left.round(), |left: f64| left.floor()] {
        let clock = FakeClock::default();
        let mut own = GameClock::new(settings);
        let mut referee = Referee::new(settings);
        for made in 0..30 {
            let told = heibai::game::time::seconds(rounded(referee.period.as_secs_f64()));
            own.set(Color::White, told, referee.count);
            let control = own.control(Color::White);
            let mut manager = TimeManager::new(&control, &[1; 30], OVERHEAD, clock.now());
            let used = think(&mut manager, &clock, 2.5, MS, calm);
            own.spend(Color::White, used + OVERHEAD);
            assert!(referee.take(used + MS * 9), "lost with move {made}");
        }
    }
    let mut clock = GameClock::new(TimeSettings::Absolute(SECOND * 10));
    clock.spend(Color::Black, MS * 2_400);
    clock.set(Color::Black, SECOND * 8, 0);
    assert_eq!(clock.control(Color::Black), TimeControl::clock(7_600, 0, None));
    clock.set(Color::Black, SECOND * 9, 0);
    assert_eq!(clock.control(Color::Black), TimeControl::clock(9_000, 0, None));
}

#[test]
fn a_clock_nobody_agreed_on_is_taken_at_its_word() {
    let mut clock = GameClock::default();
    assert_eq!(clock.control(Color::Black), TimeControl::Unlimited);
    clock.set(Color::Black, SECOND * 5, 0);
    assert_eq!(clock.control(Color::Black), TimeControl::clock(5_000, 0, None));
    clock.set(Color::White, SECOND * 5, 2);
    assert_eq!(clock.control(Color::White), TimeControl::clock(5_000, 0, Some(2)));
    clock.spend(Color::White, SECOND);
    assert_eq!(clock.control(Color::White), TimeControl::clock(4_000, 0, Some(1)));
    clock.spend(Color::White, SECOND);
    assert_eq!(clock.control(Color::White), TimeControl::Unlimited);
}

#[test]
fn periods_are_counted() {
    let period = SECOND * 3;
    let settings = TimeSettings::ByoYomi { main: SECOND, period, periods: 3 };
    let mut clock = GameClock::new(settings);
    // A period and more is gone, the next is whole.
    clock.spend(Color::Black, SECOND * 5);
    let whole = TimeControl::Overtime { main: Duration::ZERO, reserve: period };
    assert_eq!(clock.control(Color::Black), whole);
    clock.set(Color::Black, SECOND, 1);
    let little = TimeControl::Overtime { main: Duration::ZERO, reserve: SECOND };
    assert_eq!(clock.control(Color::Black), little);
    // Periods of nothing and any number of them are reckoned with at once.
    let none = TimeSettings::ByoYomi { main: SECOND, period: MS / 1_000_000, periods: u32::MAX };
    let mut clock = GameClock::new(none);
    clock.spend(Color::Black, SECOND * 1_000_000);
    assert_eq!(
        Budget::new(&clock.control(Color::Black), &[1], OVERHEAD).unwrap().hard,
        Duration::ZERO
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Whatever is agreed on, told and used, the clock neither panics nor grants more than it was told.
    #[test]
    fn game_clock_takes_any_times(
        kind in 0..6u8,
        times in (any::<u64>(), any::<u64>(), any::<u32>()),
        told in proptest::collection::vec((any::<u64>(), any::<u32>(), any::<u64>()), 0..20),
    ) {
        let time = |millis: u64| heibai::game::time::seconds(millis as f64 / 1000.0);
        let (main, period, count) = (time(times.0), time(times.1), times.2);
        let settings = match kind {
            0 => TimeSettings::Unlimited,
            1 => TimeSettings::PerMove(main),
            2 => TimeSettings::Absolute(main),
            3 => TimeSettings::Fischer { main, increment: period, limit: Some(main), most: Some(period) },
            4 => TimeSettings::Canadian { main, period, stones: count },
            _ => TimeSettings::ByoYomi { main, period, periods: count },
        };
        let mut clock = GameClock::new(settings);
        for (left, count, used) in told {
            clock.set(Color::Black, time(left), count);
            let budget = Budget::new(&clock.control(Color::Black), &[1; 30], OVERHEAD);
            if count > 0 {
                prop_assert!(budget.unwrap().hard <= time(left));
            }
            clock.spend(Color::Black, time(used));
            let _ = Budget::new(&clock.control(Color::Black), &[1; 30], OVERHEAD);
        }
    }
}
